/**
 * zener: exponentials forward and beyond the breakdown, straight between them, and the leakage i_rev / v_breakdown; continuous
 * where they meet. Source: the ngspice manual, "Zener Diode".
 */
import type { CodeModel } from './code-model.js';
import { codeSyntax, real } from './model-syntax.js';

/** Volts. */
const thermalVoltage = 0.026;
/** Amperes at which the breakdown's exponential is anchored. */
const anchor = 1e-6;

export const zener: CodeModel = {
  syntax: codeSyntax(
    'zener',
    'Zener diode: anode and cathode.',
    [{ name: 'z', direction: 'inout', types: ['gd'] }],
    [
      real('v_breakdown', undefined, 'breakdown voltage', { unit: 'V', range: 'positive' }),
      real('i_breakdown', 2e-2, 'current there', { unit: 'A', range: 'positive' }),
      real('r_breakdown', 1, 'slope resistance there', { unit: 'Ohm', range: 'positive' }),
      real('i_rev', 1e-6, 'leakage', { unit: 'A', range: 'non-negative' }),
      real('i_sat', 1e-12, 'saturation current', { unit: 'A', range: 'positive' }),
      real('n_forward', 1, 'emission coefficient', { range: 'positive' }),
    ],
    ['limit_switch'],
  ),
  branches(part) {
    const port = part.port('z');
    if (!port || !part.isGiven('v_breakdown')) {
      part.error(
        'missing-parameter',
        'its model gives no v_breakdown',
        'write v_breakdown=value in the model',
      );
      return [];
    }
    const { build } = part;
    const [sat, nVt] = [part.number('i_sat'), part.number('n_forward') * thermalVoltage];
    const [vb, ib] = [part.number('v_breakdown'), part.number('i_breakdown')];
    const k = 1 / ib / part.number('r_breakdown');
    const forwardEnd = nVt * Math.log(nVt / 10);
    const reverseEnd = -vb + Math.log(10 / sat / part.number('r_breakdown')) / k;
    const { a, b } = part.ends(port);
    const v = build.voltage(a, b);
    const forward = build.scaled(build.call('exp', build.scaled(v, 1 / nVt)), sat, -1);
    const leakage = build.scaled(v, part.number('i_rev') / vb);
    if (reverseEnd < forwardEnd) {
      const v0 = -vb + Math.log(ib / anchor) / k;
      const slope = sat / 10;
      const offset = sat * (Math.exp(forwardEnd / nVt) - 1) - slope * forwardEnd;
      const c = slope * reverseEnd + offset + anchor * Math.exp(-k * (reverseEnd - v0));
      const middle = build.scaled(build.scaled(v, slope), 1, offset);
      const breakdown = build.scaled(
        build.scaled(build.call('exp', build.scaled(v, -k, -v0)), -anchor),
        1,
        c,
      );
      const below = build.choose(build.compare('>=', v, build.number(reverseEnd)), middle, breakdown);
      const all = build.choose(build.compare('>=', v, build.number(forwardEnd)), forward, below);
      return part.driveBy(port, build.add(all, leakage));
    }
    const i0 = ib / (Math.exp(k * vb) - 1);
    const [slope1, slope2] = [sat / nVt, i0 * k];
    const breakdown = build.scaled(build.call('exp', build.scaled(v, -k)), -i0, -1);
    const met = (side: typeof v, difference: number): typeof v =>
      difference > 0 ? build.add(side, build.scaled(v, difference)) : side;
    const all = build.choose(
      build.compare('>=', v, build.number(0)),
      met(forward, slope2 - slope1),
      met(breakdown, slope1 - slope2),
    );
    return part.driveBy(port, build.add(all, leakage));
  },
};
