/** The table of devices: a new device is one file and one line here. */
import type { Device } from '../device.js';
import { behaviouralSource } from './behavioural-source.js';
import { bjt } from './bjt.js';
import { capacitor } from './capacitor.js';
import { currentControlledCurrentSource } from './cccs.js';
import { currentControlledVoltageSource } from './ccvs.js';
import { codeModel } from './code-model.js';
import { coupling } from './coupling.js';
import { currentSource } from './current-source.js';
import { currentSwitch } from './current-switch.js';
import { diode } from './diode.js';
import { inductor } from './inductor.js';
import { jfet } from './jfet.js';
import { lines } from './lines/line-table.js';
import { mechanicalDevices } from './mechanical/mechanical-table.js';
import { mesfet } from './mesfet.js';
import { mosfet } from './mosfet.js';
import { resistor } from './resistor.js';
import { voltageSwitch } from './switch.js';
import { voltageControlledCurrentSource } from './vccs.js';
import { voltageControlledVoltageSource } from './vcvs.js';
import { voltageSource } from './voltage-source.js';

export const deviceTable: readonly Device[] = Object.freeze([
  resistor,
  capacitor,
  inductor,
  coupling,
  voltageSource,
  currentSource,
  voltageControlledVoltageSource,
  voltageControlledCurrentSource,
  currentControlledCurrentSource,
  currentControlledVoltageSource,
  behaviouralSource,
  codeModel,
  diode,
  mosfet,
  bjt,
  jfet,
  mesfet,
  ...lines,
  voltageSwitch,
  currentSwitch,
  ...mechanicalDevices,
]);

/** The table with further devices; one whose letter it has already takes the place of that. */
export function tableWith(further: readonly Device[]): readonly Device[] {
  const letters = new Set(further.map(({ syntax }) => syntax.letter));
  return [...deviceTable.filter(({ syntax }) => !letters.has(syntax.letter)), ...further];
}
