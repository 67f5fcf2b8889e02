/**
 * `.tran [tstep] tstop [tstart [tmax]] [uic]` and `.op`: the analyses.
 */
import { formatEngineering, parseNumber } from '../../base/units.js';
import type { TransientCard } from '../flat-circuit.js';
import type { Session } from '../session.js';
import type { Item, ParsedCard } from '../syntax.js';
import { textOf } from '../syntax.js';
import { readValue, type ValueSpec } from '../values.js';
import { LEFT_OUT, type DotCard } from './dot-card.js';
import { withoutSweep } from './sweep-of-analysis.js';

export const TRAN: DotCard<Session> = {
  name: '.tran',
  aliases: ['.tran/op'], // PSpice: with a list of the operating point
  usage: '.tran [tstep] tstop [tstart [tmax]] [uic] [startup]',
  doc: "Transient analysis to tstop; times in seconds. With one number, it is tstop. uic: start from ic=. startup: sources of constant value are off before t = 0 and rise in 20 us. HSPICE's sweep behind it is read as .step.",
  phase: 'control',
  analysis: true,
  read: readTransient,
};

export const OP: DotCard<Session> = {
  name: '.op',
  usage: '.op',
  doc: 'Operating point.',
  phase: 'control',
  analysis: true,
  read: readOperatingPoint,
};

const TSTEP: ValueSpec = { name: 'tstep', range: 'non-negative' };
const TSTOP: ValueSpec = { name: 'tstop', range: 'positive' };
const TSTART: ValueSpec = { name: 'tstart', range: 'non-negative' };
const TMAX: ValueSpec = { name: 'tmax', range: 'non-negative' };

/** LTspice's uic, Xyce's noop and PSpice's skipbp: start from the initial conditions. */
const UIC: ReadonlySet<string> = new Set(['uic', 'noop', 'skipbp']);

/** Words of LTspice and Xyce that change nothing here. */
const IGNORED: ReadonlySet<string> = new Set(['steady', 'nodiscard', 'step', 'op', 'temp']);

/** `tstop=1m`, as some simulators write the times. */
const NAMED: ReadonlyMap<string, 'tstep' | 'tstop' | 'tstart' | 'tmax'> = new Map([
  ['tstep', 'tstep'],
  ['step', 'tstep'],
  ['tstop', 'tstop'],
  ['stop', 'tstop'],
  ['tstart', 'tstart'],
  ['start', 'tstart'],
  ['tmax', 'tmax'],
]);

/** Of Xyce's runs, but for those that waveforms need. */
const MOST_ROWS = 10_000;

interface Times {
  tstep?: Item;
  tstop?: Item;
  tstart?: Item;
  tmax?: Item;
}

function readTransient(card: ParsedCard, session: Session): void {
  const { diagnostics } = session;
  const own = withoutSweep(card, session);
  if (!own) return;
  const times = timesOf(own, session);
  if (!times.tstop) {
    diagnostics.error('too-few-arguments', '.tran needs a stop time', card.span, {
      hint: `write: ${TRAN.usage}`,
    });
    return;
  }
  const read = (item: Item | undefined, spec: ValueSpec): number | null | undefined =>
    item ? readValue(item, spec, '.tran', session, 'named') : null;
  const tstep = read(times.tstep, TSTEP);
  const tstop = read(times.tstop, TSTOP);
  const tstart = read(times.tstart, TSTART);
  const tmax = read(times.tmax, TMAX);
  if (tstep === undefined || tstop === undefined || tstart === undefined || tmax === undefined) return;
  if (tstop === null) return;
  if ((tstart ?? 0) >= tstop) {
    const place = times.tstart?.span ?? card.span;
    diagnostics.error('value-out-of-range', '.tran: tstart must be before tstop', place);
    return;
  }
  const transient: TransientCard = {
    kind: 'tran',
    tstop,
    tstart: tstart ?? 0,
    uic: card.items.some(isUic),
    ...(card.items.some(isStartup) && { startup: true }),
    span: card.span,
    ...(tstep !== null && { tstep }),
    ...(tstep !== null && tstep > 0 && rowsOfXyce(tstep, tstop, card, session)),
    // PSpice and LTspice write 0 for none.
    ...(tmax !== null && tmax > 0 && { tmax }),
  };
  session.analyses.push(transient);
}

