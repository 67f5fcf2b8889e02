/**
 * What residuals of laws are relative to (conventions: certificate): the largest magnitudes that the quantities of a law
 * have had, at least vntol or abstol, and
 *  - of a row at least `rowFloor` of the largest voltage or current in the circuit: the multipliers come out of one
 *    solve, so that the rounding of a small one is that of the large ones. "Largest current" counts v_a/R and v_b/R of a
 *    resistance, whose difference the current is. y is a sum of terms; its rounding is that of the largest they have been;
 *  - of a node at least the current that vntol, or `termFloor` of the largest voltage, drives through the resistances at
 *    it (closed ideal switches and piecewise-linear laws have some too) and behind capacitances at it, and `rowFloor` of the
 *    largest current;
 *  - of an element's law at least `rowFloor` of the largest voltage or current, for the same reason.
 */
import type { CircuitLaws } from './circuit-laws.js';

/**
 * A row whose terms are a million times what it carries (1 GOhm times the rounding of an ampere) is judged against this
 * part of them.
 */
const termFloor = 1e-6;
/** What never carries more than this part of the largest of all is judged against that part. */
const rowFloor = 1e-3;

export class LawScales {
  /** Largest magnitude of each form of the laws so far, and of the currents that meet at a node. */
  readonly largest: Float64Array;
  readonly nodeTerms: Float64Array;
  /** 1/scale of each row's y and lambda as it was a while ago; scales only grow. */
  readonly perY: Float64Array;
  readonly perLambda: Float64Array;
  readonly #element: Float64Array;
  /** Sum of the conductances at a node and at those that capacitances join to it, siemens. */
  readonly #conductance: Float64Array;
  readonly #isVoltage: Uint8Array;
  readonly #isForm: Uint8Array;
  /** Largest of v_a/R and v_b/R of a resistance. */
  #resistive = 0;

  constructor(
    private readonly laws: CircuitLaws,
    private readonly floors: { readonly vntol: number; readonly abstol: number },
  ) {
    const { system, forms, nodes, elements, a, b } = laws;
    this.largest = new Float64Array(forms.count);
    this.nodeTerms = new Float64Array(nodes.length);
    this.#element = new Float64Array(elements.length);
    this.#conductance = new Float64Array(nodes.length);
    system.branches.forEach((branch, k) => {
      // A closed ideal switch and a part of a piecewise-linear law are resistances too.
      if (!('resistance' in branch) || branch.resistance === 0) return;
      for (const node of [a[k] ?? -1, b[k] ?? -1]) {
        if (node >= 0)
          this.#conductance[node] = (this.#conductance[node] ?? 0) + 1 / Math.abs(branch.resistance);
      }
    });
    this.#joinBehindCapacitances();
    this.#isVoltage = Uint8Array.from(system.rows, ({ multiplier }) => (multiplier === 'voltage' ? 1 : 0));
    this.#isForm = Uint8Array.from(system.rows, ({ multiplier }) => (multiplier === 'form' ? 1 : 0));
    this.perY = Float64Array.from(system.rows, (_, row) => 1 / this.y(row));
    this.perLambda = Float64Array.from(system.rows, (_, row) => 1 / this.lambda(row));
  }

  /** The rate of a capacitance's voltage is rounded as the currents are that follow from the voltages beyond it. */
  #joinBehindCapacitances(): void {
    const { system, nodes, a, b } = this.laws;
    const joined = Int32Array.from(nodes.keys());
    const first = (node: number): number => {
      let at = node;
      while (joined[at] !== at) at = joined[at] as number;
      return at;
    };
    system.branches.forEach(({ kind }, k) => {
      const [from, to] = [a[k] ?? -1, b[k] ?? -1];
      if (kind === 'capacitance' && from >= 0 && to >= 0) joined[first(from)] = first(to);
    });
    const sums = new Float64Array(nodes.length);
    this.#conductance.forEach((value, node) => {
      const group = first(node);
      sums[group] = (sums[group] as number) + value;
    });
    nodes.forEach((_, node) => (this.#conductance[node] = sums[first(node)] as number));
  }

  noteResistance(current: number): void {
    if (current > this.#resistive) this.#resistive = current;
  }

  noteElement(law: number, magnitude: number): void {
    if (magnitude > (this.#element[law] as number)) this.#element[law] = magnitude;
  }

  /** Takes the scales of a row as they are now. */
  refresh(row: number): void {
    this.perY[row] = 1 / this.y(row);
    this.perLambda[row] = 1 / this.lambda(row);
  }

  y(row: number): number {
    const { n, m, p, C, D, E } = this.laws.system;
    const { zeta, y } = this.laws;
    let terms = 0;
    for (let j = 0; j < n + m + p; j++) {
      const factor = j < n ? C[row * n + j] : j < n + m ? D[row * m + j - n] : E[row * p + j - n - m];
      // A multiplier that is a voltage is the difference of others, of the size of the circuit's.
      const others = j >= n && j < n + m && this.#isVoltage[j - n] === 1 ? this.#largestVoltage() : 0;
      terms += Math.abs(factor ?? 0) * Math.max(this.#largestOf(zeta[j]), others);
    }
    const least = this.#isVoltage[row] === 1 ? this.#minCurrent() : this.#minVoltage();
    return Math.max(this.#largestOf(y[row]), termFloor * terms, least);
  }

  lambda(row: number): number {
    const inVolts = this.#isVoltage[row] === 1 || this.#isForm[row] === 1;
    return Math.max(
      this.#largestOf(this.laws.lambda[row]),
      inVolts ? this.#minVoltage() : this.#minCurrent(),
    );
  }

  node(node: number): number {
    const { vntol, abstol } = this.floors;
    const noise = Math.max(vntol, termFloor * this.#largestVoltage());
    const driven = noise * (this.#conductance[node] as number);
    return Math.max(this.nodeTerms[node] as number, abstol, driven, rowFloor * this.#largestCurrent());
  }

  element(law: number): number {
    const { quantity, resistance } = this.laws.elements[law] as CircuitLaws['elements'][number];
    const [voltage, current] = [this.#largestVoltage(), this.#largestCurrent()];
    let largest = quantity === 'i' ? current : voltage;
    if (!Number.isNaN(resistance)) largest = Math.max(voltage, Math.abs(resistance) * current);
    const least = quantity === 'i' ? this.floors.abstol : this.floors.vntol;
    return Math.max(this.#element[law] as number, least, rowFloor * largest);
  }

  #minVoltage(): number {
    return Math.max(this.floors.vntol, rowFloor * this.#largestVoltage());
  }

  #minCurrent(): number {
    return Math.max(this.floors.abstol, rowFloor * this.#largestCurrent());
  }

  #largestVoltage(): number {
    const { nodeForm, hidden } = this.laws;
    let largest = 0;
    for (let node = 0; node < nodeForm.length; node++) {
      if (hidden[node] === 0) largest = Math.max(largest, this.#largestOf(nodeForm[node]));
    }
    return largest;
  }

  #largestCurrent(): number {
    let largest = this.#resistive;
    for (const form of this.laws.currentForm) largest = Math.max(largest, this.#largestOf(form));
    return largest;
  }

  #largestOf(form: number | undefined): number {
    return this.largest[form ?? -1] ?? 0;
  }
}
