/**
 * Machine code for the quick answers of `FirstNegative` about a guard's polynomial: cleared by its first terms, cleared
 * but for a zero at 0, or a root that is proved to be the first. What these leave open is handed to a function that is
 * called back. A polynomial of low degree is raised to the degree of the bound by zeros.
 * A circuit that repeats itself meets nearly the same root again: each place that searches remembers the root that it
 * proved last, as a time, and the next search begins there. The proof needs no more than p(0) > 0, so that a root that
 * still is one costs one evaluation; any other end forgets it.
 */
import { clearDegree } from '../../../numerics/polynomial/first-negative.js';
import { wasmModule, type WasmFunction, type WasmImport } from '../wasm-module.js';
import { WasmBody } from '../wasm-writer.js';
import { isClearCode, pushAddress, pushStep, pushWhile } from './clear-code.js';
import { number, type GuardSearch, type OpenSearch } from './code-parts.js';
import { frame, type FlowMemory } from './flow-memory.js';
import { RootBody } from './root-code.js';
import { maxTerms } from './series-terms.js';

/** How other code takes the search. */
export const searchImport: WasmImport = Object.freeze({
  name: 'search',
  parameters: ['integer', 'integer', 'number', 'integer'] as const,
});

/** How the search takes what answers the rest. */
const otherImport: WasmImport = Object.freeze({
  name: 'other',
  parameters: ['integer', 'integer', 'number'] as const,
});

/** Returns the search of a flow's guards, `other` for what it leaves open; undefined where code may not be compiled. */
export function generateSearchCode(memory: FlowMemory, other: OpenSearch): GuardSearch | undefined {
  // The import counts first.
  const calls = { other: 0, isClear: 1, provedRoot: 2 };
  const functions = [isClearCode(memory), new RootBody(memory).emit(), new SearchBody(memory, calls).emit()];
  return memory.compile(wasmModule(functions, [otherImport]), { other })?.['search'];
}

/** Functions that the search calls, by their index. */
interface SearchCalls {
  readonly isClear: number;
  readonly provedRoot: number;
  /** (guard, terms, rounding) -> part of the segment, 2 for none. */
  readonly other: number;
}

/** search(guard, terms, rounding, known): the first part of the segment at which a guard turns negative, 2 for none. */
class SearchBody {
  readonly #body = new WasmBody();
  readonly #guard = 0;
  readonly #terms = 1;
  readonly #rounding = 2;
  /** Address of the root that was proved last over `resolution`. */
  readonly #known = 3;
  readonly #at = 4;
  readonly #k = 5;
  readonly #value = 6;
  readonly #s = 7;

  constructor(
    private readonly memory: FlowMemory,
    private readonly calls: SearchCalls,
  ) {}

  emit(): WasmFunction {
    const body = this.#body;
    const { coefficients } = this.memory.layout;
    body
      .getLocal(this.#guard)
      .constInteger(number * (maxTerms + 1))
      .multiplyIntegers();
    body.constInteger(coefficients).addIntegers().setLocal(this.#at);
    this.#start();
    this.#pad();
    body.getLocal(this.#known).load(0).setLocal(this.#s);
    body.getLocal(this.#s).constNumber(0).greaterThan().ifTrue();
    body.getLocal(this.#known).constNumber(0).store(0);
    body.getLocal(this.#value).constNumber(0).greaterThan().ifTrue();
    body.getLocal(this.#s);
    this.#pushResolution();
    body.multiply().setLocal(this.#s);
    this.#leaveWithRoot();
    body.end().end();
    this.#leaveIfClear(
      () => body.getLocal(this.#at),
      0,
      () => body.getLocal(this.#rounding),
    );
    body.constInteger(1).getLocal(this.#terms).integerLess().ifTrue();
    body.getLocal(this.#value).constNumber(0).equal().ifTrue();
    const behind = (): WasmBody => body.getLocal(this.#at).constInteger(number).addIntegers();
    this.#leaveIfClear(behind, 1, () => body.constNumber(0));
    body.end();
    body.getLocal(this.#value).constNumber(0).greaterThan().ifTrue();
    this.#crossing();
    this.#leaveWithRoot();
    body.end().end();
    body.getLocal(this.#guard).getLocal(this.#terms).getLocal(this.#rounding).call(this.calls.other);
    return {
      name: 'search',
      parameters: ['integer', 'integer', 'number', 'integer'],
      result: 'number',
      integerLocals: 2,
      numberLocals: 2,
      body,
    };
  }

  /** The value at 0; one that rises through zero within evtol has just been met: its time is known no better. */
  #start(): void {
    const body = this.#body;
    body.getLocal(this.#at).load(0).setLocal(this.#value);
    body.getLocal(this.#value).constNumber(0).lessThan().ifTrue();
    body.getLocal(this.#value).getLocal(this.#rounding).negate();
    body.getLocal(this.#at).load(number);
    this.#pushResolution();
    body.multiply().subtract().atLeast().ifTrue();
    body.constNumber(0).setLocal(this.#value);
    body.getLocal(this.#at).constNumber(0).store(0).end().end();
  }

  #pushResolution(): void {
    this.#body.constInteger(0).load(this.memory.layout.frame + number * frame.resolution);
  }

  /** Zeros behind the last coefficient, as far as polynomials are read whatever their degree. */
  #pad(): void {
    const body = this.#body;
    pushAddress(body, this.#at, this.#terms, 1);
    body.setLocal(this.#k);
    const isInside = (): WasmBody =>
      body
        .getLocal(this.#at)
        .constInteger(number * (clearDegree + 1))
        .addIntegers()
        .getLocal(this.#k)
        .integerAtLeast();
    pushWhile(body, isInside, () => {
      body.getLocal(this.#k).constNumber(0).store(0);
      pushStep(body, this.#k, number);
    });
  }

  #leaveIfClear(at: () => WasmBody, less: number, tolerance: () => WasmBody): void {
    const body = this.#body;
    at().getLocal(this.#terms).constInteger(less).subtractIntegers();
    tolerance().call(this.calls.isClear).ifTrue();
    body.constNumber(2).leave().end();
  }

  /** Leaves the function with a root near s that is proved to be the first, and remembers it. */
  #leaveWithRoot(): void {
    const body = this.#body;
    body.getLocal(this.#at).getLocal(this.#terms).getLocal(this.#rounding).getLocal(this.#s);
    body.call(this.calls.provedRoot).setLocal(this.#s);
    body.getLocal(this.#s).constNumber(0).greaterThan().ifTrue();
    body.getLocal(this.#known).getLocal(this.#s);
    this.#pushResolution();
    body.divide().store(0);
    body.getLocal(this.#s).leave().end();
  }

  /** s where the control polygon of the bound falls through 0. */
  #crossing(): void {
    const body = this.#body;
    const { bernstein } = this.memory.layout;
    body.constNumber(0.5).setLocal(this.#s);
    for (let j = clearDegree; j >= 1; j--) {
      const b = bernstein + number * j;
      body.constInteger(0).load(b).constNumber(0).lessThan();
      body
        .constInteger(0)
        .load(b - number)
        .constNumber(0)
        .atLeast()
        .and()
        .ifTrue();
      body.constNumber(j - 1);
      body.constInteger(0).load(b - number);
      body.constInteger(0).load(b - number);
      body.constInteger(0).load(b).subtract().divide().add();
      body.constNumber(clearDegree).divide().setLocal(this.#s).end();
    }
  }
}
