/**
 * What LTspice has in series with a switch, from its first node:
 *
 *     n+ --- Vser --- Lser --- limit at +Ilimit --- limit at -Ilimit --- switch --- n-
 *
 * A limit is a current source with an ideal diode across it, which carries what the switch does not:
 *
 *     0 <= I - i  _|_  v >= 0,
 *
 * so that nothing is across it below the limit and the current is the limit wherever a voltage is.
 */
import { constantSignal } from '../../kernel/modeling/signals/constant-signal.js';
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { ParameterSpec } from '../../netlist/language.js';
import type { Branch } from '../primitives.js';
import { endsOf } from './parts/element-parts.js';

export const seriesParameters: readonly ParameterSpec[] = [
  { name: 'vser', unit: 'V', range: 'finite', doc: 'voltage in series, from n+ on (LTspice)' },
  { name: 'lser', unit: 'H', range: 'non-negative', doc: 'inductance in series (LTspice)' },
  {
    name: 'ilimit',
    unit: 'A',
    range: 'positive',
    infinite: true,
    doc: 'largest current (LTspice); absent: any',
  },
];

interface InSeries {
  /** The switch between what is left of its nodes. */
  readonly inner: FlatElement;
  readonly series: readonly Branch[];
}

/** Takes what is in series with a switch out of its model. */
export function seriesParts(element: FlatElement): InSeries {
  const given = (name: string): number => element.model?.parameters.get(name) ?? 0;
  const series: Branch[] = [];
  const [first = '', ...others] = element.nodes;
  let { a } = endsOf(element);
  const next = (what: string): { name: string; element: string; a: string; b: string } => {
    const name = `${element.name}#${what}`;
    const ends = { name, element: name, a, b: name };
    a = name;
    return ends;
  };
  const vser = given('vser');
  if (vser !== 0) series.push({ kind: 'voltage', ...next('v'), signal: constantSignal(vser) });
  const lser = given('lser');
  if (lser > 0) series.push({ kind: 'inductance', ...next('l'), inductance: lser });
  const limit = given('ilimit');
  if (limit > 0 && Number.isFinite(limit))
    for (const what of ['above', 'below']) {
      const ends = next(what);
      const turned = { ...ends, name: `${ends.name}#2`, a: ends.b, b: ends.a, reversed: true } as const;
      const ideal = { kind: 'unilateral', resistance: 0, threshold: 0 } as const;
      const signal = constantSignal(what === 'above' ? limit : -limit);
      series.push(
        { kind: 'current', ...ends, signal },
        { ...ideal, ...(what === 'above' ? turned : { ...ends, name: turned.name }) },
      );
    }
  return { inner: a === first ? element : { ...element, nodes: [a, ...others] }, series };
}
