/**
 * Writes the functions of large laws with their slopes (`slopes/differentiate.mjs`): bsim3-slopes.gen.ts and bsim4-slopes.gen.ts by vgs, vds
 * and vbs, vbic-slopes.gen.ts by the voltages of its branches and the temperature.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { differentiate } from './slopes/differentiate.mjs';

const laws = fileURLToPath(new URL('../src/circuit/laws/', import.meta.url));

const channel = { vgs: 'G', vds: 'D', vbs: 'B' };
const bipolar = {
  ...{ bei: 'E', bex: 'X', bci: 'C', bep: 'P', bcp: 'S', rci: 'R', bcx: 'K', rbi: 'I', rbp: 'B' },
  rise: 'T',
};

const families = {
  bsim3: [
    ['threshold', 'writeThreshold'],
    ['current', 'writeCurrent'],
    ['charge', 'writeCharge'],
  ],
  bsim4: [
    ['threshold', 'writeThreshold'],
    ['mobility', 'writeMobility'],
    ['current', 'writeCurrent'],
    ['gate-current', 'writeGateCurrent'],
    ['end-current', 'writeEndCurrent'],
    ['charge', 'writeCharge'],
  ],
  vbic: [
    ['heat', 'writeHeat'],
    ['flows', 'writeFlows'],
  ],
};

const first = {
  vbic: { path: `${laws}vbic/vbic-places.ts`, end: 'vbicHeatEnd', letters: ['T'] },
};

const directions = { bsim3: channel, bsim4: channel, vbic: bipolar };

export function generateSlopes() {
  const head = "// @ts-nocheck\nimport type { Int } from '../../../base/int.js';\n\n";
  for (const [family, functions] of Object.entries(families)) {
    const paths = functions.map(([file, name]) => [`${laws}${family}/${family}-${file}.ts`, name]);
    const text = differentiate(paths, directions[family], first[family]);
    writeFileSync(`${laws}${family}/${family}-slopes.gen.ts`, head + text);
  }
}
