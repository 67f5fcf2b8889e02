/**
 * A fill-reducing order of elimination for a symmetric pattern: at each step a variable whose row has, by an upper bound
 * that is cheap to keep, the fewest entries. The graph of what is left is never formed; it is the union of
 *
 *     elements   the rows of eliminated variables, each a list of variables that are pairwise connected through it, and
 *     A_i        the original neighbours of variable i that no element covers.
 *
 * The bound for i in the new element L_p: |A_i| + |L_p \ i| + sum over its other elements e of |L_e \ L_p|. Elements that are
 * part of another are dropped (absorption, the aggressive kind included), variables with equal rows become one, those with no
 * neighbour outside L_p are eliminated with it. Rows of more than 10 sqrt(n) entries (supply rails) come last. The
 * order is a postorder of the tree of elements: what is eliminated together stands together.
 *
 * Cost: near the entries of the pattern in practice; memory 1.2 times them and a dozen arrays of length n. Guarantee: a
 * permutation; no bound of the fill. Source: [Amestoy-Davis-Duff 1996].
 */

/** Neighbours of node i: neighbour[start[i] .. start[i+1]), i itself not among them, each once, both ways. */
export interface SymmetricGraph {
  readonly start: Int32Array;
  readonly neighbour: Int32Array;
}

/** Orders the nodes: the k-th to be eliminated is the k-th entry. */
export function approximateMinimumDegree(graph: SymmetricGraph): Int32Array {
  return new QuotientGraph(graph).order();
}

const NONE = -1;

class QuotientGraph {
  readonly #n: number;
  /** Lists of variables and elements: `start`, `length`; of a variable the first `elements` entries are elements. */
  readonly #start: Int32Array;
  readonly #length: Int32Array;
  readonly #elements: Int32Array;
  readonly #list: Int32Array;
  #used: number;
  /** How many variables a variable stands for; 0: it is part of another, or eliminated with it; negative: in L_p. */
  readonly #weight: Int32Array;
  /** Bounds of degrees; of an element the weight of its variables. */
  readonly #degree: Int32Array;
  /** Variables by degree, doubly linked; `#next` also links the variables of one hash. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #bucket: Int32Array;
  #least = 0;
  /** Marks; of an element 0 when it is absorbed. */
  readonly #mark: Int32Array;
  #now = 2;
  #largest = 0;
  /** The element that absorbed an element; rings of variables that are eliminated together. */
  readonly #parent: Int32Array;
  readonly #ring: Int32Array;
  readonly #pivots: Int32Array;
  #pivotCount = 0;
  #eliminated = 0;

  constructor({ start, neighbour }: SymmetricGraph) {
    const n = start.length - 1;
    this.#n = n;
    this.#start = start.slice(0, n);
    this.#length = new Int32Array(n);
    this.#elements = new Int32Array(n);
    this.#used = neighbour.length;
    this.#list = new Int32Array(this.#used + Math.ceil(this.#used / 5) + 2 * n);
    this.#list.set(neighbour);
    this.#weight = new Int32Array(n).fill(1);
    this.#degree = new Int32Array(n);
    this.#first = new Int32Array(n + 1).fill(NONE);
    this.#next = new Int32Array(n).fill(NONE);
    this.#previous = new Int32Array(n).fill(NONE);
    this.#bucket = new Int32Array(n).fill(NONE);
    this.#mark = new Int32Array(n).fill(1);
    this.#parent = new Int32Array(n).fill(NONE);
    this.#ring = Int32Array.from({ length: n }, (_, i) => i);
    this.#pivots = new Int32Array(n);
    const dense = Math.max(16, 10 * Math.sqrt(n));
    for (let i = n - 1; i >= 0; i--) {
      const length = start[i + 1]! - start[i]!;
      this.#length[i] = length;
      this.#degree[i] = length;
      if (length > dense) this.#postpone(i);
      else this.#enqueue(i);
    }
  }

  order(): Int32Array {
    const dense: number[] = [];
    for (let i = 0; i < this.#n; i++) if (this.#weight[i] === 0) dense.push(i);
    while (this.#eliminated < this.#n) {
      const p = this.#takeLeast();
      this.#gather(p);
      this.#measure(p);
      this.#update(p);
      this.#merge(p);
      this.#settle(p);
    }
    return this.#postorder(dense);
  }

  /** A dense row takes no part; lists that have it skip it for its weight 0. */
  #postpone(i: number): void {
    this.#weight[i] = 0;
    this.#mark[i] = 0;
    this.#eliminated++;
  }

  #enqueue(i: number): void {
    const degree = this.#degree[i]!;
    const head = this.#first[degree]!;
    this.#next[i] = head;
    this.#previous[i] = NONE;
    if (head !== NONE) this.#previous[head] = i;
    this.#first[degree] = i;
    if (degree < this.#least) this.#least = degree;
  }

