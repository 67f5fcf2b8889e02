/**
 * The energy balance of a time-stepping run, exact up to rounding.
 *
 * The point (x_theta, lambda_gamma, u~), with x_theta = theta x_k+1 + (1 - theta) x_k and so on, satisfies
 * Kirchhoff's laws and the law of every resistance and source, and its capacitor currents and inductor
 * voltages are C dv/h and L di/h. Hence, by Tellegen's theorem, per step and without approximation,
 *
 *     delivered by sources = dissipated + change of stored energy + numerical loss,
 *     numerical loss = (theta - 1/2) dz^T G dz  -  h lambda_gamma^T y(x_theta, lambda_gamma, u~)
 *
 * with z the capacitor voltages and inductor currents and z G z / 2 their energy (mutual inductances included).
 *
 * The second part is the power of the ideal elements, 0 for the exact solution. A capacitor or inductor
 * whose quantity follows a source (a loop with sources, a cutset with current sources) adds the difference
 * between what it absorbed and what it stores: the average of the source is not the mean of its ends. So does the charge
 * of a junction where its capacitance changes. What contacts lose in impacts is known by itself and is no loss of the scheme;
 * the sources of their laws deliver nothing. All terms are quadratic in the step's vector z, so the sums over a run follow from the moments sum z z^T of
 * each mode.
 */
import type { BranchForms, ReducedSystem } from '../../../circuit/compiler/compiled-circuit.js';
import type { Branch } from '../../../circuit/primitives.js';
import type { StepMap } from '../../../kernel/simulation/linear/step-map.js';
import { chargeEnergy } from './charge-energy.js';
import { apparentEnergy, type EnergyBalance, energyShare, relativeBalance } from './energy-share.js';

export class EnergyLedger {
  #delivered = 0;
  #dissipated = 0;
  #flowed = 0;
  #lossOfStorage = 0;
  #lossOfIdeal = 0;
  #absorbedByDriven = 0;
  #absorbedByLines = 0;
  #absorbedByCharges = 0;
  #absorbedByImpacts = 0;

  /** Storage index of a branch; by storage index whether inputs set the quantity of the element or of one coupled to it. */
  readonly #storageOf: ReadonlyMap<number, number>;
  readonly #driven: Uint8Array;

  /** Of each form that was read: where it is not zero. */
  readonly #nonZeros = new WeakMap<Float64Array, Int32Array>();

  constructor(private readonly system: ReducedSystem) {
    this.#storageOf = new Map(system.storage.map(({ branch }, k) => [branch, k]));
    this.#driven = drivenStorage(system);
  }

