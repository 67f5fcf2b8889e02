/**
 * Whether a point at rest is stable: a real part of it that grows by itself (`real-growth.ts`) shows a saddle, the metastable point of
 * a latch or a plate beyond its pull-in. A body at such a point is led away from it by a driving source, first towards where it
 * starts, until the force of the source changes its sign: there it rests by itself. Where that leads nowhere, and for
 * electrical circuits, whose point is that of SPICE, what grows is told.
 *
 * Mechanics at rest have no masses: their bodies creep here, as in oil, which decides the same (the sign of the stiffness).
 */
import { Diagnostics } from '../../base/diagnostic.js';
import { formatEngineering } from '../../base/units.js';
import { displacement, nodeOfDisplacement } from '../../circuit/devices/mechanical/equilibrium.js';
import { linearizeDescriptor } from '../../kernel/simulation/small-signal/linearized-descriptor.js';
import type { OperatingPoint } from '../../kernel/simulation/sparse-stepping/operating-point.js';
import { type RealGrowth, realGrowth } from '../../numerics/dense/real-growth.js';
import { PositiveLaws } from '../certificate/laws/positive-laws.js';
import type { DrivenNode, DrivenPoint } from '../preparation/driven-node.js';
import type { SteppingCircuit } from '../preparation/stepping-circuit.js';
import { guardsOf } from '../preparation/stepping-start.js';
import type { StillCircuit } from '../preparation/still-circuit.js';

type Place = Pick<OperatingPoint, 'z' | 'guards'>;

/** Unknowns beyond which no point is looked at. */
const mostUnknowns = 2000;
/** Of the displacement and what was gone of the way: the first step along a characteristic, and the longest. */
const firstStep = 1e-3;
const longestStep = 1 / 16;
const shortestStep = 1e-9;
const mostSteps = 400;
/** Metres of a body that is where it starts. */
const noDisplacement = 1e-6;
const halvings = 12;

/** The point itself where it is stable, or a stable one beside it; what is not is told. */
export function stablePoint(
  circuit: SteppingCircuit,
  still: StillCircuit,
  point: Place,
  diagnostics: Diagnostics,
): Place {
  const growth = growthAt(circuit, still, point);
  if (!growth) return point;
  const { nodes } = circuit.model.numbering;
  const body = largest(growth.direction, nodes, (node) => nodeOfDisplacement(node) !== undefined);
  if (body !== undefined) return besides(circuit, still, point, body, diagnostics);
  const node = largest(growth.direction, nodes, (name) => !name.includes('#'));
  const grows = node === undefined ? 'a current' : `v(${node})`;
  const rate = formatEngineering(1 / growth.rate, 's', 3);
  diagnostics.warning(
    'unstable-point',
    `the operating point is unstable: what moves ${grows} off it grows e-fold in ${rate}`,
    undefined,
    { hint: 'it is the one that SPICE finds too; .nodeset leads to another one, --all shows more of them' },
  );
  return point;
}

/** A growing motion about a point; undefined where none is found. */
function growthAt(
  { model, flat }: SteppingCircuit,
  still: StillCircuit,
  { z, guards }: Place,
): RealGrowth | undefined {
  const { system, numbering } = model;
  if (system.size > mostUnknowns || (system.groups.length === 0 && !flat.domains)) return undefined;
  const on = guardsOf(still.model.system, system, guards);
  const mode = {
    pairs: system.pairs.map(({ unknown }) => (z[unknown] === 0 ? 1 : 0)),
    guards: system.guards.map(({ onMeans }, g) => ((onMeans === 'lambda=0') === (on[g] === 1) ? 1 : 0)),
  };
  const u = Float64Array.from(system.inputs, (signal) => signal.value(0));
  const { G, C } = linearizeDescriptor(system, z.subarray(0, system.size), u, mode);
  numbering.nodes.forEach((node, unknown) => {
    const row = system.grounds?.[unknown] ?? -1;
    if (row >= 0 && nodeOfDisplacement(node) !== undefined) C.add(row, unknown, 1);
  });
  return realGrowth(system.size, G, C);
}

