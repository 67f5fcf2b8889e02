/** What a source function is told, of a run of 50 s. */
import { Diagnostics } from '../../../src/base/diagnostic.js';
import { defaultCircuitOptions } from '../../../src/circuit/circuit-options.js';
import type { EmissionContext } from '../../../src/circuit/device.js';
import { LogicNetwork } from '../../../src/kernel/modeling/signals/logic-network.js';

export const sourceContext: EmissionContext = {
  options: defaultCircuitOptions,
  diagnostics: new Diagnostics(),
  ...{ tstep: 1e-3, tstop: 50 },
  supply: 1,
  voltageSize: () => 1,
  currentInto: () => Infinity,
  logic: new LogicNetwork(),
  elements: () => new Map(),
  windings: new Map(),
  sources: 'waveform',
};
