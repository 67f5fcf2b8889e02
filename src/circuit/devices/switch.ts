/** S: a switch controlled by the voltage nc+ to nc-, or by an expression (PSpice and Xyce: control={...}). */
import { expressionForm } from '../behavioural/expression-form.js';
import { PiecewiseLinearBuilder } from '../behavioural/piecewise-linear-form.js';
import { switchNoise } from '../noise/resistor-noise.js';
import type { Device, EmissionContext } from '../device.js';
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { Branch, LinearForm } from '../primitives.js';
import { genericSwitchBranches, genericSwitchModel, hasLatches } from './generic-switch.js';
import { switchBranches, switchModels } from './switch-parts.js';

export const voltageSwitch: Device = {
  syntax: {
    letter: 'S',
    name: 'voltage-controlled switch',
    doc: 'Switch with hysteresis (SW) or interpolation (VSWITCH, SWITCH), controlled by the voltage nc+ to nc-.',
    terminals: ['n+', 'n-', 'nc+', 'nc-'],
    replacedTerminals: { count: 2, parameter: 'control' },
    value: { kind: 'model' },
    // Xyce: with control=, those of W.
    modelTypes: ['sw', 'vswitch', 'switch', 'csw', 'iswitch'],
    parameters: [
      { name: 'control', unit: 'V', range: 'any', expression: true, doc: 'control as an expression' },
    ],
    flags: ['on', 'off'],
  },
  models: [...switchModels('s'), genericSwitchModel],
  noise: switchNoise,
  branches: (element, context) => branchesOf(element, context, 'levels'),
  smooth: (element, context) => branchesOf(element, context, 'smooth'),
};

function branchesOf(element: FlatElement, context: EmissionContext, auto: 'levels' | 'smooth'): Branch[] {
  const control = formOfControl(element, context);
  if (!control) return [];
  const { type = '' } = element.model ?? {};
  if (type === genericSwitchModel.type) return genericSwitchBranches(element, control, context);
  const quantity = type === 'csw' || type === 'iswitch' ? 'i' : 'v';
  if (hasLatches(element, quantity)) return genericSwitchBranches(element, control, context, quantity);
  return switchBranches(element, control, quantity, context, auto);
}

/** The control of a switch: its expression, else the voltage between its last nodes. */
export function formOfControl(
  element: FlatElement,
  { diagnostics }: EmissionContext,
): LinearForm | undefined {
  const written = element.expressions?.get('control');
  if (!written) {
    const fixed = element.parameters.get('control');
    if (fixed !== undefined) return { constant: fixed, terms: [] };
    const [, , a = '', b = ''] = element.nodes;
    return { constant: 0, terms: [{ gain: 1, quantity: 'voltage', a, b }] };
  }
  const builder = new PiecewiseLinearBuilder();
  const form = expressionForm(written, builder);
  if (typeof form !== 'string' && builder.rows.length === 0) return form;
  diagnostics.error(
    'nonlinear-control',
    `the control of ${element.name} is not linear in voltages and currents`,
    element.span,
    {
      hint: 'compute it with a B source, and control the switch by its voltage',
    },
  );
  return undefined;
}
