/**
 * `.options key=value ...`: settings. What SPICE knows and we do not need is noted once; what nobody
 * knows is a warning, because a file from elsewhere must still run.
 */
import { nearestName } from '../../base/nearest-name.js';
import type { Span } from '../../base/span.js';
import { printExpression } from '../../expression/print.js';
import type { OptionSpec } from '../language.js';
import type { Session } from '../session.js';
import type { AssignmentItem, Item, ParsedCard } from '../syntax.js';
import { textOf } from '../syntax.js';
import { readValue } from '../values.js';
import type { DotCard } from './dot-card.js';

export const OPTIONS: DotCard<Session> = {
  name: '.options',
  aliases: ['.option', '.opt'],
  usage: '.options key=value ...',
  doc: 'Sets options; those of the command line win.',
  phase: 'control',
  read: (card: ParsedCard, session: Session): void => {
    const [first, ...rest] = card.items;
    const name = first?.kind === 'word' ? first.text.toLowerCase() : '';
    const isPackage = PACKAGES.has(name);
    for (const item of isPackage ? rest : card.items) {
      if (isPackage) readPackageOption(name, item, session);
      else readOption(item, session, 'file');
    }
  },
};

/** Xyce's groups of options; what we know of them has the same name here. */
const PACKAGES: ReadonlySet<string> = new Set([
  ...['timeint', 'device', 'nonlin', 'nonlin-tran', 'linsol', 'linsol-ac', 'output', 'restart', 'measure'],
  ...[
    'parser',
    'hbint',
    'topology',
    'loca',
    'fft',
    'dist',
    'samples',
    'sensitivity',
    'diagnostic',
    'ic',
    'nodeset',
  ],
]);

/** Options that mean here what they mean in Xyce, with their packages. */
const SHARED_OPTIONS: ReadonlySet<string> = new Set([
  ...['temp', 'tnom', 'smoothbsrc', 'rcconst', 'minres', 'mincap'].map((name) => `device ${name}`),
  'parser scale',
]);

/** A tolerance of Xyce's time integration is not one of ours: only what means the same is taken. */
function readPackageOption(group: string, item: Item, session: Session): void {
  const key = item.kind === 'assignment' ? item.key : item;
  const name = textOf(key.span).toLowerCase();
  // The session has looked for it: what is written before it needs to know.
  if (name === 'phase_output_radians') return;
  if (SHARED_OPTIONS.has(`${group} ${name}`)) readOption(item, session, 'file');
  else session.ignore('options', `${group} ${name}`, key.span);
}

/** Reads one option. Unknown keys are warnings in a file and errors on the command line. */
export function readOption(item: Item, session: Session, origin: 'file' | 'command'): void {
  const key = item.kind === 'assignment' ? item.key : item;
  const name = textOf(key.span).toLowerCase();
  const spec = session.index.options.get(name);
  if (spec) {
    const value = item.kind === 'assignment' ? valueOf(item, spec, session) : flagValue(item, spec, session);
    if (value !== undefined) session.options.set(spec.name, { value, span: item.span });
  } else if (session.index.ignoredOptions.has(name)) {
    session.ignore('options', name, key.span);
  } else {
    reportUnknown(name, key.span, session, origin);
  }
}

function reportUnknown(
  name: string,
  span: Span,
  { index, diagnostics, unknownOptions }: Session,
  origin: 'file' | 'command',
): void {
  if (unknownOptions.has(name)) return;
  unknownOptions.add(name);
  const details = () => {
    const nearest = nearestName(name, index.options.keys());
    const list = `use one of: ${[...index.options.keys()].join(', ')}`;
    return { hint: nearest === undefined ? list : `did you mean "${nearest}"?` };
  };
  const message = `unknown option "${name}"`;
  if (origin === 'file') diagnostics.warning('unknown-option', message, span, details);
  else diagnostics.error('unknown-command-option', message, span, details);
}

/** An option without "=": 1, where that is legal. */
function flagValue(
  item: Item,
  { name, value }: OptionSpec,
  { diagnostics }: Session,
): number | string | undefined {
  if (value.kind === 'number') return 1;
  if (value.words.includes('1')) return '1';
  diagnostics.error('option-value', `option ${name} needs a value`, item.span, {
    hint: `write ${name}= with one of: ${value.words.join(', ')}`,
  });
  return undefined;
}

function valueOf(item: AssignmentItem, spec: OptionSpec, session: Session): number | string | undefined {
  const { name, value } = spec;
  if (value.kind === 'number') {
    const rules = { name, range: value.range, infinite: value.infinite };
    return readValue(item.value, rules, '.options', session, 'named');
  }
  const word = wordOf(item.value);
  if (value.words.includes(word)) return word;
  if (value.ignored?.includes(word) === true) {
    session.ignore('options', `${name}=${word}`, item.span);
    return undefined;
  }
  const nearest = nearestName(word, value.words);
  const list = `use one of: ${value.words.join(', ')}`;
  session.diagnostics.error('option-value', `option ${name} cannot be "${word}"`, item.value.span, {
    hint: nearest === undefined ? list : `did you mean "${nearest}"? ${list}`,
  });
  return undefined;
}

function wordOf(item: AssignmentItem['value']): string {
  if (item.kind === 'expression') return printExpression(item.expression);
  return item.kind === 'group' ? textOf(item.span) : item.text.toLowerCase();
}
