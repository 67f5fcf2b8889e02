/** Reads a waveform file that the command line names. */
import { readFileSync } from 'node:fs';
import { describeSystemError } from '../system-error.js';
import { DiagnosticError } from '../../base/diagnostic.js';
import type { Plot } from '../../waveform/plot.js';
import { readerFor, readExtensions } from '../../waveform/readers.js';

/** The plots of a file, at least one; or what is wrong, one sentence. */
export function readWaveformFile(path: string): readonly [Plot, ...Plot[]] | string {
  try {
    const read = readerFor(path);
    if (!read) return `${path}: one of ${readExtensions} is needed`;
    const [first, ...others] = read(readFileSync(path), path);
    return first ? [first, ...others] : `${path} holds no plot`;
  } catch (error) {
    if (error instanceof DiagnosticError) return error.message.replace(/^error: /, '');
    return `cannot read "${path}": ${describeSystemError(error)}`;
  }
}
