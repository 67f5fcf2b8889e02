/** LTspice: `I1 a b tbl(0 0 2 180u)`, a current that is a table of the voltage across its source. */
import { ExpressionBuilder } from '../../expression/build.js';
import type { Session } from '../session.js';
import type { Item } from '../syntax.js';
import { readValue } from '../values.js';
import { type ElementDraft, takeAssignment } from './element-draft.js';

const volts = Object.freeze({ name: 'voltage', unit: 'V', range: 'finite', doc: 'of a table' } as const);
const amperes = Object.freeze({ name: 'current', unit: 'A', range: 'finite', doc: 'of a table' } as const);

/** Makes I with a table a behavioural source; undefined where it has none, false after reporting. */
export function readTabled(draft: ElementDraft, session: Session): boolean | undefined {
  const { element, rest } = draft;
  if (element.letter !== 'I') return undefined;
  const [first] = rest;
  const isGroup = first?.kind === 'group' && first.name === 'tbl';
  const named = isGroup ? undefined : takeAssignment(draft, ['tbl']);
  const group = isGroup ? rest.shift() : named?.value;
  if (group?.kind !== 'group') return undefined;
  const items: Item[] = [...group.items];
  for (let next = rest[0]; next?.kind === 'group' && next.name === ''; next = rest[0]) {
    items.push(next);
    rest.shift();
  }
  const values = pointsOf(items).map((item, k) =>
    readValue(item, k % 2 === 0 ? volts : amperes, element.name, session),
  );
  const points = values.filter((value) => value !== undefined);
  if (points.length < values.length) return false;
  const isSorted = points.every((value, k) => k < 2 || k % 2 === 1 || value > (points[k - 2] ?? NaN));
  if (points.length < 2 || points.length % 2 === 1 || !isSorted) {
    session.diagnostics.error(
      'table-points',
      `${element.name}: tbl takes pairs of rising voltages`,
      group.span,
      {
        hint: 'write: I1 a b tbl(0 0 1 1m 2 1.5m)',
      },
    );
    return false;
  }
  const build = new ExpressionBuilder(element.span);
  const [a = '0', b = '0'] = element.nodes;
  const across = a === '0' ? build.scaled(build.voltage(b, '0'), -1) : build.voltage(a, b);
  const expression = build.call('table', across, ...points.map((value) => build.number(value)));
  element.letter = 'B';
  element.law = { kind: 'expression', output: 'i', expression };
  return true;
}

/** Of ((0,0) (1,1m)), (0,0) (1,1m) and 0 0 1 1m. */
function pointsOf(items: readonly Item[]): readonly Exclude<Item, { kind: 'assignment' }>[] {
  return items.flatMap((item) =>
    item.kind === 'group' && item.name === ''
      ? pointsOf(item.items)
      : item.kind === 'assignment'
        ? []
        : [item],
  );
}
