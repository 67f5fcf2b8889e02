/**
 * Noise of resistors, 4 k T / R (R as small signals meet it, ac=) and KF |I|^AF / (L^LF W^WF f^EF), and of closed
 * switches. A resistance that depends on the circuit has none: what it does is not known from its value.
 */
import { filmSize } from '../devices/parts/element-parts.js';
import {
  type NoiseGenerator,
  type OperatingElement,
  resistanceNoise,
  thermalNoise,
} from './noise-generator.js';

/** Returns that of R; none with NOISY=0, NOISE=0 or LTspice's NOISELESS. */
export function resistorNoise(operating: OperatingElement): NoiseGenerator[] {
  const { element, model } = operating;
  if (element.parameters.get('noisy') === 0 || element.flags.has('noiseless')) return [];
  const generators = resistanceNoise(operating);
  const factor = model.get('kf') ?? 0;
  const [branch] = operating.branches;
  if (factor === 0 || branch?.kind !== 'resistance') return generators;
  const count = element.parameters.get('m') ?? 1;
  const current = (operating.voltage(branch.a) - operating.voltage(branch.b)) / branch.resistance;
  const { length, width } = filmSize(element);
  const isSized = element.parameters.has('l') && element.parameters.has('w');
  const size = isSized ? length ** (model.get('lf') ?? 1) * width ** (model.get('wf') ?? 1) : 1;
  const density = (count * factor * Math.abs(current / count) ** (model.get('af') ?? 0)) / size;
  return [
    ...generators,
    { part: '1overf', a: branch.a, b: branch.b, density, exponent: model.get('ef') ?? 1 },
  ];
}

/** Returns that of the series and parallel resistances of a capacitor or an inductor; none with LTspice's NOISELESS. */
export function parasiticNoise(operating: OperatingElement): NoiseGenerator[] {
  return operating.element.flags.has('noiseless') ? [] : resistanceNoise(operating);
}

/** Returns that of a switch, of what conducts between its ends: one source without a name. */
export function switchNoise({ branches, temperature, isClosed }: OperatingElement): NoiseGenerator[] {
  let conductance = 0;
  for (const branch of branches) {
    const conducts = branch.kind === 'resistance' || (branch.kind === 'ideal-switch' && isClosed(branch));
    if (conducts && branch.resistance > 0) conductance += 1 / branch.resistance;
  }
  const [first] = branches;
  return first && conductance > 0 ? [thermalNoise(first, '', conductance, temperature)] : [];
}