  #dequeue(i: number): void {
    const next = this.#next[i]!;
    const previous = this.#previous[i]!;
    if (next !== NONE) this.#previous[next] = previous;
    if (previous !== NONE) this.#next[previous] = next;
    else this.#first[this.#degree[i]!] = next;
  }

  #takeLeast(): number {
    while (this.#first[this.#least] === NONE) this.#least++;
    const p = this.#first[this.#least]!;
    this.#dequeue(p);
    return p;
  }

  /** Makes p an element: L_p is the union of A_p and of its elements, which it absorbs. */
  #gather(p: number): void {
    const elements = this.#elements[p]!;
    if (elements > 0 && this.#used + this.#degree[p]! > this.#list.length) this.#compact();
    const list = this.#list;
    const weight = this.#weight;
    const own = weight[p]!;
    this.#eliminated += own;
    weight[p] = -own;
    this.#pivots[this.#pivotCount++] = p;
    let at = this.#start[p]!;
    // Without elements L_p is A_p thinned out, in its place.
    const begin = elements === 0 ? at : this.#used;
    let end = begin;
    let degree = 0;
    for (let k = 0; k <= elements; k++) {
      const e = k < elements ? list[at++]! : p;
      let q = e === p ? at : this.#start[e]!;
      const stop = q + (e === p ? this.#length[p]! - elements : this.#length[e]!);
      for (; q < stop; q++) {
        const i = list[q]!;
        const w = weight[i]!;
        if (w <= 0) continue;
        degree += w;
        weight[i] = -w;
        list[end++] = i;
        this.#dequeue(i);
      }
      if (e !== p) this.#absorb(e, p);
    }
    if (elements > 0) this.#used = end;
    this.#start[p] = begin;
    this.#length[p] = end - begin;
    this.#degree[p] = degree;
  }

  #absorb(e: number, p: number): void {
    this.#parent[e] = p;
    this.#mark[e] = 0;
  }

  /** mark[e] - now = weight of L_e \ L_p, for the elements e of the variables of L_p. */
  #measure(p: number): void {
    const list = this.#list;
    const mark = this.#mark;
    this.#refreshMarks();
    const now = this.#now;
    const begin = this.#start[p]!;
    for (let q = begin; q < begin + this.#length[p]!; q++) {
      const i = list[q]!;
      const w = -this.#weight[i]!;
      const first = this.#start[i]!;
      for (let r = first; r < first + this.#elements[i]!; r++) {
        const e = list[r]!;
        if (mark[e]! >= now) mark[e]! -= w;
        else if (mark[e] !== 0) mark[e] = this.#degree[e]! + now - w;
      }
    }
  }

  /** Bounds of the degrees of L_p, p first in their lists; variables without other neighbours go with p. */
  #update(p: number): void {
    const list = this.#list;
    const mark = this.#mark;
    const weight = this.#weight;
    const now = this.#now;
    const n = this.#n;
    const begin = this.#start[p]!;
    for (let q = begin; q < begin + this.#length[p]!; q++) {
      const i = list[q]!;
      const first = this.#start[i]!;
      const variables = first + this.#elements[i]!;
      const stop = first + this.#length[i]!;
      let end = first;
      let hash = 0;
      let degree = 0;
      for (let r = first; r < variables; r++) {
        const e = list[r]!;
        if (mark[e] === 0) continue;
        const outside = mark[e]! - now;
        if (outside > 0) {
          degree += outside;
          list[end++] = e;
          hash += e;
        } else this.#absorb(e, p);
      }
      const kept = end;
      for (let r = variables; r < stop; r++) {
        const j = list[r]!;
        const w = weight[j]!;
        if (w <= 0) continue;
        degree += w;
        list[end++] = j;
        hash += j;
      }
      if (degree === 0) {
        const w = -weight[i]!;
        this.#degree[p]! -= w;
        this.#eliminated += w;
        this.#join(p, i);
        continue;
      }
      if (degree < this.#degree[i]!) this.#degree[i] = degree;
      // Room for p: what led from i to p, an element or p itself, is no longer in the list.
      list[end] = list[kept]!;
      list[kept] = list[first]!;
      list[first] = p;
      this.#elements[i] = kept - first + 1;
      this.#length[i] = end - first + 1;
      const bucket = hash % n;
      this.#previous[i] = bucket;
      this.#next[i] = this.#bucket[bucket]!;
      this.#bucket[bucket] = i;
    }
    if (this.#degree[p]! > this.#largest) this.#largest = this.#degree[p]!;
  }

  /** Variables of L_p with equal lists become one. */
  #merge(p: number): void {
    const list = this.#list;
    const mark = this.#mark;
    const weight = this.#weight;
    const next = this.#next;
    this.#refreshMarks();
    const begin = this.#start[p]!;
    for (let q = begin; q < begin + this.#length[p]!; q++) {
      const member = list[q]!;
      if (weight[member]! >= 0) continue;
      const bucket = this.#previous[member]!;
      let i = this.#bucket[bucket]!;
      this.#bucket[bucket] = NONE;
      for (; i !== NONE && next[i] !== NONE; i = next[i]!) {
        this.#now++;
        const length = this.#length[i]!;
        const first = this.#start[i]! + 1;
        for (let r = first; r < first + length - 1; r++) mark[list[r]!] = this.#now;
        let before = i;
        for (let j = next[i]!; j !== NONE; j = next[j]!) {
          if (this.#equals(i, j)) {
            weight[i]! += weight[j]!;
            this.#join(i, j);
            next[before] = next[j]!;
          } else before = j;
        }
      }
    }
  }

  /** Whether all of j's list is marked, and is as long as that of i. */
  #equals(i: number, j: number): boolean {
    const length = this.#length[j]!;
    if (length !== this.#length[i]! || this.#elements[j]! !== this.#elements[i]!) return false;
    const first = this.#start[j]! + 1;
    for (let r = first; r < first + length - 1; r++)
      if (this.#mark[this.#list[r]!] !== this.#now) return false;
    return true;
  }

  /** Variable j is eliminated with i: it weighs nothing of its own. */
  #join(i: number, j: number): void {
    this.#weight[j] = 0;
    this.#length[j] = 0;
    const behind = this.#ring[i]!;
    this.#ring[i] = this.#ring[j]!;
    this.#ring[j] = behind;
  }

  /** Puts what is left of L_p back by degree, and closes the list of p. */
  #settle(p: number): void {
    const list = this.#list;
    const weight = this.#weight;
    const begin = this.#start[p]!;
    const stop = begin + this.#length[p]!;
    let end = begin;
    for (let q = begin; q < stop; q++) {
      const i = list[q]!;
      const w = -weight[i]!;
      if (w <= 0) continue;
      weight[i] = w;
      const left = this.#n - this.#eliminated - w;
      this.#degree[i] = Math.min(this.#degree[i]! + this.#degree[p]! - w, left);
      this.#enqueue(i);
      list[end++] = i;
    }
    weight[p] = 0;
    this.#length[p] = end - begin;
    if (end === begin) this.#mark[p] = 0;
    if (stop === this.#used) this.#used = end;
  }

  /** Makes every mark smaller than `now` but that of an absorbed element, which stays 0. */
  #refreshMarks(): void {
    this.#now += this.#largest + 1;
    if (this.#now < 2 ** 30) return;
    for (let i = 0; i < this.#n; i++) if (this.#mark[i] !== 0) this.#mark[i] = 1;
    this.#now = 2;
  }

  /** Moves the lists together over what is no longer used. */
  #compact(): void {
    const list = this.#list;
    const start = this.#start;
    for (let i = 0; i < this.#n; i++) {
      if (this.#length[i] === 0 || this.#mark[i] === 0) continue;
      const at = start[i]!;
      start[i] = list[at]!;
      list[at] = -2 - i;
    }
    let end = 0;
    for (let q = 0; q < this.#used;) {
      const i = -2 - list[q++]!;
      if (i < 0) continue;
      list[end] = start[i]!;
      start[i] = end++;
      for (let k = 1; k < this.#length[i]!; k++) list[end++] = list[q++]!;
    }
    this.#used = end;
  }

  /** Elements in postorder of the tree, each with its ring of variables; dense rows last. */
  #postorder(dense: readonly number[]): Int32Array {
    const child = new Int32Array(this.#n).fill(NONE);
    const sibling = new Int32Array(this.#n).fill(NONE);
    const roots: number[] = [];
    for (let k = this.#pivotCount - 1; k >= 0; k--) {
      const p = this.#pivots[k]!;
      const parent = this.#parent[p]!;
      if (parent === NONE) roots.push(p);
      else {
        sibling[p] = child[parent]!;
        child[parent] = p;
      }
    }
    const order = new Int32Array(this.#n);
    let count = 0;
    const path = new Int32Array(this.#n);
    for (let root = roots.pop(); root !== undefined; root = roots.pop()) {
      let depth = 0;
      path[0] = root;
      while (depth >= 0) {
        const p = path[depth]!;
        const below = child[p]!;
        if (below !== NONE) {
          child[p] = sibling[below]!;
          path[++depth] = below;
          continue;
        }
        let i = p;
        do {
          order[count++] = i;
          i = this.#ring[i]!;
        } while (i !== p);
        depth--;
      }
    }
    for (const i of dense) order[count++] = i;
    return order;
  }
}
