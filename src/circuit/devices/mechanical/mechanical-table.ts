/** The mechanical devices: a new one is one file and one line here. */
import type { Device } from '../../device.js';
import { friction } from './friction.js';
import { gear, lever, rack } from './lever.js';
import { mass, rotor } from './mass.js';
import { forceSource, positionSource, torqueSource, velocitySource } from './motion-source.js';
import { motor } from './motor.js';
import { positionState } from './position.js';
import { damper, spring } from './spring.js';
import { stop } from './stop.js';

export const mechanicalDevices: readonly Device[] = Object.freeze([
  mass,
  rotor,
  spring,
  damper,
  forceSource,
  torqueSource,
  velocitySource,
  positionSource,
  lever,
  gear,
  rack,
  motor,
  friction,
  stop,
  positionState,
]);
