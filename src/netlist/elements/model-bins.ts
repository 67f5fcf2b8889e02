/**
 * A model in bins: `.model n.1 nmos(lmin= lmax= wmin= wmax= ...)`, `.model n.2 ...`; an element that names n has the first whose
 * ranges hold its L and W, bounds included.
 */
import type { FlatModel } from '../flat-circuit.js';
import { earlyOption } from '../passes/settle-settings.js';
import type { Session } from '../session.js';
import { textOf } from '../syntax.js';
import { readValue } from '../values.js';
import type { ElementDraft } from './element-draft.js';

/** Part of a bound by which a size may miss it: what is rounded where it is written. */
const rounding = 1e-9;

export interface BinnedSize {
  /** Metres. */
  readonly l: number;
  readonly w: number;
}

/** Bins of a circuit's models by the name without a number; asked for with every word that may name a model. */
const known = new WeakMap<object, { readonly size: number; readonly bins: Map<string, string[]> }>();

/** Returns the names of a model's bins among the models of a circuit, in the order of their numbers. */
export function binNames(name: string, models: ReadonlyMap<string, unknown>): readonly string[] {
  let found = known.get(models);
  if (found?.size !== models.size) {
    found = { size: models.size, bins: binsByName(models.keys()) };
    known.set(models, found);
  }
  return found.bins.get(name) ?? [];
}

function binsByName(names: Iterable<string>): Map<string, string[]> {
  const bins = new Map<string, string[]>();
  for (const name of names) {
    const [, base] = /^(.+)\.\d+$/.exec(name) ?? [];
    if (base !== undefined) bins.set(base, [...(bins.get(base) ?? []), name]);
  }
  const numberOf = (name: string): number => Number(name.slice(name.lastIndexOf('.') + 1));
  for (const list of bins.values()) list.sort((a, b) => numberOf(a) - numberOf(b));
  return bins;
}

/** Reads L and W of a card or of what a step sets, as scaled by option scale; undefined where one of them is missing or has no value. */
export function readBinnedSize(
  { assignments, element, indexed }: ElementDraft,
  session: Session,
): BinnedSize | undefined {
  const sizeOf = (name: 'l' | 'w'): number | undefined => {
    const stepped = session.overrides.elements?.[`${element.name}:${name}`];
    if (stepped !== undefined) return stepped;
    const item = assignments.find(({ key }) => textOf(key.span).toLowerCase() === name);
    const spec = indexed.parameters.get(name);
    return item && spec && readValue(item.value, spec, element.name, session, 'named');
  };
  const [l, w] = [sizeOf('l'), sizeOf('w')];
  if (l === undefined || w === undefined) return undefined;
  const scale = earlyOption('scale', session) ?? 1;
  return { l: l * scale, w: w * scale };
}

/** Whether a bin holds a size. */
export function holds({ parameters }: FlatModel, { l, w }: BinnedSize): boolean {
  const within = (value: number, name: 'l' | 'w'): boolean =>
    value >= (parameters.get(`${name}min`) ?? 0) * (1 - rounding) &&
    value <= (parameters.get(`${name}max`) ?? Infinity) * (1 + rounding);
  return within(l, 'l') && within(w, 'w');
}
