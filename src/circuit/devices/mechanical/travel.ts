/**
 * The travel that rigid stops against the frame leave to a node. A body that rests on a stop is at its end but for rounding; where
 * a law of its position has a corner there (the last point of a table) the slope on the side to which it can move decides
 * whether it does.
 */
import type { Expression } from '../../../expression/ast.js';
import { compileExpression } from '../../../expression/program.js';
import { numberAt, simplify } from '../../../expression/simplify.js';
import { ground } from '../../compiler/tree.js';
import type { EmissionContext } from '../../device.js';
import { endsOfStop } from './stop.js';

export interface EndOfTravel {
  readonly place: number;
  /** Which way leads back from it. */
  readonly inwards: 1 | -1;
  readonly rigid: boolean;
}

/** The ends that stops against the frame leave to a node. */
export function endsOfTravel(node: string, { elements }: EmissionContext): EndOfTravel[] {
  return [...elements().values()].flatMap((stop): EndOfTravel[] => {
    const [a, b] = stop.nodes;
    const isAlong = a === node && b === ground;
    if (stop.letter !== 'YSTOP' || !(isAlong || (a === ground && b === node))) return [];
    const { lower, upper } = endsOfStop(stop);
    const rigid = !stop.parameters.has('k');
    const end = (distance: number | undefined, inwards: 1 | -1): EndOfTravel[] =>
      distance === undefined ? [] : [{ place: distance, inwards, rigid }];
    const ends = [...end(lower, 1), ...end(upper, -1)];
    return isAlong
      ? ends
      : ends.map(({ place, inwards }) => ({ place: -place, inwards: inwards > 0 ? -1 : 1, rigid }));
  });
}

/** How far from an end slopes are compared, of the largest place: more than rounding. */
const aside = 1e-9;
/** Slopes on both sides of an end that differ by more than this part are those of a corner. */
const corner = 1e-6;

interface SlopesAtEnd extends EndOfTravel {
  /** A place just within the travel, and the slopes there and just behind the end. */
  readonly inside: number;
  readonly before: number;
  readonly behind: number;
}

function slopesAt(slope: Expression, ends: readonly EndOfTravel[]): SlopesAtEnd[] {
  const program = compileExpression(simplify(slope), ['x']);
  if (!program) return [];
  const at = (place: number): number => program.evaluate(Float64Array.of(place));
  const size = Math.max(...ends.map(({ place }) => Math.abs(place)), 1e-9);
  return ends.map((end) => {
    const step = end.inwards * aside * size;
    return { ...end, inside: end.place + step, before: at(end.place + step), behind: at(end.place - step) };
  });
}

/** The position at which a slope over x counts: `x` itself, but within the rigid ends at which it has corners. */
export function placeOfSlope(slope: Expression, x: Expression, ends: readonly EndOfTravel[]): Expression {
  let place = x;
  for (const { inside, before, behind, inwards, rigid } of slopesAt(slope, ends)) {
    const isCorner = Math.abs(before - behind) > corner * Math.max(Math.abs(before), Math.abs(behind));
    if (!rigid || !isCorner) continue;
    const args = [place, numberAt(inside, x.span)];
    place = { kind: 'call', name: inwards > 0 ? 'max' : 'min', args, span: x.span };
  }
  return place;
}

/** Ends that give way, behind which a slope is 0 that is not 0 before: a table that ends where a soft stop begins. */
export function flatBehind(slope: Expression, ends: readonly EndOfTravel[]): readonly EndOfTravel[] {
  return slopesAt(slope, ends).filter(({ rigid, before, behind }) => !rigid && behind === 0 && before !== 0);
}
