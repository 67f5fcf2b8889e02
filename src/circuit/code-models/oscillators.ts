/**
 * sine, triangle and square: oscillators whose frequency f is a piecewise-linear function of a control, straight on beyond its
 * ends. The phase is the integral of f. Of a sine it is unbounded; of the others it runs up and down between 0 and 1,
 *
 *     z' = f / duty while up, -f / (1 - duty) while down,      up from z = 0 to z = 1,
 *
 * so that every corner is an event; the triangle is z. A square is low while its phase runs up, with 1 - duty instead of duty:
 * it begins low.
 */
import { LogicSignal } from '../../kernel/modeling/signals/logic-signal.js';
import type { Expression } from '../../expression/ast.js';
import { constantForm, scaled, sum, termForm } from '../behavioural/form-arithmetic.js';
import type { PiecewiseLinearBuilder } from '../behavioural/piecewise-linear-form.js';
import type { LinearForm } from '../primitives.js';
import { ground } from '../compiler/tree.js';
import { drivenBy, watch } from './bridges.js';
import { inPort, outPort, type CodeModel, type CodePart } from './code-model.js';
import { addPart } from './logic-part.js';
import { codeSyntax, list, real, seconds } from './model-syntax.js';
import { pointsOf } from './pwl.js';

const ports = [{ ...inPort, name: 'cntl_in' }, outPort];
const parameters = [
  list('cntl_array', 'values of the control, rising; default [0 1]'),
  list('freq_array', 'frequencies there; default [1e3 2e3]', 'Hz'),
  real('out_low', -1, 'least output'),
  real('out_high', 1, 'largest output'),
];
const duty = real('duty_cycle', 0.5, 'part of the period in which it rises, or is high', {
  range: 'unit-interval',
});

/** Least frequency: one that has come to 0 stays there. */
const minFrequency = 1e-16;

/** Hertz at a control of 0 and 1, where none are given. */
const usualFrequencies: readonly number[] = Object.freeze([1e3, 2e3]);

type FrequencyForm = (
  builder: PiecewiseLinearBuilder,
  formOf: (expression: Expression) => LinearForm,
) => LinearForm;

function frequencyOf(part: CodePart, usual = usualFrequencies): FrequencyForm | undefined {
  const points = pointsOf(part, 'cntl_array', 'freq_array', { x: [0, 1], y: usual });
  if (!points) return undefined;
  const slope = (k: number): number => {
    const [first, second] = [points[k], points[k + 1]];
    return first && second ? (second.y - first.y) / (second.x - first.x) : 0;
  };
  const ends = { left: slope(0), right: slope(points.length - 2) };
  return (builder, formOf) => {
    const f = builder.table(formOf(part.input(part.port('cntl_in'))), points, ends);
    return builder.maximum(f, constantForm(minFrequency));
  };
}

export const sine: CodeModel = {
  syntax: codeSyntax('sine', 'Sine whose frequency is controlled.', ports, parameters),
  branches(part) {
    const frequency = frequencyOf(part);
    if (!frequency) return [];
    const { build } = part;
    const { node, branches } = part.state('phase', 0, frequency);
    const [low, high] = [part.number('out_low'), part.number('out_high')];
    const wave = build.call('sin', build.scaled(build.voltage(node, ground), 2 * Math.PI));
    const out = build.scaled(build.scaled(wave, (high - low) / 2), 1, (high + low) / 2);
    return [...branches, ...part.driveBy(part.port('out'), out)];
  },
};

export const triangle: CodeModel = {
  syntax: codeSyntax('triangle', 'Triangle whose frequency is controlled.', ports, [...parameters, duty]),
  branches(part) {
    const ramp = phaseRamp(part, part.number('duty_cycle'));
    if (!ramp) return [];
    const [low, high] = [part.number('out_low'), part.number('out_high')];
    const out = part.build.scaled(part.build.voltage(ramp.node, ground), high - low);
    return [...ramp.branches, ...part.driveBy(part.port('out'), part.build.scaled(out, 1, low))];
  },
};

export const square: CodeModel = {
  syntax: codeSyntax('square', 'Square wave whose frequency is controlled.', ports, [
    ...parameters,
    duty,
    seconds('rise_time', 1e-9, 'from out_low to out_high'),
    seconds('fall_time', 1e-9, 'from out_high to out_low'),
  ]),
  branches(part) {
    const ramp = phaseRamp(part, 1 - part.number('duty_cycle'));
    if (!ramp) return [];
    const [low, high] = [part.number('out_low'), part.number('out_high')];
    const [rise, fall] = [part.number('rise_time'), part.number('fall_time')];
    const signal = new LogicSignal(low);
    const { logic } = part.context;
    const index = addPart(part, [], [], () => (call) => {
      const target = call.atRest || logic.probed(probe) ? low : high;
      call.send(signal, target, target === low ? fall : rise);
    });
    const probe = logic.probe(index);
    const phase = termForm({ gain: -1, quantity: 'voltage', a: ramp.node, b: ground });
    const port = part.port('out');
    return [
      ...ramp.branches,
      watch(`${part.name}#up`, [{ on: 0, off: -1, probe }], phase, 'on'),
      ...(port ? drivenBy(part, port, signal, part.name) : []),
    ];
  },
};

/** The phase, which runs up for a share of the period; `begin` is the part of a period at which it starts. */
export function phaseRamp(
  part: CodePart,
  share: number,
  { frequencies = usualFrequencies, begin = 0 } = {},
): (ReturnType<CodePart['state']> & { readonly initially: 'on' | 'off' }) | undefined {
  const frequency = frequencyOf(part, frequencies);
  if (!(share > 0 && share < 1)) {
    part.error(
      'duty-cycle',
      `duty_cycle = ${part.number('duty_cycle')} is not between 0 and 1`,
      'write 0.5, for example',
    );
    return undefined;
  }
  if (!frequency) return undefined;
  const initially = begin < share ? 'on' : 'off';
  const z = begin < share ? begin / share : (1 - begin) / (1 - share);
  const state = part.state('phase', z, (builder, formOf) => {
    const f = frequency(builder, formOf);
    const control = termForm({ gain: -1, quantity: 'voltage', a: `${part.name}#phase`, b: ground });
    const up = builder.latched(control, 0, -1, scaled(1 / share + 1 / (1 - share), f), initially);
    return sum(up, f, -1 / (1 - share));
  });
  return { ...state, initially };
}
