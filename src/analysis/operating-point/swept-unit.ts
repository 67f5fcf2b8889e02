/** The units of what sweeps set. */
import type { StepTarget } from '../../netlist/flat-cards.js';
import type { FlatCircuit, MechanicalDomain } from '../../netlist/flat-circuit.js';
import type { ColumnUnit } from '../../waveform/plot.js';

const unitsOfSources: ReadonlyMap<string, ColumnUnit | Readonly<Record<MechanicalDomain, ColumnUnit>>> =
  new Map<string, ColumnUnit | Readonly<Record<MechanicalDomain, ColumnUnit>>>([
    ...([
      ['V', 'V'],
      ['I', 'A'],
      ['YFORCE', 'N'],
      ['YTORQUE', 'N m'],
    ] as const),
    ['YVELOCITY', { translational: 'm/s', rotational: 'rad/s' }],
    ['YPOSITION', { translational: 'm', rotational: 'rad' }],
  ]);

/** The unit of what a sweep sets. */
export function unitOfTarget(target: StepTarget, flat: FlatCircuit): ColumnUnit {
  if (target.kind !== 'element' || (target.parameter !== undefined && target.parameter !== 'dc')) return '';
  const element = flat.elements.find(({ name }) => name === target.name);
  const [node = '', other = ''] = element?.nodes ?? [];
  const domain = flat.domains?.nodes.get(node) ?? flat.domains?.nodes.get(other);
  const unit = unitsOfSources.get(element?.letter ?? '');
  return unit === undefined ? '' : typeof unit === 'string' ? unit : domain ? unit[domain] : '';
}
