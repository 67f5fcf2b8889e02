/**
 * What the exact searches for modes of a run may cost (`numerics/lcp/exact-search.ts`, 2^m nodes at worst), counted in work and
 * never in time, so that the same input gives the same bits. A node is a problem of linear feasibility: some m pivots of a
 * tableau of m rows. Small problems are searched to their last leaf.
 */
import type { ModeResult } from '../../../numerics/lcp/mode-solver.js';

/** Nodes of a search that nothing else bounds: every leaf of 13 pairs. */
const mostNodes = 20000;

export interface SearchBudgetOptions {
  /** Of one search and of all searches of a run: nodes times the third power of their rows. */
  readonly one: number;
  readonly all: number;
}

export class SearchBudget {
  #spent = 0;

  constructor(private readonly options: SearchBudgetOptions = { one: Infinity, all: Infinity }) {}

  /** Nodes that a search of a problem of m rows may take; at least the first, which may be a proof. */
  nodes(m: number): number {
    const { one, all } = this.options;
    const left = Math.min(one, all - this.#spent);
    return Math.max(1, Math.min(mostNodes, Math.floor(left / Math.max(1, m) ** 3)));
  }

  /** Notes what a search has taken. */
  spend({ iterations }: ModeResult, m: number): void {
    this.#spent += iterations * m ** 3;
  }
}
