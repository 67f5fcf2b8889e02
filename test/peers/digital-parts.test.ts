/**
 * PSpice's digital parts beside ngspice, which translates them to its own (compatibility "psa"): gates, arrays, three states, flip-flops,
 * latches, logic and delays by rules, driven by all combinations of four inputs.
 */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import type { Plot } from '../../src/waveform/plot.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from './ngspice.js';

const gates: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['buf', 'inv'].map((gate) => [gate, `u1 ${gate} dpwr dgnd a y g io_std`])),
  ...Object.fromEntries(
    ['and', 'nand', 'or', 'nor'].map((gate) => [gate, `u1 ${gate}(3) dpwr dgnd a b c y g io_std`]),
  ),
  ...Object.fromEntries(['xor', 'nxor'].map((gate) => [gate, `u1 ${gate} dpwr dgnd a b y g io_std`])),
  ...Object.fromEntries(
    ['ao', 'aoi', 'oa', 'oai'].map((gate) => [gate, `u1 ${gate}(2,2) dpwr dgnd a b c d y g io_std`]),
  ),
  inva: 'u1 inva(2) dpwr dgnd a b y z g io_std',
  nanda: 'u1 nanda(2,2) dpwr dgnd a b c d y z g io_std',
  ora: 'u1 ora(2,2) dpwr dgnd a b c d y z g io_std',
  xora: 'u1 xora(2) dpwr dgnd a b c d y z g io_std',
  chain:
    'u1 inv dpwr dgnd a n1 g io_std\nu2 inv dpwr dgnd n1 n2 g io_std\nu3 nand(2) dpwr dgnd n2 b y g io_std\nu4 nor(2) dpwr dgnd n1 c z g io_std',
  adder:
    'u1 xor dpwr dgnd a b s g io_std\nu2 xor dpwr dgnd s c y g io_std\nu3 ao(2,3) dpwr dgnd a b a c b c z g io_std',
  latch: 'u1 nand(2) dpwr dgnd a z y g io_std\nu2 nand(2) dpwr dgnd b y z g io_std',
  logic:
    'u1 logicexp(4,2) dpwr dgnd a b c d y z g io_std\n+ logic:\n+ t1 = { a & ~b }\n+ y = { t1 | (c ^ d) }\n+ z = { ~(t1 & c) }',
  dff: 'u1 dff(1) dpwr dgnd $d_hi $d_hi a b y z e io_std',
  cleared: 'u1 dff(1) dpwr dgnd $d_hi d a b y z e io_std',
  jkff: 'u1 jkff(1) dpwr dgnd $d_hi d a b c y z e io_std',
  ripple:
    'u1 jkff(1) dpwr dgnd $d_hi $d_hi a $d_hi $d_hi q $d_nc e io_std\nu2 jkff(1) dpwr dgnd $d_hi $d_hi q $d_hi $d_hi y $d_nc e io_std\nu3 jkff(1) dpwr dgnd $d_hi $d_hi y $d_hi $d_hi z $d_nc e io_std',
  shift:
    'u1 dff(1) dpwr dgnd $d_hi $d_hi a c q $d_nc e io_std\nu2 dff(2) dpwr dgnd $d_hi $d_hi a q y y z $d_nc $d_nc e io_std',
  dltch: 'u1 dltch(1) dpwr dgnd $d_hi $d_hi c a y z l io_std',
  srff: 'u1 srff(1) dpwr dgnd $d_hi $d_hi $d_hi b d y z l io_std',
  states:
    'u1 buf3 dpwr dgnd a c y t io_std\nu2 inv dpwr dgnd c cn g io_std\nu3 inv3 dpwr dgnd b cn y t io_std',
  pulled: 'u1 buf3 dpwr dgnd a c y t io_std\nu2 pullup(1) dpwr dgnd y io_std',
  pindly:
    'u1 logicexp(2,1) dpwr dgnd a b s g io_std\n+ logic:\n+ s = { a & b }\nu2 pindly(1,0,2) dpwr dgnd s a b y io_std mntymxdly={mntymxdly}\n+ pindly:\n+ y = {\n+ case(\n+ changed(a,0) & trn_lh, delay(-1,10ns,15ns),\n+ changed(b,0) & trn_hl, delay(-1,12ns,17ns),\n+ delay(-1,9ns,14ns)\n+ )\n+ }',
};

