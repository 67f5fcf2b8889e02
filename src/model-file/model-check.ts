/**
 * Whether the points of a run obey the laws of its interactions, by their own definition and not by what a solver said:
 *
 *     impact, steps     p >= 0, and where p > 0 the relative velocity is u_k+1 = -e u_k          (Moreau-Jean)
 *     impact, events    y >= 0, lambda >= 0 and y lambda = 0
 *     friction          |p_T| <= mu p_N
 *     complementarity   min(y, lambda) = 0;   relay: lambda = its projection of lambda - y
 *
 * relative to the largest y, u and lambda of the interaction so far. Steps bound gaps by the scheme only (a contact is closed at
 * the end of the step in which it is met): the deepest penetration is told. Cost: a few operations a row and point.
 */
import { boxesOf, type BoxRows } from '../kernel/modeling/laws/nonsmooth-law.js';
import { MoreauJeanOSI } from '../kernel/simulation/integrators/moreau-jean-osi.js';
import type { SummaryRow } from '../waveform/writer.js';
import { formatNumber } from '../base/units.js';
import type { ModelFile } from './model-file.js';
import { ModelOutputs, type PointObserver } from './model-rows.js';

const tolerance = 1e-9;
/** What rounding may leave of quantities that cancel, relative to the largest. */
const margin = 1e-12;

interface Worst {
  value: number;
  time: number;
  name: string;
}

export class ModelCheck implements PointObserver {
  readonly #impact = nothing();
  readonly #laws = nothing();
  readonly #penetration = nothing();
  readonly #outputs: ModelOutputs;
  readonly #u: Float64Array;
  readonly #before: Float64Array;
  /** Largest |y|, |u| and |lambda| of each interaction so far. */
  readonly #sizes: readonly { y: number; u: number; lambda: number }[];
  readonly #boxes: readonly BoxRows[];
  readonly #bySteps: boolean;
  #points = 0;

  constructor(private readonly file: ModelFile) {
    this.#outputs = new ModelOutputs(file);
    const { m } = this.#outputs.layout;
    this.#u = new Float64Array(m);
    this.#before = new Float64Array(m);
    this.#sizes = file.interactions.map(() => ({ y: 0, u: 0, lambda: 0 }));
    this.#boxes = file.interactions.map(({ interaction }) => boxesOf(interaction.law));
    this.#bySteps = file.plan.kind === 'time-stepping';
  }

