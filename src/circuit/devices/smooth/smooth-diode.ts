/** D as SPICE's smooth law (`laws/diode-law.ts`) behind its series resistance. */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { EmissionContext } from '../../device.js';
import { diodeLaw, diodeParameters, staticDiodeLaw } from '../../laws/diode-law.js';
import { polynomialGrowth, readerOf } from '../../laws/law-parameters.js';
import type { SmoothBranch } from '../../primitives.js';
import { endsOf, temperaturesOf } from '../parts/element-parts.js';
import { behindResistance } from '../semiconductors/junction.js';
import { smoothModel } from './smooth-parts.js';

const charges = Object.freeze({
  linear: ['fc', 'fcs'],
  gradings: ['m', 'mjsw'],
  mostGrading: 0.9,
  transits: ['tt'],
});

/** What makes the law dynamic. */
const storing = Object.freeze(['cjo', 'cjp', 'tt']);

/** Emits it with a series resistance in ohms at the nominal temperature. */
export function smoothDiode(element: FlatElement, series: number, context: EmissionContext): SmoothBranch[] {
  const { name, a, b } = endsOf(element);
  const at = temperaturesOf(element, context);
  const model = smoothModel(element, context, charges);
  if (model === undefined) return [];
  model.set('cjo', Math.max(model.get('cjo') ?? 0, context.options.mincap));
  const given = readerOf(model);
  const branches: SmoothBranch[] = [];
  const rise = at.celsius - at.nominal;
  const grown = series * polynomialGrowth(rise, given('trs1', 0), given('trs2', 0));
  const inner = behindResistance(branches, name, 'rs', a, grown);
  branches.push({
    ...{ kind: 'law', name, element: name, a: inner, b, reads: [inner, b], rows: [inner, b] },
    ...(inner !== a && { across: { a, b } }),
    junctions: 'ends',
    law: storing.some((parameter) => given(parameter, 0) > 0) ? diodeLaw : staticDiodeLaw,
    parameters: diodeParameters(model, element.parameters, at),
  });
  return branches;
}
