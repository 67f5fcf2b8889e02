/**
 * LTspice's gates, Schmitt triggers, latches and counters. Inputs are compared with thresholds above the common node. An output
 * is a voltage source from vlow to vhigh behind rout, which follows td behind its input, within trise or tfall; node 7 is the
 * output, node 6 its complement. All is logic with two values.
 */
import { levelOf, one, stateOf, zero } from '../../kernel/modeling/signals/logic-level.js';
import type { LogicProbe } from '../../kernel/modeling/signals/logic-network.js';
import { LogicSignal } from '../../kernel/modeling/signals/logic-signal.js';
import type { ParameterSpec } from '../../netlist/language.js';
import { termForm } from '../behavioural/form-arithmetic.js';
import type { Branch } from '../primitives.js';
import { watch } from './bridges.js';
import type { CodeModel, CodePart } from './code-model.js';
import {
  common,
  complement,
  edgeTime,
  levelOutputs,
  levelSource,
  nodeAt,
  output,
  reference,
  syntaxOf,
} from './ltspice-output.js';
import { real } from './model-syntax.js';

const hysteresis: readonly ParameterSpec[] = [
  { ...reference, name: 'vt', doc: 'threshold; absent: half-way from vlow to vhigh' },
  real('vh', 0.01, 'half width of the hysteresis', { unit: 'V', range: 'non-negative' }),
];

const latched: readonly ParameterSpec[] = [
  reference,
  real('ic', 0, 'state at the start: 0 or 1', { range: 'unit-interval' }),
];

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

function logicPart({ type, doc, inputs, parameters, begin }: Kind): CodeModel {
  return {
    syntax: syntaxOf(type, doc, [...levelOutputs, ...parameters], {
      ignored: parameters === latched ? [] : ['ic'],
    }),
    branches(part) {
      const { logic } = part.context;
      const ground = nodeAt(part, common);
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
        return { a: nodeAt(part, plus), b: nodeAt(part, minus) };
      });
      const connected = places.map(({ a, b }) => a !== b);
      const probes: (LogicProbe | undefined)[] = [];
      const net = logic.net(`${part.name}#q`);
      const delay = part.number('td');
      const index = logic.add({
        ...{ name: part.name, reads: [], drives: [net] },
        begin: () => {
          const next = begin(part, connected);
          let state = part.number('ic') >= 0.5;
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
        const node = nodeAt(part, place);
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
        branches.push(...levelSource(part, node, signal, inverted ? '#6' : '#7'));
      }
      return branches;
    },
  };
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
    ...{ type: 'dflop', doc: 'D flip-flop: D, clock 3, preset 4, clear 5.', parameters: latched },
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
    ...{ type: 'srflop', doc: 'set-reset latch: S, R; R wins.', inputs: [0, 1], parameters: latched },
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
      const cycles = Math.round(part.number('cycles'));
      // At least one period of the clock is high and, where it divides, one low.
      const high = Math.max(1, Math.min(cycles - 1, Math.round(cycles * part.number('duty'))));
      let count = 0;
      const clocked = onRise(0, () => {
        count = (count + 1) % cycles;
        return count < high;
      });
      return (inputs, state) => {
        const next = clocked(inputs, state);
        if (inputs[1] === true) count = 0;
        return inputs[1] === true ? true : (next ?? (count === 0 ? true : undefined));
      };
    },
  },
];

export const ltspiceLogic: readonly CodeModel[] = Object.freeze(kinds.map(logicPart));
