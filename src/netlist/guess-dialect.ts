/**
 * Which simulator a netlist was written for, by the marks that only its users write. Linear in the text.
 */
import type { DialectName } from '../expression/dialect.js';

interface Mark {
  readonly dialect: DialectName;
  readonly pattern: RegExp;
  /** As printed in the note. */
  readonly name: string;
}

/** The first that is found decides. */
const MARKS: readonly Mark[] = Object.freeze([
  { dialect: 'ngspice', pattern: /^[ \t]*\.control\b/im, name: '.control' },
  { dialect: 'ltspice', pattern: /^[ \t]*\.backanno\b/im, name: '.backanno' },
  { dialect: 'ltspice', pattern: /\bplotwinsize\b/i, name: 'plotwinsize' },
  { dialect: 'ltspice', pattern: /\bRser=/, name: 'Rser=' },
  {
    dialect: 'xyce',
    pattern: /^[ \t]*\.options?[ \t]+(?:timeint|nonlin|nonlin-tran|linsol|device|output|measure|parser)\b/im,
    name: '.options of a package',
  },
  { dialect: 'xyce', pattern: /^[ \t]*\.(?:global_param|preprocess|hb|result)\b/im, name: '.global_param' },
  {
    dialect: 'xyce',
    pattern: /^[ \t]*\.print[ \t]+\w+[ \t]+(?:format=|\{|.*\w\{)/im,
    name: '.print format=',
  },
  { dialect: 'xyce', pattern: /\bxyce\b/i, name: '"Xyce"' },
  { dialect: 'pspice', pattern: /\$g_|\bvswitch\b|\biswitch\b/i, name: 'VSWITCH or $G_' },
  { dialect: 'pspice', pattern: /^[ \t]*\.(?:probe|stmlib|autoconverge)\b/im, name: '.probe' },
]);

/** Returns the dialect and the mark that shows it; ngspice without a mark. */
export function guessDialect(text: string): { readonly dialect: DialectName; readonly mark?: string } {
  const found = MARKS.find(({ pattern }) => pattern.test(text));
  return found ? { dialect: found.dialect, mark: found.name } : { dialect: 'ngspice' };
}
