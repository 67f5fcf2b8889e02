/**
 * Areas and perimeters of drain and source of a transistor of BSIM4, and the resistances of their diffusions, of its geometry where the
 * element does not give them: of NF fingers each end has some diffusions at an edge of the whole and some between two gates, and GEOMOD
 * says whether those at the edges are isolated, shared or merged with those of neighbours, MIN which end has the fewer of even NF.
 *
 *     isolated  P = 2 (DMCG + DMCI) + W,  A = (DMCG + DMCI) W;     shared  P = 2 DMCG,  A = DMCG W;     merged  P = 2 DMDG,  A = DMDG W,
 *     a resistance of a wide contact RSH DMCG / (W n), of a point contact RSH W / (3 n (DMCG + DMCI)), shared RSH W / (6 n DMCG).
 *
 * Source: BSIM4.8 manual, ch. 11.
 */
import type { Bsim4Size } from './bsim4-size.js';
import { type GivenValues, readerOf } from '../law-parameters.js';

export type ChannelEnd = 's' | 'd';
type Diffusion = 'isolated' | 'shared' | 'merged';

/** What diffusions at the edges of source and drain are, by GEOMOD. */
const edges: readonly (readonly [source: Diffusion, drain: Diffusion])[] = Object.freeze([
  ['isolated', 'isolated'],
  ['isolated', 'shared'],
  ['shared', 'isolated'],
  ['shared', 'shared'],
  ['isolated', 'merged'],
  ['shared', 'merged'],
  ['merged', 'isolated'],
  ['merged', 'shared'],
  ['merged', 'merged'],
]);
/** Of even NF, one end with an isolated diffusion at one edge, the other without any. */
const oneSided = Object.freeze({ source: 9, drain: 10 });

export interface Bsim4Geometry {
  /** Metres: of a contact to the gate, to the isolation, of merged diffusions. */
  readonly contact: number;
  readonly isolation: number;
  readonly merged: number;
  readonly width: number;
  readonly fingers: number;
  /** GEOMOD. */
  readonly kind: number;
  /** Whether MIN is 1: the source has the fewer diffusions. */
  readonly hasFewSources: boolean;
}

/** Returns it. */
export function bsim4Geometry(model: GivenValues, instance: GivenValues, size: Bsim4Size): Bsim4Geometry {
  const given = readerOf(model);
  const own = readerOf(instance);
  const covered = given('dmcgt', 0);
  return {
    contact: given('dmcg', 0) - covered,
    isolation: given('dmci', given('dmcg', 0)),
    merged: given('dmdg', 0) - covered,
    width: size.junctionWidth,
    fingers: size.fingers,
    kind: own('geomod', given('geomod', 0)),
    hasFewSources: own('min', 0) === 1,
  };
}

/** Diffusions of an end at the edges and between gates. */
function countsOf(
  { fingers, hasFewSources }: Bsim4Geometry,
  end: ChannelEnd,
): { outer: number; inner: number } {
  if (Math.trunc(fingers) % 2 !== 0) return { outer: 1, inner: Math.max(0, fingers - 1) };
  const isOuter = (end === 'd') === hasFewSources;
  return isOuter ? { outer: 2, inner: Math.max(0, fingers - 2) } : { outer: 0, inner: fingers };
}

/** Returns area and perimeter of an end in m^2 and m. */
export function bsim4Diffusion(
  geometry: Bsim4Geometry,
  end: ChannelEnd,
): { readonly area: number; readonly perimeter: number } {
  const { contact, isolation, merged, width, fingers, kind } = geometry;
  const isolated = { area: (contact + isolation) * width, perimeter: 2 * (contact + isolation) + width };
  const shared = { area: contact * width, perimeter: 2 * contact };
  const of = { isolated, shared, merged: { area: merged * width, perimeter: 2 * merged } };
  const sum = (edge: Diffusion, outer: number, inner: number): typeof isolated => ({
    area: outer * of[edge].area + inner * shared.area,
    perimeter: outer * of[edge].perimeter + inner * shared.perimeter,
  });
  if (kind === oneSided.source || kind === oneSided.drain)
    return (end === 's') === (kind === oneSided.source)
      ? sum('isolated', 1, fingers - 1)
      : sum('shared', 0, fingers);
  const { outer, inner } = countsOf(geometry, end);
  const edge = edges[kind]?.[end === 's' ? 0 : 1];
  return edge ? sum(edge, outer, inner) : { area: 0, perimeter: 0 };
}

/** RGEOMOD with which an end has point contacts at the edges, and those that mean this end at all. */
const contacts = Object.freeze({
  s: { point: [3, 4, 6], wide: [1, 2, 5] },
  d: { point: [2, 4, 8], wide: [1, 3, 7] },
});

/** Returns the resistance of an end in ohms by RGEOMOD, of one transistor of all its fingers. */
export function bsim4EndResistance(
  geometry: Bsim4Geometry,
  end: ChannelEnd,
  kind: number,
  sheet: number,
): number {
  const { contact, isolation, merged, width, fingers, kind: layout } = geometry;
  const wide = (count: number): number => (count === 0 ? 0 : (sheet * contact) / (width * count));
  if (layout === oneSided.source || layout === oneSided.drain) {
    const isSided = (end === 's') === (layout === oneSided.source);
    return isSided ? besides((0.5 * sheet * contact) / width, wide(fingers - 2)) : besides(0, wide(fingers));
  }
  const { outer, inner } = countsOf(geometry, end);
  const edge = edges[layout]?.[end === 's' ? 0 : 1];
  const atEdge = (): number => {
    if (edge === 'merged') {
      // Of both ends alike where the other is isolated or merged too.
      const other = edges[layout]?.[end === 's' ? 1 : 0];
      return (sheet * merged) / (width * (other === 'shared' ? outer : 1));
    }
    if (outer === 0 || !edge) return 0;
    if (contacts[end].wide.includes(kind)) return wide(outer);
    if (!contacts[end].point.includes(kind)) return 0;
    const length = edge === 'isolated' ? 3 * (contact + isolation) : 6 * contact;
    return length === 0 ? 0 : (sheet * width) / (outer * length);
  };
  return besides(atEdge(), wide(inner));
}

/** Two resistances in parallel, where those of none are not there. */
function besides(a: number, b: number): number {
  const [one, other] = [a, b].map((ohms) => (ohms > 0 && Number.isFinite(ohms) ? ohms : 0)) as [
    number,
    number,
  ];
  return one > 0 && other > 0 ? (one * other) / (one + other) : one + other;
}
