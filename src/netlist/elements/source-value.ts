/**
 * `V1 a b [DC v] [AC [magnitude [phase]]] [FUNCTION(args)]` in any order; the brackets may be left out:
 * then a function takes all values up to the next keyword. A bare number is the DC value.
 */
import { nearestName } from '../../base/nearest-name.js';
import type { Span } from '../../base/span.js';
import { partitionItems, readAssignments, warnOfRepeated } from '../assignments.js';
import { readNumbers } from '../data-file.js';
import type { FlatSourceFunction } from '../flat-circuit.js';
import type { SourceFunctionSyntax } from '../language.js';
import { parametersByName } from '../language-index.js';
import type { Session } from '../session.js';
import type { AssignmentItem, Item } from '../syntax.js';
import { textOf } from '../syntax.js';
import { readQuantity, readValue, type ValueSpec } from '../values.js';
import { behave, mayBehave } from './behaving-source.js';
import { hasPwlWords, isPwlPart, readPwlPoints, withPointsOfFiles, withRepeatSetting } from './pwl-points.js';
import { readAc, readNamedAc } from './small-signal-value.js';
import { readTabled } from './tabled-source.js';
import { setExpression, takeAssignment, type ElementDraft, type PositionalItem } from './element-draft.js';

/** Distortion analysis, which is not here: a word and up to two numbers. */
const IGNORED_WORDS: ReadonlySet<string> = new Set(['distof1', 'distof2']);

/** Words that begin a part of a source. */
export function isSourceKeyword(word: string, { index }: Session): boolean {
  const name = word.toLowerCase();
  return name === 'dc' || name === 'ac' || IGNORED_WORDS.has(name) || index.sourceFunctions.has(name);
}

export function readSourceValue(draft: ElementDraft, session: Session): boolean {
  const before = session.diagnostics.problemCount;
  const tabled = readTabled(draft, session);
  if (tabled !== undefined) return tabled;
  const named = takeAssignment(draft, ['dc']);
  if (named) readDc(named.value, draft, session, 'named');
  readNamedAc(draft, (item) => isNumber(item, draft, session), session);
  const stimulus = takeAssignment(draft, ['stimulus']);
  if (stimulus) takeStimulus(stimulus, draft, session);
  const written = draft.rest.splice(0).flatMap((item) => withoutBrackets(item, session));
  draft.rest.push(...written);
  const [first] = draft.rest;
  const leading = first?.kind === 'word' && !isSourceKeyword(first.text, session) ? first.span : undefined;
  while (readPart(draft, session, leading));
  return session.diagnostics.problemCount === before;
}

/** Puts the waveform that `.stimulus` names behind what the card has. */
function takeStimulus({ value }: AssignmentItem, draft: ElementDraft, session: Session): void {
  const { stimuli, diagnostics, missingLibraries } = session;
  const name = textOf(value.span).toLowerCase();
  const found = stimuli.get(name);
  if (found) {
    const { positional, assignments } = partitionItems(found.items);
    draft.rest.push(...positional);
    draft.assignments.push(...assignments);
    return;
  }
  const message = `${draft.element.name} names the unknown stimulus "${name}"`;
  diagnostics.error('unknown-stimulus', message, value.span, () => {
    const nearest = nearestName(name, stimuli.keys());
    const hint = `define it: .stimulus ${name} function(args), or name its file: .stmlib "file"`;
    return { related: missingLibraries, hint: nearest === undefined ? hint : `did you mean "${nearest}"?` };
  });
}

/** Reads one part off the front of the rest; false when there is none. `leading`: the value right behind the nodes. */
function readPart(draft: ElementDraft, session: Session, leading: Span | undefined): boolean {
  const { rest } = draft;
  const [item] = rest;
  if (!item) return false;
  if (isParameterWord(item, draft)) {
    const [key, value] = rest.splice(0, 2);
    if (key?.kind === 'word' && value)
      draft.assignments.push({ kind: 'assignment', key, value, span: { ...key.span, end: value.span.end } });
    return true;
  }
  if (item.kind === 'group') {
    const syntax = session.index.sourceFunctions.get(item.name);
    if (!syntax) {
      // dc(5) and ac(1,90), as they are without brackets.
      if (item.name !== 'dc' && item.name !== 'ac') return false;
      if (!item.items.every((inner) => inner.kind !== 'assignment')) return false;
      rest.splice(0, 1, { kind: 'word', text: item.name, span: item.nameSpan }, ...item.items);
      return true;
    }
    rest.shift();
    readFunction(syntax, item, [...item.items, ...takeMorePoints(syntax, draft)], draft, session);
    return true;
  }
  const word = item.kind === 'word' ? item.text.toLowerCase() : '';
  if (!isSourceKeyword(word, session)) {
    // Flags of the element are not ours to read.
    if (item.kind === 'word' && isFlag(word, draft)) return false;
    rest.shift();
    readDc(item, draft, session, 'positional');
    return true;
  }
  rest.shift();
  const syntax = session.index.sourceFunctions.get(word);
  if (syntax) {
    const values = takeValues(draft, session, Infinity);
    readFunction(syntax, item, [...values, ...takeMorePoints(syntax, draft)], draft, session);
  } else if (word === 'ac') readAc(takeValues(draft, session, 2), draft, session);
  else if (IGNORED_WORDS.has(word)) {
    takeValues(draft, session, 2);
    session.ignore('element parameters', word, item.span);
  } else readDcKeyword(item, draft, session, leading);
  return true;
}

