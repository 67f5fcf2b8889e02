/**
 * The written quantities of a circuit in parts, as forms over the points of the parts: most are of one part, the current of
 * a source that feeds several is the sum of theirs. Cost: the non-zeros of the forms, and a look at each of their places.
 */
import type { OutputColumn } from './output-columns.js';
import { formValue } from '../preparation/output-value.js';

/** What one part has to do with the written quantities. */
export interface PartColumns {
  /** Over the part's own point. */
  readonly columns: readonly OutputColumn[];
  /** Of each the place among the run's columns, and whether the column is a sum to which other parts add. */
  readonly places: readonly { readonly column: number; readonly isSum: boolean }[];
}

/**
 * The columns of each part, `places` as of `placesOf`; undefined where a column combines forms (a power, an expression): what
 * a line between rows misses of it does not follow from the parts.
 */
export function columnsOfParts(
  columns: readonly OutputColumn[],
  places: readonly Int32Array[],
): readonly PartColumns[] | undefined {
  if (columns.some(({ value }) => value.single !== true)) return undefined;
  const length = places.reduce((sum, part) => sum + part.length, 0);
  const partOf = new Int32Array(length);
  const ownPlace = new Int32Array(length);
  places.forEach((part, k) => {
    part.forEach((place, j) => {
      partOf[place] = k;
      ownPlace[place] = j;
    });
  });
  const found = places.map(() => ({
    columns: [] as OutputColumn[],
    places: [] as { readonly column: number; readonly isSum: boolean }[],
  }));
  columns.forEach((whole, column) => {
    const [form] = whole.value.forms;
    const own = new Map<number, Float64Array>();
    form?.forEach((factor, place) => {
      if (factor === 0) return;
      const k = partOf[place] as number;
      let over = own.get(k);
      if (!over) own.set(k, (over = new Float64Array(places[k]?.length ?? 0)));
      over[ownPlace[place] as number] = factor;
    });
    for (const [k, over] of own) {
      found[k]?.columns.push({ ...whole, value: formValue(over) });
      found[k]?.places.push({ column, isSum: own.size > 1 });
    }
  });
  return found;
}

/** The parts of whose points columns read something. */
export function partsRead(columns: readonly OutputColumn[], places: readonly Int32Array[]): number[] {
  const isRead = (place: number): boolean =>
    columns.some(({ value }) => value.forms.some((form) => form[place] !== 0));
  return [...places.keys()].filter((k) => places[k]?.some(isRead) === true);
}
