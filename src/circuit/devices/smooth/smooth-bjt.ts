/**
 * Q as SPICE's smooth law (`laws/gummel-poon-law.ts`): RC, RE and a constant RB are resistances to inner nodes, an RB that
 * depends on the current is part of the law. XCJC leaves part of CJC at the base's terminal; the substrate (ground where it is
 * left out) has a junction with the collector (SUBS = 1, npn), or with the base (SUBS = -1, pnp).
 */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { EmissionContext } from '../../device.js';
import { depletionLaw, depletionParameters } from '../../laws/depletion-law.js';
import { diodeLaw, junctionParameters, staticDiodeLaw } from '../../laws/diode-law.js';
import {
  gummelPoonLaw,
  laggingGummelPoonLaw,
  laggingSpreadGummelPoonLaw,
  spreadGummelPoonLaw,
  staticGummelPoonLaw,
  staticSpreadGummelPoonLaw,
} from '../../laws/gummel-poon-law.js';
import {
  bipolarLayer,
  bipolarSizes,
  gummelPoonParameters,
  lagOf,
  lagScaleOf,
} from '../../laws/gummel-poon-parameters.js';
import { polynomialGrowth, readerOf } from '../../laws/law-parameters.js';
import { saturationGrowth, thermalVoltage } from '../../laws/semiconductor.js';
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import type { SmoothBranch } from '../../primitives.js';
import { ground } from '../../compiler/tree.js';
import { bipolarLag } from '../parts/bipolar-lag.js';
import { temperaturesOf } from '../parts/element-parts.js';
import { behindResistance } from '../semiconductors/junction.js';
import { smoothModel, twoNodeLaw } from './smooth-parts.js';

/** What makes the law of the transistor dynamic. */
const storing = Object.freeze(['cje', 'cjc', 'tf', 'tr']);

const charges = Object.freeze({
  linear: ['fc'],
  gradings: ['mje', 'mjc', 'mjs'],
  mostGrading: 0.999,
  transits: ['tf', 'tr'],
});

export function smoothBipolar(element: FlatElement, context: EmissionContext): SmoothBranch[] {
  const { name } = element;
  const [collector = '', base = '', emitter = '', substrate = ground] = element.nodes;
  const at = temperaturesOf(element, context);
  const model = smoothModel(element, context, charges);
  if (model === undefined) return [];
  const given = readerOf(model);
  const type = element.model?.type === 'pnp' ? 'pnp' : 'npn';
  const sizes = bipolarSizes(element.parameters);
  const branches: SmoothBranch[] = [];
  const rise = at.celsius - at.nominal;
  const resistance = (part: string, letter: string): number =>
    (given(part, 0) / sizes.emitter) *
    polynomialGrowth(rise, given(`tr${letter}1`, 0), given(`tr${letter}2`, 0));
  const c = behindResistance(branches, name, 'rc', collector, resistance('rc', 'c'));
  const e = behindResistance(branches, name, 're', emitter, resistance('re', 'e'));
  const spread = given('rbm', given('rb', 0)) !== given('rb', 0) && given('rb', 0) > 0;
  const b = spread ? `${name}#rb` : behindResistance(branches, name, 'rb', base, resistance('rb', 'b'));
  const charged = storing.some((parameter) => given(parameter, 0) > 0);
  const nodes = spread ? [c, b, e, base] : [c, b, e];
  const later = lagOf(model);
  const lag = later > 0 ? bipolarLag(name, later, lagScaleOf(model, sizes.emitter), context) : undefined;
  if (lag) branches.push(...lag.branches);
  // The junction of the substrate is that of a p substrate for npn, and of the lateral kind with the base reversed.
  const lateral = given('subs', type === 'npn' ? 1 : -1) < 0;
  const inner = lateral ? b : c;
  branches.push({
    ...{ kind: 'law', name, element: name, a: c, b: e },
    reads: lag ? [...nodes, lag.output] : nodes,
    rows: lag ? [...nodes, lag.input] : nodes,
    ...((c !== collector || e !== emitter) && { across: { a: collector, b: emitter } }),
    ...(spread && { behind: [[b, base]] as const }),
    law: lawOf(spread, charged, lag !== undefined),
    parameters: gummelPoonParameters(type, model, element.parameters, at),
    // The substrate isolates, whether its junction has a law or not.
    junctions: [
      [b, e],
      [b, c],
      [inner, substrate],
    ],
  });

  const outer = 1 - given('xcjc', 1);
  if (outer > 0 && given('cjc', 0) > 0 && base !== c) {
    const ends = type === 'npn' ? ([base, c] as const) : ([c, base] as const);
    const layer = bipolarLayer(model, 'c', sizes.collector * outer, at);
    branches.push(
      twoNodeLaw(name, 'cbx', ends, { law: depletionLaw, parameters: depletionParameters(layer) }),
    );
  }

  const saturation = sizes.substrate * given('iss', 0);
  const layer = bipolarLayer(model, 's', sizes.substrate, at);
  if (substrate !== inner && (saturation > 0 || layer.capacitance > 0)) {
    const forward = (type === 'npn') !== lateral;
    const parameters = junctionParameters({
      saturation: saturation * saturationGrowth(at, given('eg', 1.11), given('xti', 3)),
      slopeVoltage: given('ns', 1) * thermalVoltage(at.celsius),
      bottom: layer,
    });
    const law = saturation > 0 ? (layer.capacitance > 0 ? diodeLaw : staticDiodeLaw) : depletionLaw;
    branches.push(
      twoNodeLaw(name, 'sub', forward ? [substrate, inner] : [inner, substrate], {
        law,
        parameters: law === depletionLaw ? depletionParameters(layer) : parameters,
      }),
    );
  }
  return branches;
}

function lawOf(spread: boolean, charged: boolean, lags: boolean): LocalLaw {
  if (lags) return spread ? laggingSpreadGummelPoonLaw : laggingGummelPoonLaw;
  if (spread) return charged ? spreadGummelPoonLaw : staticSpreadGummelPoonLaw;
  return charged ? gummelPoonLaw : staticGummelPoonLaw;
}
