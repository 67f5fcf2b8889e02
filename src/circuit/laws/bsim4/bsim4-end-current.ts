/**
 * BSIM4: what tunnels between the gate and an end where they overlap (IGCMOD), and from an end into the bulk below the gate (GIDL of the
 * drain, GISL of the source). With the voltage v of gate and end, vbe of bulk and end, and the field F = (v' - EGIDL) / 3 TOXE, where v' is
 * that of the end over the gate, less what falls in the depleted gate,
 *
 *     Ige = S v w e^(-B (AIGSD - BIGSD w) (1 + CIGSD w)),     w = sqrt((v - Vfbsd)^2 + 1e-4),
 *     Igidl = AGIDL W F e^(-BGIDL / F) x,     x = -vbe^3 / (CGIDL - vbe^3), none for vbe > 0,   with GIDLMOD = 1  e^(KGIDL / (vbe - FGIDL)).
 *
 * A function of the subset of `grammar/slopes`; `low` and `high` are the places of the ends' own parameters. Source: BSIM4.8 manual, 4.3
 * and 6.2.
 */
import type { Int } from '../../../base/int.js';
import { tunnelled } from './bsim4-gate-current.js';
import { bsim4EndPlace, bsim4Jet, bsim4Place } from './bsim4-places.js';
import { depletedGate } from '../depleted-gate.js';

const place = bsim4Place;
const end = bsim4EndPlace;
const to = bsim4Jet;

/** Square volts in which the size of v - Vfbsd is rounded off. */
const sizeRounding = 1e-4;
/** Logarithm beyond which a current is none, and e^-100. */
const farOff = 100;
const none = 3.720075976e-44;

/** What tunnels into an end. */
function edgeCurrent(p: Float64Array, at: Int, own: Int, v: number): number {
  const away = v - (p[at + place.edgeBand] as number);
  const size = Math.sqrt(away * away + sizeRounding);
  return (
    (p[at + own + end.tunnelScale] as number) *
    v *
    size *
    tunnelled(
      size,
      p[at + own + end.tunnelA] as number,
      p[at + own + end.tunnelB] as number,
      p[at + own + end.tunnelC] as number,
    )
  );
}

/** What leaks from an end into the bulk; `gate` is that of the other end, less the fall in the gate, `v` and `other` of both ends. */
function leakCurrent(
  p: Float64Array,
  at: Int,
  own: Int,
  v: number,
  other: number,
  gate: number,
  vbe: number,
): number {
  const scale = p[at + own + end.leakScale] as number;
  const across = other - v - (p[at + own + end.leakGate] as number) * gate;
  const field = (across - (p[at + own + end.leakFrom] as number)) / (p[at + place.leakThickness] as number);
  if (scale <= 0 || field <= 0) return 0;
  const x = (p[at + own + end.leakField] as number) / field;
  let whole: number;
  if (x < farOff) whole = scale * field * Math.exp(-x);
  else whole = scale * field * none;
  if ((p[at + place.leakKind] as number) === 0) {
    if (vbe > 0) return 0;
    const cube = -vbe * vbe * vbe;
    return (whole * cube) / ((p[at + own + end.leakBulk] as number) + cube);
  }
  const rate = p[at + own + end.leakBulkRate] as number;
  if (rate === 0) return whole;
  let beyond = vbe - (p[at + own + end.leakBulkFrom] as number);
  const clamp = p[at + place.leakClamp] as number;
  if (beyond > clamp) beyond = clamp;
  const held = rate / beyond;
  if (held > farOff) return whole * Math.exp(farOff);
  return whole * Math.exp(held);
}

/** Writes those of both ends. */
export function writeEndCurrent(
  p: Float64Array,
  at: Int,
  low: Int,
  high: Int,
  vgs: number,
  vds: number,
  vbs: number,
  jets: Float64Array,
): void {
  const vgd = vgs - vds;
  if ((p[at + place.channelKind] as number) > 0) {
    jets[to.lowEdge] = edgeCurrent(p, at, low, vgs);
    jets[to.highEdge] = edgeCurrent(p, at, high, vgd);
  } else {
    jets[to.lowEdge] = 0;
    jets[to.highEdge] = 0;
  }
  if ((p[at + place.isLeaking] as number) > 0) {
    const from = p[at + place.polyFrom] as number;
    const poly = p[at + place.poly] as number;
    jets[to.highLeak] = leakCurrent(p, at, high, vgd, vgs, depletedGate(vgs, from, poly), vbs - vds);
    jets[to.lowLeak] = leakCurrent(p, at, low, vgs, vgd, depletedGate(vgd, from, poly), vbs);
  } else {
    jets[to.lowLeak] = 0;
    jets[to.highLeak] = 0;
  }
}
