/**
 * LTspice's A devices: eight nodes, the last one common to all. Inputs are compared with thresholds above the common node;
 * one that is tied to it counts as left out. An output is a voltage source from vlow to vhigh behind rout, which follows td
 * behind its input, within trise or tfall; node 7 is the output, node 6 its complement. All is logic with two values.
 * Source: the LTspice manual ("Special Functions"), and netlists that it writes.
 */
import { levelOf, one, stateOf, zero } from '../../kernel/modeling/signals/logic-level.js';
import type { LogicProbe } from '../../kernel/modeling/signals/logic-network.js';
import { LogicSignal } from '../../kernel/modeling/signals/logic-signal.js';
import type { ModelSyntax, ParameterSpec } from '../../netlist/language.js';
import { termForm } from '../behavioural/form-arithmetic.js';
import type { Branch } from '../primitives.js';
import { watch } from './bridges.js';
import type { CodeModel, CodePart } from './code-model.js';
import { real, seconds } from './model-syntax.js';

const outputs: readonly ParameterSpec[] = [
  real('vhigh', 1, 'output at 1', { unit: 'V' }),
  real('vlow', 0, 'output at 0', { unit: 'V' }),
  seconds('td', 0, 'delay'),
  seconds('trise', 0, 'from vlow to vhigh'),
  { name: 'tfall', unit: 's', range: 'non-negative', doc: 'from vhigh to vlow; absent: trise' },
  { name: 'tau', unit: 's', range: 'non-negative', default: 0, doc: 'time constant of rout and a capacitor' },
  { name: 'cout', unit: 'F', range: 'non-negative', default: 0, doc: 'capacitance of the output' },
  real('rout', 1, 'output resistance', { unit: 'Ohm', range: 'positive' }),
];
const reference: ParameterSpec = {
  name: 'ref',
  unit: 'V',
  range: 'finite',
  doc: 'threshold of the inputs; absent: half-way from vlow to vhigh',
};
const hysteresis: readonly ParameterSpec[] = [
  { ...reference, name: 'vt', doc: 'threshold; absent: half-way from vlow to vhigh' },
  real('vh', 0.01, 'half width of the hysteresis', { unit: 'V', range: 'non-negative' }),
];

/** Places of the nodes. */
const complement = 5;
const output = 6;
const common = 7;

/** The next state of the outputs by the inputs, or undefined where they stay. */
type Logic = (inputs: readonly boolean[], state: boolean) => boolean | undefined;

interface Kind {
  readonly type: string;
  readonly doc: string;
  /** Places of the inputs' nodes; a pair is a difference. */
  readonly inputs: readonly (number | readonly [number, number])[];
  readonly parameters: readonly ParameterSpec[];
  /** Begins with a state of its own. */
  readonly begin: (part: CodePart, connected: readonly boolean[]) => Logic;
}

function syntaxOf(type: string, doc: string, parameters: readonly ParameterSpec[]): ModelSyntax {
  return { type, doc: `LTspice: ${doc}`, builtIn: true, parameters };
}

