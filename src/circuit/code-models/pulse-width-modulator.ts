/**
 * d_pwm: a digital oscillator of one frequency whose duty cycle is a piecewise-linear function of a control, straight on beyond its ends
 * and kept between 0 and 1. With the phase p = frac(f t + init_phase / 360) its output is 0 from the begin of a period until
 *
 *     p >= 1 - duty(control),
 *
 * from where on it is 1 to the end of the period, whatever the control does then. Both edges are events.
 */
import { one, zero } from '../../kernel/modeling/signals/logic-level.js';
import { constantForm, sum, termForm } from '../behavioural/form-arithmetic.js';
import { ground } from '../compiler/tree.js';
import { PiecewiseAffineSignal } from '../sources/piecewise-affine-signal.js';
import { watch } from './bridges.js';
import { inPort, type CodeModel } from './code-model.js';
import { addPart, digitalOut, edgeDelay, edgeDelays } from './logic-part.js';
import { codeSyntax, list, real } from './model-syntax.js';
import { pointsOf } from './pwl.js';

/** Of a period. */
const rounding = 1e-9;

export const pulseWidthModulator: CodeModel = {
  syntax: codeSyntax(
    'd_pwm',
    'Digital oscillator of a fixed frequency whose duty cycle is controlled.',
    [{ ...inPort, name: 'cntl_in' }, digitalOut],
    [
      list('cntl_array', 'values of the control, rising; default [0 1]'),
      list('dc_array', 'duty cycles there, 0 to 1; default [0 1]'),
      real('frequency', 1e6, 'how often a second it is 1', { unit: 'Hz', range: 'positive' }),
      real('init_phase', 0, 'where in its period it begins; at 0 at the begin of a 0', { unit: 'deg' }),
      ...edgeDelays,
    ],
  ),
  branches(part) {
    const points = pointsOf(part, 'cntl_array', 'dc_array', { x: [0, 1], y: [0, 1] });
    if (!points) return [];
    const period = 1 / part.number('frequency');
    const turns = part.number('init_phase') / 360;
    const begin = turns - Math.floor(turns);
    const [rise, fall] = [part.number('rise_delay'), part.number('fall_delay')];
    const [first, second] = points;
    const [before, last] = points.slice(-2);
    const slope = (a = first, b = second): number => (a && b ? (b.y - a.y) / (b.x - a.x) : 0);
    const node = `${part.name}#duty`;
    const duty = part.driveNodeForm(node, (builder, formOf) => {
      const input = formOf(part.input(part.port('cntl_in')));
      const straight = builder.table(input, points, { left: slope(), right: slope(before, last) });
      return builder.minimum(builder.maximum(straight, constantForm(0)), constantForm(1));
    });
    const { logic } = part.context;
    /** Periods since one began, at a time. */
    const periodsAt = (t: number): number => t / period + begin;
    const index = addPart(part, [], part.ports('out'), () => {
      let state = -1;
      return (call) => {
        const isDue = logic.probed(probe);
        const periods = periodsAt(call.t);
        // Where a period begins the guard may not have turned yet: it calls again.
        const begins = call.atRest || Math.abs(periods - Math.round(periods)) < rounding;
        const next = isDue ? one : begins ? zero : state;
        if (next === one || call.atRest) call.wakeAt((Math.floor(periods + rounding) + 1 - begin) * period);
        if (next !== state || call.atRest) call.output(0, next, edgeDelay(state, next, rise, fall));
        state = next;
      };
    });
    const probe = logic.probe(index);
    const segments = [{ offset: 0, length: period, from: 0, to: 1 }];
    const signal = new PiecewiseAffineSignal({ before: begin, origin: -begin * period, period, segments });
    const phase = termForm({ gain: 1, quantity: 'signal', name: `${part.name}#phase`, signal });
    const share = termForm({ gain: 1, quantity: 'voltage', a: node, b: ground });
    const control = sum(sum(phase, share), constantForm(-1));
    return [...duty, watch(`${part.name}#due`, [{ on: 0, off: 0, probe }], control)];
  },
};
