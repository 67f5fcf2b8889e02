/**
 * The table of what may stand after the terminals: one more kind = one more file and one more line.
 */
import type { ElementSyntax } from '../language.js';
import type { ValueReader } from './element-draft.js';
import { readModelReference } from './model-reference.js';
import { readNumberValue } from './number-value.js';
import { readSourceValue } from './source-value.js';

export const VALUE_READERS: Readonly<Record<ElementSyntax['value']['kind'], ValueReader>> = Object.freeze({
  number: readNumberValue,
  model: readModelReference,
  source: readSourceValue,
  controlled: () => false,
  behavioural: () => false,
  coupling: () => false,
  'current-control': () => false,
  none: () => true,
});
