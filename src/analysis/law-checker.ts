/**
 * Observer that checks the laws of the circuit at points of the trajectory, from the flat list of branches
 * and their nodes rather than from the compiled matrices (conventions: certificate):
 *
 *     complementarity   |min(y_i / Y_i, lambda_i / L_i)|          every ideal element
 *     Kirchhoff         |sum of currents at a node| / largest sum of magnitudes there so far
 *     element laws      |v - R i| / largest |v|,  |v - s(t)|, |i - s(t)|
 *
 * Y_i and L_i are the largest magnitudes of the row so far, at least vntol or abstol, and at least
 * `rowFloor` of the largest voltage or current in the circuit so far: the multipliers come out of one solve,
 * so that the rounding of a small one is that of the large ones. "Largest current" counts v_a/R and v_b/R of
 * a resistance, whose difference the current is. A node's scale is at least abstol, at least the current that
 * vntol, or `termFloor` of the largest voltage, drives through the resistances at the node (closed ideal switches and
 * piecewise-linear laws have some too), and at least `rowFloor` of the largest current; a law's scale at least `rowFloor`
 * of the largest voltage or current, for the same reason.
 */
import type { ReducedSystem, SmoothRow } from '../circuit/compiled-circuit.js';
import { auxiliaryRow } from '../circuit/guards.js';
import type { Branch, FormTerm, LinearForm } from '../circuit/primitives.js';
import type { Signal } from '../kernel/modeling/signal.js';
import type { Observer, Segment } from '../kernel/simulation/stream.js';
import type { WorstResidual } from './certificate.js';
import { chargeOf } from './charge-energy.js';
import { dot } from './energy-ledger.js';

/**
 * y is a sum of terms; its rounding is that of the largest they have been. A row whose terms are a million
 * times what it carries (1 GOhm times the rounding of an ampere) is judged against this part of them.
 */
const termFloor = 1e-6;

/** A row that never carries more than this part of the largest of all is judged against that part. */
const rowFloor = 1e-3;

export interface LawCheckOptions {
  readonly needs: 'end' | 'grid';
  readonly vntol: number;
  readonly abstol: number;
  /** y and lambda hold at t_k+gamma (full scheme) with this gamma; 1: at grid points. */
  readonly lawPoint: number;
  /** Nonlinear rows, whose law is y = f(arguments). */
  readonly smooth?: readonly SmoothRow[];
}

export class LawChecker implements Observer {
  readonly needs: 'end' | 'grid';
  pointsChecked = 0;
  readonly #complementarity = new Worst();
  readonly #kirchhoff = new Worst();
  readonly #elementLaws = new Worst();
  readonly #x: Float64Array;
  readonly #lambda: Float64Array;
  readonly #zeta: Float64Array;
  /** Node index of each branch's a and b; -1 is ground. */
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #nodes: readonly string[];
  readonly #nodeOf: ReadonlyMap<string, number>;
  readonly #nodeForms: readonly Float64Array[];
  readonly #y: Float64Array;
  /** Largest magnitude of each entry of zeta so far. */
  readonly #largest: Float64Array;
  readonly #rowY: Float64Array;
  readonly #rowLambda: Float64Array;
  readonly #rowIsVoltage: Uint8Array;
  /** Largest node voltage and current so far. */
  #largestVoltage = 0;
  #largestCurrent = 0;
  #formTerms = 0;
  /** Sources are taken at their left limits. */
  #left = false;
  readonly #nodeV: Float64Array;
  /** 1 for nodes between the parts of a charge, whose voltages are charges and no measure of the circuit's. */
  readonly #hidden: Uint8Array;
  readonly #nodeSum: Float64Array;
  readonly #nodeTerms: Float64Array;
  readonly #nodeScale: Float64Array;
  /** Sum of the conductances at a node, siemens. */
  readonly #nodeConductance: Float64Array;
  readonly #branchScale: Float64Array;

