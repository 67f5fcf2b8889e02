/**
 * `.include "file"`, `.lib "file" [section]`: the cards of another text. A path is read from where the text
 * stands that names it; it may not leave the folder of the netlist unless the caller allows it.
 *
 * `.lib name` inside a library begins a section, which `.endl` ends. LTspice and PSpice name their own libraries in
 * every netlist that they write: that one cannot be read is a warning, and what is then missing names it.
 */
import type { SourceText } from '../../base/span.js';
import type { OpenFile } from '../block.js';
import { firstWord, splitCards, type LogicalCard } from '../cards.js';
import { folderOf, hintOf, joinPath, readNamed } from '../include-path.js';
import type { Session } from '../session.js';

/** Files that include files: more than anybody writes, less than the call stack bears. */
const MAX_INCLUDE_DEPTH = 100;

/** Files read in one elaboration; beyond it they include each other without end. */
const MAX_INCLUDES = 10_000;

export interface IncludedText {
  readonly file: OpenFile;
  readonly cards: readonly LogicalCard[];
}

/**
 * Returns the cards that an include card stands for; undefined after reporting, or when the card is a section
 * of the library (`siblings`) in which it stands at place `at`.
 */
export function includedText(
  card: LogicalCard,
  word: string,
  files: readonly OpenFile[],
  siblings: readonly LogicalCard[],
  at: number,
  session: Session,
): IncludedText | undefined {
  const { diagnostics } = session;
  const { file: written, section } = argumentsOf(card, word);
  // PSpice: .LIB alone is its master library.
  const name = written ?? (word === '.lib' ? 'nom.lib' : undefined);
  if (name === undefined) {
    diagnostics.error('too-few-arguments', `${word} needs one file name`, card.span, {
      hint: `write: ${word} "file"`,
    });
    return undefined;
  }
  if (word === '.lib' && section === undefined && isSection(at, siblings)) return undefined;
  const included = readFile(name, card, word, files, session);
  if (!included) return undefined;
  const { file, source } = included;
  // A section may name another one of its own file.
  const isOpen = (open: OpenFile): boolean =>
    open.identity === file.identity && open.section === section?.toLowerCase();
  if (files.some(isOpen)) {
    const identities = files.map(({ identity }) => identity);
    const loop = [...identities.slice(identities.indexOf(file.identity)), file.identity].join(' -> ');
    diagnostics.error('include-loop', `"${name}" includes itself: ${loop}`, card.span, {
      hint: 'remove one of these cards',
    });
    return undefined;
  }
  if (files.length > MAX_INCLUDE_DEPTH || ++session.includeCount > MAX_INCLUDES) {
    const message = `files include each other more than ${MAX_INCLUDE_DEPTH} deep, or more than ${MAX_INCLUDES} times`;
    diagnostics.error('nesting-too-deep', message, card.span);
    return undefined;
  }
  const { cards } = splitCards(source, false, diagnostics);
  // LTspice and PSpice take no parts from a library, and vendors rely on it; to Xyce .lib is .include.
  const definitionsOnly =
    files.at(-1)?.definitionsOnly === true || (word === '.lib' && session.dialect !== 'xyce');
  if (section === undefined) return { file: { ...file, definitionsOnly }, cards };
  const chosen = sectionOf(cards, section);
  if (chosen) return { file: { ...file, section: section.toLowerCase() }, cards: chosen };
  diagnostics.error('unknown-section', `"${name}" has no section "${section}"`, card.span, {
    hint: sectionHint(cards),
  });
  return undefined;
}

/** File and section of an include card, quoted or not. */
function argumentsOf(card: LogicalCard, word: string): { readonly file?: string; readonly section?: string } {
  const rest = card.text.slice(word.length).trim();
  const quoted = /^(?:"([^"]*)"|'([^']*)')\s*(\S*)\s*$/.exec(rest);
  const file = quoted ? (quoted[1] ?? quoted[2] ?? '') : undefined;
  if (file !== undefined) return file === '' ? {} : { file, ...(quoted?.[3] && { section: quoted[3] }) };
  if (rest === '') return {};
  // LTspice writes paths with blanks bare; a section is one word behind a file.
  const [, bare = '', section] = word === '.lib' ? (/^(\S+)\s+(\w+)$/.exec(rest) ?? []) : [];
  return bare !== '' && section !== undefined ? { file: bare, section } : { file: rest };
}

/** Whether `.lib name` begins a section: an `.endl` follows before the next `.lib` that is no inclusion, or names it. */
function isSection(at: number, siblings: readonly LogicalCard[]): boolean {
  const own = sectionName(siblings[at]?.text ?? '');
  let isNext = true;
  for (let k = at + 1; k < siblings.length; k++) {
    const sibling = siblings[k];
    const word = firstWord(sibling?.text ?? '');
    if (word === '.endl' && (isNext || sibling?.text.slice(word.length).trim().toLowerCase() === own))
      return true;
    // With a section behind its file it stands in one.
    if (sibling && word === '.lib' && argumentsOf(sibling, word).section === undefined) isNext = false;
  }
  return false;
}

