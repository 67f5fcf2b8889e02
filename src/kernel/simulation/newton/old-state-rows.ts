/**
 * What laws at the level of velocities take from the state at the start of a step, [notes] 10.2, (11.52):
 *
 *     the law holds for y + e y-,  y- the output at t_k (restitution);
 *     rows whose gap and rate say that they cannot touch within the step have lambda = 0 (the index set I_1).
 *
 * Rows bounded on one side ask for themselves, a second-order cone or Coulomb's law for all its rows by its first one.
 */
import { boxesOf } from '../../modeling/laws/nonsmooth-law.js';
import { levelsOf } from '../../modeling/relations/relation.js';
import type { Iterate, NewtonLinearization } from './newton-linearization.js';
import type { PlacedInteraction } from './newton-model.js';

/** Which contacts take part in a step, where their integrators' forecast alone does not say it. */
export interface Participation {
  /** Gaps up to this are closed, in the unit of y. */
  readonly closedBelow: number;
  /** 1 by row: takes part; then closed gaps do and no forecast is made. */
  readonly active?: Uint8Array;
}

/** A row that may not touch, and the rows that go with it. */
interface TouchingRow {
  readonly row: number;
  readonly size: number;
}

interface OldStateInteraction {
  readonly placed: PlacedInteraction;
  readonly touching: readonly TouchingRow[];
  readonly gap: Float64Array;
  readonly rate: Float64Array;
}

export class OldStateRows {
  /** e y-, an entry a row. */
  readonly shift: Float64Array;
  /** 1: lambda = 0 in this step. */
  readonly inactive: Uint8Array;
  /** Whether any row has either. */
  readonly present: boolean;
  readonly #interactions: readonly OldStateInteraction[];

  constructor(private readonly linear: NewtonLinearization) {
    const { m, interactions } = linear.model;
    this.shift = new Float64Array(m);
    this.inactive = new Uint8Array(m);
    this.#interactions = interactions
      .filter(({ level }) => level > 0)
      .map((placed) => {
        const { m: rows, relation } = placed.interaction;
        const touching = levelsOf(relation).includes(0) ? touchingRows(placed) : [];
        return { placed, touching, gap: new Float64Array(rows), rate: new Float64Array(rows) };
      });
    this.present = this.#interactions.length > 0;
  }

  /** Reads the state at t0; the steps have begun. */
  begin(t0: number, point: Iterate, { closedBelow, active }: Participation = forecastAlone): void {
    const { shift, inactive, linear } = this;
    for (const { placed, touching, gap, rate } of this.#interactions) {
      const { interaction, row, level, systemIndices } = placed;
      linear.outputAt(placed, level, t0, point, rate);
      const e = interaction.law.restitution;
      for (let i = 0; i < rate.length; i++) shift[row + i] = (e?.[i] ?? 0) * rate[i]!;
      if (touching.length === 0) continue;
      linear.outputAt(placed, 0, t0, point, gap);
      for (const { row: i, size } of touching) {
        const open = gap[i]! - closedBelow;
        // Every system that minds says whether it may touch; they share the row.
        const touches = active
          ? active[row + i] === 1 || open <= 0
          : systemIndices.every((index) => linear.steps[index]!.step.mayTouch?.(open, rate[i]!) ?? true);
        inactive.fill(touches ? 0 : 1, row + i, row + i + size);
      }
    }
  }
}

const forecastAlone: Participation = Object.freeze({ closedBelow: 0 });

function touchingRows({ interaction: { law } }: PlacedInteraction): TouchingRow[] {
  const { row, lower, upper } = boxesOf(law);
  const cones = [...(law.cones ?? []), ...(law.coulomb ?? [])];
  const inCone = (i: number): boolean => cones.some(({ first, size }) => first <= i && i < first + size);
  const oneSided: TouchingRow[] = [];
  for (let a = 0; a < row.length; a++) {
    if (lower[a] === 0 && upper[a] === Infinity && !inCone(row[a]!)) oneSided.push({ row: row[a]!, size: 1 });
  }
  return [...oneSided, ...cones.map(({ first, size }) => ({ row: first, size }))];
}