function logicPart({ type, doc, inputs, parameters, begin }: Kind): CodeModel {
  return {
    syntax: syntaxOf(type, doc, [...outputs, ...parameters]),
    branches(part) {
      const { logic } = part.context;
      const { nodes } = part.element;
      const ground = nodes[common] ?? '0';
      const [low, high] = [part.number('vlow'), part.number('vhigh')];
      const middle = (low + high) / 2;
      const threshold = part.isGiven('vt')
        ? part.number('vt')
        : part.isGiven('ref')
          ? part.number('ref')
          : middle;
      const apart = parameters.includes(reference) ? 0 : part.number('vh');
      const places = inputs.map((place) => {
        const [plus, minus] = typeof place === 'number' ? [place, common] : place;
        return { a: nodes[plus] ?? ground, b: nodes[minus] ?? ground };
      });
      const connected = places.map(({ a, b }) => a !== b);
      const probes: (LogicProbe | undefined)[] = [];
      const net = logic.net(`${part.name}#q`);
      const delay = part.number('td');
      const index = logic.add({
        ...{ name: part.name, reads: [], drives: [net] },
        begin: () => {
          const next = begin(part, connected);
          let state = false;
          return (call) => {
            const now = next(
              probes.map((probe) => probe !== undefined && logic.probed(probe)),
              state,
            );
            if (now === undefined && !call.atRest) return;
            state = now ?? state;
            call.drive(0, levelOf(state ? one : zero, 0), delay);
          };
        },
      });
      const branches: Branch[] = [];
      places.forEach(({ a, b }, k) => {
        if (connected[k] !== true) return;
        const probe = logic.probe(index);
        probes[k] = probe;
        const control = termForm({ gain: 1, quantity: 'voltage', a, b });
        const levels = [{ on: threshold + apart, off: threshold - apart, probe }];
        branches.push(watch(`${part.name}#in${k + 1}`, levels, control));
      });
      for (const [place, inverted] of [
        [output, false],
        [complement, true],
      ] as const) {
        const node = nodes[place] ?? ground;
        if (node === ground) continue;
        const signal = new LogicSignal(inverted ? high : low);
        logic.add({
          ...{ name: part.name, reads: [net], drives: [] },
          begin: () => (call) => {
            const isHigh = (stateOf(call.input(0)) === one) !== inverted;
            const target = isHigh ? high : low;
            call.send(signal, target, edgeTime(part, signal.value(call.t), target, high - low));
          },
        });
        branches.push(...source(part, node, ground, signal, inverted ? '#6' : '#7'));
      }
      return branches;
    },
  };
}

function edgeTime(part: CodePart, from: number, to: number, swing: number): number {
  const rise = part.number('trise');
  const whole = to > from === swing > 0 || !part.isGiven('tfall') ? rise : part.number('tfall');
  return swing === 0 ? 0 : Math.abs((to - from) / swing) * whole;
}

/** A source behind rout, with cout and tau / rout across its output. */
function source(part: CodePart, node: string, ground: string, signal: LogicSignal, suffix: string): Branch[] {
  const name = `${part.name}${suffix}`;
  const inner = `${name}#inner`;
  const resistance = part.number('rout');
  const capacitance = part.number('cout') + part.number('tau') / resistance;
  const load = `${name}#cout`;
  const branches: Branch[] = [
    { kind: 'voltage', name, element: name, a: inner, b: ground, signal },
    { kind: 'resistance', name: inner, element: inner, a: inner, b: node, resistance },
  ];
  if (capacitance > 0)
    branches.push({ kind: 'capacitance', name: load, element: load, a: node, b: ground, capacitance });
  return branches;
}

const five = [0, 1, 2, 3, 4];
const first: Kind['begin'] =
  () =>
  ([input = false]) =>
    input;
const combined =
  (combine: (inputs: readonly boolean[]) => boolean): Kind['begin'] =>
  (_, connected) =>
  (inputs) =>
    combine(inputs.filter((_input, k) => connected[k]));

/** Calls `rises` where an input becomes true. */
function onRise(clock: number, rises: (inputs: readonly boolean[], state: boolean) => boolean): Logic {
  let before = true;
  return (inputs, state) => {
    const now = inputs[clock] ?? false;
    const isEdge = now && !before;
    before = now;
    return isEdge ? rises(inputs, state) : undefined;
  };
}