/** The cards of a section; undefined when there is none of this name. */
function sectionOf(cards: readonly LogicalCard[], section: string): readonly LogicalCard[] | undefined {
  const wanted = section.toLowerCase();
  const start = cards.findIndex(({ text }) => sectionName(text) === wanted);
  if (start < 0) return undefined;
  const length = cards.slice(start + 1).findIndex(({ text }) => firstWord(text) === '.endl');
  return cards.slice(start + 1, length < 0 ? cards.length : start + 1 + length);
}

function sectionName(text: string): string | undefined {
  return /^\.lib\s+["']?([^\s"']+)["']?\s*$/i.exec(text)?.[1]?.toLowerCase();
}

function sectionHint(cards: readonly LogicalCard[]): string {
  const names = cards.map(({ text }) => sectionName(text)).filter((name) => name !== undefined);
  return names.length > 0 ? `use one of: ${names.join(', ')}` : 'leave the section out: the file has none';
}

function readFile(
  name: string,
  card: LogicalCard,
  word: string,
  files: readonly OpenFile[],
  session: Session,
): { readonly file: OpenFile; readonly source: SourceText } | undefined {
  const from = files.at(-1);
  const path = joinPath(from?.path ?? '', name);
  try {
    const identity = session.textSource?.resolve(name, from?.identity) ?? name;
    return { file: { identity, path }, source: readNamed(identity, path, session) };
  } catch (error) {
    const beside = besideNetlist(name, from, session);
    if (!beside) {
      reportUnreadable(name, error, card, word, session);
      return undefined;
    }
    const message = `cannot read "${name}" where it should be; the file of that name beside the netlist is taken`;
    session.diagnostics.warning('file-elsewhere', message, card.span, {
      hint: `write: ${word} ${beside.file.path}`,
    });
    return beside;
  }
}

/** The file that a path of another machine's folders means, where one of that name lies beside what names it. */
function besideNetlist(
  name: string,
  from: OpenFile | undefined,
  session: Session,
): ReturnType<typeof readFile> {
  const own = name.slice(folderOf(name).length);
  if (own === name || own === '') return undefined;
  try {
    const identity = session.textSource?.resolve(own, from?.identity) ?? own;
    const path = joinPath(from?.path ?? '', own);
    return { file: { identity, path }, source: readNamed(identity, path, session) };
  } catch {
    return undefined;
  }
}

/** Libraries that programs name in every netlist that they write. */
const VENDOR_LIBRARY =
  /(?:^|[\\/])(?:standard\.(?:dio|bjt|mos|jft|ind|cap|res|bead)|nom\w*\.lib|(?:ltc?\d*|adi?\d*|lt\w*|opamps?|uopamp|universalopamps\d*|switches|eval|analog|breakout)\.(?:lib|sub))$/i;

const LIBRARY_HINT =
  'name the folder of a library with --lib DIR (or NSCIRCUIT_LIB); remove the card if nothing needs it';

function reportUnreadable(
  name: string,
  error: unknown,
  { span }: LogicalCard,
  word: string,
  { diagnostics, missingLibraries }: Session,
): void {
  const message = `cannot include "${name}": ${error instanceof Error ? error.message : String(error)}`;
  const hint = hintOf(error);
  // A netlist of LTspice or PSpice names the libraries of its program, which may not be needed; any other was meant.
  const isVendors = VENDOR_LIBRARY.test(name) || /^[A-Za-z]:[\\/]/.test(name);
  // What PSpice calls the nodes of a schematic.
  if (/\.als$/i.test(name)) {
    diagnostics.warning('unreadable-library', message, span, {
      hint: 'it has names of a schematic only: the circuit is the same without it',
    });
    return;
  }
  // Editors of stimuli name theirs in every netlist: who uses one of it is told there.
  if (word === '.stmlib') {
    missingLibraries.push({ span, message: `perhaps "${name}" has it, which could not be read` });
    diagnostics.warning('unreadable-library', message, span, { hint: LIBRARY_HINT });
    return;
  }
  const isLibrary = word === '.lib' && (hint === undefined || isVendors);
  if (isLibrary)
    missingLibraries.push({ span, message: `perhaps "${name}" has it, which could not be read` });
  if (isLibrary && isVendors) {
    diagnostics.warning('unreadable-library', message, span, { hint: LIBRARY_HINT });
  } else {
    diagnostics.error('unreadable-file', message, span, {
      hint: isLibrary
        ? LIBRARY_HINT
        : (hint ?? `paths are read from the folder of the file that names them; ${LIBRARY_HINT}`),
    });
  }
}
