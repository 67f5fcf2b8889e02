/**
 * Machine code for the quick answers of `FirstNegative` about a guard's polynomial: cleared by its first terms, cleared
 * but for a zero at 0, or a root that its quotient proves to be the first. What these leave open is handed to a function
 * that is called back. A polynomial of low degree is raised to the degree of the bound by zeros.
 */
import { clearDegree, clearFactors, newtonSteps } from '../../../numerics/polynomial/first-negative.js';
import { WasmBody, wasmModule, type WasmFunction, type WasmImport } from '../wasm-writer.js';
import { number, range, type GuardSearch } from './code-parts.js';
import { frame, type FlowMemory } from './flow-memory.js';
import { mostTerms } from './series-terms.js';

/** How other code takes the search. */
export const searchImport: WasmImport = Object.freeze({
  name: 'search',
  parameters: ['integer', 'integer', 'number'] as const,
});

/** Returns the search of a flow's guards, `other` for what it leaves open; undefined where code may not be compiled. */
export function generateSearchCode(memory: FlowMemory, other: GuardSearch): GuardSearch | undefined {
  // The import counts first.
  const calls = { other: 0, isClear: 1 };
  const functions = [isClearCode(memory), new SearchBody(memory, calls).emit()];
  return memory.compile(wasmModule(functions, [{ ...searchImport, name: 'other' }]), { other })?.['search'];
}

/** isClear(at, degree, tolerance): whether the polynomial whose coefficients begin at an address is at least -tolerance. */
function isClearCode({ layout }: FlowMemory): WasmFunction {
  const body = new WasmBody();
  const local = { at: 0, degree: 1, tolerance: 2, next: 3, end: 4, tail: 5, b: 6 };
  const d = clearDegree;
  range(d + 1).forEach((k) => {
    body
      .getLocal(local.at)
      .load(number * k)
      .constNumber(clearFactors[d]![k]!)
      .multiply();
    body.setLocal(local.b + k);
  });
  for (let level = 1; level <= d; level++) {
    for (let j = d; j >= level; j--) {
      body
        .getLocal(local.b + j)
        .getLocal(local.b + j - 1)
        .add();
      body.setLocal(local.b + j);
    }
  }
  pushAddress(body, local.at, local.degree, 0);
  body.setLocal(local.end);
  body
    .getLocal(local.at)
    .constInteger(number * (d + 1))
    .addIntegers()
    .setLocal(local.next);
  pushWhile(
    body,
    () => body.getLocal(local.end).getLocal(local.next).integerAtLeast(),
    () => {
      body.getLocal(local.tail).getLocal(local.next).load(0).absolute().add().setLocal(local.tail);
      pushStep(body, local.next, number);
    },
  );
  body
    .getLocal(local.b + d)
    .getLocal(local.tail)
    .subtract()
    .setLocal(local.b + d);
  for (const k of range(d + 1)) {
    body
      .constInteger(0)
      .getLocal(local.b + k)
      .store(layout.bernstein + number * k);
  }
  body.getLocal(local.b);
  for (const k of range(d)) body.getLocal(local.b + k + 1).minimum();
  body.getLocal(local.tolerance).negate().atLeast();
  return {
    name: 'isClear',
    parameters: ['integer', 'integer', 'number'],
    integerLocals: 2,
    numberLocals: d + 2,
    body,
  };
}

/** Functions that the search calls, by their index. */
interface SearchCalls {
  readonly isClear: number;
  /** (guard, terms, rounding) -> part of the piece, 2 for none. */
  readonly other: number;
}

/** search(guard, terms, rounding): the first part of the piece at which a guard turns negative, 2 for none. */
class SearchBody {
  readonly #body = new WasmBody();
  readonly #guard = 0;
  readonly #terms = 1;
  readonly #rounding = 2;
  readonly #at = 3;
  readonly #k = 4;
  readonly #q = 5;
  readonly #last = 6;
  readonly #inside = 7;
  readonly #value = 8;
  readonly #slope = 9;
  readonly #s = 10;
  readonly #low = 11;
  readonly #high = 12;
  readonly #next = 13;
  readonly #count = 14;

  constructor(
    private readonly memory: FlowMemory,
    private readonly calls: SearchCalls,
  ) {}