/** `0 (PULSE 0 5 1n)`: a value and a group that begins with a function; its brackets are blanks. */
function withoutBrackets(item: PositionalItem, session: Session): readonly PositionalItem[] {
  const { index } = session;
  if (item.kind !== 'group') return [item];
  const [first] = item.items;
  const name = first?.kind === 'word' ? first.text : first?.kind === 'group' ? first.name : '';
  const inner = item.items.filter((one) => one.kind !== 'assignment');
  const isKeyword = isSourceKeyword(name, session);
  const begins = isKeyword && inner.length === item.items.length;
  if (!begins || index.sourceFunctions.has(item.name)) return [item];
  const value = { kind: 'word', text: textOf(item.nameSpan), span: item.nameSpan } as const;
  return item.name === '' ? inner : [value, ...inner];
}

/** A parameter without its equals sign. */
function isParameterWord(item: Item | undefined, { indexed, assignments }: ElementDraft): boolean {
  if (item?.kind !== 'word') return false;
  const { words = [], furtherWords = [] } = indexed.syntax;
  const word = item.text.toLowerCase();
  const hasFirst = (): boolean => assignments.some(({ key }) => textOf(key.span).toLowerCase() === words[0]);
  return words.includes(word) || (furtherWords.includes(word) && hasFirst());
}

function isFlag(word: string, { indexed }: ElementDraft): boolean {
  return indexed.syntax.flags?.includes(word.toLowerCase()) === true;
}

function isNumber(item: Item, draft: ElementDraft, session: Session): boolean {
  if (item.kind !== 'word') return item.kind === 'expression';
  return !isParameterWord(item, draft) && !isFlag(item.text, draft) && !isSourceKeyword(item.text, session);
}

/** Takes the values up to the next keyword, flag or group. */
function takeValues(draft: ElementDraft, session: Session, most: number): readonly PositionalItem[] {
  const { rest } = draft;
  const end = rest.findIndex(
    (item) =>
      item.kind === 'group' ||
      isParameterWord(item, draft) ||
      (item.kind === 'word' && (isSourceKeyword(item.text, session) || isFlag(item.text, draft))),
  );
  return rest.splice(0, Math.min(most, end < 0 ? rest.length : end));
}

function readDcKeyword(
  keyword: Item,
  draft: ElementDraft,
  session: Session,
  leading: Span | undefined,
): void {
  const [item] = takeValues(draft, session, 1);
  if (item && leading && session.dialect === 'ngspice') {
    // ngspice sets it behind all others: V1 a 0 15 DC 1 is 15 V.
    const message = `${draft.element.name}: the dc value is given twice: the one behind the nodes counts, as in ngspice`;
    session.diagnostics.warning('given-twice', message, item.span, {
      related: [{ span: leading, message: 'that one' }],
      hint: 'remove one of them',
    });
  } else if (item) readDc(item, draft, session, 'positional');
  else reportNoValue(draft, keyword, session);
}

function reportNoValue({ element }: ElementDraft, keyword: Item, { diagnostics }: Session): void {
  const message = `${element.name}: no value follows "${textOf(keyword.span)}": 0 is taken`;
  diagnostics.warning('missing-value', message, keyword.span);
}

