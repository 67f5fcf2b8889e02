import { LogicNetwork } from '../../../src/kernel/modeling/signals/logic-network.js';
import { describe, expect, test } from 'vitest';
import { Diagnostics, formatDiagnostic } from '../../../src/base/diagnostic.js';
import { defaultCircuitOptions } from '../../../src/circuit/circuit-options.js';
import type { EmissionContext } from '../../../src/circuit/device.js';
import { deviceTable } from '../../../src/circuit/devices/device-table.js';
import type { SmoothBranch } from '../../../src/circuit/primitives.js';
import { flatten } from '../compile-text.js';

/** The smooth form of the last element of a netlist. */
function smooth(text: string, options: Partial<typeof defaultCircuitOptions> = {}): SmoothBranch[] {
  const { elements } = flatten(text);
  const element = elements[elements.length - 1];
  if (!element) throw new Error('a netlist has elements');
  const diagnostics = new Diagnostics();
  const context: EmissionContext = {
    options: { ...defaultCircuitOptions, pwltol: 1e-3, ...options },
    ...{
      diagnostics,
      tstep: 0,
      tstop: 0,
      supply: 5,
      voltageSize: () => 5,
      currentInto: () => Infinity,
      logic: new LogicNetwork(),
    },
    ...{ elements: () => new Map(), windings: new Map(), sources: 'waveform' },
  };
  const device = deviceTable.find(({ syntax }) => syntax.letter === element.letter);
  const branches = device?.smooth?.(element, context) ?? [];
  expect(diagnostics.items.filter(({ severity }) => severity === 'error').map(formatDiagnostic)).toEqual([]);
  return branches;
}

/** Name, law or kind, and nodes. */
function shape(branches: readonly SmoothBranch[]): string[] {
  return branches.map((branch) =>
    branch.kind === 'law'
      ? `${branch.name}: ${branch.law.name} ${branch.reads.join(' ')}`
      : `${branch.name}: ${branch.kind} ${branch.a} ${branch.b}`,
  );
}

const sources = 'V1 d 0 5\nV2 g 0 3\nV3 s 0 0\nV4 b 0 0\n';

describe('the smooth form', () => {
  test('of a diode is its law behind RS, with charge only where the model has one', () => {
    expect(shape(smooth(`${sources}.model m d(is=1e-14 rs=1 cjo=1p)\nD1 d g m`))).toEqual([
      'd1#rs: resistance d d1#rs',
      'd1: diode d1#rs g',
    ]);
    expect(shape(smooth(`${sources}.model m d(is=1e-14)\nD1 d g m`))).toEqual([
      'd1: diode without charge d g',
    ]);
  });

  test('of an ideal or region-wise linear diode stays what it is', () => {
    expect(shape(smooth(`${sources}.model m d\nD1 d g m`))).toEqual(['d1: unilateral d g']);
    expect(shape(smooth(`${sources}.model m d(ron=1 roff=1e30 vfwd=.6)\nD1 d g m`))).toEqual([
      'd1: unilateral d g',
    ]);
    expect(shape(smooth(`${sources}.model m d(is=1e-14)\nD1 d g m`, { ideal: 'diodes' }))).toEqual([
      'd1: unilateral d g',
    ]);
  });

  test('of a bipolar transistor has inner nodes, the outer part of CJC and the substrate', () => {
    const text = `${sources}.model m npn(rb=10 rc=1 re=.1 cje=1p cjc=2p xcjc=.6 cjs=1p)\nQ1 d g s m`;
    expect(shape(smooth(text))).toEqual([
      'q1#rc: resistance d q1#rc',
      'q1#re: resistance s q1#re',
      'q1#rb: resistance g q1#rb',
      'q1: bipolar transistor q1#rc q1#rb q1#re',
      'q1#cbx: depletion layer g q1#rc',
      'q1#sub: depletion layer 0 q1#rc',
    ]);
    expect(shape(smooth(`${sources}.model m npn(rb=10 rbm=1)\nQ1 d g s m`))).toEqual([
      'q1: bipolar transistor with spread base, without charge d q1#rb s g',
    ]);
  });

  test('of a MOS transistor couples nothing to the gate without TOX, and has junctions of the bulk', () => {
    expect(shape(smooth(`${sources}.model m nmos(vto=1)\nM1 d g s b m`))).toEqual([
      'm1: MOS level 1 d g s b',
      'm1#bd: diode without charge b d',
      'm1#bs: diode without charge b s',
    ]);
    const text = `${sources}.model m pmos(vto=-1 tox=20n cgso=1n rsh=10 cbd=1p)\nM1 d g s s m nrd=2 nrs=0`;
    expect(shape(smooth(text))).toEqual([
      'm1#rd: resistance d m1#rd',
      'm1: MOS level 1 m1#rd g s s',
      'm1#gate: gate of MOS level 1 m1#rd g s s',
      'm1#cgs: capacitance g s',
      // A gate keeps a ten-thousandth of W L COX where no overlap is given.
      'm1#cgd: capacitance g m1#rd',
      'm1#bd: diode m1#rd s',
    ]);
  });

  test('of a MOS transistor is that of the literature where mos=seed asks for it', () => {
    const kinds = smooth(`${sources}.model m nmos(vto=1)\nM1 d g s s m`, { mos: 'seed' }).map(
      ({ kind }) => kind,
    );
    expect(kinds).not.toContain('law');
  });

  test('of a power MOSFET has its gate charge and its body diode, and knows its channel', () => {
    const text = (type: string): string =>
      `${sources}.model m vdmos(${type} vto=3 kp=10 rd=1m rg=2 cgs=1n cgdmax=1n cgdmin=.1n rb=1m cjo=1n bv=60)\nM1 d g s m`;
    expect(shape(smooth(text('nchan')))).toEqual([
      'm1#rd: resistance d m1#rd',
      'm1#rg: resistance g m1#rg',
      'm1: VDMOS m1#rd m1#rg s',
      'm1#cgs: capacitance m1#rg s',
      'm1#cgd: gate-drain charge of VDMOS m1#rg m1#rd',
      'm1#rb: resistance s m1#rb',
      'm1#body: diode m1#rb d',
    ]);
    expect(shape(smooth(text('pchan'))).slice(-2)).toEqual([
      'm1#rb: resistance d m1#rb',
      'm1#body: diode m1#rb s',
    ]);
  });

  test('of a VDMOS has a body diode of 0.8 V where VJ is not given, as in ngspice', () => {
    const body = (more: string) => smooth(`${sources}.model m vdmos(cjo=1n${more})\nM1 d g s m`).at(-1);
    expect(body('')).toEqual(body(' vj=.8'));
    expect(body('')).not.toEqual(body(' vj=1'));
  });

  test('of a VDMOS breaks down at BV of either sign', () => {
    const card = (more: string) => `${sources}.model m vdmos(pchan${more})\nM1 d g s m`;
    expect(smooth(card(' bv=-12')).at(-1)).toEqual(smooth(card(' bv=12')).at(-1));
    expect(smooth(card(' bv=-12')).at(-1)).not.toEqual(smooth(card('')).at(-1));
  });

  test('of a junction FET has both junctions of the gate', () => {
    expect(shape(smooth(`${sources}.model m pjf(vto=-2 cgs=1p rs=1)\nJ1 d g s m`))).toEqual([
      'j1#rs: resistance s j1#rs',
      'j1: junction FET d g j1#rs',
      'j1#gs: diode j1#rs g',
      'j1#gd: diode without charge d g',
    ]);
  });
});
