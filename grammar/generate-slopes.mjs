/** Writes bsim3-slopes.gen.ts and bsim4-slopes.gen.ts: the functions of BSIM3v3 and of BSIM4 with their slopes by vgs, vds and vbs (`slopes/differentiate.mjs`). */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { differentiate } from './slopes/differentiate.mjs';

const laws = fileURLToPath(new URL('../src/circuit/laws/', import.meta.url));

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
};

export function generateSlopes() {
  const head = "// @ts-nocheck\nimport type { Int } from '../../../base/int.js';\n\n";
  for (const [family, functions] of Object.entries(families)) {
    const paths = functions.map(([file, name]) => [`${laws}${family}/${family}-${file}.ts`, name]);
    const text = differentiate(paths, { vgs: 'G', vds: 'D', vbs: 'B' });
    writeFileSync(`${laws}${family}/${family}-slopes.gen.ts`, head + text);
  }
}
