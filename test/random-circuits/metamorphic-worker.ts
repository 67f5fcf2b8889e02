/** Runs the variants of one circuit, for `metamorphic.mjs`, which ends it when one takes too long. */
import { parentPort } from 'node:worker_threads';
import { runText } from './judge.js';
import { otherwise, variants } from './metamorphic.js';
import { randomCircuit } from './random-circuit.js';

interface Question {
  readonly number: number;
  readonly method: string;
}

parentPort?.on('message', ({ number, method }: Question) => {
  const circuit = randomCircuit(number);
  const { family } = circuit;
  const options = { method };
  try {
    const own = runText(circuit.text, options);
    const found = Object.entries(variants).flatMap(([name, vary]) => {
      const says = otherwise(circuit, vary(circuit, number), options, own);
      return says === '' ? [] : [`${name}: ${says}`];
    });
    parentPort?.postMessage({
      number,
      family,
      verdict: found.length > 0 ? 'differs' : own.verdict,
      says: found.length > 0 ? found.join('; ') : own.says,
    });
  } catch (error) {
    parentPort?.postMessage({ number, family, verdict: 'throws', says: String(error) });
  }
});
