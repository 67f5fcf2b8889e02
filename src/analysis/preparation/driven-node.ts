/**
 * A circuit at rest with one of its nodes driven: a source from the node to ground, whose current as a function of its voltage is
 * the driving-point characteristic of the circuit there,
 *
 *     k(z) + e i = 0,      v = z_node.
 *
 * Where i(v) = 0 the source is not needed: z is an operating point of the circuit itself. A latch driven at one of its bases has
 * one solution for each v, and its characteristic three zeros. Source: [Chua-Ushida 1976, driving-point plots].
 */
import type { ResistanceBranch } from '../../circuit/primitives.js';
import type { SparseModel, SparseTolerances } from '../../circuit/sparse/sparse-model.js';
import { type HeldQuantities, operatingPointModel } from '../../circuit/sparse/sparse-start.js';
import { SweptSignal } from '../../circuit/sources/swept-signal.js';
import { ground } from '../../circuit/compiler/tree.js';
import { VoltageConstraints } from '../../circuit/compiler/voltage-constraints.js';
import type { DescriptorSystem } from '../../kernel/modeling/descriptor-system.js';
import { CompiledDescriptor } from '../../kernel/simulation/sparse-stepping/compiled-descriptor.js';
import {
  continuedPoint,
  type OperatingPoint,
} from '../../kernel/simulation/sparse-stepping/operating-point.js';

type Place = Pick<OperatingPoint, 'z' | 'guards'>;

export interface DrivenPoint extends Place {
  /** Of the driving source, in A. */
  readonly current: number;
}

export interface DrivenNode {
  /** The unknown that is driven. */
  readonly unknown: number;
  /** The point at a voltage, from one nearby of this circuit or of the one that is not driven; undefined where there is none. */
  at(voltage: number, near: Place): DrivenPoint | undefined;
}

export interface DrivenCircuit {
  readonly own: SparseModel;
  readonly held: HeldQuantities;
  readonly tolerances: SparseTolerances;
  readonly leaks: readonly ResistanceBranch[];
  readonly reltol: number;
  /** Gives the inputs the values that they have at rest. */
  readonly atRest: (system: DescriptorSystem) => DescriptorSystem;
}

/** Drives a node of the circuit; undefined where something else fixes its voltage. */
export function drivenNode(
  { own, held, tolerances, leaks, reltol, atRest }: DrivenCircuit,
  node: string,
): DrivenNode | undefined {
  const unknown = own.numbering.node(node);
  if (unknown < 0 || !new VoltageConstraints(own.numbering.branches).add(node, ground)) return undefined;
  const signal = new SweptSignal(0);
  const source = { kind: 'voltage', name: '#drive', element: '#drive', a: node, b: ground, signal } as const;
  const { model } = operatingPointModel(own, held, tolerances, [...leaks, source]);
  const { numbering } = model;
  const system = atRest(model.system);
  const current = numbering.currentUnknown[numbering.branches.length - 1] ?? -1;
  // All other unknowns stand where they stand without the source.
  if (current !== system.size - 1) return undefined;
  const compiled = new CompiledDescriptor(system, { reltol });
  return {
    unknown,
    at(voltage, near) {
      signal.held = voltage;
      const z = new Float64Array(system.size);
      z.set(near.z.subarray(0, current));
      z[unknown] = voltage;
      const point = continuedPoint(compiled, 0, { z, guards: near.guards });
      return point && { z: point.z, guards: point.guards, current: point.z[current] ?? NaN };
    },
  };
}
