/**
 * Noise of BSIM3v3 by NOIMOD = 1, which is taken for the others too: the resistances of drain and source, thermal 8/3 k T (gm + gds + gmb),
 * and KF |Id|^AF / (COX Leff^2 f^EF). Transistors in parallel are independent.
 */
import { bsim3Oxide } from '../laws/bsim3/bsim3-body.js';
import { bsim3Size } from '../laws/bsim3/bsim3-size.js';
import { bsim3Version, latestBsim3 } from '../laws/bsim3/bsim3-values.js';
import { noiseOfChannel } from './channel-noise.js';
import { type NoiseGenerator, type OperatingElement, ownLaw } from './noise-generator.js';

const ends = 4;

/** Returns that of M with a model of levels 8 and 49. */
export function bsim3Noise(operating: OperatingElement): NoiseGenerator[] {
  const branch = ownLaw(operating);
  if (!branch) return [];
  const { element, model, voltage } = operating;
  const { f, df } = operating.at(branch);
  const [drain = '', , source = ''] = branch.reads;
  const isP = element.model?.type.startsWith('pmos') === true;
  // The end of the lower potential carries the channel's current alone, and sees all three conductances.
  const low = voltage(drain) >= voltage(source) === !isP ? 2 : 0;
  const version = bsim3Version(element.model?.texts?.get('version')) ?? latestBsim3;
  const { effective } = bsim3Size(model, element.parameters, version);
  return noiseOfChannel(operating, branch, {
    current: f[low] ?? 0,
    conductance: df[low * ends + low] ?? 0,
    perFlicker: bsim3Oxide(model) * effective.length * effective.length,
    exponent: model.get('ef') ?? 1,
  });
}
