/**
 * Follows hot modes by machine code (`piece-code.ts`) from piece to piece, over corners at which the mode goes on and
 * through transitions that are known (`successor-memo.ts`): the life of a converter but for its first periods. What it
 * meets for the first time, what does not hold strictly, and events that follow each other so closely that they may
 * accumulate it leaves to the flow, before their transition.
 */
import type { GuardSearch } from './code-parts.js';
import type { FollowedPieces } from './event-flow.js';
import { patience, type ExactFlow } from './exact-flow.js';
import type { ExactMode } from './exact-mode.js';
import { endsLength, frame, hotModes, type FlowMemory } from './flow-memory.js';
import type { GeneratorBank } from './generator-bank.js';
import type { LinearMotion } from './linear-motion.js';
import { generateSearchCode } from './search-code.js';
import { generatePieceCode, type PieceCode } from './piece-code.js';
import type { SwitchStates } from './switch-states.js';
import { mostBits, type Successor, type SuccessorMemo } from './successor-memo.js';

/** Pieces after which a mode gets code of its own, and as many more for each entry of its matrices: code has its price. */
const hotPieces = 64;
const piecesAnEntry = 4;
/** Events closer than so many evtol are looked at one by one. */
const closeEvents = 1e3;

/** A mode with its code, and what is known to follow it. */
interface HotMode {
  readonly mode: ExactMode;
  readonly code: PieceCode;
  /** The piece with what it adds to the integrals, where there are any. */
  readonly withEnds: (h: number) => number;
  readonly rate: number;
  readonly next: Known[];
}

interface Known {
  readonly fired: number;
  readonly successor: Successor;
  readonly to: HotMode;
}

export interface KnownRunContext {
  readonly piece: ExactFlow;
  readonly memory: FlowMemory;
  readonly bank: GeneratorBank;
  readonly successors: SuccessorMemo;
  /** Length of the state part of xi. */
  readonly n: number;
  /** sqrt(M_ii) of each state. */
  readonly weight: Float64Array;
  readonly evtol: number;
  /** Largest h |A| of a piece, radians. */
  readonly angle: number;
  readonly switches: SwitchStates;
}

export class KnownRun implements FollowedPieces {
  /** Where it ended, seconds. */
  t = 0;
  mode: ExactMode | undefined;
  /** Of the last run: pieces, events that were handled, changes of mode among them. */
  pieces = 0;
  events = 0;
  modeChanges = 0;
  /** An event at the end is still to be handled. */
  pending = false;
  /** Time of the last transition, as it was handed over or handled. */
  lastTransition = -Infinity;
  readonly xi: Float64Array;
  readonly #frame: Float64Array;
  /** Of every mode that was met often: its code, or null where there can be none. */
  readonly #hot = new Map<ExactMode, HotMode | null>();
  /** Of every other mode: how often it is still to be met. */
  readonly #cold = new Map<ExactMode, number>();
  #slots = 0;
  #search: GuardSearch | undefined;
  #version = -1;

  constructor(private readonly context: KnownRunContext) {
    this.xi = context.memory.array('xi');
    this.#frame = context.memory.array('frame');
  }

  /**
   * Flows from (t, xi) in `mode` for at most so many pieces, to at most `until`; the last one is the flow's piece then.
   * `pieces` is 0 where the mode is not hot.
   */
  run(mode: ExactMode, t: number, until: number, most: number): void {
    this.pieces = this.events = this.modeChanges = 0;
    this.pending = false;
    const first = this.#hotOf(mode);
    if (!first) return;
    let hot: HotMode = first;
    const { bank, piece, evtol, angle } = this.context;
    const { clocks } = this.context.switches;
    let now = t;
    let unfinished = 0;
    while (this.pieces < most && now < until) {
      const corner = Math.min(bank.nextCorner(now), clocks.next);
      const end = corner < until ? corner : until;
      const whole = end - now;
      const isWhole = hot.rate * whole <= angle;
      const step = isWhole ? whole : angle / hot.rate;
      this.#frame[frame.resolution] = step > evtol ? evtol / step : 1;
      const counted = hot.mode.integrals?.countsEnds(step) ?? true;
      const fired: number = counted ? hot.withEnds(step) : hot.code.piece(step);
      const part = this.#frame[frame.part]!;
      const from = now;
      now = isWhole && part === 1 ? end : from + part * step;
      this.pieces++;
      if (!counted) {
        piece.adopt(hot.mode, from, now, step);
        piece.addToIntegrals(this.xi);
      }
      if (fired === 0 && now < end) {
        if (++unfinished <= patience && this.pieces < most) continue;
        if (unfinished > patience) this.#hot.set(hot.mode, null);
        piece.adopt(hot.mode, from, now, step);
        break;
      }
      unfinished = 0;
      if (fired === 0 && now < corner) {
        piece.adopt(hot.mode, from, now, step);
        break;
      }
      const isAlone = now < until && (fired === 0 || now < corner);
      const to = isAlone ? this.#after(hot, fired, now) : undefined;
      if (!to || this.pieces === most) piece.adopt(hot.mode, from, now, step);
      if (!to) {
        piece.fire(fired);
        this.pending = true;
        break;
      }
      this.events++;
      this.lastTransition = now;
      if (to !== hot) this.modeChanges++;
      hot = to;
    }
    this.t = now;
    this.mode = hot.mode;
  }

