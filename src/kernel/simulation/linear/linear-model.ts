/**
 * A linear time-invariant model as one system, [notes] 1.1: what `assembleLinearSystem` makes and steppers,
 * events and checks read.
 */
import type { LinearDynamics } from '../../modeling/systems/first-order-system.js';
import type { SwitchGuard } from '../../modeling/laws/nonsmooth-law.js';
import type { Signal } from '../../modeling/signals/signal.js';
import type { MultiplierMap } from './multiplier-map.js';

/** A guard in the coordinates of the whole system: control = kx . x + kl . lambda + ku . u. */
export interface LinearGuard {
  readonly row: number;
  readonly kx: Float64Array;
  readonly kl: Float64Array;
  readonly ku: Float64Array;
  readonly guard: SwitchGuard;
}

/** A segment of a law between two bounds of its multiplier, on a row of the model. */
export interface RelayRow {
  readonly row: number;
  /** True: y = 0 between the bounds, a relay, which slides while the first row is active and the second is not. */
  readonly vertical: boolean;
  /** Lifted rows: of the multiplier above its lower bound, and of the excess over the upper one. */
  readonly between: number;
  readonly above: number;
}

export interface LinearSystem {
  readonly n: number;
  readonly m: number;
  readonly p: number;
  /** Each dynamical system and where its states start. */
  readonly blocks: readonly { readonly system: LinearDynamics; readonly start: number }[];
  /** n x p, n x m, m x n, m x m, m x p; row-major. */
  readonly F: Float64Array;
  readonly B: Float64Array;
  readonly C: Float64Array;
  readonly D: Float64Array;
  readonly E: Float64Array;
  /** What rounding of the matrices left over, A for all blocks together; absent where it is not known. */
  readonly remainder?: Readonly<Record<'A' | 'B' | 'C' | 'D' | 'E' | 'F', Float64Array>>;
  /** Sums of products of entries that cancel to this part of their terms are 0; default for entries with rounding. */
  readonly cancelled?: number | undefined;
  readonly signals: readonly Signal[];
  readonly guards: readonly LinearGuard[];
  readonly x0: Float64Array;
  /** 1 where the row's flow is y, 0 where it is lambda, 2 where the least flows do not count. */
  readonly flowIsY: Int8Array;
  /** Rows that are no complementarity: 1 an equation y = 0, -1 lambda = 0; absent where there is none. */
  readonly equations?: Int8Array;
  /** How the model's multipliers follow from the rows', where some law is not plain complementarity. */
  readonly multipliers?: MultiplierMap;
  /** Relays, and the other segments of laws with two bounds; absent where there is none. */
  readonly relays?: readonly RelayRow[];
}
