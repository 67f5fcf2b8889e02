/** What `.op` tells of a sparse system at rest: states of ideal parts, currents of smooth devices, residuals of the laws. */
import { formatEngineering } from '../../base/units.js';
import { PointFormReader, terminalProbe } from '../../circuit/sparse/sparse-probe.js';
import type { SummaryRow } from '../../waveform/writer.js';
import { residualFact } from './resting-circuit.js';
import { SparseLaws } from '../certificate/steps/sparse-laws.js';
import type { SteppingCircuit } from '../preparation/stepping-circuit.js';
import type { StillCircuit } from '../preparation/still-circuit.js';

/** Digits of currents. */
const digits = 5;

/** The state of each device that has one, in the order of the branches. */
export function smoothStates(
  { model: { numbering, system }, emitAlone }: SteppingCircuit,
  z: Float64Array,
  guards: Uint8Array,
): SummaryRow[] {
  const states = new Map<string, string>();
  const conducting = new Map<string, { on: number; of: number }>();
  const nothing = new Float64Array(z.length);
  const u = Float64Array.from(system.inputs, (signal) => signal.value(0));
  const reader = new PointFormReader();
  numbering.branches.forEach(({ kind, element }, index) => {
    const own = numbering.currentUnknown[index] ?? -1;
    if (kind === 'unilateral') {
      const known = conducting.get(element) ?? { on: 0, of: 0 };
      conducting.set(element, { on: known.on + (z[own] === 0 ? 0 : 1), of: known.of + 1 });
    } else if (kind === 'ideal-switch') {
      const guard = system.guards.findIndex(({ row }) => row === own);
      states.set(element, guards[guard] === 1 ? 'on' : 'off');
    } else if (kind === 'law' && !states.has(element)) {
      const currents = (emitAlone(element)?.letters ?? []).flatMap((letter) => {
        const form = terminalProbe(numbering, letter, element, emitAlone);
        return form ? [`${letter} ${formatEngineering(reader.read(form, z, nothing, u), 'A', digits)}`] : [];
      });
      // A junction within a device has no terminals: what it carries is in those of the device.
      if (currents.length > 0) states.set(element, currents.join(', '));
    }
  });
  for (const [element, { on, of }] of conducting) {
    const segments = of === 1 ? (on === 1 ? 'conducts' : 'blocks') : `${on} of ${of} segments conduct`;
    if (!states.has(element)) states.set(element, segments);
  }
  return [...states].map(([label, value]) => ({ label, value }));
}

/** Residuals of the laws at a point of the circuit at rest. */
export function smoothResiduals(
  { model }: StillCircuit,
  { tolerances }: SteppingCircuit,
  z: Float64Array,
  tolerance: number,
): SummaryRow[] {
  const { size, inputs } = model.system;
  const w = new Float64Array(size + inputs.length + 1);
  w.set(z.subarray(0, size));
  inputs.forEach((signal, j) => (w[size + j] = signal.value(0)));
  const laws = new SparseLaws(model, tolerances, true);
  laws.check(w, new Float64Array(size), 0);
  const { complementarity, switches, kirchhoff, elementLaws } = laws;
  return [
    ...(Number.isNaN(complementarity.time)
      ? []
      : [residualFact('complementarity', complementarity.value, complementarity.name, tolerance)]),
    ...(Number.isNaN(switches.time)
      ? []
      : [residualFact('switch states', switches.value, switches.name, tolerance)]),
    residualFact('Kirchhoff', kirchhoff.value, kirchhoff.name, tolerance),
    residualFact('element laws', elementLaws.value, elementLaws.name, tolerance),
  ];
}
