/** Writes src/circuit/laws/bsim3-slopes.gen.ts: the functions of BSIM3v3 with their slopes by vgs, vds and vbs (`slopes/differentiate.mjs`). */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { differentiate } from './slopes/differentiate.mjs';

const laws = fileURLToPath(new URL('../src/circuit/laws/', import.meta.url));

const functions = [
  [`${laws}bsim3-threshold.ts`, 'writeThreshold'],
  [`${laws}bsim3-current.ts`, 'writeCurrent'],
  [`${laws}bsim3-charge.ts`, 'writeCharge'],
];

export function generateSlopes() {
  const text = differentiate(functions, { vgs: 'G', vds: 'D', vbs: 'B' });
  const head = "// @ts-nocheck\nimport type { Int } from '../../base/int.js';\n\n";
  writeFileSync(`${laws}bsim3-slopes.gen.ts`, head + text);
}
