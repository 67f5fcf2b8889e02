/** Programs of this folder, bundled, and as workers of which an answer may be given up. */
import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Runs `use` with the path of a module that imports nothing any more. */
async function bundled(name, use) {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  try {
    const outfile = join(folder, `${name}.mjs`);
    const entry = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
    await build({
      entryPoints: [entry],
      ...{ outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' },
    });
    return await use(outfile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The exports of a module in TypeScript. */
export function imported(name) {
  return bundled(name, (file) => import(pathToFileURL(file).href));
}

/**
 * Runs `use` with a function that has a question answered by a worker: what it posts, or `tooLong(seconds)` where that takes
 * longer, or `crashed(error)`.
 */
export function withWorker(name, { tooLong, crashed }, use) {
  return bundled(name, async (file) => {
    let worker;
    const ask = (question, seconds) => {
      worker ??= new Worker(file);
      const asked = worker;
      return new Promise((done) => {
        const end = (answer) => {
          clearTimeout(timer);
          asked.off('message', end).off('error', failed);
          done(answer);
        };
        const giveUp = (answer) => {
          void asked.terminate();
          worker = undefined;
          end(answer);
        };
        const timer = setTimeout(() => {
          giveUp(tooLong(seconds));
        }, seconds * 1000);
        const failed = (error) => {
          giveUp(crashed(error));
        };
        asked.on('message', end).on('error', failed);
        asked.postMessage(question);
      });
    };
    try {
      return await use(ask);
    } finally {
      await worker?.terminate();
    }
  });
}

/** Answers as lines, with the counts of their verdicts. */
export class Verdicts {
  lines = [];
  #counts = new Map();

  add({ number, family, verdict, says }, seconds) {
    this.#counts.set(verdict, (this.#counts.get(verdict) ?? 0) + 1);
    this.lines.push([number, family, verdict, seconds.toFixed(1), JSON.stringify(says)].join(','));
    if (verdict !== 'ok') console.log(`${number} ${family} ${verdict} (${seconds.toFixed(1)} s): ${says}`);
  }

  /** Prints the counts; returns whether any of these was met. */
  end(bad) {
    const counts = [...this.#counts].sort().map(([verdict, count]) => `${verdict} ${count}`);
    console.log(counts.join(', '));
    return bad.some((verdict) => this.#counts.has(verdict));
  }
}

/** The whole numbers of `--only`, or `count` of them from `from` on. */
export function numbersOf({ only, from, count }) {
  if (only) return only.split(',').map(Number);
  return Array.from({ length: Number(count) }, (_, k) => Number(from) + k);
}