  emit(): WasmFunction {
    const body = this.#body;
    const { coefficients } = this.memory.layout;
    body
      .getLocal(this.#guard)
      .constInteger(number * (mostTerms + 1))
      .multiplyIntegers();
    body.constInteger(coefficients).addIntegers().setLocal(this.#at);
    pushAddress(body, this.#at, this.#terms, 0);
    body.setLocal(this.#last);
    this.#start();
    this.#pad(this.#at, this.#last, clearDegree + 1);
    this.#leaveIfClear(
      () => body.getLocal(this.#at),
      0,
      () => body.getLocal(this.#rounding),
      2,
    );
    body.constInteger(1).getLocal(this.#terms).integerLess().ifTrue();
    body.getLocal(this.#value).constNumber(0).equal().ifTrue();
    const behind = (): WasmBody => body.getLocal(this.#at).constInteger(number).addIntegers();
    this.#leaveIfClear(behind, 1, () => body.constNumber(0), 2);
    body.end();
    body.getLocal(this.#value).constNumber(0).greaterThan().ifTrue();
    this.#provedRoot();
    body.end().end();
    body.getLocal(this.#guard).getLocal(this.#terms).getLocal(this.#rounding).call(this.calls.other);
    return {
      name: 'search',
      parameters: ['integer', 'integer', 'number'],
      result: 'number',
      integerLocals: 5,
      numberLocals: 7,
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
    body
      .constInteger(0)
      .load(this.memory.layout.frame + number * frame.resolution)
      .multiply()
      .subtract()
      .atLeast()
      .ifTrue();
    body.constNumber(0).setLocal(this.#value);
    body.getLocal(this.#at).constNumber(0).store(0).end().end();
  }

  /** Zeros behind the last coefficient, up to the entry `to`. */
  #pad(at: number, last: number, to: number): void {
    const body = this.#body;
    body.getLocal(last).constInteger(number).addIntegers().setLocal(this.#k);
    const isInside = (): WasmBody =>
      body
        .getLocal(at)
        .constInteger(number * to)
        .addIntegers()
        .getLocal(this.#k)
        .integerAtLeast();
    pushWhile(body, isInside, () => {
      body.getLocal(this.#k).constNumber(0).store(0);
      pushStep(body, this.#k, number);
    });
  }

  #leaveIfClear(at: () => WasmBody, less: number, tolerance: () => WasmBody, answer: number): void {
    const body = this.#body;
    at().getLocal(this.#terms).constInteger(less).subtractIntegers();
    tolerance().call(this.calls.isClear).ifTrue();
    body.constNumber(answer).leave().end();
  }

  /** Leaves the function with a root where p(1) < 0 and the quotient clears it. */
  #provedRoot(): void {
    const body = this.#body;
    const { quotient } = this.memory.layout;
    body.constNumber(0).setLocal(this.#next);
    this.#downwards(() => {
      body.getLocal(this.#next).getLocal(this.#k).load(0).add().setLocal(this.#next);
    }, 0);
    body.getLocal(this.#next).getLocal(this.#rounding).negate().lessThan().ifTrue();
    this.#crossing();
    this.#newton();
    this.#divide();
    body.constInteger(quotient).setLocal(this.#at);
    pushAddress(body, this.#at, this.#terms, -1);
    body.setLocal(this.#last);
    this.#pad(this.#at, this.#last, clearDegree);
    body.getLocal(this.#at).getLocal(this.#terms).constInteger(1).subtractIntegers();
    body.constNumber(0).call(this.calls.isClear).ifTrue();
    body.getLocal(this.#s).leave().end().end();
  }

  /** Runs over the coefficients from the last, less `from`, to the first. */
  #downwards(each: () => void, from: number): void {
    const body = this.#body;
    body
      .getLocal(this.#last)
      .constInteger(number * from)
      .subtractIntegers()
      .setLocal(this.#k);
    pushWhile(
      body,
      () => body.getLocal(this.#k).getLocal(this.#at).integerAtLeast(),
      () => {
        each();
        pushStep(body, this.#k, -number);
      },
    );
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

  /** Newton's method between low and high; the loop is left at depth 1. */
  #newton(): void {
    const body = this.#body;
    const { EPSILON } = Number;
    body.constNumber(0).setLocal(this.#low);
    body.constNumber(1).setLocal(this.#high);
    body.constNumber(0).setLocal(this.#count);
    body.block().loop();
    body.getLocal(this.#last).load(0).setLocal(this.#value);
    body.constNumber(0).setLocal(this.#slope);
    this.#downwards(() => {
      body.getLocal(this.#slope).getLocal(this.#s).multiply().getLocal(this.#value).add();
      body.setLocal(this.#slope);
      body.getLocal(this.#value).getLocal(this.#s).multiply().getLocal(this.#k).load(0).add();
      body.setLocal(this.#value);
    }, 1);
    body.getLocal(this.#value).constNumber(0).greaterThan().ifTrue();
    body.getLocal(this.#s).setLocal(this.#low).otherwise();
    body.getLocal(this.#s).setLocal(this.#high).end();
    body.getLocal(this.#value).constNumber(0).equal().branchIf(1);
    body.getLocal(this.#high).getLocal(this.#low).subtract();
    body.getLocal(this.#high).constNumber(EPSILON).multiply().atMost().branchIf(1);
    body.getLocal(this.#s).getLocal(this.#value).getLocal(this.#slope).divide().subtract();
    body.setLocal(this.#next);
    body.getLocal(this.#next).getLocal(this.#low).greaterThan();
    body.getLocal(this.#next).getLocal(this.#high).lessThan().and();
    body.getLocal(this.#count).constNumber(newtonSteps).lessThan().and().setLocal(this.#inside);
    body.getLocal(this.#inside).not().ifTrue();
    body.getLocal(this.#low).getLocal(this.#high).add().constNumber(0.5).multiply().setLocal(this.#next);
    body.end();
    for (const end of [this.#s, this.#low, this.#high]) {
      body.getLocal(this.#next).getLocal(end).equal().branchIf(1);
    }
    body.getLocal(this.#next).getLocal(this.#s).subtract().absolute();
    body.getLocal(this.#s).absolute().constNumber(EPSILON).multiply().atMost();
    body.getLocal(this.#inside).and();
    body.getLocal(this.#next).setLocal(this.#s).branchIf(1);
    body.getLocal(this.#count).constNumber(1).add().setLocal(this.#count);
    body.branch(0).end().end();
  }

  /** p = (s - .) q by synthetic division, and q over [0, s] in powers of the part of it. */
  #divide(): void {
    const body = this.#body;
    const { quotient } = this.memory.layout;
    body.constNumber(0).setLocal(this.#next);
    body.constInteger(quotient).getLocal(this.#terms).constInteger(1).subtractIntegers();
    body.constInteger(number).multiplyIntegers().addIntegers().setLocal(this.#q);
    body.getLocal(this.#last).setLocal(this.#k);
    pushWhile(
      body,
      () => body.getLocal(this.#q).constInteger(quotient).integerAtLeast(),
      () => {
        body.getLocal(this.#s).getLocal(this.#next).multiply().getLocal(this.#k).load(0).subtract();
        body.setLocal(this.#next);
        body.getLocal(this.#q).getLocal(this.#next).store(0);
        pushStep(body, this.#k, -number);
        pushStep(body, this.#q, -number);
      },
    );
    body.constNumber(1).setLocal(this.#next);
    body.constInteger(quotient + number).setLocal(this.#q);
    const end = (): WasmBody =>
      body.getLocal(this.#terms).constInteger(number).multiplyIntegers().constInteger(quotient).addIntegers();
    const isInside = (): WasmBody => {
      body.getLocal(this.#q);
      return end().integerLess();
    };
    pushWhile(body, isInside, () => {
      body.getLocal(this.#next).getLocal(this.#s).multiply().setLocal(this.#next);
      body.getLocal(this.#q).getLocal(this.#q).load(0).getLocal(this.#next).multiply().store(0);
      pushStep(body, this.#q, number);
    });
  }
}

/** Pushes the address of the coefficient `degree + more`. */
function pushAddress(body: WasmBody, at: number, degree: number, more: number): void {
  body.getLocal(degree).constInteger(more).addIntegers().constInteger(number).multiplyIntegers();
  body.getLocal(at).addIntegers();
}

function pushStep(body: WasmBody, address: number, by: number): void {
  body.getLocal(address).constInteger(by).addIntegers().setLocal(address);
}

/** Repeats while a condition, which leaves an integer, holds. */
function pushWhile(body: WasmBody, condition: () => WasmBody, each: () => void): void {
  body.block().loop();
  condition();
  body.not().branchIf(1);
  each();
  body.branch(0).end().end();
}
