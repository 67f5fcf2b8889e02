/**
 * Machine code for whole segments of a mode that is met often: the series, the guards cleared by their bounds, the
 * point at which the segment ends, what it adds to the integrals of the mode, and whether the mode holds at a point.
 * The same decisions by the same numbers as `exact-flow.ts`, `broken-guards.ts` and `mode-integrals.ts`; the few guards
 * that their bounds do not clear are searched by a function of the flow (`search-code.ts`).
 */
import { wasmModule, type WasmFunction } from '../../../numerics/code/wasm-module.js';
import { WasmBody } from '../../../numerics/code/wasm-writer.js';
import {
  number,
  pair,
  pairCount,
  pushLargest,
  pushProduct,
  range,
  rowOf,
  type SegmentContext,
} from './code-parts.js';
import { addEnds } from './ends-code.js';
import type { ExactMode } from './exact-mode.js';
import { frame, knownRootsOf } from './flow-memory.js';
import { HoldsBody } from './holds-code.js';
import { pushHorner } from './horner-code.js';
import { guardRounding, pinPart, stateFloor } from './rounding.js';
import { searchImport } from './search-code.js';
import { SeriesCode } from './series-code.js';
import { maxTerms } from './series-terms.js';

/** The functions of a hot mode over the point "xi" of the memory. */
export interface SegmentCode {
  /** Flows over h seconds, or to the first guard; returns the guards that fire as bits. "frame" says where it ended. */
  readonly segment: (h: number) => number;
  /** Adds the ends of the last segment, of so many seconds, to the slot of the mode. */
  readonly addEnds: (length: number) => number;
  /** 1 where the mode holds; `after`, a number that is not 0: and right after it. 0 also where it takes a closer look. */
  readonly holds: (after: number) => number;
}

/** Returns the code of a mode of at most 30 guards whose ends go to a slot; undefined where code may not be compiled. */
export function generateSegmentCode(
  mode: ExactMode,
  slot: number,
  context: SegmentContext,
): SegmentCode | undefined {
  const { memory, search } = context;
  // Imports count first.
  const functions = [
    new SegmentBody(mode, slot, context, 0).emit(),
    addEnds(mode, slot, memory),
    new HoldsBody(mode, context).emit(),
  ];
  const made = memory.compile(wasmModule(functions, [searchImport]), { search });
  const { segment, addEnds: ends, holds } = made ?? {};
  return segment && ends && holds && { segment, addEnds: ends, holds };
}

/** segment(h): locals h, the guards that fire, a byte address, then those of the series. */
class SegmentBody {
  readonly #series: SeriesCode;
  readonly #guards: readonly number[];
  readonly #fired = 1;
  readonly #at = 2;
  readonly #first: number;
  readonly #value: number;
  readonly #largest: number;
  readonly #roots: number;
  readonly #sums: number;

  constructor(
    private readonly mode: ExactMode,
    private readonly slot: number,
    private readonly context: SegmentContext,
    private readonly search: number,
  ) {
    this.#guards = range(mode.guardCount).filter((g) => mode.full.like[g] === g);
    this.#series = new SeriesCode(mode.full, context.memory, new WasmBody(), 3);
    this.#first = this.#series.free;
    this.#value = this.#first + 1;
    this.#largest = this.#first + 2;
    this.#roots = this.#first + 3;
    this.#sums = this.#roots + this.#guards.length;
  }

