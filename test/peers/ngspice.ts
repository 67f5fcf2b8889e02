/** Runs the installed ngspice on a netlist and reads what it wrote. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plot } from '../../src/waveform/plot.js';
import { readRaw } from '../../src/waveform/raw-reader.js';

export const ngspiceIsInstalled = spawnSync('ngspice', ['--version']).error === undefined;

/** In continuous integration a missing peer is a failure, elsewhere a reason to skip. */
export const skipWithoutNgspice = !ngspiceIsInstalled && process.env['CI'] === undefined;

/** What the name of a skipped test says. */
export const ngspiceReason = skipWithoutNgspice ? ' (skipped: ngspice is not installed)' : '';

/**
 * Runs a netlist and returns its one plot; ngspice's output is the message when there is none. `behaviour` is what it
 * is asked to be compatible with: "psa" is PSpice.
 */
export function runNgspice(netlist: string, behaviour?: string): Plot {
  const folder = mkdtempSync(join(tmpdir(), 'ngspice-'));
  try {
    const [input, output] = [join(folder, 'in.cir'), join(folder, 'out.raw')];
    writeFileSync(input, netlist);
    if (behaviour !== undefined) writeFileSync(join(folder, '.spiceinit'), `set ngbehavior=${behaviour}\n`);
    // ngspice's exit status is no verdict; whether it wrote a readable plot is.
    const { stdout, stderr, error } = spawnSync('ngspice', ['-b', '-r', output, input], {
      encoding: 'utf8',
      // It writes logs of its models to where it runs.
      cwd: folder,
    });
    if (error) throw error;
    const [plot] = readPlots(output, `${stdout}\n${stderr}`);
    if (!plot) throw new Error(`ngspice wrote no plot:\n${stdout}\n${stderr}`);
    return plot;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readPlots(path: string, log: string): readonly Plot[] {
  try {
    return readRaw(readFileSync(path), path);
  } catch (cause) {
    throw new Error(`ngspice wrote no readable plot:\n${log}`, { cause });
  }
}
