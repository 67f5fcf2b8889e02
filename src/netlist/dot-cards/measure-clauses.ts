/**
 * The text of a `.meas` card cut at its keywords, and the expressions between them: waveforms are read from the text, so that
 * LTspice's bare v(a)-v(b) is as good as {v(a)-v(b)} and ngspice's par('v(a)-v(b)'). The name of a measure stands for
 * its result.
 */
import { nearestName } from '../../base/nearest-name.js';
import type { Span } from '../../base/span.js';
import type { Expression } from '../../expression/ast.js';
import { visitExpression } from '../../expression/map-expression.js';
import { parseExpressionText } from '../../expression/parse.js';
import { boundScope } from '../../expression/scope.js';
import { outputProbe, withPower } from '../output-probe.js';
import { MEASURE_PROBE } from '../flat-cards.js';
import { withXyceNames } from '../xyce-names.js';
import { flatExpression } from '../elements/element-draft.js';
import { measuredPart, withComplexParts } from './complex-parts.js';
import { noiseResolver, withNoiseQuantities } from './noise-quantities.js';
import { inDegrees } from '../output-item.js';
import type { Session } from '../session.js';
import type { ParsedCard } from '../syntax.js';

/** A keyword with the text up to the next one, and where both stand. */
export interface Clause {
  readonly word: string;
  readonly start: number;
  readonly text: string;
  readonly at: number;
}

/** Keywords that begin a question, and those that add to one. */
export const QUESTION_WORDS: readonly string[] = Object.freeze([
  ...['max', 'min', 'pp', 'avg', 'rms', 'integ', 'integral', 'max_at', 'min_at', 'freq', 'period', 'duty'],
  ...['on_time', 'off_time', 'find', 'deriv', 'derivative', 'when', 'trig', 'param', 'eqn'],
  ...['err', 'err1', 'err2', 'err3', 'error', 'equation', 'four'],
]);
const MORE_WORDS: readonly string[] = Object.freeze([
  ...['targ', 'from', 'to', 'at', 'rise', 'fall', 'cross', 'td', 'val', 'on', 'off', 'frac_max', 'minval'],
  ...['file', 'comp_function', 'indepvarcol', 'depvarcol', 'output', 'goal', 'weight', 'precision', 'print'],
  ...['default_val', 'ignore', 'ignor', 'ymin', 'ymax', 'min_thresh', 'max_thresh', 'rfc_level'],
  ...['numfreq', 'gridsize'],
]);
/** Keywords without effect here: of optimization and of files, the grid of what is integrated and the tolerance of what is located exactly. */
const SILENT_WORDS: ReadonlySet<string> = new Set([
  ...['goal', 'weight', 'precision', 'print', 'default_val', 'gridsize', 'minval'],
]);

/** Keywords that a waveform follows. */
const OF_WAVEFORM: ReadonlySet<string> = new Set([
  ...['find', 'deriv', 'derivative', 'when', 'trig', 'targ', 'param', 'eqn', 'equation'],
]);

const ALTERNATIVES = [...QUESTION_WORDS, ...MORE_WORDS].toSorted((a, b) => b.length - a.length).join('|');
const CLAUSE = new RegExp(`(?:^|(?<=[\\s,=)}']))(${ALTERNATIVES})(?=\\s*[=({\\s'-]|$)\\s*=?`, 'gi');

/** A word behind a blank, and an equals sign that compares nothing. */
const STRAY = /[\s,]([a-z_]\w*)\s*=(?!=)/i;

/** Splits the text of a card from a place on at keywords outside of brackets. */
export function clausesOf(text: string, from: number): Clause[] {
  const starts: { readonly word: string; readonly start: number; readonly at: number }[] = [];
  const depths = depthsOf(text);
  for (const match of text.matchAll(CLAUSE)) {
    if (match.index < from || (depths[match.index] ?? 0) > 0) continue;
    const word = (match[1] ?? '').toLowerCase();
    const at = match.index + match[0].length;
    // max(a,b) within an expression is a function
    if (starts.length > 0 && text.charAt(at) === '(' && !match[0].endsWith('=') && /^m/.test(word)) continue;
    // OUTPUT=FREQ says a scale, FIND FREQ the frequency: neither asks for one
    const last = starts.at(-1);
    const isBare = last !== undefined && text.slice(last.at, match.index).trim() === '';
    if (isBare && (last.word === 'output' || (word === 'freq' && OF_WAVEFORM.has(last.word)))) continue;
    starts.push({ word, start: match.index, at });
  }
  return starts.map(({ word, start, at }, k) => ({
    ...{ word, start, at },
    text: text.slice(at, starts[k + 1]?.start),
  }));
}

