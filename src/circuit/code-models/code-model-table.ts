/** The table of code models: a new one is one file and one line here. */
import { aswitch, pswitch } from './aswitch.js';
import { adcBridge, dacBridge } from './bridges.js';
import type { CodeModel } from './code-model.js';
import { divider, generalTable, lookupTable, stateMachine } from './counters.js';
import { digitalOscillator, digitalSource, pulls } from './digital-sources.js';
import { delay } from './delay.js';
import { divide } from './divide.js';
import { fileSource } from './file-source.js';
import { flipFlops } from './flip-flops.js';
import { gain } from './gain.js';
import { gates, openOutputs, triState } from './gates.js';
import { hyst } from './hyst.js';
import { ilimit } from './ilimit.js';
import { differentiator, integrator } from './integrate.js';
import { climit, limit } from './limit.js';
import { ltspiceLogic } from './ltspice-logic.js';
import { modulators } from './ltspice-modulator.js';
import { ota, varistor } from './ltspice-ota.js';
import { phaseDetector, sampleHold } from './ltspice-sampling.js';
import { core, lcouple } from './magnetic.js';
import { multiInputPwl } from './multi-input-pwl.js';
import { sine, square, triangle } from './oscillators.js';
import { capacitoric, cmeter, inductoric, lmeter, memristor, potentiometer } from './passive.js';
import { oneshot } from './oneshot.js';
import { patternSource } from './pattern-source.js';
import { pulseWidthModulator } from './pulse-width-modulator.js';
import { pwl, pwlts } from './pwl.js';
import { ram } from './ram.js';
import { sidiode } from './sidiode.js';
import { slew } from './slew.js';
import { mult, summer } from './summer.js';
import { tableModels } from './table-model.js';
import { sTransfer } from './s-xfer.js';
import { zener } from './zener.js';

export const codeModels: readonly CodeModel[] = Object.freeze([
  gain,
  summer,
  mult,
  divide,
  limit,
  climit,
  pwl,
  pwlts,
  multiInputPwl,
  ...tableModels,
  hyst,
  integrator,
  differentiator,
  sTransfer,
  slew,
  delay,
  fileSource,
  sine,
  triangle,
  square,
  oneshot,
  aswitch,
  pswitch,
  zener,
  sidiode,
  ilimit,
  lcouple,
  core,
  capacitoric,
  inductoric,
  potentiometer,
  cmeter,
  lmeter,
  memristor,
  adcBridge,
  dacBridge,
  ...gates,
  triState,
  ...openOutputs,
  ...flipFlops,
  divider,
  lookupTable,
  generalTable,
  ram,
  stateMachine,
  ...pulls,
  digitalSource,
  digitalOscillator,
  pulseWidthModulator,
  patternSource,
  ...ltspiceLogic,
  ...modulators,
  phaseDetector,
  sampleHold,
  ota,
  varistor,
]);