/**
 * Xyce's first time is that of its first step, and rows are where its steps end: a run of 1 s that begins with 1 us asks for no million
 * of them.
 */
function rowsOfXyce(
  tstep: number,
  tstop: number,
  { span }: ParsedCard,
  { dialect, diagnostics }: Session,
): Pick<TransientCard, 'rowStep'> {
  const rowStep = tstop / MOST_ROWS;
  if (dialect !== 'xyce' || tstep >= rowStep) return {};
  const times = `${formatEngineering(tstep, 's', 4)} is the first step, as in Xyce; rows are ${formatEngineering(rowStep, 's', 4)} apart`;
  diagnostics.note('first-step', `.tran: ${times}, and closer where lines between them would miss`, span);
  return { rowStep };
}

function isUic(item: Item): boolean {
  if (item.kind === 'assignment') {
    return textOf(item.key.span).toLowerCase() === 'uic' && !/^0*$/.test(textOf(item.value.span));
  }
  return item.kind === 'word' && UIC.has(item.text.toLowerCase());
}

/** LTspice's way to switch the supplies on. */
function isStartup(item: Item): boolean {
  return item.kind === 'word' && item.text.toLowerCase() === 'startup';
}

/** The times by name or in their order; words behind them are left out with a warning. */
function timesOf(card: ParsedCard, session: Session): Times {
  const named: Times = {};
  const inOrder: Item[] = [];
  for (const item of card.items) {
    if (isUic(item) || isStartup(item)) continue;
    if (item.kind === 'assignment') {
      const name = NAMED.get(textOf(item.key.span).toLowerCase());
      if (name) named[name] = item.value;
      else ignore(item, session);
    } else if (item.kind === 'group' || (item.kind === 'word' && IGNORED.has(item.text.toLowerCase()))) {
      ignore(item, session);
    } else if (inOrder.length > 0 && isStray(item, session)) warnOfStray(item, session);
    else inOrder.push(item);
  }
  for (const surplus of inOrder.splice(4)) warnOfStray(surplus, session);
  const [first, second, third, fourth] = inOrder;
  const written = inOrder.length === 1 ? { tstop: first } : { tstep: first, tstop: second };
  const all = { ...written, tstart: third, tmax: fourth };
  const given = Object.entries(all).filter(([, item]) => item !== undefined);
  return { ...Object.fromEntries(given), ...named };
}

function ignore({ span }: Item, session: Session): void {
  session.ignore('cards', `.tran ${textOf(span).toLowerCase()}`, span);
}

/** A word that is no number and no parameter. */
function isStray(item: Item, { scope }: Session): boolean {
  if (item.kind !== 'word' || parseNumber(item.text) !== undefined) return false;
  return /^[a-z_]\w*$/i.test(item.text) && scope.lookup(item.text.toLowerCase()) === undefined;
}

function warnOfStray({ span }: Item, { diagnostics }: Session): void {
  const message = `.tran: "${textOf(span)}" is no time and no word that is known here: ${LEFT_OUT}`;
  diagnostics.warning('stray-word', message, span, { hint: `write: ${TRAN.usage}` });
}

function readOperatingPoint({ items, span }: ParsedCard, { diagnostics, analyses }: Session): void {
  const [surplus] = items;
  if (surplus) {
    const message = `.op takes no arguments, but "${textOf(surplus.span)}" is one: ${LEFT_OUT}`;
    diagnostics.warning('stray-word', message, surplus.span);
  }
  analyses.push({ kind: 'op', span });
}
