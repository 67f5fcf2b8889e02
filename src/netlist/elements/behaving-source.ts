/** V and I of Xyce whose value depends on time or the circuit - `V1 a 0 {2+1000*time}` - are behavioural sources. */
import type { Expression } from '../../expression/ast.js';
import type { Session } from '../session.js';
import { flatLaw, type ElementDraft } from './element-draft.js';

const OUTPUTS: ReadonlyMap<string, 'v' | 'i'> = new Map([
  ['V', 'v'],
  ['I', 'i'],
]);

export function mayBehave(letter: string): boolean {
  return OUTPUTS.has(letter);
}

/** Makes a source one that follows an expression, once all names are known. */
export function behave({ element }: ElementDraft, expression: Expression, session: Session): void {
  const output = OUTPUTS.get(element.letter) ?? 'v';
  element.letter = 'B';
  session.defer(() => {
    const flat = flatLaw(expression, session, element.name);
    if (flat) element.law = { kind: 'expression', output, expression: flat };
    if (!element.waveform && !element.ac) return;
    const message = `${element.name}: its value is an expression: its waveform and AC value are left out`;
    session.diagnostics.warning('two-values', message, element.span, { hint: 'put two sources in series' });
  });
}
