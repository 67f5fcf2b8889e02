/** The system of a circuit's operating point, to be solved once or often, and what decides there where nothing else does. */
import type { Diagnostics } from '../../base/diagnostic.js';
import type { MachineCode } from '../../numerics/code/machine-room.js';
import { listNames } from '../../circuit/diagnose.js';
import { controllingSources, reportDrivenCoil } from '../../circuit/driven-coil.js';
import { givesWay } from '../../circuit/compiler/held-node.js';
import { drivingSources } from '../../circuit/driving-sources.js';
import type { CoilLoop } from '../../circuit/sparse/driven-coils.js';
import type { SparseModel } from '../../circuit/sparse/sparse-model.js';
import {
  leaksAcrossJunctions,
  leaksAcrossLaws,
  leaksAcrossSwitches,
} from '../../circuit/sparse/leaking-laws.js';
import { WeakNodes } from '../../circuit/sparse/weak-nodes.js';
import type { ResistanceBranch } from '../../circuit/primitives.js';
import { operatingPointModel } from '../../circuit/sparse/sparse-start.js';
import { constantSignal } from '../../kernel/modeling/signals/constant-signal.js';
import type { DescriptorSystem } from '../../kernel/modeling/descriptor-system.js';
import {
  type BlockOperatingPoint,
  blockOperatingPoint,
} from '../../kernel/simulation/block-stepping/block-operating-point.js';
import { CompiledDescriptor } from '../../kernel/simulation/sparse-stepping/compiled-descriptor.js';
import { roomFor } from '../../kernel/simulation/sparse-stepping/descriptor/descriptor-room.js';
import {
  continuedPoint,
  type OperatingPoint,
} from '../../kernel/simulation/sparse-stepping/operating-point.js';
import { reportLoopAtRest, valueAtRest } from './loop-without-solution.js';
import { SteppingFailure } from '../../kernel/simulation/sparse-stepping/newton/stepping-failure.js';
import type { FlatCircuit } from '../../netlist/flat-circuit.js';
import { firstOf, listVoltages } from './list-nodes.js';
import { noteOfNodesets } from './note-of-nodesets.js';
import { type DrivenNode, drivenNode } from './driven-node.js';
import type { SteppingCircuit } from './stepping-circuit.js';

/** SPICE's. */
const usual = Object.freeze({ reltol: 1e-3, vntol: 1e-6, abstol: 1e-12 });

/** The system of a circuit with all rates 0, to be solved once or often. */
export interface StillCircuit {
  readonly model: SparseModel;
  /** Something is held that moves once it is let go. */
  readonly held: boolean;
  /**
   * Solves it at the present values of its inputs; problems become diagnostics and undefined. With `holds` switches that agree on no
   * states are as they begin.
   */
  readonly solve: (diagnostics: Diagnostics, holds?: boolean) => BlockOperatingPoint | undefined;
  /** Solves it from a point nearby, to rounding; undefined where Newton's method does not lead there. */
  readonly follow: (near: PointNearby) => OperatingPoint | undefined;
  /** The same with a source that drives a node; undefined where its voltage is fixed. */
  readonly driven: (node: string) => DrivenNode | undefined;
}

type PointNearby = Pick<OperatingPoint, 'z' | 'guards'>;

