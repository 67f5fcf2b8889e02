/**
 * Machine code for the root of a guard's polynomial that `FirstNegative` proves to be the first, by the same sums. The
 * powers are unrolled, and left at the degree: no sum waits for another longer than an addition a power.
 */
import {
  clearDegree,
  halleySteps,
  lastBound,
  lastStep,
  lastTurn,
} from '../../../numerics/polynomial/first-negative.js';
import type { WasmFunction } from '../wasm-module.js';
import { WasmBody } from '../wasm-writer.js';
import { pushIsAtLeast, pushStep } from './clear-code.js';
import { number, range } from './code-parts.js';
import { frame, type FlowMemory } from './flow-memory.js';
import { maxTerms } from './series-terms.js';

/** provedRoot(at, degree, tolerance, guess): the proved first root of a polynomial that is positive at 0; else 0. */
export class RootBody {
  readonly #body = new WasmBody();
  readonly #at = 0;
  readonly #degree = 1;
  readonly #tolerance = 2;
  readonly #s = 3;
  readonly #left = 4;
  readonly #d = 5;
  readonly #power = 6;
  readonly #term = 7;
  readonly #value = 8;
  readonly #sums = 9;
  readonly #sumsOfSums = 10;
  readonly #tail = 11;
  readonly #slope = 12;
  readonly #curve = 13;
  readonly #turn = 14;
  readonly #square = 15;
  readonly #root = 16;
  readonly #bound = 17;
  /** P_k, then Bernstein coefficients of Q. */
  readonly #b = 18;

  constructor(private readonly memory: FlowMemory) {}

  emit(): WasmFunction {
    const body = this.#body;
    body.getLocal(this.#degree).toNumber();
    body
      .constNumber(clearDegree + 1)
      .maximum()
      .setLocal(this.#d);
    body.constInteger(halleySteps).setLocal(this.#left);
    body.block().loop();
    body.getLocal(this.#s).constNumber(0).greaterThan();
    body.getLocal(this.#s).constNumber(2).lessThan().and();
    body.constInteger(0).getLocal(this.#left).integerLess().and().not().branchIf(1);
    this.#evaluate();
    this.#step();
    body.getLocal(this.#value).absolute();
    body.getLocal(this.#slope).constNumber(-lastStep).multiply().atMost();
    body.getLocal(this.#turn).absolute();
    body.getLocal(this.#square).constNumber(lastTurn).multiply().atMost().and();
    body
      .getLocal(this.#bound)
      .getLocal(this.#slope)
      .constNumber(lastBound)
      .multiply()
      .atLeast()
      .and()
      .ifTrue();
    this.#prove();
    body.branch(2).end();
    body.getLocal(this.#root).setLocal(this.#s);
    pushStep(body, this.#left, -1);
    body.branch(0).end().end();
    body.constNumber(0);
    return {
      name: 'provedRoot',
      parameters: ['integer', 'integer', 'number', 'number'],
      result: 'number',
      integerLocals: 1,
      numberLocals: this.#b + clearDegree - this.#left,
      body,
    };
  }

  /** p(s), the sums of its parts, and the bound of the tail of Q. */
  #evaluate(): void {
    const body = this.#body;
    body.constNumber(1).setLocal(this.#power);
    body.getLocal(this.#at).load(0).setLocal(this.#value);
    for (const local of [this.#sums, this.#sumsOfSums, this.#tail]) body.constNumber(0).setLocal(local);
    body.block();
    for (let k = 1; k <= maxTerms; k++) {
      const weight = k - clearDegree - 1;
      if (weight > 0) body.getLocal(this.#degree).constInteger(k).integerLess().branchIf(0);
      else body.getLocal(this.#value).setLocal(this.#b + k - 1);
      body.getLocal(this.#sums).getLocal(this.#value).add().setLocal(this.#sums);
      body.getLocal(this.#sumsOfSums).getLocal(this.#sums).add().setLocal(this.#sumsOfSums);
      body.getLocal(this.#power).getLocal(this.#s).multiply().setLocal(this.#power);
      body
        .getLocal(this.#at)
        .load(number * k)
        .getLocal(this.#power)
        .multiply()
        .setLocal(this.#term);
      body.getLocal(this.#value).getLocal(this.#term).add().setLocal(this.#value);
      if (weight <= 0) continue;
      body.getLocal(this.#tail).getLocal(this.#term).absolute().constNumber(weight).multiply().add();
      body.setLocal(this.#tail);
    }
    body.end();
  }

  /** The next s, and how far Q may be below 0; the loop is left at depth 1 where p does not fall. */
  #step(): void {
    const body = this.#body;
    body.getLocal(this.#d).getLocal(this.#value).multiply().getLocal(this.#sums).subtract();
    body.setLocal(this.#slope);
    body.getLocal(this.#slope).constNumber(0).lessThan().not().branchIf(1);
    body.getLocal(this.#d).getLocal(this.#d).constNumber(1).subtract().multiply().constNumber(0.5).multiply();
    body.getLocal(this.#value).multiply();
    body.getLocal(this.#d).getLocal(this.#sums).multiply().subtract();
    body.getLocal(this.#sumsOfSums).add().setLocal(this.#curve);
    body.getLocal(this.#value).getLocal(this.#curve).multiply().setLocal(this.#turn);
    body.getLocal(this.#slope).getLocal(this.#slope).multiply().setLocal(this.#square);
    body.getLocal(this.#s);
    body.getLocal(this.#s).getLocal(this.#value).multiply().getLocal(this.#slope).multiply();
    body.getLocal(this.#square).getLocal(this.#turn).subtract();
    body.getLocal(this.#square).constNumber(0.5).multiply().maximum().divide();
    body.subtract().setLocal(this.#root);
    body.getLocal(this.#value).getLocal(this.#tolerance).add().setLocal(this.#bound);
    body.getLocal(this.#bound).constNumber(0).lessThan().ifTrue();
    body.getLocal(this.#bound).getLocal(this.#s).multiply();
    body
      .constInteger(0)
      .load(this.memory.layout.frame + number * frame.resolution)
      .divide()
      .setLocal(this.#bound)
      .end();
  }

  /** Leaves the function with the root where p falls there by more than the tolerance, for the first time. */
  #prove(): void {
    const body = this.#body;
    body.getLocal(this.#slope).constNumber(1).getLocal(this.#root).subtract().multiply();
    body.getLocal(this.#tolerance).constNumber(-2).multiply().getLocal(this.#root).multiply().lessThan();
    body.getLocal(this.#square);
    body.getLocal(this.#tolerance).constNumber(4).multiply().getLocal(this.#curve).multiply();
    body.greaterThan().and().ifTrue();
    for (const k of range(clearDegree + 1)) {
      body
        .getLocal(this.#b + k)
        .getLocal(this.#value)
        .subtract()
        .setLocal(this.#b + k);
    }
    pushIsAtLeast(body, { b: this.#b, tail: this.#tail, tolerance: this.#bound });
    body.ifTrue().getLocal(this.#root).leave().end().end();
  }
}
