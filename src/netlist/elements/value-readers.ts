/**
 * The table of what may stand after the terminals: one more kind = one more file and one more line.
 */
import type { ElementSyntax } from '../language.js';
import type { Session } from '../session.js';
import { readBehaviouralValue } from './behavioural-value.js';
import { readCodeModel } from './code-model.js';
import { readControlledValue } from './controlled-value.js';
import { readCouplingValue } from './coupling-value.js';
import { readCurrentControl } from './current-control.js';
import type { ValueReader } from './element-draft.js';
import { readInitialValues } from './initial-values.js';
import { readModelReference } from './model-reference.js';
import { readNodeList } from './node-list.js';
import { readNumberValue } from './number-value.js';
import { isSourceKeyword, readSourceValue } from './source-value.js';

export const VALUE_READERS: Readonly<Record<ElementSyntax['value']['kind'], ValueReader>> = Object.freeze({
  number: readNumberValue,
  model: readModelReference,
  source: readSourceValue,
  controlled: readControlledValue,
  behavioural: readBehaviouralValue,
  coupling: readCouplingValue,
  'current-control': readCurrentControl,
  'initial-values': readInitialValues,
  'code-model': readCodeModel,
  'node-list': readNodeList,
  none: () => true,
});

const CONTROL_KEYWORDS: ReadonlySet<string> = new Set([
  ...['pwl', 'and', 'nand', 'or', 'nor'],
  ...['poly', 'value', 'vol', 'cur', 'table', 'laplace', 'freq', 'v', 'i', 'nested'],
]);

/** Words that begin a part of a card of this kind, and groups that are no brackets around nodes. */
export function isKeyword(word: string, { value }: ElementSyntax, session: Session): boolean {
  if (value.kind === 'source') return isSourceKeyword(word, session);
  return (value.kind === 'controlled' || value.kind === 'behavioural') && CONTROL_KEYWORDS.has(word);
}
