/** The table of waveform files that are read, by extension; a new format is one file and one line here. */
import { readCsv } from './csv-reader.js';
import type { Plot } from './plot.js';
import { readPrn } from './prn-reader.js';
import { readRaw } from './raw-reader.js';
import { readWrdata } from './wrdata-reader.js';

export type Reader = (bytes: Uint8Array, name: string) => Plot[];

const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

const readers: Readonly<Record<string, Reader>> = Object.freeze({
  raw: readRaw,
  csv: (bytes: Uint8Array, name: string) => [readCsv({ name, text: textOf(bytes) })],
  prn: (bytes: Uint8Array, name: string) => [readPrn({ name, text: textOf(bytes) })],
  txt: (bytes: Uint8Array, name: string) => [readWrdata({ name, text: textOf(bytes) })],
});

/** What `readerFor` knows: ".raw .csv .prn .txt". */
export const readExtensions: string = Object.keys(readers)
  .map((extension) => `.${extension}`)
  .join(' ');

/** The reader of all plots of a file, by the extension of its name; undefined where the table has none. It throws a `DiagnosticError` that names the place. */
export function readerFor(name: string): Reader | undefined {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(readers, extension) ? readers[extension] : undefined;
}
