/**
 * `.tran [tstep] tstop [tstart [tmax]] [uic]` and `.op`: the analyses.
 */
import type { TransientCard } from '../flat-circuit.js';
import type { Session } from '../session.js';
import type { Item, ParsedCard } from '../syntax.js';
import { textOf } from '../syntax.js';
import { readValue, type ValueSpec } from '../values.js';
import type { DotCard } from './dot-card.js';

export const TRAN: DotCard<Session> = {
  name: '.tran',
  usage: '.tran [tstep] tstop [tstart [tmax]] [uic]',
  doc: 'Transient analysis to tstop; times in seconds. With one number, it is tstop. uic: start from ic=.',
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
const TMAX: ValueSpec = { name: 'tmax', range: 'positive' };

/** Xyce's noop and LTspice's uic: start from the initial conditions. */
const UIC: ReadonlySet<string> = new Set(['uic', 'noop']);

/** Words of LTspice and Xyce that change nothing here. */
const IGNORED: ReadonlySet<string> = new Set(['startup', 'steady', 'nodiscard', 'step', 'op']);

function isIgnored(item: Item, session: Session): boolean {
  const word = item.kind === 'word' ? item.text.toLowerCase() : '';
  if (item.kind !== 'group' && !IGNORED.has(word)) return false;
  session.ignore('cards', `.tran ${textOf(item.span).toLowerCase()}`, item.span);
  return true;
}

function readTransient(card: ParsedCard, session: Session): void {
  const { diagnostics } = session;
  const isUic = (item: Item): boolean => item.kind === 'word' && UIC.has(item.text.toLowerCase());
  const times = card.items.filter((item) => !isUic(item) && !isIgnored(item, session));
  const specs = times.length === 1 ? [TSTOP] : [TSTEP, TSTOP, TSTART, TMAX];
  if (times.length === 0) {
    diagnostics.error('too-few-arguments', '.tran needs a stop time', card.span, {
      hint: `write: ${TRAN.usage}`,
    });
    return;
  }
  const surplus = times[specs.length];
  if (surplus) {
    diagnostics.error(
      'too-many-arguments',
      `.tran takes at most 4 times; "${textOf(surplus.span)}" is one too many`,
      surplus.span,
      {
        hint: `write: ${TRAN.usage}`,
      },
    );
    return;
  }
  const values = times.map((item, k) => readValue(item, specs[k] ?? TMAX, '.tran', session));
  if (values.some((value) => value === undefined)) return;
  const [tstep, tstop = 0, tstart = 0, tmax] = times.length === 1 ? [undefined, ...values] : values;
  if (tstart >= tstop) {
    diagnostics.error(
      'value-out-of-range',
      '.tran: tstart must be before tstop',
      times[2]?.span ?? card.span,
    );
    return;
  }
  const transient: TransientCard = {
    kind: 'tran',
    tstop,
    tstart,
    uic: card.items.some(isUic),
    span: card.span,
    ...(tstep !== undefined && { tstep }),
    ...(tmax !== undefined && { tmax }),
  };
  session.analyses.push(transient);
}

function readOperatingPoint({ items, span }: ParsedCard, { diagnostics, analyses }: Session): void {
  const [surplus] = items;
  if (surplus) {
    diagnostics.error(
      'too-many-arguments',
      `.op takes no arguments, but "${textOf(surplus.span)}" is one`,
      surplus.span,
    );
  }
  analyses.push({ kind: 'op', span });
}