/** Makes the system of a circuit's operating point; says what of `.ic` has no effect there. */
export function stillCircuit(
  { flat, tolerances: given, model: own, exactToo }: SteppingCircuit,
  coarse: number,
  diagnostics: Diagnostics,
  code?: MachineCode,
): StillCircuit {
  // Tolerances of a power netlist (abstol=1u) would leave nodes of high resistance anywhere; a point costs little.
  const reltol = Math.min(coarse, usual.reltol);
  const tolerances = {
    vntol: Math.min(given.vntol, usual.vntol),
    abstol: Math.min(given.abstol, usual.abstol),
  };
  const held = { nodes: valuesOf(flat.initialVoltages), elements: flat.dialect === 'xyce' };
  const {
    model: moving,
    idle,
    yielding,
    held: isHeld,
    coilLoops,
  } = operatingPointModel(own, held, tolerances);
  for (const node of idle) {
    const message = `.ic of node ${node} has no effect: sources or other .ic values fix its voltage`;
    diagnostics.warning('ic-without-effect', message, flat.initialVoltages.get(node)?.span);
  }
  const [yielded] = yielding;
  if (yielded !== undefined)
    diagnostics.warning('ic-gives-way', givesWay(yielding), flat.initialVoltages.get(yielded)?.span);
  const names = new Set(own.numbering.branches.map(({ name }) => name));
  const modelAtRest = (nodes = held.nodes, leaks: readonly ResistanceBranch[] = []): SparseModel => {
    const { model } = operatingPointModel(own, { ...held, nodes }, tolerances, leaks);
    return { ...model, system: beforeJumps(model.system) };
  };
  const plain: Rest = { model: { ...moving, system: beforeJumps(moving.system) }, leaks: [] };
  /** Of coils in loops with controlled sources the current is shared, where nothing else decides about it. */
  const sharing = (): Rest => {
    const { model } = operatingPointModel(own, { ...held, shares: true }, tolerances);
    return { model: { ...model, system: beforeJumps(model.system) }, leaks: [] };
  };
  const restWith = (leaks: readonly ResistanceBranch[]): Rest => ({
    model: modelAtRest(undefined, leaks),
    leaks,
  });
  const newton = (rest: Rest, near: PointNearby): OperatingPoint | undefined => {
    const { system } = rest.model;
    rest.compiled ??= new CompiledDescriptor(system, { reltol }, roomFor(system, code));
    return continuedPoint(rest.compiled, 0, near);
  };
  /** With what leaks where the equations leave something open; that, or with all junctions leaking beside. */
  let base = plain;
  let present = plain;
  let withAllJunctions: Rest | undefined;
  let weakNodes: WeakNodes | undefined;
  /** The point with 1e-12 S across every junction where that decides about nodes; undefined where it decides nothing. */
  const decidedByJunctions = (
    point: PointNearby,
    found?: Diagnostics,
  ): { readonly rest: Rest; readonly point: BlockOperatingPoint } | undefined => {
    const weak = (weakNodes ??= new WeakNodes(plain.model)).at(point.z);
    if (weak.size === 0) return undefined;
    const known = new Set(base.leaks.map(({ name }) => name));
    const missing = leaksAcrossJunctions(own.numbering.branches).filter(
      ({ name }) => !known.has(name) && !names.has(name),
    );
    if (missing.length === 0) return undefined;
    const rest = (withAllJunctions ??= restWith([...base.leaks, ...missing]));
    const other = newton(rest, point) ?? pointOf(rest.model.system, reltol, code);
    const namesOf = (numbers: Iterable<number>): string[] =>
      [...numbers].map((k) => own.numbering.nodes[k] ?? '');
    if (other instanceof SteppingFailure) {
      if (found)
        noteOfWeakNodes(
          namesOf(weak),
          'saturation currents decide, for with 1e-12 S across every junction no point was found',
          found,
        );
      return undefined;
    }
    const moved = [...weak].filter((k) => Math.abs((point.z[k] ?? 0) - (other.z[k] ?? 0)) > decisive);
    if (moved.length === 0) return undefined;
    if (found) noteOfWeakNodes(namesOf(moved), '1e-12 S across every junction decides, as in SPICE', found);
    return { rest, point: other };
  };
  const settle = (at: Rest): void => {
    [base, present, withAllJunctions] = [at, at, undefined];
  };
  /** As SPICE takes .nodeset: the point with these nodes held, from which Newton's method goes on when they are let go. */
  const guessed = (): BlockOperatingPoint | undefined => {
    if (flat.nodesets.size === 0) return undefined;
    const nodes = new Map([...valuesOf(flat.nodesets), ...held.nodes]);
    const point = pointOf(modelAtRest(nodes).system, reltol, code);
    if (point instanceof SteppingFailure) return undefined;
    const z = new Float64Array(plain.model.system.size);
    z.set(point.z.subarray(0, own.system.size));
    return newton(plain, { z, guards: point.guards });
  };
  return {
    get model() {
      return present.model;
    },
    held: isHeld,
    solve(found, holds = false) {
      settle(plain);
      if (reportDrivenCoils(coilLoops, flat, found)) return undefined;
      const near = guessed();
      if (!near && flat.nodesets.size > 0) noteOfNodesets(flat, 'leads to no point', found);
      let point = near ?? pointOf(plain.model.system, reltol, code, holds);
      for (const { leaksOf, open, across } of leaksAtRest) {
        const failed = point instanceof SteppingFailure ? point : undefined;
        const missing = point instanceof SteppingFailure ? point.detail.unknowns : point.grounded;
        if (!failed && missing.length === 0) break;
        const leaks = leaksOf(own.numbering.branches).filter(({ name }) => !names.has(name));
        if (leaks.length === 0) continue;
        const rest = restWith([...base.leaks, ...leaks]);
        const other = pointOf(rest.model.system, reltol, code, holds);
        if (other instanceof SteppingFailure || !(failed ?? other.grounded.length < missing.length)) continue;
        const which = firstOf(missing.filter((name) => !other.grounded.includes(name))).join(', ');
        const message = `${open} leave ${which} open at rest: 1e-12 S across every ${across} decides`;
        found.note('undetermined', message);
        point = other;
        settle(rest);
      }
      if (point instanceof SteppingFailure && !exactToo) {
        const rest = sharing();
        const other = pointOf(rest.model.system, reltol, code, holds);
        if (!(other instanceof SteppingFailure)) {
          if (reportDriven(coilsWithVoltage(own.numbering, other.z), flat, found)) return undefined;
          point = other;
          settle(rest);
        }
      }
      if (point instanceof SteppingFailure) {
        if (reportLoopAtRest(own.numbering.branches, found)) return undefined;
        const message = `there is no operating point: ${point.message}`;
        found.error('no-operating-point', message, undefined, {
          hint: 'look at what is named, or start with uic',
        });
        return undefined;
      }
      for (const note of point.notes) found.note('undetermined', note);
      const other = decidedByJunctions(point, found);
      if (!other) return point;
      present = other.rest;
      return other.point;
    },
    follow(near) {
      if (near.z.length !== present.model.system.size) return undefined;
      present = base;
      const found = newton(base, near);
      if (!found) return undefined;
      // From within its tolerance one iteration more leaves rounding.
      const exact = newton(base, found) ?? found;
      const other = decidedByJunctions(exact);
      present = other?.rest ?? base;
      return other?.point ?? exact;
    },
    driven: (node) =>
      drivenNode({ own, held, tolerances, leaks: present.leaks, reltol, atRest: beforeJumps }, node),
  };
}

