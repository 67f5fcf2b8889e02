/** Tells which parameters of a model act that ngspice leaves out: what a vendor wrote for PSpice is another part there. */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import { listNames, noteOnce, plural } from '../../diagnose.js';
import type { EmissionContext } from '../../device.js';

/** `fixed`: what ngspice has in the place of each, whatever is written; once a model. */
export function noteBeyondNgspice(
  { model }: FlatElement,
  fixed: readonly (readonly [name: string, value: number])[],
  { diagnostics }: Pick<EmissionContext, 'diagnostics'>,
): void {
  const others = fixed.filter(([name, value]) => (model?.parameters.get(name) ?? value) !== value);
  if (!model || others.length === 0) return;
  const names = listNames(others.map(([name]) => name.toUpperCase()));
  const values = listNames(others.map(([, value]) => String(value)));
  const verb = plural(others.length, 'acts', 'act');
  const message = `model ${model.name}: ${names} ${verb}, as in PSpice and LTspice; ngspice has ${values} there, whatever is written`;
  noteOnce(diagnostics, 'beyond-ngspice', message, model.span);
}
