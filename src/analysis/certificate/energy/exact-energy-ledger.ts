/**
 * The energy balance of an event-driven run: within a mode every voltage and current is a form over
 * xi = (x | z), so that by Tellegen's theorem
 *
 *     delivered by sources = dissipated + change of stored energy + lost in jumps
 *
 * with delivered = - sum of integrals of v i over sources and so on, quadratic forms whose integrals each mode
 * gathers (`mode-integrals.ts`). Nothing is numerical here but quadrature and rounding: the error shows them.
 */
import type { ReducedSystem } from '../../../circuit/compiler/compiled-circuit.js';
import type { ExactMode } from '../../../kernel/simulation/event-driven/modes/exact-mode.js';
import type { GeneratorBank } from '../../../kernel/simulation/event-driven/modes/generator-bank.js';
import type {
  FormCoordinates,
  IntegralsOver,
  QuadraticLedger,
} from '../../../kernel/simulation/event-driven/modes/quadratic-ledger.js';
import { dot, storedEnergy } from './energy-ledger.js';
import {
  apparentEnergy,
  type EnergyBalance,
  type EnergyShare,
  energyShare,
  relativeBalance,
} from './energy-share.js';

export class ExactEnergyLedger implements QuadraticLedger<ExactMode> {
  #delivered = 0;
  #dissipated = 0;
  #ideal = 0;
  #jumps = 0;
  #flowed = 0;
  readonly #shares: readonly EnergyShare[];

  /** `bank`: the generators of the inputs, known once there is a flow. */
  constructor(
    private readonly system: ReducedSystem,
    private readonly bank: () => GeneratorBank,
  ) {
    this.#shares = system.branches.map(energyShare);
  }

  /** Powers over xi: delivered, dissipated, and what ideal elements absorb (0 but for rounding). */
  forms(coordinates: FormCoordinates): readonly Float64Array[] {
    const { size } = coordinates;
    const empty = (): Float64Array => new Float64Array(size * size);
    const [delivered, dissipated, ideal] = [empty(), empty(), empty()];
    const one = new Float64Array(size);
    one[size - this.bank().order] = 1;
    this.system.branches.forEach((branch, k) => {
      const forms = this.system.forms[k];
      const share = this.#shares[k];
      if (!forms || share === 'storage' || share === 'charge') return;
      const v = this.#overXi(forms.v, coordinates);
      const i = this.#overXi(forms.i, coordinates);
      if (share === 'load') addProduct(dissipated, 1, v, i);
      else if (branch.kind === 'unilateral' || branch.kind === 'ideal-switch') {
        addProduct(ideal, 1, v, i);
        for (const [form, sign] of [[dissipated, 1] as const, [ideal, -1] as const]) {
          addProduct(form, sign * branch.resistance, i, i);
          if (branch.kind === 'unilateral') addProduct(form, sign * branch.threshold, i, one);
        }
      } else addProduct(delivered, -1, v, i);
    });
    return [delivered, dissipated, ideal];
  }

  /** Whether power or stored energy can depend on an input: not so on the voltage of a gate into which nothing flows. */
  reads(input: number): boolean {
    const { n, m, branches, forms } = this.system;
    const isZero = (form: Float64Array): boolean => form.every((value) => value === 0);
    return branches.some((branch, k) => {
      const form = forms[k];
      if (!form || (form.v[n + m + input] === 0 && form.i[n + m + input] === 0)) return false;
      const stores = branch.kind === 'capacitance' || branch.kind === 'inductance';
      return stores || !(isZero(form.v) || isZero(form.i));
    });
  }

  /** Adds the time spent in one mode. */
  add(mode: ExactMode): void {
    for (const part of mode.allIntegrals()) this.#addPart(part);
  }

  #addPart({ coordinates, integrals }: IntegralsOver): void {
    const [delivered = 0, dissipated = 0, ideal = 0] = integrals.totals();
    this.#delivered += delivered;
    this.#dissipated += dissipated;
    this.#ideal += ideal;
    this.#shares.forEach((share, k) => {
      const forms = this.system.forms[k];
      if (!forms || share !== 'source') return;
      const [v, i] = [this.#overXi(forms.v, coordinates), this.#overXi(forms.i, coordinates)];
      this.#flowed += apparentEnergy(integrals.sampledSquare(v), integrals.sampledSquare(i));
    });
  }

  /**
   * Adds a jump between two points zeta at one time; returns the energy lost in it. Impulses (of multipliers,
   * and of derivative inputs) draw charge and flux from sources of all kinds at their right limits: the limit of
   * an implicit step.
   */
  addJump(left: Float64Array, right: Float64Array, impulses: Float64Array): number {
    let work = 0;
    this.#shares.forEach((share, k) => {
      const forms = this.system.forms[k];
      if (!forms || share !== 'source') return;
      const own = dot(forms.v, right) * dot(forms.i, impulses) + dot(forms.i, right) * dot(forms.v, impulses);
      work -= own;
      this.#flowed += Math.abs(own);
    });
    const lost = storedEnergy(this.system, left) + work - storedEnergy(this.system, right);
    this.#delivered += work;
    this.#jumps += lost;
    return lost;
  }

  balance(start: Float64Array, end: Float64Array): EnergyBalance {
    const startEnergy = storedEnergy(this.system, start);
    const endEnergy = storedEnergy(this.system, end);
    const stored = endEnergy - startEnergy;
    const error = this.#delivered - this.#dissipated - stored - this.#ideal - this.#jumps;
    return relativeBalance(
      {
        delivered: this.#delivered,
        dissipated: this.#dissipated,
        stored,
        numerical: this.#ideal,
        jumps: this.#jumps,
        error,
      },
      { start: startEnergy, end: endEnergy, flowed: this.#flowed },
    );
  }

  /** A form over zeta = (x, lambda, u) as one over the coordinates of a motion; u = c z. */
  #overXi(form: Float64Array, { size, states, multipliers }: FormCoordinates): Float64Array {
    const { n, m, p } = this.system;
    const { order, c } = this.bank();
    const out = new Float64Array(size);
    for (let i = 0; i < n; i++) addScaled(out, 0, form[i] ?? 0, states, i * size, size);
    for (let i = 0; i < m; i++) addScaled(out, 0, form[n + i] ?? 0, multipliers, i * size, size);
    for (let k = 0; k < p; k++) addScaled(out, size - order, form[n + m + k] ?? 0, c, k * order, order);
    return out;
  }
}

/** target[start + j] += factor source[from + j] for j < count. */
function addScaled(
  target: Float64Array,
  start: number,
  factor: number,
  source: Float64Array,
  from: number,
  count: number,
): void {
  if (factor === 0) return;
  for (let j = 0; j < count; j++)
    target[start + j] = (target[start + j] ?? 0) + factor * (source[from + j] ?? 0);
}

/** Q += factor (a b^T + b a^T) / 2. */
function addProduct(Q: Float64Array, factor: number, a: Float64Array, b: Float64Array): void {
  const size = a.length;
  for (let i = 0; i < size; i++) {
    if (a[i] === 0 && b[i] === 0) continue;
    for (let j = 0; j < size; j++) {
      Q[i * size + j] =
        (Q[i * size + j] ?? 0) + (factor / 2) * ((a[i] ?? 0) * (b[j] ?? 0) + (b[i] ?? 0) * (a[j] ?? 0));
    }
  }
}