  constructor(
    private readonly system: ReducedSystem,
    private readonly options: LawCheckOptions,
  ) {
    const { n, m, p, branches, unknowns, recoverX, recoverLambda, recoverU } = system;
    this.needs = options.needs;
    this.#x = new Float64Array(n);
    this.#lambda = new Float64Array(m);
    this.#zeta = new Float64Array(n + m + p);
    const rows = unknowns.map(({ quantity }, row) => (quantity === 'v' ? row : -1)).filter((row) => row >= 0);
    this.#nodes = rows.map((row) => unknowns[row]?.name ?? '');
    this.#nodeForms = rows.map((row) => {
      const form = new Float64Array(n + m + p);
      form.set(recoverX.subarray(row * n, (row + 1) * n));
      form.set(recoverLambda.subarray(row * m, (row + 1) * m), n);
      form.set(recoverU.subarray(row * p, (row + 1) * p), n + m);
      return form;
    });
    const index = new Map(this.#nodes.map((name, k) => [name, k]));
    this.#nodeOf = index;
    this.#a = Int32Array.from(branches, ({ a }) => index.get(a) ?? -1);
    this.#b = Int32Array.from(branches, ({ b }) => index.get(b) ?? -1);
    this.#rowIsVoltage = Uint8Array.from(system.rows, ({ multiplier }) => (multiplier === 'voltage' ? 1 : 0));
    this.#y = new Float64Array(m);
    this.#largest = new Float64Array(n + m + p);
    this.#rowY = new Float64Array(m);
    this.#rowLambda = new Float64Array(m);
    this.#nodeV = new Float64Array(rows.length);
    const hidden = new Set(branches.flatMap((branch) => (chargeOf(branch) ? [branch.a] : [])));
    this.#hidden = Uint8Array.from(this.#nodes, (name) => (hidden.has(name) ? 1 : 0));
    this.#nodeSum = new Float64Array(rows.length);
    this.#nodeTerms = new Float64Array(rows.length);
    this.#nodeScale = new Float64Array(rows.length).fill(options.abstol);
    this.#nodeConductance = new Float64Array(rows.length);
    branches.forEach((branch, k) => {
      // A closed ideal switch and a part of a piecewise-linear law are resistances too.
      if (!('resistance' in branch) || branch.resistance === 0) return;
      for (const node of [this.#a[k] ?? -1, this.#b[k] ?? -1]) {
        if (node >= 0)
          this.#nodeConductance[node] = (this.#nodeConductance[node] ?? 0) + 1 / Math.abs(branch.resistance);
      }
    });
    this.#branchScale = Float64Array.from(branches, ({ kind }) =>
      kind === 'current' ? options.abstol : options.vntol,
    );
    branches.forEach((branch, k) => {
      if (branch.kind === 'controlled' && branch.output === 'current') this.#branchScale[k] = options.abstol;
    });
  }

  get complementarity(): WorstResidual {
    return this.#complementarity.result();
  }

  get kirchhoff(): WorstResidual {
    return this.#kirchhoff.result();
  }

  get elementLaws(): WorstResidual {
    return this.#elementLaws.result();
  }

  segment(segment: Segment): void {
    if (this.pointsChecked === 0) this.#readScales(segment);
    const first = this.needs === 'grid' ? 1 : segment.gridCount;
    for (let k = Math.max(1, first); k <= segment.gridCount; k++) this.#check(segment, k);
  }

  /** Checks at a point that is given whole: zeta = (x, lambda, u), the left or right limit at t. */
  checkPoint(t: number, zeta: Float64Array, side: 'left' | 'right'): void {
    this.#zeta.set(zeta);
    this.pointsChecked++;
    this.#left = side === 'left';
    this.#checkZeta(t);
    this.#left = false;
  }

  /** Lets a point set scales without holding its laws against the run. */
  noteScales(t: number, zeta: Float64Array): void {
    this.#zeta.set(zeta);
    this.#checkZeta(t);
    for (const worst of [this.#complementarity, this.#kirchhoff, this.#elementLaws]) worst.forget();
  }

  /** The start sets scales; its laws are not held against the run, for a jump may follow. */
  #readScales(segment: Segment): void {
    this.#checkZeta(this.#readPoint(segment, 0));
    for (const worst of [this.#complementarity, this.#kirchhoff, this.#elementLaws]) worst.forget();
  }

  #check(segment: Segment, k: number): void {
    const t = this.#readPoint(segment, k);
    this.pointsChecked++;
    this.#checkZeta(t);
  }

  #checkZeta(t: number): void {
    this.#readNodes();
    this.#checkBranches(t);
    this.#checkRows(t);
  }

  /** Fills zeta with the point at which the one-step problem held; returns its time. */
  #readPoint(segment: Segment, k: number): number {
    const { n, m, inputs } = this.system;
    const atEnd = k === 0 || segment.implicit === true;
    const lawPoint = atEnd ? 1 : this.options.lawPoint;
    const zeta = this.#zeta;
    let t = segment.gridTime(k);
    segment.gridPoint(k, this.#x, this.#lambda);
    for (let i = 0; i < n; i++) zeta[i] = this.#x[i] ?? 0;
    for (let i = 0; i < m; i++) zeta[n + i] = this.#lambda[i] ?? 0;
    if (lawPoint < 1) {
      segment.gridPoint(k - 1, this.#x, this.#lambda);
      for (let i = 0; i < n; i++) zeta[i] = lawPoint * (zeta[i] ?? 0) + (1 - lawPoint) * (this.#x[i] ?? 0);
      t = lawPoint * t + (1 - lawPoint) * segment.gridTime(k - 1);
    }
    for (let j = 0; j < inputs.length; j++) zeta[n + m + j] = inputs[j]?.value(t) ?? 0;
    return t;
  }

  #checkRows(t: number): void {
    const { n, m, p, C, D, E, rows } = this.system;
    const { vntol, abstol } = this.options;
    const zeta = this.#zeta;
    for (let j = 0; j < zeta.length; j++) {
      this.#largest[j] = Math.max(this.#largest[j] ?? 0, Math.abs(zeta[j] ?? 0));
    }
    for (let i = 0; i < m; i++) {
      let y = 0;
      let terms = 0;
      for (let j = 0; j < n + m + p; j++) {
        const factor = j < n ? C[i * n + j] : j < n + m ? D[i * m + j - n] : E[i * p + j - n - m];
        if (factor === undefined || factor === 0) continue;
        y += factor * (zeta[j] ?? 0);
        terms += Math.abs(factor) * (this.#largest[j] ?? 0);
      }
      this.#y[i] = y;
      this.#rowY[i] = Math.max(this.#rowY[i] ?? 0, termFloor * terms);
    }
    const minVoltage = Math.max(vntol, rowFloor * this.#largestVoltage);
    const minCurrent = Math.max(abstol, rowFloor * this.#largestCurrent);
    for (const { row, smooth, arguments: forms } of this.options.smooth ?? []) {
      const point = Float64Array.from(forms, ({ form, constant }) => constant + dot(form, zeta));
      this.#y[row] = (this.#y[row] ?? 0) - smooth.value(point);
    }
    for (let i = 0; i < m; i++) {
      const y = this.#y[i] ?? 0;
      const lambda = zeta[n + i] ?? 0;
      const isVoltage = this.#rowIsVoltage[i] === 1;
      const isForm = rows[i]?.multiplier === 'form';
      const scaleY = Math.max(this.#rowY[i] ?? 0, Math.abs(y), isVoltage ? minCurrent : minVoltage);
      const scaleLambda = Math.max(
        this.#rowLambda[i] ?? 0,
        Math.abs(lambda),
        isVoltage || isForm ? minVoltage : minCurrent,
      );
      this.#rowY[i] = scaleY;
      this.#rowLambda[i] = scaleLambda;
      const law = rows[i]?.law;
      if (law === 'smooth') {
        // lambda is f itself, in the function's unit: its magnitude is that of the terms of y.
        const scale = Math.max(this.#rowY[i] ?? 0, this.#rowLambda[i] ?? 0);
        this.#elementLaws.note(Math.abs(y) / scale, t, rows[i]?.name ?? '');
        continue;
      }
      const residual =
        law === 'ideal-switch'
          ? Math.min(Math.abs(y) / scaleY, Math.abs(lambda) / scaleLambda)
          : Math.abs(Math.min(y / scaleY, lambda / scaleLambda));
      this.#complementarity.note(residual, t, rows[i]?.name ?? '');
    }
  }

  #checkBranches(t: number): void {
    const { branches, forms } = this.system;
    this.#nodeSum.fill(0);
    this.#nodeTerms.fill(0);
    for (let k = 0; k < branches.length; k++) {
      const branch = branches[k];
      const form = forms[k];
      if (!branch || !form) continue;
      const i = dot(form.i, this.#zeta);
      const va = this.#nodeVoltage(this.#a[k] ?? -1);
      const vb = this.#nodeVoltage(this.#b[k] ?? -1);
      const v = va - vb;
      this.#addCurrent(this.#a[k] ?? -1, i);
      this.#addCurrent(this.#b[k] ?? -1, -i);
      this.#largestCurrent = Math.max(this.#largestCurrent, Math.abs(i));
      if (branch.kind === 'resistance') {
        const terms = (Math.abs(va) + Math.abs(vb)) / Math.abs(branch.resistance);
        this.#largestCurrent = Math.max(this.#largestCurrent, terms);
        this.#law(k, v, branch.resistance * i, t);
      }
      if (branch.kind === 'voltage') this.#law(k, v, this.#signalAt(branch.signal, t), t);
      if (branch.kind === 'current') this.#law(k, i, this.#signalAt(branch.signal, t), t);
      if (branch.kind === 'controlled') {
        this.#formTerms = 0;
        const value = this.#formValue(branch.form, k, t);
        this.#law(k, branch.output === 'voltage' ? v : i, value, t, this.#formTerms);
      }
    }
    for (let node = 0; node < this.#nodes.length; node++) {
      const own = Math.max(this.#nodeScale[node] ?? 0, this.#nodeTerms[node] ?? 0);
      this.#nodeScale[node] = own;
      const noise = Math.max(this.options.vntol, termFloor * this.#largestVoltage);
      const driven = noise * (this.#nodeConductance[node] ?? 0);
      const scale = Math.max(own, driven, rowFloor * this.#largestCurrent);
      this.#kirchhoff.note(Math.abs(this.#nodeSum[node] ?? 0) / scale, t, this.#nodes[node] ?? '');
    }
  }

  #signalAt(signal: Signal, t: number): number {
    return this.#left ? signal.valueLeft(t) : signal.value(t);
  }

  #addCurrent(node: number, current: number): void {
    if (node < 0) return;
    this.#nodeSum[node] = (this.#nodeSum[node] ?? 0) + current;
    this.#nodeTerms[node] = (this.#nodeTerms[node] ?? 0) + Math.abs(current);
  }

  #readNodes(): void {
    this.#nodeForms.forEach((form, node) => {
      const v = dot(form, this.#zeta);
      this.#nodeV[node] = v;
      if (this.#hidden[node] === 1) return;
      this.#largestVoltage = Math.max(this.#largestVoltage, Math.abs(v));
    });
  }

  #nodeVoltage(node: number): number {
    return this.#nodeV[node] ?? 0;
  }

  /** Value of a controlled branch's form from node voltages and branch currents. */
  #formValue({ constant, terms }: LinearForm, own: number, t: number): number {
    let sum = constant;
    for (const term of terms) {
      const value = term.gain * this.#termValue(term, own, t);
      sum += value;
      this.#formTerms += Math.abs(value);
      if (term.quantity !== 'voltage') continue;
      // A gain multiplies the rounding of both node voltages, however small their difference.
      const nodes = Math.abs(this.#voltageOf(term.a)) + Math.abs(this.#voltageOf(term.b));
      this.#formTerms += termFloor * Math.abs(term.gain) * nodes;
    }
    return sum;
  }

  #termValue(term: FormTerm, own: number, t: number): number {
    const { n, branches, forms } = this.system;
    switch (term.quantity) {
      case 'voltage':
        return this.#voltageOf(term.a) - this.#voltageOf(term.b);
      case 'signal':
        return term.signal.value(t);
      case 'auxiliary':
        return this.#zeta[n + auxiliaryRow(this.system, own, term)] ?? 0;
      case 'current': {
        let sum = 0;
        branches.forEach(({ element, reversed }, k) => {
          const form = forms[k]?.i;
          if (element === term.element && form) sum += (reversed === true ? -1 : 1) * dot(form, this.#zeta);
        });
        return sum;
      }
    }
  }

  #voltageOf(name: string): number {
    return this.#nodeVoltage(this.#nodeOf.get(name) ?? -1);
  }

  /** Compares the two sides of an element's law; `terms` is the sum of the magnitudes that the right side adds up. */
  #law(k: number, left: number, right: number, t: number, terms = 0): void {
    const scale = Math.max(this.#branchScale[k] ?? 0, Math.abs(left), Math.abs(right), terms);
    this.#branchScale[k] = scale;
    const floor = rowFloor * this.#largestOf(this.system.branches[k]);
    const residual = Math.abs(left - right) / Math.max(scale, floor);
    this.#elementLaws.note(residual, t, this.system.branches[k]?.name ?? '');
  }

  /** The largest quantity of the kind that the branch's law is about: volts, or amperes of a current source. */
  #largestOf(branch: Branch | undefined): number {
    if (branch?.kind === 'current') return this.#largestCurrent;
    if (branch?.kind === 'controlled' && branch.output === 'current') return this.#largestCurrent;
    if (branch?.kind !== 'resistance') return this.#largestVoltage;
    return Math.max(this.#largestVoltage, Math.abs(branch.resistance) * this.#largestCurrent);
  }
}

/** Keeps the largest residual; NaN counts as the largest of all. */
class Worst {
  /** Below 0: nothing was noted. */
  #value = -1;
  #time = NaN;
  #name = '';

  note(value: number, time: number, name: string): void {
    if (value <= this.#value) return;
    this.#value = Number.isNaN(value) ? Infinity : value;
    this.#time = time;
    this.#name = name;
  }

  forget(): void {
    this.#value = -1;
    this.#time = NaN;
    this.#name = '';
  }

  result(): WorstResidual {
    return { value: Math.max(0, this.#value), time: this.#time, name: this.#name };
  }
}
