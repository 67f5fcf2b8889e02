/**
 * d_and, d_nand, d_or, d_nor, d_xor, d_xnor, d_buffer, d_inverter, d_tristate, d_open_c, d_open_e: gates of three-valued logic
 * (an unknown input counts only where it decides), whose output follows after rise_delay or fall_delay.
 */
import { inverse, one, unknown, zero } from '../../kernel/modeling/signals/logic-level.js';
import type { CodeModel, CodePart } from './code-model.js';
import { addPart, digitalIn, digitalOut, edgeDelay, edgeDelays, inertial, loads } from './logic-part.js';
import { codeSyntax, seconds } from './model-syntax.js';

type Combine = (states: readonly number[]) => number;

const and: Combine = (states) => (states.includes(zero) ? zero : states.includes(unknown) ? unknown : one);
const or: Combine = (states) => (states.includes(one) ? one : states.includes(unknown) ? unknown : zero);
const xor: Combine = (states) =>
  states.includes(unknown) ? unknown : states.filter((state) => state === one).length % 2;

function gate(type: string, doc: string, combine: Combine, single = false): CodeModel {
  return {
    syntax: codeSyntax(
      type,
      doc,
      [single ? digitalIn : { ...digitalIn, list: true }, digitalOut],
      [...edgeDelays, inertial],
      loads,
    ),
    branches(part) {
      const inputs = part.ports('in');
      const [rise, fall] = [part.number('rise_delay'), part.number('fall_delay')];
      delayed(
        part,
        (from, to) => edgeDelay(from, to, rise, fall),
        (state) => combine(inputs.map((_, k) => state(k))),
      );
      return [];
    },
  };
}

/** Adds a gate: its output becomes a function of its inputs after a delay, inertial where the model says so. */
function delayed(
  part: CodePart,
  delay: (from: number, to: number) => number,
  stateOf: (state: (k: number) => number) => number,
  strength: (state: number) => number = () => 0,
): void {
  const isInertial = part.number('inertial_delay') !== 0;
  addPart(part, part.ports('in'), part.ports('out'), () => {
    let last = -1;
    return (call) => {
      const next = stateOf((k) => call.state(k));
      if (next === last && !call.atRest) return;
      if (isInertial) call.cancel(0);
      call.output(0, next, delay(last, next), strength(next));
      last = next;
    };
  });
}

export const gates: readonly CodeModel[] = Object.freeze([
  gate('d_and', 'And gate.', and),
  gate('d_nand', 'And gate, inverted.', (states) => inverse(and(states))),
  gate('d_or', 'Or gate.', or),
  gate('d_nor', 'Or gate, inverted.', (states) => inverse(or(states))),
  gate('d_xor', 'Exclusive-or gate: 1 where an odd number of inputs is 1.', xor),
  gate('d_xnor', 'Exclusive-or gate, inverted.', (states) => inverse(xor(states))),
  gate('d_buffer', 'Buffer.', ([state = unknown]) => state, true),
  gate('d_inverter', 'Inverter.', ([state = unknown]) => inverse(state), true),
]);

export const triState: CodeModel = {
  syntax: codeSyntax(
    'd_tristate',
    'Buffer whose output is of high impedance while enable is 0.',
    [digitalIn, { ...digitalIn, name: 'enable' }, digitalOut],
    [seconds('delay', 1e-9, 'until its output follows'), inertial],
    loads,
  ),
  branches(part) {
    const delay = part.number('delay');
    const isInertial = part.number('inertial_delay') !== 0;
    addPart(part, [...part.ports('in'), ...part.ports('enable')], part.ports('out'), () => (call) => {
      const enable = call.state(1);
      if (isInertial) call.cancel(0);
      call.output(0, call.state(0), delay, enable === zero ? 2 : enable === one ? 0 : 3);
    });
    return [];
  },
};

/** Open collector: 1 is of high impedance; open emitter: 0 is. */
export const openOutputs: readonly CodeModel[] = Object.freeze([
  open('d_open_c', 'collector', one, 'fall_delay'),
  open('d_open_e', 'emitter', zero, 'rise_delay'),
]);

function open(type: string, what: string, state: number, other: 'fall_delay' | 'rise_delay'): CodeModel {
  return {
    syntax: codeSyntax(
      type,
      `Buffer with open ${what}: its output is of high impedance at ${state}.`,
      [digitalIn, digitalOut],
      [
        seconds('open_delay', 1e-9, 'until its output opens'),
        seconds(other, 1e-9, 'until its output drives'),
        inertial,
      ],
      loads,
    ),
    branches(part) {
      const [opening, driving] = [part.number('open_delay'), part.number(other)];
      const opens = (from: number, to: number): boolean =>
        to === state || (to === unknown && from !== state && from >= 0);
      delayed(
        part,
        (from, to) => (opens(from, to) ? opening : driving),
        (input) => input(0),
        (next) => (next === state ? 2 : next === unknown ? 3 : 0),
      );
      return [];
    },
  };
}
