/** Reads the reference trajectories of this folder: `#` lines of explanation, a header, rows of numbers. */
import { readFileSync } from 'node:fs';

export interface Reference {
  readonly length: number;
  /** The numbers of one column; an unknown name is an error. */
  column(name: string): readonly number[];
}

export function readReference(file: string): Reference {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const [header = '', ...rows] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const names = header.split(',');
  const numbers = rows.map((row) => row.split(',').map(Number));
  return {
    length: rows.length,
    column(name) {
      const k = names.indexOf(name);
      if (k < 0) throw new Error(`${file} has the columns ${names.join(', ')}, not ${name}`);
      return numbers.map((row) => row[k] ?? NaN);
    },
  };
}
