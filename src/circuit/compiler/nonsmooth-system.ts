/**
 * The reduced circuit as the kernel's model: one FirstOrderLinearDS for the states, one FirstOrderLinearTIR
 * for the ideal elements, and the law that holds between y and lambda, in an Interaction of a
 * NonSmoothDynamicalSystem over [t0, T]. With nonlinear rows the relation is `smooth-relation.ts`.
 */
import {
  ComplementarityConditionNSL,
  SwitchedComplementarityNSL,
  type SwitchGuard,
} from '../../kernel/modeling/laws/complementarity-condition-nsl.js';
import { FirstOrderLinearDS } from '../../kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderLinearTIR } from '../../kernel/modeling/relations/first-order-linear-tir.js';
import { Interaction } from '../../kernel/modeling/interaction.js';
import { LinearInput } from '../../kernel/modeling/signals/linear-input.js';
import { NonSmoothDynamicalSystem } from '../../kernel/modeling/nonsmooth-dynamical-system.js';
import type { RelayPair } from '../../kernel/modeling/laws/nonsmooth-law.js';
import type { CompiledCircuit, IdealSwitchGuard, ReducedSystem } from './compiled-circuit.js';
import { SmoothCircuitNSL, smoothRelation, type SmoothScale } from './smooth-relation.js';

/** What the model needs of a compiled circuit, or of the static one of its operating point. */
export type ModelledCircuit = Pick<CompiledCircuit, 'system' | 'guards' | 'smooth' | 'x0'>;

/** Builds the model; with nonlinear rows `scale` multiplies their functions. */
export function nonsmoothSystem(
  compiled: ModelledCircuit,
  t0: number,
  T: number,
  scale?: SmoothScale,
): NonSmoothDynamicalSystem {
  const { system, guards, smooth, x0 } = compiled;
  const { m, inputs, rows, remainder, cancelled } = system;
  const nsds = new NonSmoothDynamicalSystem(t0, T);
  const dynamics = new FirstOrderLinearDS(x0, system.A, {
    M: system.M,
    b: new LinearInput(inputs, system.F, remainder.F),
    remainder: remainder.A,
  });
  nsds.insertDynamicalSystem(dynamics);
  if (m === 0) return nsds;
  if (smooth.length > 0) {
    const switches = guards.map((guard) => switchGuard(guard, system));
    const law = new SmoothCircuitNSL(system, switches);
    nsds.link(new Interaction(law, smoothRelation(system, smooth, T, scale)), dynamics);
    return nsds;
  }
  const relation = new FirstOrderLinearTIR(m, system.C, system.B, {
    D: system.D,
    e: new LinearInput(inputs, system.E, remainder.E),
    remainder: { ...remainder, cancelled },
  });
  const flowIsY = Int8Array.from(rows, ({ multiplier }) => (multiplier === 'voltage' ? 1 : 0));
  const relays = relayPairs(system);
  const law =
    guards.length === 0
      ? new ComplementarityConditionNSL(m, flowIsY, relays)
      : new SwitchedComplementarityNSL(
          m,
          guards.map((guard) => switchGuard(guard, system)),
          flowIsY,
          relays,
        );
  nsds.link(new Interaction(law, relation), dynamics);
  return nsds;
}

function relayPairs({ rows }: ReducedSystem): RelayPair[] {
  return rows.flatMap(({ branch, auxiliary, beginsRelay }, between) => {
    if (beginsRelay !== true || auxiliary === undefined) return [];
    const above = rows.findIndex((row) => row.branch === branch && row.auxiliary === auxiliary + 1);
    return above < 0 ? [] : [{ between, above }];
  });
}

/** A closed ideal switch has voltage 0, an open one current 0; which of both is y depends on the tree. */
function switchGuard(guard: IdealSwitchGuard, { n, m, inputs, rows }: ReducedSystem): SwitchGuard {
  const { control } = guard;
  return {
    row: guard.row,
    controlX: control.slice(0, n),
    controlLambda: control.slice(n, n + m),
    controlInput: new LinearInput(inputs, control.slice(n + m)),
    on: guard.on,
    off: guard.off,
    initially: guard.initially,
    sourceOnly: guard.sourceOnly,
    onMeans: rows[guard.row]?.multiplier === 'voltage' ? 'lambda=0' : 'y=0',
  };
}
