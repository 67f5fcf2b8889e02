/** The mechanical devices: a new one is one file and one line here. */
import type { Device } from '../../device.js';
import { contactSwitchDevice } from './contact-switch.js';
import { clutch, friction } from './friction.js';
import { gear, lever, rack } from './lever.js';
import { mass, rotor } from './mass.js';
import { forceSource, positionSource, torqueSource, velocitySource } from './motion-source.js';
import { motor } from './motor.js';
import { piezo } from './piezo.js';
import { positionState } from './position.js';
import { damper, spring } from './spring.js';
import { backlash, stop } from './stop.js';

import { electrostaticGap, solenoid } from './transducer.js';

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
  solenoid,
  electrostaticGap,
  piezo,
  friction,
  clutch,
  stop,
  backlash,
  contactSwitchDevice,
  positionState,
]);
