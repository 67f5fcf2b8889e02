/** `P1 nodes ... model`: as many nodes as stand before the name of a model. */
import { nodeIn } from '../frame.js';
import type { Session } from '../session.js';
import type { WordItem } from '../syntax.js';
import type { ElementDraft } from './element-draft.js';
import { hasModel, readModelReference } from './model-reference.js';

export function readNodeList(draft: ElementDraft, session: Session): boolean {
  const { element, rest } = draft;
  const { frame, globals } = session;
  const isWord = (item: unknown): item is WordItem => (item as WordItem | undefined)?.kind === 'word';
  const at = rest.findIndex((item) => isWord(item) && hasModel(item.text, session));
  const nodes = rest.splice(0, at < 0 ? Math.max(0, rest.length - 1) : at).filter(isWord);
  element.nodes = nodes.map(({ text }) => session.meetNode(nodeIn(frame, text, globals)));
  element.nodeSpans = nodes.map(({ span }) => span);
  return readModelReference(draft, session);
}
