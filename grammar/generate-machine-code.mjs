/**
 * Writes src/circuit/machine-code.gen.ts: the hot functions of sparse steps and of rows of circuits in parts, and the laws of devices
 * as one WebAssembly module, made of the functions themselves (`machine-code/machine-module.mjs`).
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileModule } from './machine-code/machine-module.mjs';

const source = fileURLToPath(new URL('../src/', import.meta.url));
const kernel = `${source}kernel/simulation/sparse-stepping/`;
const rows = `${source}kernel/simulation/event-driven/rows/`;
const laws = `${source}circuit/laws/`;

/** Functions whose first parameter is a record. */
const functions = [
  [`${kernel}descriptor/descriptor-evaluation.ts`, 'evaluateDescriptor'],
  [`${kernel}descriptor/descriptor-evaluation.ts`, 'writeMagnitudes'],
  [`${kernel}descriptor/descriptor-evaluation.ts`, 'addProduct'],
  ...['forceRows', 'readPairs', 'followPairs'].map((name) => [`${kernel}newton/pair-loops.ts`, name]),
  [`${kernel}newton/newton-iteration.ts`, 'missedRows'],
  [`${kernel}newton/newton-iteration.ts`, 'moveAlong'],
  [`${kernel}newton/newton-iteration.ts`, 'measureRows'],
  [`${kernel}newton/newton-iteration.ts`, 'keepRows'],
  [`${kernel}newton/newton-loop.ts`, 'iterateNewton'],
  [`${kernel}descriptor/linear-coefficient.ts`, 'setCoefficient'],
  [`${kernel}stages/step-loop.ts`, 'makeStep'],
  [`${kernel}stages/trial-loop.ts`, 'tryStages'],
  [`${kernel}stages/step-record.ts`, 'makeSteps'],
  [`${kernel}stages/stage-loops.ts`, 'measureSizes'],
  [`${kernel}stages/growth-watch.ts`, 'followGrowth'],
  [`${source}analysis/certificate/steps/point-check.ts`, 'checkPoint'],
  [`${source}analysis/certificate/steps/energy-loop.ts`, 'balanceStep'],
  [`${source}analysis/transient/comparison-loop.ts`, 'watchPace'],
  [`${source}analysis/transient/observed-steps.ts`, 'observeSteps'],
  [`${source}kernel/simulation/step-records/quadratic-sums.ts`, 'addQuadratics'],
  [`${source}kernel/simulation/step-records/row-loop.ts`, 'takeStep'],
  [`${source}kernel/simulation/step-records/row-loop.ts`, 'flushWaiting'],
  ...['fillRows', 'leaveAt', 'jumpsAt'].map((name) => [`${rows}fill-rows.ts`, name]),
  [`${rows}wanted-rows.ts`, 'askRows'],
  [`${kernel}newton/dense-factors.ts`, 'factorDense'],
  [`${kernel}newton/dense-factors.ts`, 'solveDense'],
  [`${source}numerics/sparse/lu-arrays.ts`, 'refactorLu'],
  [`${source}numerics/sparse/lu-arrays.ts`, 'solveLu'],
];

const objects = [
  [`${laws}expression-law.ts`, 'expressionLaw'],
  [`${laws}depletion-law.ts`, 'depletionLaw'],
  [`${laws}diode-law.ts`, 'diodeLaw'],
  [`${laws}diode-law.ts`, 'staticDiodeLaw'],
  [`${laws}gummel-poon-law.ts`, 'gummelPoonLaw'],
  [`${laws}gummel-poon-law.ts`, 'staticGummelPoonLaw'],
  [`${laws}gummel-poon-law.ts`, 'spreadGummelPoonLaw'],
  [`${laws}gummel-poon-law.ts`, 'staticSpreadGummelPoonLaw'],
  [`${laws}gummel-poon-law.ts`, 'laggingGummelPoonLaw'],
  [`${laws}gummel-poon-law.ts`, 'laggingSpreadGummelPoonLaw'],
  [`${laws}jfet-law.ts`, 'jfetLaw'],
  ...['', 'lagging', 'heated', 'full'].map((kind) => [
    `${laws}parker-skellern-law.ts`,
    kind === '' ? 'parkerSkellernLaw' : `${kind}ParkerSkellernLaw`,
  ]),
  [`${laws}parker-skellern-gate-law.ts`, 'parkerSkellernGateLaw'],
  [`${laws}mesfet-law.ts`, 'mesfetLaw'],
  [`${laws}mesfet-gate-law.ts`, 'mesfetGateLaw'],
  [`${laws}mosfet/meyer-law.ts`, 'meyerLaw'],
  [`${laws}mosfet/mos1-law.ts`, 'mos1Law'],
  [`${laws}mosfet/mos2-law.ts`, 'mos2Law'],
  [`${laws}mosfet/mos2-gate-law.ts`, 'mos2GateLaw'],
  [`${laws}mosfet/mos3-law.ts`, 'mos3Law'],
  [`${laws}mosfet/mos3-gate-law.ts`, 'mos3GateLaw'],
  [`${laws}mosfet/mos6-law.ts`, 'mos6Law'],
  [`${laws}mosfet/mos6-gate-law.ts`, 'mos6GateLaw'],
  ...['vbicLaw', 'laggingVbicLaw', 'heatedVbicLaw', 'fullVbicLaw'].map((name) => [
    `${laws}vbic/vbic-law.ts`,
    name,
  ]),
  [`${laws}bsim3/bsim3-law.ts`, 'bsim3Law'],
  [`${laws}bsim3/bsim3-junction-law.ts`, 'bsim3JunctionLaw'],
  [`${laws}bsim4/bsim4-law.ts`, 'bsim4Law'],
  [`${laws}bsim4/bsim4-junction-law.ts`, 'bsim4JunctionLaw'],
  [`${laws}mosfet/vdmos-law.ts`, 'vdmosLaw'],
  [`${laws}mosfet/vdmos-gate-law.ts`, 'vdmosGateDrainLaw'],
];

export function generateMachineCode() {
  const { module, functions: places, scripts, records, recordOf } = compileModule({ functions, objects });
  const text = [
    '// @ts-nocheck',
    "import type { MachineCode } from '../numerics/code/machine-room.js';",
    'export const machineCode: MachineCode = {',
    `module: '${module}',`,
    `functions: ${JSON.stringify(places)},`,
    `scripts: ${JSON.stringify(scripts)},`,
    `records: ${JSON.stringify(records)},`,
    `recordOf: ${JSON.stringify(recordOf)},`,
    '};',
  ].join('\n');
  writeFileSync(`${source}circuit/machine-code.gen.ts`, `${text}\n`);
}
