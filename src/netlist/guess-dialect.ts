/**
 * Which simulator a netlist was written for, by the cards that only it has: never by its title, by comments or by the
 * quantities that it writes. Linear in the text.
 */
import type { DialectName } from '../expression/dialect.js';
import { firstWord, type LogicalCard } from './cards.js';

interface Mark {
  readonly dialect: DialectName;
  /** First words of the cards that may have it, lower case; absent: elements. */
  readonly cards?: readonly string[];
  /** What such a card has, in lower case; absent: the card is enough. */
  readonly pattern?: RegExp;
  /** One of these is in every text with the mark, in lower case: most texts need no look at their elements. */
  readonly words?: readonly string[];
  /** As printed. */
  readonly name: string;
}

const OPTIONS: readonly string[] = Object.freeze(['.options', '.option', '.opt']);

/** The card, whatever it says: only ngspice has it, and KiCad's exports for ngspice begin with it. */
const TITLE = '.title';

/** The first that is found decides. */
const MARKS: readonly Mark[] = Object.freeze([
  { dialect: 'ngspice', cards: ['.control'], name: '.control' },
  { dialect: 'ngspice', cards: ['.csparam'], name: '.csparam' },
  { dialect: 'ltspice', cards: ['.backanno'], name: '.backanno' },
  { dialect: 'ltspice', cards: ['.machine', '.ferret'], name: '.machine' },
  { dialect: 'ltspice', cards: OPTIONS, pattern: /\bplotwinsize\b/, name: 'plotwinsize' },
  { dialect: 'ltspice', cards: ['.lib'], pattern: /[\\/]lib[\\/]cmp[\\/]standard\.\w+/, name: 'standard.*' },
  { dialect: 'ltspice', words: ['rser='], pattern: /\brser=/, name: 'Rser=' },
  {
    dialect: 'xyce',
    cards: OPTIONS,
    pattern: /^\S+\s+(?:timeint|nonlin|nonlin-tran|linsol|device|output|measure|parser)\b/,
    name: '.options of a package',
  },
  { dialect: 'xyce', cards: ['.global_param', '.preprocess', '.hb', '.result'], name: '.global_param' },
  {
    dialect: 'xyce',
    cards: ['.sampling', '.embeddedsampling', '.pce', '.mpde', '.loca'],
    name: '.sampling',
  },
  { dialect: 'xyce', cards: ['.tran'], pattern: /\bnoop\b/, name: '.tran noop' },
  { dialect: 'xyce', words: ['spice_'], pattern: /\bspice_(?:pulse|sin|exp|sffm)\b/, name: 'SPICE_PULSE' },
  { dialect: 'xyce', cards: ['.print'], pattern: /^\S+\s+\w+\s+format\s*=/, name: '.print format=' },
  { dialect: 'xyce', words: ['control'], pattern: /^[sw]\S*\s.*\bcontrol\s*=\s*\{/s, name: 'CONTROL={}' },
  // BSIM3; level 9 of others is another model.
  {
    dialect: 'xyce',
    cards: ['.model'],
    pattern: /^(?=.*\blevel\s*=\s*9\b)(?=.*\bvth0\s*=)/s,
    name: 'BSIM3 of level 9',
  },
  { dialect: 'pspice', cards: ['.model'], pattern: /^\S+\s+\S+\s+(?:vswitch|iswitch)\b/, name: 'VSWITCH' },
  { dialect: 'pspice', cards: ['.lib'], pattern: /\bnomd?\.lib\b|^\.lib\s*$/, name: 'nom.lib' },
  { dialect: 'pspice', cards: ['.probe'], pattern: /\bnoise\(\*\)/, name: '.PROBE NOISE(*)' },
  { dialect: 'pspice', words: ['$g_'], pattern: /\$g_/, name: '$G_' },
  {
    dialect: 'pspice',
    cards: ['.stmlib', '.stimulus', '.autoconverge', '.probe64', '.probe/csdf', '.aliases', '.tran/op'],
    name: '.stmlib',
  },
  { dialect: 'pspice', cards: ['.mc', '.wcase', '.distribution'], name: '.mc' },
  { dialect: 'pspice', cards: ['.inc'], pattern: /\.als\b/, name: 'an .als file' },
  { dialect: 'ngspice', cards: [TITLE], name: TITLE },
  // HSPICE's; of the four ngspice is next to it.
  { dialect: 'ngspice', cards: OPTIONS, pattern: /\bpost\b/, name: '.option post' },
]);

/** Returns the dialect and the mark that shows it; ngspice without a mark. */
export function guessDialect(
  text: string,
  cards: readonly LogicalCard[],
): { readonly dialect: DialectName; readonly mark?: string } {
  const dotCards = cards.filter((card) => card.text.startsWith('.'));
  const lower = dotCards.map((card) => ({ word: firstWord(card.text), text: card.text.toLowerCase() }));
  const inText = (words: readonly string[]): boolean =>
    words.some((word) => new RegExp(escaped(word), 'i').test(text));
  const found = MARKS.find(({ cards: words, pattern, words: rare = [] }) => {
    if (words)
      return lower.some(({ word, text: card }) => words.includes(word) && (pattern?.test(card) ?? true));
    if (!inText(rare)) return false;
    return cards.some(
      (card) => !card.text.startsWith('.') && pattern?.test(card.text.toLowerCase()) === true,
    );
  });
  // Where it is the first line it is no card.
  if (!found && firstWord(text.slice(0, TITLE.length + 1)) === TITLE)
    return { dialect: 'ngspice', mark: TITLE };
  if (!found) return { dialect: 'ngspice' };
  // Of several cards without more the one that is there.
  const own = found.pattern ? undefined : lower.find(({ word }) => found.cards?.includes(word));
  return { dialect: found.dialect, mark: own?.word ?? found.name };
}

function escaped(word: string): string {
  return word.replace(/[$.]/g, '\\$&');
}