/** Parts of complex quantities as LTspice writes them. */
const PARTS: Readonly<Partial<Record<string, string>>> = Object.freeze({
  ...{ mag: 'm', db: 'db', ph: 'p', phase: 'p', re: 'r', im: 'i', img: 'i' },
});

/** The quantity of which vdb(a,b), or LTspice's db(v(a,b)), is a part, in the same places, and that part; else the text. */
function partOfQuantity(text: string, { dialect, scope }: Session): readonly [text: string, part: string] {
  const [, lead = '', of = '', own = '', rest = ''] =
    /^(\s*)([vi])(m|p|db|r|i|g)(\([^()]*\)\s*)$/i.exec(text) ?? [];
  if (own !== '') return [`${lead}${' '.repeat(own.length)}${of}${rest}`, own.toLowerCase()];
  const [, before = '', name = '', gap = '', quantity = ''] =
    /^(\s*)([a-z]+)(\(\s*)([vi]\([^()]*\))\s*\)\s*$/i.exec(text) ?? [];
  const part = PARTS[name.toLowerCase()];
  // LTspice's phase is in degrees, an expression of that in radians; functions of the netlist are another expression.
  const isOther = (part === 'p' && dialect === 'ltspice') || scope.functionOf?.(name.toLowerCase());
  return part === undefined || isOther
    ? [text, '']
    : [`${before}${' '.repeat(name.length + gap.length)}${quantity}`, part];
}

/** Two waveforms beside each other: at the blank or comma outside of brackets that parts them. */
export function splitInTwo(text: string): readonly [string, string] {
  let depth = 0;
  const start = text.length - text.trimStart().length;
  for (let k = start; k < text.length; k++) {
    const character = text.charAt(k);
    if ('({'.includes(character)) depth++;
    if (')}'.includes(character)) depth--;
    if (depth === 0 && /[\s,]/.test(character) && text.slice(k).trim() !== '')
      return [text.slice(0, k), text.slice(k + 1).trim()];
  }
  return [text, ''];
}

function depthsOf(text: string): Uint16Array {
  const depths = new Uint16Array(text.length);
  let depth = 0;
  let quoted = 0;
  for (let k = 0; k < text.length; k++) {
    const character = text.charAt(k);
    if (character === "'") quoted = 1 - quoted;
    if ('({'.includes(character)) depth++;
    depths[k] = depth + quoted;
    if (')}'.includes(character) && depth > 0) depth--;
  }
  return depths;
}

/** Reads expressions of a card in which measures may be named. */
export class ClauseReader {
  /** Keywords that have been obeyed, by their places. */
  readonly #used = new Set<number>();

  constructor(
    readonly card: ParsedCard,
    readonly clauses: readonly Clause[],
    private readonly session: Session,
    /** It measures `.noise`, which has quantities of its own. */
    private readonly ofNoise = false,
    /** It may measure `.ac`, whose quantities are complex; "yes" where its word says so. */
    private readonly ofResponse: 'no' | 'maybe' | 'yes' = 'no',
  ) {}

  /** The first clause of a word, which counts as obeyed. */
  find(word: string, clauses: readonly Clause[] = this.clauses): Clause | undefined {
    const found = clauses.find((clause) => clause.word === word);
    if (found) this.use(found);
    return found;
  }

  /** What the first clause of a word says; undefined where there is none, or after reporting. */
  number(word: string, clauses?: readonly Clause[]): Expression | undefined {
    const clause = this.find(word, clauses);
    return clause && this.expression(clause);
  }

  /** Counts as obeyed. */
  use({ start }: Clause): void {
    this.#used.add(start);
  }

