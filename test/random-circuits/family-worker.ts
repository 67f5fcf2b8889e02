/** Judges circuits of families by number, for `families.mjs`, which ends it when one takes too long. */
import { parentPort } from 'node:worker_threads';
import { judgeFamily } from './family-judge.js';

interface Question {
  readonly family: string;
  readonly number: number;
  readonly ngspice: boolean;
}

parentPort?.on('message', ({ family, number, ngspice }: Question) => {
  try {
    parentPort?.postMessage(judgeFamily(family, number, ngspice));
  } catch (error) {
    parentPort?.postMessage({ verdict: 'throws', says: String(error), steps: NaN, ngspice: NaN });
  }
});
