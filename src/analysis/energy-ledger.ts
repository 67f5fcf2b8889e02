/**
 * The energy balance of a time-stepping run, exact up to rounding.
 *
 * The point (x_theta, lambda_gamma, u~), with x_theta = theta x_k+1 + (1 - theta) x_k and so on, satisfies
 * Kirchhoff's laws and the law of every resistance and source, and its capacitor currents and inductor
 * voltages are C dv/h and L di/h. Hence, by Tellegen's theorem, per step and without approximation,
 *
 *     delivered by sources = dissipated + change of stored energy + numerical loss,
 *     numerical loss = (theta - 1/2) dx^T M dx  -  h lambda_gamma^T y(x_theta, lambda_gamma, u~).
 *
 * The second part is the power of the ideal elements, 0 for the exact solution. A capacitor or inductor
 * whose quantity follows a source (a loop with sources, a cutset with current sources) adds the difference
 * between what it absorbed and what it stores: the average of the source is not the mean of its ends. All
 * terms are quadratic in the step's vector z, so the sums over a run follow from the moments sum z z^T of
 * each mode.
 */
import type { BranchForms, ReducedSystem } from '../circuit/compiled-circuit.js';
import type { CapacitanceBranch, InductanceBranch } from '../circuit/primitives.js';
import type { StepMap } from '../kernel/simulation/step-map.js';

export interface EnergyBalance {
  /** Joules. */
  readonly delivered: number;
  readonly dissipated: number;
  readonly stored: number;
  /** Loss of the scheme itself (negative: gain). */
  readonly numerical: number;
  /** delivered - dissipated - stored - numerical. */
  readonly error: number;
  /** Error over the largest of the energies that occur; 0 where none occurs. */
  readonly relativeError: number;
}

export class EnergyLedger {
  #delivered = 0;
  #dissipated = 0;
  #lossOfStorage = 0;
  #lossOfIdeal = 0;
  #absorbedByDriven = 0;

  constructor(private readonly system: ReducedSystem) {}

  /** Adds the steps of one mode. */
  add(map: StepMap): void {
    if (map.steps === 0) return;
    const step = new StepForms(this.system, map);
    const { h } = map.scheme;
    const one = step.constant;
    this.system.branches.forEach((branch, k) => {
      const forms = this.system.forms[k];
      if (!forms) return;
      const { v, i } = step.effective(forms);
      const absorbed = h * step.moment(v, i);
      if (branch.kind === 'capacitance' || branch.kind === 'inductance') {
        const storage = storageOf(branch, forms);
        if (isDriven(this.system, storage.form)) {
          this.#absorbedByDriven += absorbed;
        } else {
          const change = step.change(storage.form);
          this.#lossOfStorage += (map.scheme.osi.theta - 0.5) * storage.size * step.moment(change, change);
        }
        return;
      }
      if (branch.kind === 'voltage' || branch.kind === 'current') {
        this.#delivered -= absorbed;
        return;
      }
      if (branch.kind === 'resistance') {
        this.#dissipated += absorbed;
        return;
      }
      let real = h * branch.resistance * step.moment(i, i);
      if (branch.kind === 'unilateral') real += h * branch.threshold * step.moment(i, one);
      this.#dissipated += real;
      this.#lossOfIdeal += absorbed - real;
    });
  }