  /** Keywords that nobody has looked at, and that would be forgotten. */
  get unused(): readonly Clause[] {
    return this.clauses.filter(({ word, start }) => !this.#used.has(start) && !SILENT_WORDS.has(word));
  }

  /** Keywords without effect. */
  get silent(): readonly Clause[] {
    return this.clauses.filter(({ word, start }) => !this.#used.has(start) && SILENT_WORDS.has(word));
  }

  /** Place of a keyword. */
  wordSpan({ word, start }: Clause): Span {
    const { span } = this.card;
    return { ...span, start: span.start + start, end: span.start + start + word.length };
  }

  /** Place of a clause's text, or of the whole card where it has none. */
  spanOf(clause: Clause | undefined): Span {
    const { span } = this.card;
    if (!clause || clause.text.trim() === '') return span;
    const lead = clause.text.length - clause.text.trimStart().length;
    const start = span.start + clause.at + lead;
    return { ...span, start, end: start + clause.text.trim().length };
  }

  /** The flat expression of a clause; undefined after reporting. */
  expression(clause: Clause): Expression | undefined {
    const { span } = this.card;
    const { text, at, word } = clause;
    this.use(clause);
    if (text.trim() === '') {
      this.report(`nothing follows "${word}"`, this.wordSpan(clause));
      return undefined;
    }
    const bare = text
      .replace(/^(\s*)=/, '$1 ')
      .replace(
        /^(\s*)par\s*\(\s*(['{])(.*)['}]\s*\)(\s*)$/is,
        (whole, lead: string, _, inner: string) =>
          `${lead}${' '.repeat(whole.indexOf(inner) - lead.length)}${inner}`,
      )
      .replace(/^(\s*)[{'](.*)[}'](\s*)$/s, '$1 $2 $3')
      .replace(/[\s,]+$/, '');
    if (this.#reportsStray(bare, span.start + at)) return undefined;
    const { rules } = this.session;
    const place = { source: span.source, base: span.start + at, rules };
    const [plain, part] = partOfQuantity(bare, this.session);
    const written = parseExpressionText(plain, place, this.session.diagnostics);
    const flat = written && this.#flat(written);
    if (flat) this.#noteNodes(flat);
    if (flat?.kind !== 'probe' || part === '')
      return flat && this.ofResponse === 'yes' ? measuredPart(flat, this.session) : flat;
    return { ...flat, quantity: inDegrees(`${flat.quantity}${part}`, this.session) };
  }

  /** A word with an equals sign behind an expression is a keyword that there is not; whether it has been reported. */
  #reportsStray(text: string, base: number): boolean {
    const found = STRAY.exec(text);
    const word = found?.[1];
    if (!found || word === undefined) return false;
    const start = base + found.index + 1;
    const nearest = nearestName(word, [...QUESTION_WORDS, ...MORE_WORDS]);
    const hint = nearest === undefined ? 'remove it' : `did you mean "${nearest}"?`;
    this.report(`there is no "${word}"`, { ...this.card.span, start, end: start + word.length }, hint);
    return true;
  }

  #flat(as: Expression): Expression | undefined {
    const { session } = this;
    const written = withPower(withXyceNames(as, session), session);
    if (!this.ofNoise) {
      const whole = this.ofResponse !== 'no' ? withComplexParts(written, session) : written;
      return flatExpression(whole, session, this.#scope(), outputProbe(session));
    }
    return flatExpression(
      withNoiseQuantities(written, session),
      session,
      this.#scope(),
      noiseResolver(session),
    );
  }

  #noteNodes(expression: Expression): void {
    visitExpression(expression, (node) => {
      if (node.kind !== 'probe' || !node.quantity.startsWith('v')) return;
      for (const name of node.names) this.session.measuredNodes.add(name);
    });
  }

  report(problem: string, span: Span, hint?: string): void {
    this.session.diagnostics.error(
      'measure-syntax',
      `.meas: ${problem}`,
      span,
      hint === undefined ? {} : { hint },
    );
  }

  /** The parameters, and behind them the measures by name. */
  #scope(): ReturnType<typeof boundScope> {
    const { scope, measureNames } = this.session;
    const { span } = this.card;
    const known = [...measureNames].filter(
      (name) => scope.lookup(name) === undefined && scope.varies?.(name) !== true,
    );
    const measure = (name: string): Expression => ({
      kind: 'probe',
      quantity: MEASURE_PROBE,
      names: [name],
      span,
    });
    return boundScope(scope, new Map(known.map((name) => [name, measure(name)])));
  }
}
