/** Looks for differences of one circuit, for `differential.mjs`, which ends it when one takes too long. */
import { parentPort } from 'node:worker_threads';
import { prepare } from '../../src/analysis/preparation.js';
import { differences } from './differences.js';
import { randomCircuit } from './random-circuit.js';

parentPort?.on('message', ({ number, text }: { readonly number?: number; readonly text?: string }) => {
  try {
    const { circuit } = prepare(text ?? randomCircuit(number ?? 0).text, { options: { method: 'events' } });
    const hasTransient = circuit?.flat.analyses.some(({ kind }) => kind === 'tran') === true;
    parentPort?.postMessage(hasTransient ? { found: differences(circuit) } : { skipped: 'no transient' });
  } catch (error) {
    parentPort?.postMessage({ skipped: String(error) });
  }
});