const models: Readonly<Record<string, string>> = {
  g: '.model g ugate (tplhty=12ns tplhmx=20ns tphlty=8ns tphlmx=15ns)',
  e: '.model e ueff (tpclkqlhty=15ns tpclkqhlty=20ns tppcqlhty=14ns tppcqhlty=18ns)',
  l: '.model l ugff (tpdqlhty=15ns tpdqhlty=18ns tpgqlhty=17ns tpgqhlty=20ns)',
  t: '.model t utgate (tplhty=10ns tphlty=11ns tplzty=9ns tphzty=9ns tpzlty=12ns tpzhty=12ns)',
};

/** All circuits in one netlist, each in a subcircuit with the ports that calls may leave out. */
function netlist(): string {
  const circuits = Object.entries(gates).flatMap(([name, body]) => [
    `.subckt c${name} a b c d y z optional: dpwr=$g_dpwr dgnd=$g_dgnd params: mntymxdly=0 io_level=0`,
    body,
    ...Object.entries(models).flatMap(([key, model]) =>
      new RegExp(` ${key} io_std`).test(body) ? [model] : [],
    ),
    '.ends',
  ]);
  const inputs = ['a', 'b', 'c', 'd'].map(
    (name, k) => `v${name} i${name} 0 pulse(0 5 ${0.31 + 0.07 * k}u 1n 1n ${2 ** k / 2}u ${2 ** k}u)`,
  );
  const calls = Object.keys(gates).flatMap((name) => [
    `x${name} ia ib ic id ${name}y ${name}z c${name}`,
    `r${name}y ${name}y 0 10k\nr${name}z ${name}z 0 10k`,
  ]);
  return [
    'digital parts',
    '.param vcc=5',
    ...circuits,
    ...inputs,
    ...calls,
    '.tran 5n 16u 0 5n',
    '.end',
    '',
  ].join('\n');
}

/** The value of a column in the last row up to t. */
function reader({ columns, header }: Plot): (name: string, t: number) => number {
  const times = columns[0]!;
  return (name, t) => {
    const column = header.columns.findIndex((one) => one.name === `v(${name})` || one.name === name);
    let [low, high] = [0, times.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (times[middle]! <= t) low = middle;
      else high = middle;
    }
    return columns[column]![low]!;
  };
}

describe.skipIf(skipWithoutNgspice)(
  `digital parts of PSpice are as ngspice translates them${ngspiceReason}`,
  () => {
    const text = netlist();
    const peer = skipWithoutNgspice ? undefined : reader(runNgspice(text, 'psa'));
    const own = reader(simulate(text).runs[0]!.plot!);
    const steps = Array.from({ length: 190 }, (_, k) => 1e-7 + k * 8.2e-8);
    // Delays of flip-flops are one in ngspice (the longer and 1 ns): where either changes within 40 ns nothing is compared.
    const isSteady = (read: typeof own, name: string, t: number): boolean => {
      const values = [-4, -2, 0, 2, 4].map((k) => read(name, t + k * 1e-8));
      return Math.max(...values) - Math.min(...values) < 0.5;
    };

    it.each(Object.keys(gates))('%s', (name) => {
      for (const output of gates[name]!.includes(' z ') ? ['y', 'z'] : ['y']) {
        const node = `${name}${output}`;
        const compared = steps.filter((t) => isSteady(own, node, t) && isSteady(peer!, node, t));
        expect(compared.length).toBeGreaterThan(130);
        const differ = compared.filter((t) => Math.abs(own(node, t) - peer!(node, t)) > 0.1);
        expect({ node, differ }).toEqual({ node, differ: [] });
      }
    });
  },
);
