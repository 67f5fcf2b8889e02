/** Machine code that decides whether a mode holds at a point: `goesOn` and `breaksAtOnce` of `broken-guards.ts`. */
import type { WasmFunction } from '../../../numerics/code/wasm-module.js';
import { WasmBody } from '../../../numerics/code/wasm-writer.js';
import { number, pushLargest, pushProduct, range, rowOf, type SegmentContext } from './code-parts.js';
import type { ExactMode } from './exact-mode.js';
import { frame } from './flow-memory.js';
import { rateRounding, rowRounding, stateFloor, switchRounding } from './rounding.js';

/** holds(after): locals after, then xi, magnitudes, and four numbers. */
export class HoldsBody {
  readonly #body = new WasmBody();
  readonly #x = 1;
  readonly #magnitude: number;
  readonly #value: number;
  readonly #largest: number;
  readonly #rate: number;

  constructor(
    private readonly mode: ExactMode,
    private readonly context: SegmentContext,
  ) {
    const { size } = mode;
    this.#magnitude = this.#x + size;
    this.#value = this.#magnitude + size;
    this.#largest = this.#value + 1;
    this.#rate = this.#value + 2;
  }

  emit(): WasmFunction {
    const body = this.#body;
    const { mode } = this;
    const { xi } = this.context.memory.layout;
    for (const i of range(mode.size)) {
      const x = this.#x + i;
      body
        .constInteger(0)
        .load(xi + number * i)
        .setLocal(x);
      body
        .getLocal(x)
        .absolute()
        .setLocal(this.#magnitude + i);
    }
    for (const g of range(mode.guardCount)) if (mode.guardIsSwitch[g] === 1) this.#switch(g);
    this.#raiseMagnitudes();
    for (const g of range(mode.guardCount)) if (mode.guardIsSwitch[g] === 0) this.#row(g);
    body.constInteger(1);
    const numberLocals = this.#rate + 1 - this.#x;
    return { name: 'holds', parameters: ['number'], integerLocals: 0, numberLocals, body };
  }

  #raiseMagnitudes(): void {
    const { weight, memory } = this.context;
    const largest = memory.layout.frame + number * frame.largest;
    for (const i of range(this.mode.n)) {
      this.#body
        .getLocal(this.#magnitude + i)
        .constInteger(0)
        .load(largest)
        .constNumber(stateFloor / weight[i]!)
        .multiply()
        .maximum();
      this.#body.setLocal(this.#magnitude + i);
    }
  }

  /** Leaves the function where a switch has to turn. */
  #switch(guard: number): void {
    const body = this.#body;
    const { row, rate } = this.#rows(guard);
    pushProduct(body, row, this.#x);
    body.setLocal(this.#value);
    body.getLocal(this.#value);
    pushProduct(body, row.map(Math.abs), this.#magnitude);
    body.constNumber(-switchRounding).multiply().lessThan().ifTrue();
    body.getLocal(this.#value).negate();
    pushProduct(body, rate, this.#x);
    body.absolute().constNumber(this.context.evtol).multiply().greaterThan().ifTrue();
    body.constInteger(0).leave().end().end();
  }

  /** Leaves the function where a row is negative, or with `after` neither positive nor rising. */
  #row(guard: number): void {
    const body = this.#body;
    const { row, rate, rateTerms } = this.#rows(guard);
    if (row.every((value) => value === 0)) return;
    pushProduct(body, row, this.#x);
    body.setLocal(this.#value);
    const local = { guard, value: this.#value, largest: this.#largest };
    pushLargest(body, this.mode, this.context.memory, local);
    pushProduct(body, row.map(Math.abs), this.#magnitude);
    body.getLocal(this.#largest).add().constNumber(rowRounding).multiply().setLocal(this.#rate);
    body.getLocal(this.#value).getLocal(this.#rate).negate().lessThan().ifTrue();
    body.constInteger(0).leave().end();
    body.getLocal(0).constNumber(0).greaterThan().ifTrue();
    body.getLocal(this.#value).getLocal(this.#rate).greaterThan().not().ifTrue();
    pushProduct(body, rate, this.#x);
    pushProduct(body, rateTerms, this.#magnitude);
    body.constNumber(rateRounding).multiply().greaterThan().not().ifTrue();
    body.constInteger(0).leave().end().end().end();
  }

  /** A guard, its derivative, and the magnitudes of the derivative's terms. */
  #rows(guard: number): { row: Float64Array; rate: Float64Array; rateTerms: Float64Array } {
    const { G, A, rates, size } = this.mode.full;
    const row = rowOf(G, guard, size);
    const rate = new Float64Array(size);
    for (const i of range(size)) for (const j of range(size)) rate[j]! += row[i]! * A[i * size + j]!;
    return { row, rate, rateTerms: rowOf(rates, guard, size) };
  }
}