/** The node that moves most among those that are asked for. */
function largest(
  direction: Float64Array,
  nodes: readonly string[],
  asked: (node: string) => boolean,
): string | undefined {
  let found: string | undefined;
  let most = 0;
  nodes.forEach((node, k) => {
    const size = Math.abs(direction[k] ?? 0);
    // Of two that move alike rounding does not decide.
    if (size <= (1 + 1e-6) * most || !asked(node)) return;
    [found, most] = [node, size];
  });
  return found;
}

/** A stable point on either side of an unstable equilibrium, that of the start first. */
function besides(
  circuit: SteppingCircuit,
  still: StillCircuit,
  point: Place,
  hidden: string,
  diagnostics: Diagnostics,
): Place {
  const node = nodeOfDisplacement(hidden) ?? hidden;
  const driven = still.driven(displacement(node));
  const from = driven ? (point.z[driven.unknown] ?? 0) : 0;
  const positive = new PositiveLaws(circuit.model);
  const isStable = (place: Place): boolean =>
    positive.report(place.z, 'at rest', false, () => undefined, new Diagnostics()) === undefined &&
    growthAt(circuit, still, place) === undefined;
  for (const towards of from > 0 ? [-1, 1] : [1, -1]) {
    const found = driven && released(still, driven, point, from, towards);
    const gone = driven && found ? ((found.z[driven.unknown] ?? 0) - from) * towards : 0;
    if (!driven || !found || !(gone > 0) || !isStable(found)) continue;
    const way = formatEngineering(gone, 'm', 6);
    diagnostics.note(
      'unstable-equilibrium',
      `an equilibrium of node ${node} is unstable: the stable one beside it, ${way} ${towards > 0 ? 'above' : 'below'}, is taken, ${towards * from < 0 || from === 0 ? 'on the side of its start' : 'for there is none on the side of its start'}`,
    );
    return found;
  }
  diagnostics.warning(
    'unstable-point',
    `the operating point is unstable: x(${node}) grows from it by itself, and no stable one was found beside it`,
    undefined,
    { hint: `write the place near which node ${node} rests as its x0, or give it a stop` },
  );
  return point;
}

/** Where a body comes to from an unstable point; undefined where its way has no end. */
function released(
  still: StillCircuit,
  driven: DrivenNode,
  point: Place,
  from: number,
  towards: number,
): Place | undefined {
  const scale = Math.max(Math.abs(from), noDisplacement);
  let [gone, stride] = [0, firstStep * scale];
  let place: Place = point;
  let last: DrivenPoint | undefined;
  for (let k = 0; k < mostSteps && stride > shortestStep * scale; k++) {
    const found = driven.at(from + towards * (gone + stride), place);
    if (!found) {
      stride /= 4;
      continue;
    }
    if (last && found.current * last.current < 0) {
      place = closest(driven, [from + towards * gone, last], [from + towards * (gone + stride), found]);
      break;
    }
    gone += stride;
    [place, last] = [found, found];
    stride = Math.min(1.5 * stride, longestStep * (scale + gone));
  }
  return still.follow({ z: place.z.slice(0, point.z.length), guards: place.guards });
}

/** Closes in a change of sign between two places. */
function closest(driven: DrivenNode, one: [number, DrivenPoint], other: [number, DrivenPoint]): DrivenPoint {
  let [a, b] = [one, other];
  for (let k = 0; k < halvings; k++) {
    const middle = (a[0] + b[0]) / 2;
    const found = driven.at(middle, a[1]);
    if (!found) break;
    if (found.current * a[1].current > 0) a = [middle, found];
    else b = [middle, found];
  }
  return Math.abs(a[1].current) < Math.abs(b[1].current) ? a[1] : b[1];
}
