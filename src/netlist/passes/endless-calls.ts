/** Subcircuits that call themselves: as long as their `.if` say, at most MAX_CALL_DEPTH deep; without any they are an error. */
import type { Span } from '../../base/span.js';
import type { CircuitBlock, CircuitFrame, Session } from '../session.js';

const MAX_CALL_DEPTH = 100;

/** Whether a call of `block` from the present frame is not to be followed. */
export function isTooDeep(block: CircuitBlock, session: Session): boolean {
  return session.frame.depth >= MAX_CALL_DEPTH || isEndless(block, session);
}

/**
 * Whether a call of `block` has no end: it is within one of the same that no `.if` between them decides. Where a chain without end was found
 * no other is followed: calls that double level by level would take long to come to the deepest.
 */
function isEndless(block: CircuitBlock, { frame: from, contents, diagnostics }: Session): boolean {
  let decided = false;
  for (let frame: CircuitFrame | undefined = from; frame?.block; frame = frame.parent) {
    decided ||= !contents.has(frame.block);
    if (frame.block === block) return !decided || diagnostics.has('recursive-subcircuit');
  }
  return false;
}

/** Reports one that is, at the name that is called; once. */
export function reportRecursion(block: CircuitBlock, called: Span, session: Session): void {
  const { diagnostics } = session;
  if (diagnostics.has('recursive-subcircuit')) return;
  const { name, span } = block;
  const itself = `subcircuit "${name}" calls itself`;
  const message = isEndless(block, session)
    ? itself
    : `${itself}, or calls nest more than ${MAX_CALL_DEPTH} deep`;
  diagnostics.error('recursive-subcircuit', message, called, {
    related: [{ span, message: `"${name}" is defined here` }],
    hint: 'end the chain: let one of them be made of elements alone',
  });
}
