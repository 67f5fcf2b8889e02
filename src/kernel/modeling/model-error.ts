/** A model or simulation that does not fit together: the message names the object, its sizes and the hint. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}

/** Throws when an array does not hold rows x cols entries. */
export function checkSize(
  object: string,
  what: string,
  array: Float64Array,
  rows: number,
  cols: number,
): void {
  if (array.length !== rows * cols) {
    throw new ModelError(
      `${object}: ${what} has ${array.length} entries; it must be ${rows} x ${cols}, ${rows * cols} entries row by row`,
    );
  }
  for (let k = 0; k < array.length; k++) {
    if (!Number.isFinite(array[k]!)) {
      throw new ModelError(
        `${object}: ${what}(${Math.floor(k / cols)},${k % cols}) is ${array[k]}; every entry must be a finite number`,
      );
    }
  }
}

/** Throws `ModelError` when a callback left an entry that is not a finite number. */
export function checkFinite(object: string, what: string, t: number, values: Float64Array): void {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i]!)) {
      throw new ModelError(
        `${object}: ${what} wrote ${values[i]} into entry ${i} of ${values.length} at t = ${t} s; ` +
          `it must write every entry with a finite number (out is row by row)`,
      );
    }
  }
}