/** A circuit at rest with what leaks in it, compiled when it is first followed. */
interface Rest {
  readonly model: SparseModel;
  readonly leaks: readonly ResistanceBranch[];
  compiled?: CompiledDescriptor;
}

/** Volts by which a node moves where leaks decide: currents of junctions grow e-fold within it. */
const decisive = 0.025;

/** What leaks where nothing else decides, one kind after the other: what leaves it open, and what it leaks across. */
const leaksAtRest = Object.freeze([
  { leaksOf: leaksAcrossJunctions, open: 'flat laws', across: 'junction' },
  { leaksOf: leaksAcrossLaws, open: 'flat laws', across: 'smooth element' },
  { leaksOf: leaksAcrossSwitches, open: 'open switches', across: 'ideal switch' },
]);

function noteOfWeakNodes(nodes: readonly string[], what: string, diagnostics: Diagnostics): void {
  diagnostics.note('undetermined', `next to nothing holds ${listVoltages(nodes)} at rest: ${what}`);
}

/** Names coils through which sources drive a current without end; false where there are none. */
function reportDrivenCoils(
  loops: readonly CoilLoop[],
  { elements }: Pick<FlatCircuit, 'elements'>,
  diagnostics: Diagnostics,
): boolean {
  const driven = loops.flatMap(({ sources, element }) => {
    const driving = drivingSources(sources);
    return driving.length === 0 ? [] : [{ element, by: listNames(driving) }];
  });
  return reportDriven(driven, { elements }, diagnostics);
}

interface DrivenCoil {
  readonly element: string;
  /** What drives it. */
  readonly by: string;
}

function reportDriven(
  coils: readonly DrivenCoil[],
  { elements }: Pick<FlatCircuit, 'elements'>,
  diagnostics: Diagnostics,
): boolean {
  for (const { element, by } of coils) {
    reportDrivenCoil(element, by, elements.find(({ name }) => name === element)?.span, diagnostics);
  }
  return coils.length > 0;
}

/** Coils that are no shorts at rest, where controlled sources close loops with them. */
function coilsWithVoltage({ branches, node }: SparseModel['numbering'], z: Float64Array): DrivenCoil[] {
  const at = (name: string): number => z[node(name)] ?? 0;
  return branches.flatMap((branch) => {
    if (branch.kind !== 'inductance' || !(Math.abs(at(branch.a) - at(branch.b)) > usual.vntol)) return [];
    return [{ element: branch.element, by: controllingSources }];
  });
}

/** What jumps at t = 0 has not yet jumped at rest; levels of logic settle with it. */
export function beforeJumps(system: DescriptorSystem): DescriptorSystem {
  const inputs = system.inputs.map((signal) => {
    const before = valueAtRest(signal);
    return !Number.isNaN(before) && before !== signal.value(0) ? constantSignal(before) : signal;
  });
  return { ...system, inputs };
}

function pointOf(
  system: DescriptorSystem,
  reltol: number,
  code: MachineCode | undefined,
  holds = false,
): BlockOperatingPoint | SteppingFailure {
  try {
    return blockOperatingPoint(system, { reltol }, 0, holds, code);
  } catch (error) {
    if (error instanceof SteppingFailure) return error;
    throw error;
  }
}

/** The voltages of nodes, by name. */
export function valuesOf(given: FlatCircuit['initialVoltages']): ReadonlyMap<string, number> {
  return new Map([...given].map(([node, { value }]) => [node, value]));
}