function readDc(item: Item, draft: ElementDraft, session: Session, named: 'named' | 'positional'): void {
  const { element, indexed } = draft;
  const { value: kind } = indexed.syntax;
  if (kind.kind !== 'source') return;
  if (element.valueSpan) {
    warnOfRepeated(`${element.name}: the dc value`, item.span, element.valueSpan, session);
  }
  element.valueSpan = item.span;
  // Xyce: a value that depends on time or the circuit makes it a behavioural source.
  const behaves = session.dialect === 'xyce' && mayBehave(element.letter);
  const value =
    kind.parameter.expression === true || behaves
      ? readQuantity(item, kind.parameter, element.name, session, named)
      : readValue(item, kind.parameter, element.name, session, named);
  if (typeof value === 'object' && behaves) behave(draft, value.expression, session);
  else if (typeof value === 'object') setExpression(draft, kind.parameter.name, value, session);
  else if (value !== undefined) element.dc = value;
}

/** PWL (0,0) (1,1) REPEAT FOR 3 (1,0) ENDREPEAT: groups behind the function's own, and numbers between its words. */
function takeMorePoints({ pairs }: SourceFunctionSyntax, { rest }: ElementDraft): readonly Item[] {
  const items: Item[] = [];
  let open = false;
  for (let next = rest[0]; pairs === true && next; next = rest[0]) {
    const word = next.kind === 'word' ? next.text.toLowerCase() : '';
    if (word === 'repeat' || word === 'endrepeat') open = word === 'repeat';
    else if (!isPwlPart(next) && !open) break;
    items.push(next);
    rest.shift();
  }
  return items;
}

function readFunction(
  syntax: SourceFunctionSyntax,
  head: Item,
  written: readonly Item[],
  draft: ElementDraft,
  session: Session,
): void {
  const { element } = draft;
  const owner = `${element.name} ${syntax.name.toLowerCase()}`;
  const span = written.reduce(
    (whole, { span: part }) => ({ ...whole, end: Math.max(whole.end, part.end) }),
    head.span,
  );
  if (element.waveform) {
    session.diagnostics.error('duplicate-parameter', `${element.name} has two source functions`, span, {
      related: [{ span: element.waveform.span, message: 'the first is here' }],
      hint: 'put two sources in series (V) or in parallel (I)',
    });
    return;
  }
  const given = syntax.pairs === true ? withRepeatSetting(written) : written;
  const { parameters, file } = readSettings(syntax, owner, given, draft, session);
  const leaves = given.flatMap(leavesOf);
  const items = leaves.filter(({ kind }) => kind !== 'assignment');
  if (syntax.pairs === true && hasPwlWords(items)) {
    const all = withPointsOfFiles(leaves, session);
    const points = all && readPwlPoints(all, owner, unitOf(draft), session);
    if (!points) return;
    const { repeat, ...own } = points;
    const given = new Map([...(repeat === undefined ? [] : [['r', repeat] as const]), ...(parameters ?? [])]);
    element.waveform = { name: syntax.name.toLowerCase(), ...own, parameters: given, span };
    return;
  }
  const args = syntax.file === true ? (fileArguments(file, items, session) ?? items) : items;
  if (args === 'unread') return;
  const read = readArguments(syntax, owner, head, args, unitOf(draft), session);
  if (!read) return;
  element.waveform = { name: syntax.name.toLowerCase(), ...read, ...(parameters && { parameters }), span };
}

/** What the values of a source are in. */
function unitOf({ indexed }: ElementDraft): string {
  const { value } = indexed.syntax;
  return value.kind === 'source' ? value.parameter.unit : '';
}

/** A group of one point taken apart. */
function leavesOf(item: Item): readonly Item[] {
  if (item.kind !== 'group' || !isPwlPart(item)) return [item];
  const inner = item.items.flatMap(leavesOf);
  // FOREVER (0 0): the word is read as the name of the group.
  if (item.name === '') return inner;
  return [{ kind: 'word', text: textOf(item.nameSpan), span: item.nameSpan }, ...inner];
}

interface Settings {
  readonly parameters?: ReadonlyMap<string, number>;
  /** Value of `file=`. */
  readonly file?: Item;
}

/** name=value inside the brackets, and those of the card that belong to the function. */
function readSettings(
  syntax: SourceFunctionSyntax,
  owner: string,
  written: readonly Item[],
  draft: ElementDraft,
  session: Session,
): Settings {
  const specs = parametersByName(syntax.parameters ?? []);
  const inside = written.filter((item) => item.kind === 'assignment');
  const names = [...specs.keys(), ...(syntax.file === true ? ['file'] : [])];
  const outside: AssignmentItem[] = [];
  for (let next = takeAssignment(draft, names); next; next = takeAssignment(draft, names)) outside.push(next);
  const all = [...inside, ...outside];
  const isFile = ({ key }: AssignmentItem): boolean => textOf(key.span).toLowerCase() === 'file';
  const file = syntax.file === true ? all.find(isFile)?.value : undefined;
  const others = file ? all.filter((item) => !isFile(item)) : all;
  if (others.length === 0) return file ? { file } : {};
  const parameters = readAssignments(others, { owner, parameters: specs }, session);
  return { parameters, ...(file && { file }) };
}

