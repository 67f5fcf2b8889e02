/**
 * Inductances and capacitances of positions at rest and in a run of sparse steps: where one is no longer positive, nothing of the
 * circuit has a meaning. Steps, and Newton's method, may pass such a place (a pole) without an error of their own, so that every
 * point is looked at.
 */
import type { Diagnostics } from '../../../base/diagnostic.js';
import type { Span } from '../../../base/span.js';
import type { SparseModel } from '../../../circuit/sparse/sparse-model.js';
import type { PositiveLaw } from '../../../circuit/primitives.js';

/** Part of the value at the start below which a law is taken to have come to 0, where a run cannot go on. */
const vanishing = 1e-6;

interface Watched {
  readonly element: string;
  readonly law: PositiveLaw;
  readonly unknown: number;
  first: number;
}

export class PositiveLaws {
  readonly #watched: readonly Watched[];

  constructor({ numbering: { branches, others, origins } }: SparseModel) {
    const watched: Watched[] = [];
    for (const index of others) {
      const branch = branches[index];
      const law = branch?.kind === 'controlled' ? branch.positive : undefined;
      if (!law) continue;
      const unknown = origins.findIndex(({ quantity, name }) => quantity === 'v' && name === law.node);
      watched.push({ element: branch?.element ?? '', law, unknown, first: NaN });
    }
    this.#watched = watched;
  }

  /** Whether there is nothing to look at. */
  get isEmpty(): boolean {
    return this.#watched.length === 0;
  }

  /**
   * Reports what is wrong at z and returns it; `when` says where that is. Where a run has `stopped` by itself, what has nearly
   * vanished too.
   */
  report(
    z: Float64Array,
    when: string,
    stopped: boolean,
    spanOf: (element: string) => Span | undefined,
    diagnostics: Diagnostics,
  ): string | undefined {
    for (const each of this.#watched) {
      const { element, law, unknown } = each;
      const x = z[unknown] ?? NaN;
      const value = law.value(x);
      if (Number.isNaN(each.first)) each.first = value;
      if (value > (stopped ? vanishing * each.first : 0) && Number.isFinite(value)) continue;
      const message = `${element} has ${law.symbol} = ${short(value)} ${law.unit} at x = ${short(x)} m, ${when}`;
      diagnostics.error('transducer', message, spanOf(element), {
        hint: `${law.symbol} has to be positive wherever its node comes to: give that node a stop, or write residual= if ${element} is an air gap`,
      });
      return message;
    }
    return undefined;
  }
}

function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}
