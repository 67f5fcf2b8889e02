/**
 * The table of every file format that `-o` knows: data formats and pictures. Pictures are loaded on
 * demand: a run that writes no .html reads none of the 200 kB of its chart library.
 */
import type { WriterEntry } from '../waveform/writer.js';
import { dataWriters } from '../waveform/writers.js';

export const outputWriters: readonly WriterEntry[] = Object.freeze([
  ...dataWriters,
  {
    extension: 'html',
    description: 'one self-contained page with charts and the certificate',
    create: async (sink, { log }) => new (await import('./html.js')).HtmlReport(sink, log),
  },
  {
    extension: 'svg',
    description: 'a picture',
    create: async (sink, { log }) => new (await import('./svg.js')).SvgPicture(sink, log),
  },
] satisfies WriterEntry[]);