  /** Adds the steps of one mode. */
  add(map: StepMap): void {
    if (map.steps === 0) return;
    const step = new StepForms(this.system, map, this.#nonZeros);
    const { h } = map.scheme;
    this.#addStorage(step, map.scheme.osi.theta);
    this.system.branches.forEach((branch, k) => {
      const forms = this.system.forms[k];
      if (!forms) return;
      const { v, i } = step.effective(forms);
      const absorbed = h * step.moment(v, i);
      if (branch.kind === 'voltage' && branch.impact) {
        this.#absorbedByImpacts += absorbed;
        return;
      }
      switch (energyShare(branch)) {
        case 'line':
          this.#absorbedByLines += absorbed;
          return;
        case 'storage':
          if (branch.weightless !== true && this.#driven[this.#storageOf.get(k) ?? -1] === 1)
            this.#absorbedByDriven += absorbed;
          return;
        case 'charge':
          this.#absorbedByCharges += absorbed;
          return;
        case 'source':
          this.#delivered -= absorbed;
          this.#flowed += h * apparentEnergy(step.moment(v, v), step.moment(i, i));
          return;
        case 'load':
          this.#dissipated += absorbed;
          return;
        case 'ideal': {
          const heat = h * idealHeat(branch, step, i);
          this.#dissipated += heat;
          this.#lossOfIdeal += absorbed - heat;
        }
      }
    });
  }

  /** Root mean squares of forms over zeta, over the steps of one mode: how large they have been. */
  magnitudes(map: StepMap, forms: readonly Float64Array[]): Float64Array {
    const out = new Float64Array(forms.length);
    if (map.steps === 0) return out;
    const step = new StepForms(this.system, map, this.#nonZeros);
    forms.forEach((form, f) => {
      const effective = step.atEffectivePoint(form);
      out[f] = Math.sqrt(Math.max(0, step.moment(effective, effective)) / map.steps);
    });
    return out;
  }

  /** Adds (theta - 1/2) dz^T G dz of the elements that no input sets. */
  #addStorage(step: StepForms, theta: number): void {
    const { n, storage, storageX, storageMatrix } = this.system;
    const count = storage.length;
    const changes = storage.map((_, k) => step.change(storageX.subarray(k * n, (k + 1) * n)));
    for (let k = 0; k < count; k++) {
      if (this.#driven[k] === 1 || isWeightless(this.system, k)) continue;
      for (let j = 0; j < count; j++) {
        const g = storageMatrix[k * count + j] ?? 0;
        const [one, other] = [changes[k], changes[j]];
        if (g !== 0 && one && other) this.#lossOfStorage += (theta - 0.5) * g * step.moment(one, other);
      }
    }
  }

  /**
   * The balance between two points zeta = (x, lambda, u), between which `inFlight` joules came into the lines and `jumps` were
   * lost in impacts.
   */
  balance(start: Float64Array, end: Float64Array, inFlight = 0, jumps = 0): EnergyBalance {
    const { system } = this;
    const startEnergy = storedEnergy(system, start);
    const endEnergy = storedEnergy(system, end);
    const stored = endEnergy - startEnergy + inFlight;
    const storedInDriven =
      capacitorEnergy(system, end, this.#driven) - capacitorEnergy(system, start, this.#driven);
    const storedInCharges = chargeEnergy(system, end) - chargeEnergy(system, start);
    const numerical =
      this.#lossOfStorage +
      this.#lossOfIdeal +
      this.#absorbedByDriven -
      storedInDriven +
      this.#absorbedByCharges -
      storedInCharges +
      this.#absorbedByLines -
      inFlight +
      this.#absorbedByImpacts -
      jumps;
    const error = this.#delivered - this.#dissipated - stored - numerical - jumps;
    return relativeBalance(
      {
        delivered: this.#delivered,
        dissipated: this.#dissipated,
        stored,
        numerical,
        jumps,
        error,
      },
      { start: startEnergy, end: endEnergy, flowed: this.#flowed },
    );
  }
}

/** The sum over the steps of what the resistance and the threshold of an ideal element take, watts. */
function idealHeat(branch: Branch, step: StepForms, i: Float64Array): number {
  if (branch.kind !== 'unilateral' && branch.kind !== 'ideal-switch') return 0;
  const ohmic = branch.resistance * step.moment(i, i);
  return branch.kind === 'unilateral' ? ohmic + branch.threshold * step.moment(i, step.constant) : ohmic;
}

/** Energy stored at a point zeta = (x, lambda, u), joules: z G z / 2 and that of junction charges. */
export function storedEnergy(system: ReducedSystem, zeta: Float64Array): number {
  return capacitorEnergy(system, zeta) + chargeEnergy(system, zeta);
}

/** z G z / 2 with z = Tx x + Tu u, joules; with `among` only that of the elements marked there. */
function capacitorEnergy(system: ReducedSystem, zeta: Float64Array, among?: Uint8Array): number {
  const { n, m, p, storage, storageX, storageU, storageMatrix } = system;
  const count = storage.length;
  const x = zeta.subarray(0, n);
  const u = zeta.subarray(n + m);
  const z = Float64Array.from(
    storage,
    (_, k) => dot(storageX.subarray(k * n, (k + 1) * n), x) + dot(storageU.subarray(k * p, (k + 1) * p), u),
  );
  let energy = 0;
  for (let k = 0; k < count; k++) {
    if ((among && among[k] !== 1) || isWeightless(system, k)) continue;
    for (let j = 0; j < count; j++) {
      energy += 0.5 * (storageMatrix[k * count + j] ?? 0) * (z[k] ?? 0) * (z[j] ?? 0);
    }
  }
  return energy;
}

function isWeightless({ storage, branches }: ReducedSystem, k: number): boolean {
  return branches[storage[k]?.branch ?? -1]?.weightless === true;
}

/** 1 for the elements whose quantity varying inputs set, and for those that mutual inductance ties to them. */
function drivenStorage({ p, storage, storageU, storageMatrix, inputs }: ReducedSystem): Uint8Array {
  const count = storage.length;
  const driven = Uint8Array.from(storage, (_, k) =>
    inputs.some((signal, j) => !signal.constant && storageU[k * p + j] !== 0) ? 1 : 0,
  );
  for (let spread = true; spread;) {
    spread = false;
    for (let k = 0; k < count; k++) {
      for (let j = 0; j < count; j++) {
        if (driven[k] === 1 || driven[j] !== 1 || storageMatrix[k * count + j] === 0) continue;
        driven[k] = 1;
        spread = true;
      }
    }
  }
  return driven;
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
  readonly #v: Float64Array;
  readonly #i: Float64Array;

  constructor(
    private readonly system: ReducedSystem,
    private readonly map: StepMap,
    private readonly nonZeros: WeakMap<Float64Array, Int32Array>,
  ) {
    const { nz, hasConstant } = map.scheme;
    this.constant = new Float64Array(nz);
    this.#v = new Float64Array(nz);
    this.#i = new Float64Array(nz);
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

  /** The branch's voltage and current at (x_theta, lambda_gamma, u~); valid until the next ones. */
  effective({ v, i }: BranchForms): BranchForms {
    return { v: this.atEffectivePoint(v, this.#v), i: this.atEffectivePoint(i, this.#i) };
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

  /** Writes a form at (x_theta, lambda_gamma, u~). */
  atEffectivePoint(form: Float64Array, out = this.#v): Float64Array {
    const { scheme, N, L } = this.map;
    const { n, m, nz, osi, lambdaStart, inputStart, varying } = scheme;
    out.fill(0);
    const { theta } = osi;
    const gamma = osi.relation === 'gamma' ? 1 : osi.gamma;
    const add = (j: number, value: number): void => void (out[j] = (out[j] ?? 0) + value);
    for (const place of this.#placesOf(form)) {
      const k = form[place] ?? 0;
      if (place < n) {
        addRow(out, k * theta, N, place * nz);
        add(place, k * (1 - theta));
      } else if (place < n + m) {
        addRow(out, k * gamma, L, (place - n) * nz);
        if (lambdaStart >= 0) add(lambdaStart + place - n, k * (1 - gamma));
      }
    }
    const { inputs } = this.system;
    varying.forEach((signal, a) => add(inputStart + a, form[n + m + signal] ?? 0));
    inputs.forEach((signal, j) => {
      if (signal.constant) add(nz - 1, (form[n + m + j] ?? 0) * signal.value(0));
    });
    return out;
  }

  #placesOf(form: Float64Array): Int32Array {
    let places = this.nonZeros.get(form);
    if (!places) {
      places = Int32Array.from(form.keys()).filter((place) => form[place] !== 0);
      this.nonZeros.set(form, places);
    }
    return places;
  }
}

/** Adds a multiple of the row of A that begins at an index. */
function addRow(out: Float64Array, factor: number, A: Float64Array, at: number): void {
  for (let j = 0; j < out.length; j++) out[j] = (out[j] as number) + factor * (A[at + j] as number);
}
