/** Lets interactions read y and lambda at the present point of a simulation. */
import { ModelLayout } from '../../modeling/model-layout.js';
import type { NonSmoothDynamicalSystem } from '../../modeling/nonsmooth-dynamical-system.js';
import { relationLinearization } from '../../modeling/relations/relation.js';

/** The present point: all states, the multipliers of the model. */
export interface PresentPoint {
  readonly t: number;
  readonly x: Float64Array;
  readonly lambda: Float64Array;
}

/** Tells every interaction of a model where to read; the simulation made last is read. */
export function attachInteractions(nsds: NonSmoothDynamicalSystem, point: PresentPoint): void {
  for (const { interaction, row, place, equations } of new ModelLayout(nsds).links) {
    const { relation, m } = interaction;
    const at = relationLinearization(relation.n, m, equations.length);
    interaction.attach({
      lambda: () => point.lambda.slice(row, row + m),
      y: () => {
        const x = Float64Array.from(place, (i) => point.x[i]!);
        relation.linearize(point.t, x, point.lambda.slice(row, row + m), at, 0);
        return at.y.slice();
      },
    });
  }
}