  /** The mode behind an event, where it is known and holds. */
  #after(hot: HotMode, fired: number, now: number): HotMode | undefined {
    const { bank, n, evtol, switches } = this.context;
    const due = now < switches.clocks.next ? 0 : switches.clocks.due(now);
    if (fired === 0 && due === 0) {
      if (now - this.lastTransition <= evtol || hot.mode.dynamics.constraints > 0) return undefined;
      bank.stateAt(now, this.xi, n);
      return hot.code.holds(0) === 0 ? undefined : hot;
    }
    if (now - this.lastTransition <= closeEvents * evtol) return undefined;
    const known = this.#known(hot, fired | (due << hot.mode.guardCount));
    if (!known) return undefined;
    bank.stateAt(now, this.xi, n);
    if (known.to.code.holds(1) === 0) return undefined;
    switches.turn(known.successor.turned, now);
    return known.to;
  }

  #known(hot: HotMode, fired: number): Known | undefined {
    const { successors } = this.context;
    if (this.#version !== successors.version) {
      for (const each of this.#hot.values()) if (each) each.next.length = 0;
      this.#version = successors.version;
    }
    const { next } = hot;
    for (let k = 0; k < next.length; k++) if (next[k]!.fired === fired) return next[k];
    const successor = successors.after(hot.mode, fired);
    const to = successor && this.#hotOf(successor.mode);
    if (!to || to.mode.dynamics.constraints > 0) return undefined;
    const known = { fired, successor, to };
    next.push(known);
    return known;
  }

  #hotOf(mode: ExactMode): HotMode | null {
    const known = this.#hot.get(mode);
    if (known !== undefined) return known;
    const left = this.#cold.get(mode) ?? hotPieces + piecesAnEntry * entriesOf(mode.full);
    if (left > 1) {
      this.#cold.set(mode, left - 1);
      return null;
    }
    this.#cold.delete(mode);
    const hot = this.#compile(mode);
    this.#hot.set(mode, hot);
    return hot;
  }

  #compile(mode: ExactMode): HotMode | null {
    const { switches } = this.context;
    if (
      mode.guardCount + switches.clocks.count > mostBits ||
      this.#slots >= hotModes ||
      mode.sliding.length > 0 ||
      mode.slow(false)?.length
    )
      return null;
    const { memory, weight, evtol, piece } = this.context;
    this.#search ??= generateSearchCode(memory, (guard, terms, rounding) =>
      piece.searchGuard(guard, terms, rounding),
    );
    const search = this.#search;
    if (!search) return null;
    const slot = this.#slots;
    const code = generatePieceCode(mode, slot, { memory, weight, evtol, search });
    if (!code) return null;
    const length = endsLength(mode.size, mode.size - mode.n);
    mode.integrals?.gatherIn(memory.array('ends').subarray(slot * length, (slot + 1) * length));
    this.#slots++;
    const withEnds = mode.integrals ? code.pieceWithEnds : code.piece;
    return { mode, code, withEnds, rate: mode.full.rate, next: [] };
  }

  /** Forgets modes that have left the cache. */
  clear(): void {
    this.#hot.clear();
    this.#cold.clear();
  }
}

/** Numbers of which the code of a motion is made. */
function entriesOf({ A, G }: LinearMotion): number {
  let entries = 0;
  for (const value of A) if (value !== 0) entries++;
  for (const value of G) if (value !== 0) entries++;
  return entries;
}