  emit(): WasmFunction {
    const { body } = this.#series;
    const { integerLocals, pairLocals, numberLocals } = this.#series.locals;
    this.#start();
    this.#series.emit();
    this.#findFirst();
    this.#end();
    body.constInteger(0).setLocal(this.#fired);
    body.getLocal(this.#first).constNumber(1).atMost().ifTrue();
    const { xi } = this.context.memory.layout;
    for (const i of range(this.mode.size)) {
      body
        .constInteger(0)
        .load(xi + number * i)
        .setLocal(this.#sums + i);
    }
    this.#guards.forEach((guard, r) => {
      this.#fire(guard, r);
    });
    body.end().getLocal(this.#fired);
    const own = this.#sums + this.mode.size - this.#first;
    return {
      name: 'segment',
      parameters: ['number'],
      integerLocals: integerLocals + 2,
      pairLocals,
      numberLocals: numberLocals + own,
      body,
    };
  }

  /** v_0 = xi, and the largest state. */
  #start(): void {
    const { n, size } = this.mode;
    const { memory, weight } = this.context;
    const { xi, v, frame: frameAt } = memory.layout;
    const { body, skippable } = this.#series;
    for (const p of range(pairCount(size))) {
      body
        .constInteger(0)
        .constInteger(0)
        .loadPair(xi + pair * p)
        .teeLocal(skippable.odd)
        .storePair(v + pair * p);
      if (2 * p >= n) continue;
      body
        .getLocal(skippable.odd)
        .absolutePairs()
        .constPair(weight[2 * p]!, weight[2 * p + 1] ?? 0)
        .multiplyPairs();
      if (p > 0) body.getLocal(skippable.even).maximumPairs();
      body.setLocal(skippable.even);
    }
    const largest = frameAt + number * frame.largest;
    body.constInteger(0).constInteger(0).load(largest);
    if (n > 0) for (const k of [0, 1]) body.getLocal(skippable.even).ofPair(k).maximum();
    body.store(largest);
  }

  /** Roots of the guards, 2 where there is none, and the first of them. */
  #findFirst(): void {
    const { layout } = this.context.memory;
    const { body } = this.#series;
    const knownAt = knownRootsOf(this.context.memory, this.slot).byteOffset;
    this.#magnitudes();
    body.constNumber(2).setLocal(this.#first);
    this.#guards.forEach((guard, r) => {
      const root = this.#roots + r;
      body.constNumber(2).setLocal(root);
      body
        .constInteger(0)
        .load(layout.coefficients + number * guard * (maxTerms + 1))
        .setLocal(this.#value);
      const local = { guard, value: this.#value, largest: this.#largest };
      pushLargest(body, this.mode, this.context.memory, local);
      body.getLocal(this.#value).getLocal(this.#series.bound(guard)).lessThan().ifTrue();
      const known = (): WasmBody => body.constInteger(0).load(knownAt + number * guard);
      const resolution = (): WasmBody => body.constInteger(0).load(layout.frame + number * frame.resolution);
      body.constInteger(number * guard * (maxTerms + 1));
      body.getLocal(this.#series.terms);
      this.#series.pushScale(guard);
      body.getLocal(this.#largest).add().constNumber(guardRounding).multiply();
      resolution();
      known();
      resolution().multiply().call(this.search).setLocal(root);
      body.constInteger(0).constInteger(0).load(layout.proved);
      resolution()
        .divide()
        .store(knownAt + number * guard);
      body.end();
      body.getLocal(this.#first).getLocal(root).minimum().setLocal(this.#first);
    });
  }

  /** What rounding of v_0 is relative to. */
  #magnitudes(): void {
    const { weight, memory } = this.context;
    const { body } = this.#series;
    const part = (i: number): number => {
      const unit = weight[i];
      return unit === undefined ? 0 : stateFloor / unit;
    };
    this.#series.emitMagnitudes((p) => {
      body.constInteger(0).loadTwice(memory.layout.frame + number * frame.largest);
      body.constPair(part(2 * p), part(2 * p + 1)).multiplyPairs();
    });
  }

  /** xi where the segment ends. */
  #end(): void {
    const { memory } = this.context;
    const { xi, frame: frameAt } = memory.layout;
    const { size } = this.mode;
    const { body, terms } = this.#series;
    body.getLocal(this.#first).constNumber(1).minimum().setLocal(this.#value);
    body
      .constInteger(0)
      .getLocal(this.#value)
      .store(frameAt + number * frame.part);
    body
      .constInteger(0)
      .getLocal(terms)
      .toNumber()
      .store(frameAt + number * frame.terms);
    const { end, skippable } = this.#series;
    const pairs = range(pairCount(size));
    body.getLocal(this.#value).constNumber(1).lessThan().ifTrue();
    pushHorner(body, this.mode.full, memory, { terms, s: this.#value, at: this.#at, ...skippable });
    for (const p of pairs) body.getLocal(skippable.even + p).setLocal(end + p);
    body.end();
    for (const p of pairs) {
      body
        .constInteger(0)
        .getLocal(end + p)
        .storePair(xi + pair * p);
    }
  }

  /** Notes a guard, and those that are multiples of it, where it fires; puts the state on its zero. */
  #fire(guard: number, r: number): void {
    const { n } = this.mode;
    const { like } = this.mode.full;
    const { memory, weight } = this.context;
    const { xi, frame: frameAt } = memory.layout;
    const { body } = this.#series;
    const row = rowOf(this.mode.full.G, guard, this.mode.size);
    let bits = 0;
    for (const g of range(this.mode.guardCount)) if (like[g] === guard) bits |= 1 << g;
    body.getLocal(this.#roots + r).getLocal(this.#first);
    body
      .constInteger(0)
      .load(frameAt + number * frame.resolution)
      .add()
      .atMost()
      .ifTrue();
    body.getLocal(this.#fired).constInteger(bits).or().setLocal(this.#fired);
    let square = 0;
    for (const j of range(n)) square += (row[j]! / weight[j]!) ** 2;
    pushProduct(body, row, this.#sums);
    body.setLocal(this.#value);
    body.getLocal(this.#value).absolute();
    body
      .constInteger(0)
      .load(frameAt + number * frame.largest)
      .constNumber(pinPart * Math.sqrt(square))
      .multiply()
      .atMost()
      .ifTrue();
    for (const j of range(n)) {
      if (row[j] === 0) continue;
      body.getLocal(this.#sums + j).getLocal(this.#value);
      body
        .constNumber(row[j]! / (square * weight[j]! ** 2))
        .multiply()
        .subtract();
      body.setLocal(this.#sums + j);
      body
        .constInteger(0)
        .getLocal(this.#sums + j)
        .store(xi + number * j);
    }
    body.end().end();
  }
}
