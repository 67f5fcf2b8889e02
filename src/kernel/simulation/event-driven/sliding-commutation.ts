/**
 * Whether other elements commutate with a relay that slides. With a hysteresis that vanishes the relay alternates between two
 * complete modes, P (relay on, every other row as it holds there) and N (relay off); with sigma what it compares, their rates
 * of the time between both are such that sigma stays 0:
 *
 *     x' = d f_P(x) + (1 - d) f_N(x),      d = sigma'_N / (sigma'_N - sigma'_P),      sigma'_P < 0 < sigma'_N
 *
 * Where P and N differ in the relay's own rows alone, f_P - f_N is a multiple of the relay's column, and this is the mode in
 * which y = 0 and lambda = d (the equivalent control). Where a diode conducts in one and blocks in the other it is not: d and all means
 * differ (Filippov's convex set, not Utkin's equivalent control). The sliding mode is what is followed; this tells of d.
 * Of several relays that slide at once d is not unique: nothing is told. Cost: that of the modes P and N.
 * Source: [Filippov 1988, 2.7], [Utkin 1992, 2].
 */
import type { RelayRow } from '../linear/linear-model.js';
import type { ExactMode } from './modes/exact-mode.js';
import { rateOf } from './modes/guard-values.js';
import { nearbyMode, type Neighbourhood } from './nearby-mode.js';

export interface SlidingCommutation {
  readonly time: number;
  /** Lifted row of the relay, and those of what commutates with it. */
  readonly relay: number;
  readonly rows: readonly number[];
  /** The part of the time that the relay is on as its hysteresis vanishes. */
  readonly duty: number;
}

/** Compares both complete modes beside a sliding one; undefined where only the relay differs, or it is none of both. */
export function slidingCommutation(mode: ExactMode, place: Neighbourhood): SlidingCommutation | undefined {
  const sliding = place.relays.filter(
    ({ vertical, between, above }) =>
      vertical && mode.active[between] === 1 && mode.active[above] === 0 && place.forced[between] === 0,
  );
  const [relay] = sliding;
  if (!relay || sliding.length > 1) return undefined;
  const [on, off] = [complete(mode, relay, 1, place), complete(mode, relay, 0, place)];
  if (!on || !off) return undefined;
  const { between, above } = relay;
  const rows = [...on.active.keys()].filter(
    (row) => row !== between && row !== above && on.active[row] !== off.active[row],
  );
  if (rows.length === 0) return undefined;
  const fall = fallOf(on, above, place);
  const rise = fallOf(off, between, place);
  if (!(fall > 0 && rise > 0)) return undefined;
  return { time: place.t, relay: between, rows, duty: rise / (rise + fall) };
}

/** The mode with the relay held on (1) or off (0) in which every other row holds. */
function complete(
  mode: ExactMode,
  { between, above }: RelayRow,
  state: 0 | 1,
  place: Neighbourhood,
): ExactMode | undefined {
  const active = mode.active.slice();
  active[between] = active[above] = state;
  return nearbyMode(active, { ...place, before: undefined, held: [between, above] });
}

/** How fast what a mode tests in a row falls. */
function fallOf(mode: ExactMode, row: number, { segment, xi }: Neighbourhood): number {
  const guard = [...mode.guardRow.keys()].find(
    (k) => mode.guardIsSwitch[k] === 0 && mode.guardRow[k] === row,
  );
  return guard === undefined ? NaN : -rateOf(segment.pointIn(mode, xi), guard);
}
