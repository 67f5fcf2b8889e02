/** Judges circuits by number, for `run.mjs`, which ends it when one takes too long. */
import { parentPort } from 'node:worker_threads';
import { judge, runText } from './judge.js';
import { randomCircuit } from './random-circuit.js';

parentPort?.on('message', ({ number, compare }: { readonly number: number; readonly compare: boolean }) => {
  const { text, family } = randomCircuit(number);
  try {
    const { verdict, says } = compare ? judge(text) : runText(text, { method: 'events' });
    parentPort?.postMessage({ number, family, verdict, says });
  } catch (error) {
    parentPort?.postMessage({ number, family, verdict: 'throws', says: String(error) });
  }
});
