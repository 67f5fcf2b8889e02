/** `.pz node node node node cur|vol pol|zer|pz`: poles and zeros of the small-signal transfer from one port to another. */
import type { PoleZeroCard } from '../flat-cards.js';
import { requireName } from '../resolve-names.js';
import type { Session } from '../session.js';
import { type ParsedCard, textOf } from '../syntax.js';
import type { DotCard } from './dot-card.js';

export const PZ: DotCard<Session> = {
  name: '.pz',
  usage: '.pz in+ in- out+ out- cur|vol pol|zer|pz',
  doc: 'Poles and zeros of the small-signal transfer from a current (cur) or voltage (vol) at one pair of nodes to the voltage of another.',
  phase: 'control',
  analysis: true,
  read: readPoleZero,
};

const finds: ReadonlyMap<string, Pick<PoleZeroCard, 'poles' | 'zeros'>> = new Map([
  ['pol', { poles: true, zeros: false }],
  ['zer', { poles: false, zeros: true }],
  ['pz', { poles: true, zeros: true }],
]);

function readPoleZero({ items, span }: ParsedCard, session: Session): void {
  const refuse = (message: string, at = span): void => {
    session.diagnostics.error('pole-zero-syntax', message, at, { hint: `write: ${PZ.usage}` });
  };
  const words = items.map((item) => textOf(item.span).toLowerCase());
  const [, , , , drive = '', wanted = ''] = words;
  if (items.length !== 6) {
    refuse('.pz needs four nodes, cur or vol, and pol, zer or pz', items[6]?.span);
    return;
  }
  const found = finds.get(wanted);
  if (drive !== 'cur' && drive !== 'vol') refuse(`.pz: "${drive}" is neither cur nor vol`, items[4]?.span);
  else if (!found) refuse(`.pz: "${wanted}" is none of pol, zer and pz`, items[5]?.span);
  else {
    const nodes = items
      .slice(0, 4)
      .map((item, k) => requireName('node', words[k] ?? '', item.span, session.frame, session));
    const [a, b, c, d] = nodes;
    if (a === undefined || b === undefined || c === undefined || d === undefined) return;
    if (a === b) refuse('.pz: both nodes of the input are one', items[1]?.span);
    else if (c === d) refuse('.pz: both nodes of the output are one', items[3]?.span);
    else session.analyses.push({ kind: 'pz', input: [a, b], output: [c, d], drive, ...found, span });
  }
}
