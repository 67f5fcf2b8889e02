/** The lines: a new kind is one file and one line here. */
import type { Device } from '../../device.js';
import { coupledLines } from './coupled-lines.js';
import { losslessLine, modelledLine } from './lossless-line.js';
import { lossyLine, singleLine } from './lossy-line.js';
import { uniformRcLine } from './uniform-rc-line.js';

export const lines: readonly Device[] = Object.freeze([
  losslessLine,
  modelledLine,
  lossyLine,
  singleLine,
  coupledLines,
  uniformRcLine,
]);
