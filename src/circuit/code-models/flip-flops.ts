/**
 * d_dff, d_jkff, d_tff, d_srff, which change where their clock becomes 1, and d_dlatch and d_srlatch, which follow while
 * enable is 1. set and reset come before either; both together make the state unknown. A change takes the delay of its
 * cause and rise_delay or fall_delay besides.
 */
import { inverse, one, unknown, zero } from '../../kernel/modeling/signals/logic-level.js';
import type { CodeModel } from './code-model.js';
import { addPart, digitalIn, digitalOut, edgeDelays, loads } from './logic-part.js';
import { codeSyntax, real, seconds } from './model-syntax.js';

/** The next state by the data inputs and the state now. */
type Next = (data: readonly number[], state: number) => number;

const jk: Next = ([j = unknown, k = unknown], state) => {
  if (j === zero && k === zero) return state;
  if (j === zero && k === one) return zero;
  if (j === one && k === zero) return one;
  return j === one && k === one ? inverse(state) : unknown;
};
const sr: Next = ([s = unknown, r = unknown], state) => {
  if (s === zero && r === zero) return state;
  if (s === zero && r === one) return zero;
  return s === one && r === zero ? one : unknown;
};
const toggle: Next = ([t = unknown], state) => (t === zero ? state : t === one ? inverse(state) : unknown);
const data: Next = ([d = unknown]) => d;

interface Kind {
  readonly type: string;
  readonly doc: string;
  readonly data: readonly string[];
  readonly next: Next;
  /** Delay of the data inputs of a latch; absent: a flip-flop. */
  readonly dataDelay?: string;
}

/** The initial state that is the level of its data. */
const ofData = 3;

function flipFlop({ type, doc, data: names, next, dataDelay }: Kind): CodeModel {
  const isLatch = dataDelay !== undefined;
  const control = isLatch ? 'enable' : 'clk';
  const optional = (name: string): typeof digitalIn => ({ ...digitalIn, name, optional: true });
  return {
    syntax: codeSyntax(
      type,
      doc,
      [
        ...names.map((name) => ({ ...digitalIn, name })),
        { ...digitalIn, name: control },
        optional('set'),
        optional('reset'),
        { ...digitalOut, optional: true },
        { ...digitalOut, name: 'nout', optional: true },
      ],
      [
        ...(isLatch ? [seconds(dataDelay, 1e-9, 'from its data inputs, while enabled')] : []),
        seconds(`${control}_delay`, 1e-9, `from ${control}`),
        seconds('set_delay', 1e-9, 'from set'),
        seconds('reset_delay', 1e-9, 'from reset'),
        real('ic', 0, 'state at the start: 0, 1, 2 (unknown), or 3 (that of its first data input)', {
          range: 'non-negative',
        }),
        ...edgeDelays,
      ],
      loads,
    ),
    branches(part) {
      const ports = [...names, control].flatMap((name) => part.ports(name));
      const [set, reset] = [part.port('set'), part.port('reset')];
      const reads = [...ports, ...(set ? [set] : []), ...(reset ? [reset] : [])];
      const [out, nout] = [part.port('out'), part.port('nout')];
      const drives = [...(out ? [out] : []), ...(nout ? [nout] : [])];
      const delayOf = (name: string): number => part.number(`${name}_delay`);
      addPart(part, reads, drives, () => {
        let state = part.number('ic');
        let before = { clock: unknown, set: zero, reset: zero };
        return (call) => {
          const now = {
            clock: call.state(names.length),
            set: set ? call.state(names.length + 1) : zero,
            reset: reset ? call.state(names.length + (set ? 2 : 1)) : zero,
          };
          const inputs = names.map((_, k) => call.state(k));
          let cause = control;
          let to = state;
          if (call.atRest) {
            const given = part.number('ic');
            const initial = given === ofData ? (inputs[0] ?? unknown) : given;
            to = isLatch && now.clock === one ? next(inputs, initial) : initial;
          }
          if (now.set === one || now.reset === one) {
            cause = now.set === before.set && now.reset !== before.reset ? 'reset' : 'set';
            to = now.set === one ? (now.reset === one ? unknown : one) : zero;
          } else if (!call.atRest) {
            const isEdge = now.clock === one && before.clock !== one;
            if (isEdge || (isLatch && now.clock === one)) to = next(inputs, state);
            if (!isEdge && isLatch) cause = dataDelay.replace('_delay', '');
          }
          before = now;
          if (to === state && !call.atRest) return;
          const edge = (value: number): number =>
            value === one ? part.number('rise_delay') : value === zero ? part.number('fall_delay') : 0;
          const base = delayOf(cause);
          if (out) call.output(0, to, base + edge(to));
          if (nout) call.output(out ? 1 : 0, inverse(to), base + edge(inverse(to)));
          state = to;
        };
      });
      return [];
    },
  };
}

export const flipFlops: readonly CodeModel[] = Object.freeze(
  [
    { type: 'd_dff', doc: 'D flip-flop.', data: ['data'], next: data },
    { type: 'd_jkff', doc: 'JK flip-flop.', data: ['j', 'k'], next: jk },
    { type: 'd_tff', doc: 'Toggle flip-flop.', data: ['t'], next: toggle },
    { type: 'd_srff', doc: 'Set-reset flip-flop with a clock.', data: ['s', 'r'], next: sr },
    { type: 'd_dlatch', doc: 'D latch.', data: ['data'], next: data, dataDelay: 'data_delay' },
    { type: 'd_srlatch', doc: 'Set-reset latch.', data: ['s', 'r'], next: sr, dataDelay: 'sr_delay' },
  ].map(flipFlop),
);