const kinds: readonly Kind[] = [
  ...['buf', 'inv', 'buf1', 'inv1'].map((type) => ({
    ...{ type, doc: 'buffer; the complement is its inverter.', inputs: [0], parameters: [reference] },
    begin: first,
  })),
  {
    ...{ type: 'and', doc: 'and gate; the complement is a nand.', inputs: five, parameters: [reference] },
    begin: combined((inputs) => inputs.every(Boolean)),
  },
  {
    ...{ type: 'or', doc: 'or gate; the complement is a nor.', inputs: five, parameters: [reference] },
    begin: combined((inputs) => inputs.some(Boolean)),
  },
  {
    ...{ type: 'xor', doc: 'exclusive-or gate.', inputs: five, parameters: [reference] },
    begin: combined((inputs) => inputs.filter(Boolean).length % 2 === 1),
  },
  ...['schmitt', 'schmtbuf', 'schmtinv'].map((type) => ({
    ...{ type, doc: 'Schmitt trigger.', inputs: [0], parameters: hysteresis },
    begin: first,
  })),
  ...['diffschmitt', 'diffschmtbuf', 'diffschmtinv'].map((type) => ({
    ...{ type, doc: 'Schmitt trigger of the voltage between nodes 1 and 2.', parameters: hysteresis },
    ...{ inputs: [[0, 1]] as const, begin: first },
  })),
  {
    ...{ type: 'dflop', doc: 'D flip-flop: D, clock 3, preset 4, clear 5.', parameters: [reference] },
    inputs: [0, 2, 3, 4],
    begin: () => {
      const clocked = onRise(1, ([data = false]) => data);
      return (inputs, state) => {
        const next = clocked(inputs, state);
        const [, , preset = false, clear = false] = inputs;
        if (clear) return false;
        return preset ? true : next;
      };
    },
  },
  {
    ...{ type: 'srflop', doc: 'set-reset latch: S, R; R wins.', inputs: [0, 1], parameters: [reference] },
    begin:
      () =>
      ([set = false, reset = false]) =>
        reset ? false : set ? true : undefined,
  },
  {
    ...{ type: 'counter', doc: 'divider: clock, reset.', inputs: [0, 1] },
    parameters: [
      reference,
      real('cycles', 2, 'rising edges of a period', { range: 'positive' }),
      real('duty', 0.5, 'part of the period in which it is 1', { range: 'unit-interval' }),
    ],
    begin: (part) => {
      const [cycles, duty] = [Math.round(part.number('cycles')), part.number('duty')];
      let count = cycles - 1;
      const clocked = onRise(0, () => {
        count = (count + 1) % cycles;
        return count < duty * cycles;
      });
      return (inputs, state) => {
        const next = clocked(inputs, state);
        if (inputs[1] !== true) return next;
        count = cycles - 1;
        return false;
      };
    },
  },
];

export const ltspiceLogic: readonly CodeModel[] = Object.freeze(kinds.map(logicPart));

/** Oscillator: node 1 controls the frequency, node 2 (1 where it is left out) the amplitude; sine at node 7, cosine at 6. */
export const modulators: readonly CodeModel[] = Object.freeze(['modulator', 'modulate'].map(modulator));

function modulator(type: string): CodeModel {
  return {
    syntax: syntaxOf(type, 'oscillator of frequency space + (mark - space) v(1) and amplitude v(2).', [
      real('mark', 1, 'frequency at 1 V', { unit: 'Hz' }),
      real('space', 0, 'frequency at 0 V', { unit: 'Hz' }),
    ]),
    branches(part) {
      const { build } = part;
      const { nodes } = part.element;
      const ground = nodes[common] ?? '0';
      const at = (place: number): string => nodes[place] ?? ground;
      const [mark, space] = [part.number('mark'), part.number('space')];
      const control = build.voltage(at(0), ground);
      const { node, branches } = part.state('phase', 0, (_, formOf) =>
        formOf(build.scaled(build.scaled(control, mark - space), 1, space)),
      );
      const angle = build.scaled(build.voltage(node, '0'), 2 * Math.PI);
      const size = at(1) === ground ? build.number(1) : build.voltage(at(1), ground);
      for (const [place, wave] of [
        [output, 'sin'],
        [complement, 'cos'],
      ] as const) {
        if (at(place) === ground) continue;
        const value = build.multiply(size, build.call(wave, angle));
        const port = { type: 'vd', at: [place, common] } as const;
        branches.push(...part.driveBy(port, value, `${part.name}#${place + 1}`));
      }
      return branches;
    },
  };
}
