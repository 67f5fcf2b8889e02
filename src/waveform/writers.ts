/**
 * The table of waveform file formats that are data; `report/` adds those that are pictures. A new format
 * is one file with a `WaveformWriter` and one line here.
 */
import { csvFormat } from './csv-format.js';
import { DelimitedWriter } from './delimited-writer.js';
import { JsonWriter } from './json-writer.js';
import { prnFormat } from './prn-format.js';
import { RawWriter } from './raw-writer.js';
import { wrdataFormat } from './wrdata-format.js';
import type { WriterEntry } from './writer.js';

export const dataWriters: readonly WriterEntry[] = Object.freeze([
  {
    extension: 'csv',
    description: 'comma-separated values',
    onePlot: true,
    create: (s, o) => new DelimitedWriter(csvFormat, s, o),
  },
  {
    extension: 'raw',
    description: 'ngspice raw file, binary or ASCII',
    create: (s, o) => new RawWriter(s, o),
  },
  {
    extension: 'prn',
    description: "Xyce's print file",
    onePlot: true,
    create: (s, o) => new DelimitedWriter(prnFormat, s, o),
  },
  {
    extension: 'txt',
    description: "text as ngspice's wrdata writes it",
    onePlot: true,
    create: (s, o) => new DelimitedWriter(wrdataFormat, s, o),
  },
  { extension: 'json', description: 'JSON, rows of numbers', create: (s, o) => new JsonWriter(s, o) },
] satisfies WriterEntry[]);

/** Finds the writer for a path by its extension in any case; undefined when no entry has it. */
export function writerFor(path: string, table: readonly WriterEntry[]): WriterEntry | undefined {
  const extension = /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase();
  return table.find((entry) => entry.extension === extension);
}
