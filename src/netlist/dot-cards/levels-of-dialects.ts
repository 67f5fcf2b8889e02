/**
 * Levels of MOS models that a dialect numbers otherwise than ngspice. Sources: Xyce Reference Guide, "MOSFET"; PSpice Reference
 * Guide, "MOSFET".
 */
import type { DialectName } from '../../expression/dialect.js';
import { parseNumber } from '../../base/units.js';
import type { AssignmentItem, Item } from '../syntax.js';
import { textOf } from '../syntax.js';

/** To the levels of BSIM3v3 and BSIM4. */
const LEVELS: Readonly<Partial<Record<DialectName, ReadonlyMap<number, number>>>> = Object.freeze({
  xyce: new Map([[9, 49]]),
  pspice: new Map([
    [7, 49],
    [8, 54],
  ]),
  // Of PSpice's libraries: the two have no other level 7, LTspice takes it, ngspice with ngbehavior=ps.
  ltspice: new Map([[7, 49]]),
  ngspice: new Map([[7, 49]]),
});

/** Puts our level in the place of the dialect's in a .model nmos or pmos. */
export function inOurLevels(items: readonly Item[], type: string, dialect: DialectName): readonly Item[] {
  const levels = LEVELS[dialect];
  if (!levels || (type !== 'nmos' && type !== 'pmos')) return items;
  const isLevel = (item: Item | undefined): boolean =>
    item !== undefined && textOf(item.span).toLowerCase() === 'level';
  return items.map((item, k) => {
    if (item.kind === 'assignment')
      return isLevel(item.key)
        ? ({ ...item, value: translated(item.value, levels) } satisfies AssignmentItem)
        : item;
    return isLevel(items[k - 1]) ? translated(item, levels) : item;
  });
}

function translated<T extends Item>(
  value: T,
  levels: ReadonlyMap<number, number>,
): T | Extract<Item, { kind: 'word' }> {
  const level = levels.get(parseNumber(textOf(value.span)) ?? NaN);
  return level === undefined ? value : { kind: 'word', text: String(level), span: value.span };
}
