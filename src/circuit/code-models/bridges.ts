/**
 * adc_bridge and dac_bridge: between nodes and nets. An input is 0 up to in_low, 1 from in_high on, unknown between them; with
 * in_low above in_high it keeps its state between them. An output goes straight to the voltage of its level, with the slopes
 * (out_high - out_low) / t_rise and / t_fall. Several inputs of one output are a binary fraction, the first the highest bit.
 */
import { one, unknown, zero } from '../../kernel/modeling/signals/logic-level.js';
import type { LogicProbe } from '../../kernel/modeling/signals/logic-network.js';
import { LogicSignal } from '../../kernel/modeling/signals/logic-signal.js';
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import { constantForm, sum, termForm, zeroForm } from '../behavioural/form-arithmetic.js';
import type { AuxiliaryRow, Branch, LinearForm } from '../primitives.js';
import { ground } from '../compiler/tree.js';
import { inPort, outPort, type CodeModel, type CodePart } from './code-model.js';
import { addPart, digitalIn, digitalOut, edgeDelay, edgeDelays, loads } from './logic-part.js';
import { codeSyntax, real, seconds } from './model-syntax.js';

/** A branch without current whose guards tell a part of the network when a form passes levels, and what is measured then. */
export function watch(
  name: string,
  levels: readonly {
    readonly on: number;
    readonly off: number;
    readonly probe: LogicProbe;
    readonly measured?: LinearForm;
  }[],
  control: LinearForm,
  initially: 'on' | 'off' = 'off',
): Branch {
  const auxiliaries = levels.map((level, index): AuxiliaryRow => {
    const state = termForm({ gain: 1, quantity: 'auxiliary', index });
    return {
      y: sum(state, constantForm(-1)),
      guard: { control, initially, ...level },
    };
  });
  const place = { name, element: name, a: ground, b: ground, output: 'current' } as const;
  return { kind: 'controlled', ...place, form: zeroForm, auxiliaries };
}

export const adcBridge: CodeModel = {
  syntax: codeSyntax(
    'adc_bridge',
    'Voltages or currents as digital levels.',
    [
      { ...inPort, list: true },
      { ...digitalOut, list: true },
    ],
    [
      real('in_low', 0.1, 'up to which an input is 0'),
      real('in_high', 0.9, 'from which on it is 1'),
      ...edgeDelays,
    ],
    loads,
  ),
  branches(part) {
    const [low, high] = [part.number('in_low'), part.number('in_high')];
    const [rise, fall] = [part.number('rise_delay'), part.number('fall_delay')];
    const outputs = part.ports('out');
    return part.ports('in').flatMap((port, k) => {
      const out = outputs[k];
      if (!out) return [];
      const { logic } = part.context;
      const probes: LogicProbe[] = [];
      const index = addPart(part, [], [out], () => {
        let last = -1;
        return (call) => {
          const [above = false, beyond = false] = probes.map((probe) => logic.probed(probe));
          const next = beyond ? one : above ? unknown : zero;
          if (next === last && !call.atRest) return;
          call.output(0, next, edgeDelay(last, next, rise, fall));
          last = next;
        };
      });
      const control = part.inputForm(port);
      const name = `${part.name}#adc${k + 1}`;
      if (low >= high) {
        const probe = logic.probe(index);
        probes.push(probe, probe);
        return [watch(name, [{ on: low, off: high, probe }], control)];
      }
      probes.push(logic.probe(index), logic.probe(index));
      const [above, beyond] = probes;
      return above && beyond
        ? [
            watch(
              name,
              [
                { on: low, off: low, probe: above },
                { on: high, off: high, probe: beyond },
              ],
              control,
            ),
          ]
        : [];
    });
  },
};

export const dacBridge: CodeModel = {
  syntax: codeSyntax(
    'dac_bridge',
    'Digital levels as voltages or currents.',
    [
      { ...digitalIn, list: true },
      { ...outPort, list: true },
    ],
    [
      real('out_low', 0, 'output at 0'),
      real('out_high', 1, 'output at 1'),
      real('out_undef', undefined, 'output where it is unknown; absent: half-way'),
      seconds('t_rise', 1e-9, 'from out_low to out_high'),
      seconds('t_fall', 1e-9, 'from out_high to out_low'),
    ],
    loads,
  ),
  branches(part) {
    const [low, high] = [part.number('out_low'), part.number('out_high')];
    const undef = part.isGiven('out_undef') ? part.number('out_undef') : (low + high) / 2;
    const valueOf = (state: number): number => (state === one ? high : state === zero ? low : undef);
    const [inputs, outputs] = [part.ports('in'), part.ports('out')];
    const isFraction = outputs.length === 1 && inputs.length > 1;
    return outputs.flatMap((port, k) => {
      const own = isFraction ? inputs : inputs.slice(k, k + 1);
      if (own.length === 0) return [];
      const signal = new LogicSignal(low);
      addPart(part, own, [], () => (call) => {
        const states = own.map((_, bit) => call.state(bit));
        const target = isFraction
          ? low + (high - low) * states.reduce((sum, state, bit) => sum + share(state) / 2 ** (bit + 1), 0)
          : valueOf(states[0] ?? unknown);
        call.send(signal, target, rampTime(part, signal.value(call.t), target, high - low));
      });
      return drivenBy(part, port, signal, `${part.name}#dac${k + 1}`);
    });
  },
};

function share(state: number): number {
  return state === one ? 1 : state === zero ? 0 : 0.5;
}

/** Seconds from one value to another with the slopes of the edges. */
function rampTime(part: CodePart, from: number, to: number, swing: number): number {
  const whole = part.number(to > from === swing > 0 ? 't_rise' : 't_fall');
  return swing === 0 ? 0 : Math.abs((to - from) / swing) * whole;
}

/** A source at a port. */
export function drivenBy(
  part: CodePart,
  port: Parameters<CodePart['ends']>[0],
  signal: Signal,
  name: string,
): Branch[] {
  const ends = part.ends(port);
  // An output that is grounded drives nothing.
  if (ends.a === ends.b) return [];
  const isCurrent = port.type === 'i' || port.type === 'id';
  return [{ kind: isCurrent ? 'current' : 'voltage', name, element: name, ...ends, signal }];
}
