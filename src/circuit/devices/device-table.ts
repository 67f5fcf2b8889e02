/** The table of devices: a new device is one file and one line here. */
import type { Device } from '../device.js';
import { capacitor } from './capacitor.js';
import { currentSource } from './current-source.js';
import { diode } from './diode.js';
import { inductor } from './inductor.js';
import { resistor } from './resistor.js';
import { voltageSwitch } from './switch.js';
import { voltageSource } from './voltage-source.js';

export const deviceTable: readonly Device[] = Object.freeze([
  resistor,
  capacitor,
  inductor,
  voltageSource,
  currentSource,
  diode,
  voltageSwitch,
]);