type Arguments = Pick<FlatSourceFunction, 'args' | 'argSpans' | 'words'>;

/** `file name` or `file="name"`: the numbers of the file, all at the place of its name. */
function fileArguments(
  named: Item | undefined,
  items: readonly Item[],
  session: Session,
): readonly number[] | 'unread' | undefined {
  const [word, path] = items;
  const isFile = word?.kind === 'word' && word.text.toLowerCase() === 'file';
  const item = named ?? (isFile ? path : undefined);
  if (!item) return undefined;
  const name = item.kind === 'string' || item.kind === 'word' ? item.text : textOf(item.span);
  const numbers = readNumbers(name, item.span, session);
  return numbers ?? 'unread';
}

function readArguments(
  syntax: SourceFunctionSyntax,
  owner: string,
  head: Item,
  items: readonly Item[] | readonly number[],
  unit: string,
  session: Session,
): Arguments | undefined {
  if (isNumbers(items)) {
    return items.length === 0 ? undefined : { args: items, argSpans: items.map(() => head.span) };
  }
  const { words: pattern } = syntax;
  const isWord = (item: Item): boolean =>
    pattern !== undefined && item.kind === 'word' && pattern.pattern.test(item.text.toLowerCase());
  const words = items.filter(isWord).map((item) => textOf(item.span).toLowerCase());
  const written = pattern ? items.filter((item) => !isWord(item)) : items;
  const values = withoutHalfPair(syntax, owner, written, session);
  if (!checkCount(syntax, owner, head, values, session)) return undefined;
  const args = values.map((item, k) => readValue(item, argumentSpec(syntax, k, unit), owner, session));
  const numbers = args.filter((value) => value !== undefined);
  if (numbers.length < args.length) return undefined;
  return { args: numbers, argSpans: values.map((item) => item.span), ...(pattern && { words }) };
}

/** ngspice leaves a last time without a value out; in all other dialects it stays, and is an error. */
function withoutHalfPair(
  { args, pairs }: SourceFunctionSyntax,
  owner: string,
  items: readonly Item[],
  { dialect, diagnostics }: Session,
): readonly Item[] {
  const isOdd = pairs === true && items.length > args.length && (items.length - args.length) % 2 !== 0;
  const last = items.at(-1);
  if (!isOdd || !last || dialect !== 'ngspice') return items;
  const message = `${owner}: the last time has no value; it is left out, as in ngspice`;
  diagnostics.warning('odd-arguments', message, last.span, {
    hint: 'look for a number that is missing: those behind it stand in the wrong pairs',
  });
  return items.slice(0, -1);
}

function isNumbers(items: readonly Item[] | readonly number[]): items is readonly number[] {
  return items.every((item) => typeof item === 'number') && items.length > 0;
}

/** The spec of argument k; pairs repeat the last two. Values are in the unit of the source. */
function argumentSpec({ args, pairs }: SourceFunctionSyntax, k: number, unit: string): ValueSpec {
  const index = pairs === true && k >= args.length ? args.length - 2 + ((k - args.length) % 2) : k;
  const spec: ValueSpec = args[index] ?? { name: `argument ${k + 1}` };
  return spec.unit === '' ? { ...spec, unit } : spec;
}

function checkCount(
  { args, required, pairs }: SourceFunctionSyntax,
  owner: string,
  head: Item,
  items: readonly Item[],
  { diagnostics }: Session,
): boolean {
  const names = args.map(({ name }) => name).join(' ');
  const hint = `write: ${owner.split(' ')[1] ?? ''}(${names}${pairs === true ? ' ...' : ''})`;
  const surplus = items[args.length];
  if (items.length < required) {
    const message = `${owner} needs ${required} arguments, but ${items.length} ${items.length === 1 ? 'is' : 'are'} given`;
    diagnostics.error('too-few-arguments', message, head.span, { hint });
  } else if (pairs === true && (items.length - args.length) % 2 !== 0) {
    diagnostics.error(
      'odd-arguments',
      `${owner} takes pairs, but the last one is incomplete`,
      items.at(-1)?.span,
      { hint },
    );
  } else if (pairs !== true && surplus) {
    const message = `${owner} takes at most ${args.length} arguments, but ${items.length} are given`;
    diagnostics.error('too-many-arguments', message, surplus.span, { hint });
  } else {
    return true;
  }
  return false;
}
