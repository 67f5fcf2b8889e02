/**
 * Which simulator a netlist was written for, by the marks that only its users write. Linear in the text.
 */
import type { DialectName } from '../expression/dialect.js';

interface Mark {
  readonly dialect: DialectName;
  /** One of these is in every text with the mark, in lower case: most texts need no pattern. */
  readonly words: readonly string[];
  readonly pattern: RegExp;
  /** As printed in the note. */
  readonly name: string;
}

/** The first that is found decides. */
const MARKS: readonly Mark[] = Object.freeze([
  { dialect: 'ngspice', words: ['.control'], pattern: /^[ \t]*\.control\b/im, name: '.control' },
  { dialect: 'ltspice', words: ['.backanno'], pattern: /^[ \t]*\.backanno\b/im, name: '.backanno' },
  { dialect: 'ltspice', words: ['plotwinsize'], pattern: /\bplotwinsize\b/i, name: 'plotwinsize' },
  { dialect: 'ltspice', words: ['rser='], pattern: /\bRser=/, name: 'Rser=' },
  {
    dialect: 'xyce',
    words: ['.option'],
    pattern: /^[ \t]*\.options?[ \t]+(?:timeint|nonlin|nonlin-tran|linsol|device|output|measure|parser)\b/im,
    name: '.options of a package',
  },
  {
    dialect: 'xyce',
    words: ['.global_param', '.preprocess', '.hb', '.result'],
    pattern: /^[ \t]*\.(?:global_param|preprocess|hb|result)\b/im,
    name: '.global_param',
  },
  {
    dialect: 'xyce',
    words: ['format=', '{'],
    pattern: /^[ \t]*\.print[ \t]+\w+[ \t]+(?:format=|\{|.*\w\{)/im,
    name: '.print format=',
  },
  { dialect: 'xyce', words: ['xyce'], pattern: /\bxyce\b/i, name: '"Xyce"' },
  {
    dialect: 'pspice',
    words: ['$g_', 'vswitch', 'iswitch'],
    pattern: /\$g_|\bvswitch\b|\biswitch\b/i,
    name: 'VSWITCH or $G_',
  },
  {
    dialect: 'pspice',
    words: ['.probe', '.stmlib', '.autoconverge'],
    pattern: /^[ \t]*\.(?:probe|stmlib|autoconverge)\b/im,
    name: '.probe',
  },
]);

/** Returns the dialect and the mark that shows it; ngspice without a mark. */
export function guessDialect(text: string): { readonly dialect: DialectName; readonly mark?: string } {
  const lower = text.toLowerCase();
  const found = MARKS.find(
    ({ words, pattern }) => words.some((word) => lower.includes(word)) && pattern.test(text),
  );
  return found ? { dialect: found.dialect, mark: found.name } : { dialect: 'ngspice' };
}