  /** The balance between two points zeta = (x, lambda, u). */
  balance(start: Float64Array, end: Float64Array): EnergyBalance {
    const { system } = this;
    const startEnergy = storedEnergy(system, start);
    const endEnergy = storedEnergy(system, end);
    const stored = endEnergy - startEnergy;
    const storedInDriven = storedEnergy(system, end, 'driven') - storedEnergy(system, start, 'driven');
    const numerical = this.#lossOfStorage + this.#lossOfIdeal + this.#absorbedByDriven - storedInDriven;
    const error = this.#delivered - this.#dissipated - stored - numerical;
    const scale = Math.max(Math.abs(this.#delivered), this.#dissipated, startEnergy, endEnergy);
    return {
      delivered: this.#delivered,
      dissipated: this.#dissipated,
      stored,
      numerical,
      error,
      relativeError: scale > 0 ? Math.abs(error) / scale : 0,
    };
  }
}

/** Energy stored at a point zeta = (x, lambda, u), joules; "driven": only where inputs set the quantity. */
export function storedEnergy(system: ReducedSystem, zeta: Float64Array, which?: 'driven'): number {
  let energy = 0;
  system.branches.forEach((branch, k) => {
    const forms = system.forms[k];
    if (!forms || (branch.kind !== 'capacitance' && branch.kind !== 'inductance')) return;
    const storage = storageOf(branch, forms);
    if (which === 'driven' && !isDriven(system, storage.form)) return;
    energy += 0.5 * storage.size * dot(storage.form, zeta) ** 2;
  });
  return energy;
}

/** Size of a storage element and the form of its quantity: energy = size form^2 / 2. */
function storageOf(
  branch: CapacitanceBranch | InductanceBranch,
  { v, i }: BranchForms,
): { readonly size: number; readonly form: Float64Array } {
  return branch.kind === 'capacitance'
    ? { size: branch.capacitance, form: v }
    : { size: branch.inductance, form: i };
}

function isDriven({ n, m, inputs }: ReducedSystem, form: Float64Array): boolean {
  return inputs.some((signal, j) => !signal.constant && form[n + m + j] !== 0);
}

export function dot(form: Float64Array, zeta: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < form.length; j++) sum += (form[j] ?? 0) * (zeta[j] ?? 0);
  return sum;
}

/** Forms over zeta = (x, lambda, u) turned into forms over the step's z. */
class StepForms {
  /** The form whose value is 1; all zero where no constant input exists. */
  readonly constant: Float64Array;
  readonly #second: Float64Array;

  constructor(
    private readonly system: ReducedSystem,
    private readonly map: StepMap,
  ) {
    const { nz, hasConstant } = map.scheme;
    this.constant = new Float64Array(nz);
    if (hasConstant) this.constant[nz - 1] = 1;
    this.#second = new Float64Array(nz * nz);
    let at = 0;
    for (let i = 0; i < nz; i++) {
      for (let j = i; j < nz; j++) {
        const value = map.moments[at++] ?? 0;
        this.#second[i * nz + j] = value;
        this.#second[j * nz + i] = value;
      }
    }
  }

  /** Sum over the steps of (a . z)(b . z). */
  moment(a: Float64Array, b: Float64Array): number {
    const { nz } = this.map.scheme;
    let sum = 0;
    for (let i = 0; i < nz; i++) {
      const ai = a[i] ?? 0;
      if (ai === 0) continue;
      let row = 0;
      for (let j = 0; j < nz; j++) row += (this.#second[i * nz + j] ?? 0) * (b[j] ?? 0);
      sum += ai * row;
    }
    return sum;
  }

  /** The branch's voltage and current at (x_theta, lambda_gamma, u~). */
  effective({ v, i }: BranchForms): BranchForms {
    return { v: this.#atEffectivePoint(v), i: this.#atEffectivePoint(i) };
  }

  /** Change over the step of a quantity that depends on x and constants alone. */
  change(form: Float64Array): Float64Array {
    const { scheme, N } = this.map;
    const { n, nz } = scheme;
    const out = new Float64Array(nz);
    for (let i = 0; i < n; i++) {
      const k = form[i] ?? 0;
      if (k === 0) continue;
      for (let j = 0; j < nz; j++) out[j] = (out[j] ?? 0) + k * (N[i * nz + j] ?? 0);
      out[i] = (out[i] ?? 0) - k;
    }
    return out;
  }

  #atEffectivePoint(form: Float64Array): Float64Array {
    const { scheme, N, L } = this.map;
    const { n, m, nz, osi, lambdaStart, inputStart, varying } = scheme;
    const out = new Float64Array(nz);
    const { theta } = osi;
    const gamma = osi.relation === 'gamma' ? 1 : osi.gamma;
    const add = (j: number, value: number): void => void (out[j] = (out[j] ?? 0) + value);
    for (let i = 0; i < n; i++) {
      const k = form[i] ?? 0;
      if (k === 0) continue;
      for (let j = 0; j < nz; j++) add(j, k * theta * (N[i * nz + j] ?? 0));
      add(i, k * (1 - theta));
    }
    for (let i = 0; i < m; i++) {
      const k = form[n + i] ?? 0;
      if (k === 0) continue;
      for (let j = 0; j < nz; j++) add(j, k * gamma * (L[i * nz + j] ?? 0));
      if (lambdaStart >= 0) add(lambdaStart + i, k * (1 - gamma));
    }
    const { inputs } = this.system;
    varying.forEach((signal, a) => add(inputStart + a, form[n + m + signal] ?? 0));
    inputs.forEach((signal, j) => {
      if (signal.constant) add(nz - 1, (form[n + m + j] ?? 0) * signal.value(0));
    });
    return out;
  }
}