  point(t: number, x: Float64Array, lambda: Float64Array, y: Float64Array): void {
    const { layout } = this.#outputs;
    this.#before.set(this.#u);
    this.#outputs.write(t, x, lambda, this.#u, 1);
    this.file.interactions.forEach(({ interaction: { law, m } }, k) => {
      const row = layout.links[k]?.row ?? 0;
      const size = this.#sizes[k];
      if (!size) return;
      for (let i = row; i < row + m; i++) {
        size.y = Math.max(size.y, Math.abs(y[i] ?? 0));
        size.u = Math.max(size.u, Math.abs(this.#u[i] ?? 0));
        size.lambda = Math.max(size.lambda, Math.abs(lambda[i] ?? 0));
      }
      if (law.impulsive === true) this.#checkContact(k, row, t, lambda, y);
      else this.#checkBoxes(k, row, t, lambda, y);
    });
    this.#points++;
  }

  /** What was found, and the verdict last. */
  rows(): readonly SummaryRow[] {
    const found: SummaryRow[] = [];
    const hasContacts = this.file.interactions.some(({ interaction }) => interaction.law.impulsive);
    const hasLaws = this.file.interactions.some(({ interaction }) => !interaction.law.impulsive);
    if (hasContacts) {
      const { value, time, name } = this.#penetration;
      const deep = value > 0 ? `${formatNumber(value, 3)} at ${formatNumber(time, 6)} s (${name})` : 'none';
      found.push({ label: 'penetration', value: this.#bySteps ? `${deep}, bounded by the step` : deep });
      found.push(judged('impact law', this.#impact));
    }
    if (hasLaws) found.push(judged('complementarity', this.#laws));
    const missed = [this.#impact, this.#laws].some(({ value }) => !(value <= tolerance));
    const isBad = missed || this.#points === 0;
    const verdict =
      this.#points === 0 ? 'nothing was computed' : `${missed ? 'missed' : 'holds'} (tolerance ${tolerance})`;
    found.push({ label: 'points checked', value: String(this.#points) });
    found.push({ label: 'certificate', value: verdict, verdict: isBad ? 'bad' : 'good' });
    return found;
  }

  #checkContact(k: number, row: number, t: number, lambda: Float64Array, y: Float64Array): void {
    const named = this.file.interactions[k];
    const size = this.#sizes[k];
    if (!named || !size) return;
    const { law, m } = named.interaction;
    const { restitution, coulomb = [] } = law;
    const scale = size.lambda > 0 ? size.lambda : 1;
    const normals =
      coulomb.length > 0 ? coulomb.map(({ first }) => first) : Array.from({ length: m }, (_, i) => i);
    for (const normal of normals) {
      const i = row + normal;
      const p = lambda[i] ?? 0;
      note(this.#penetration, -(y[i] ?? 0), t, named.name);
      note(this.#impact, -p / scale, t, named.name);
      if (!this.#bySteps) {
        const gap = (y[i] ?? 0) / (size.y > 0 ? size.y : 1);
        note(this.#impact, Math.max(-gap, Math.min(gap, p / scale)), t, named.name);
      } else if (this.#points > 0 && this.#isMoreau && p > margin * scale) {
        const u = this.#u[i] ?? 0;
        const e = restitution?.[normal] ?? 0;
        const off = Math.abs(u + e * (this.#before[i] ?? 0));
        note(this.#impact, off / (size.u > 0 ? size.u : 1), t, named.name);
      }
    }
    for (const { first, size: rows, mu } of coulomb) {
      let tangent = 0;
      for (let j = 1; j < rows; j++) tangent = Math.hypot(tangent, lambda[row + first + j] ?? 0);
      note(this.#impact, (tangent - mu * (lambda[row + first] ?? 0)) / scale, t, named.name);
    }
  }

  #checkBoxes(k: number, row: number, t: number, lambda: Float64Array, y: Float64Array): void {
    const boxes = this.#boxes[k];
    const name = this.file.interactions[k]?.name ?? '';
    const { y: Y = 0, lambda: L = 0 } = this.#sizes[k] ?? {};
    if (!boxes || Y === 0 || L === 0) return;
    // Several boxes on a row share its multiplier: they are checked as the solver splits them, not here.
    boxes.row.forEach((i, j) => {
      const mu = ((lambda[row + i] ?? 0) - (boxes.offset[i] ?? 0)) / L;
      const w = ((y[row + i] ?? 0) + (boxes.shift[j] ?? 0)) / Y;
      const projected = Math.min((boxes.upper[j] ?? 0) / L, Math.max((boxes.lower[j] ?? 0) / L, mu - w));
      note(this.#laws, Math.abs(mu - projected), t, name);
    });
  }

  get #isMoreau(): boolean {
    return [...this.file.plan.integrators.values()].every((one) => one instanceof MoreauJeanOSI);
  }
}

function nothing(): Worst {
  return { value: 0, time: NaN, name: '' };
}

function note(worst: Worst, value: number, time: number, name: string): void {
  if (value <= worst.value) return;
  worst.value = value;
  worst.time = time;
  worst.name = name;
}

function judged(label: string, { value, time, name }: Worst): SummaryRow {
  const where = value > 0 ? ` at ${formatNumber(time, 6)} s (${name})` : '';
  return { label, value: `${formatNumber(value, 2)}${where}`, verdict: value <= tolerance ? 'good' : 'bad' };
}
