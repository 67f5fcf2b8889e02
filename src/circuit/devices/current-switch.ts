/** W: a switch controlled by the current of an element. */
import { switchNoise } from '../noise/resistor-noise.js';
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { Device, EmissionContext } from '../device.js';
import type { Branch } from '../primitives.js';
import { genericSwitchBranches, hasLatches } from './generic-switch.js';
import { switchBranches, switchModels } from './switch-parts.js';

export const currentSwitch: Device = {
  syntax: {
    letter: 'W',
    name: 'current-controlled switch',
    doc: 'Switch with hysteresis (CSW) or interpolation (ISWITCH), controlled by the current of an element.',
    terminals: ['n+', 'n-'],
    value: { kind: 'current-control' },
    modelTypes: ['csw', 'iswitch'],
    parameters: [],
    flags: ['on', 'off'],
  },
  models: switchModels('w'),
  noise: switchNoise,
  branches: (element, context) => branchesOf(element, context, 'levels'),
  smooth: (element, context) => branchesOf(element, context, 'smooth'),
};

function branchesOf(element: FlatElement, context: EmissionContext, auto: 'levels' | 'smooth'): Branch[] {
  const [carrier = ''] = element.controls ?? [];
  const control = { constant: 0, terms: [{ gain: 1, quantity: 'current', element: carrier } as const] };
  if (hasLatches(element, 'i')) return genericSwitchBranches(element, control, context, 'i');
  return switchBranches(element, control, 'i', context, auto);
}
