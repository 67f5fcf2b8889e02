/** Runs the installed ngspice on a netlist. Its exit status is no verdict: whether it wrote a readable plot is. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plot } from '../../waveform/plot.js';
import { readRaw } from '../../waveform/raw-reader.js';

export interface NgspiceRun {
  /** The last plot of a transient; absent where there is none. */
  readonly plot?: Plot;
  /** Why there is none, or it ends too soon. */
  readonly problem?: string;
  /** Wall time, seconds. */
  readonly seconds: number;
}

export function runNgspice(netlist: string): NgspiceRun {
  const folder = mkdtempSync(join(tmpdir(), 'nscircuit-'));
  try {
    const [input, output] = [join(folder, 'in.cir'), join(folder, 'out.raw')];
    writeFileSync(input, netlist);
    const start = process.hrtime.bigint();
    const { stdout, stderr, error } = spawnSync('ngspice', ['-b', '-r', output, input], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const seconds = Number(process.hrtime.bigint() - start) / 1e9;
    if (error) {
      const isMissing = 'code' in error && error.code === 'ENOENT';
      const problem = isMissing
        ? 'ngspice is not installed, or not on the path: install it (Debian: apt install ngspice; macOS: brew install ngspice), or compare with a file by --reference'
        : `ngspice could not be run: ${error.message}`;
      return { problem, seconds };
    }
    const told = complaintOf(`${stdout}\n${stderr}`);
    const plot = plotIn(output);
    if (!plot || plot.length < 2)
      return { problem: `ngspice wrote no waveform${told === '' ? '' : `: ${told}`}`, seconds };
    return { plot, seconds, ...(told !== '' && { problem: told }) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function plotIn(path: string): Plot | undefined {
  try {
    return readRaw(readFileSync(path), path).at(-1);
  } catch {
    return undefined;
  }
}

/** The first line in which ngspice says that it gave up. */
function complaintOf(log: string): string {
  const line = log
    .split('\n')
    .find((each) => /timestep too small|singular matrix|aborted|fatal|^error/i.test(each));
  return line?.trim() ?? '';
}
