/**
 * CSV after RFC 4180: one header record in lower case, then one record a row. Complex columns are re(name),im(name).
 *
 * A run that did not reach its end is marked by a last record whose first field is
 * `# incomplete: reason` and whose other fields are empty: it has as many fields as the others, so that
 * strict readers accept the file, and readers that know comments (gnuplot, numpy, ours) skip it.
 */
import type { DelimitedFormat } from './delimited-writer.js';
import { isRealColumn, type PlotHeader } from './plot.js';

export const csvFormat: DelimitedFormat = Object.freeze<DelimitedFormat>({
  extension: 'csv',
  separator: ',',
  header: (header) => fieldNames(header).map(quoteField).join(',') + '\n',
  footer: (header, reason) => {
    if (reason === undefined) return '';
    const plain = reason.replace(/[\s,]+/g, ' ').replaceAll('"', "'");
    return `# incomplete: ${plain.trim()}${','.repeat(fieldNames(header).length - 1)}\n`;
  },
});

/** The names of the header record. */
function fieldNames(header: PlotHeader): string[] {
  return header.columns.flatMap(({ name }, k) => {
    const lower = name.toLowerCase();
    return isRealColumn(header, k) ? [lower] : [`re(${lower})`, `im(${lower})`];
  });
}

/** A field as RFC 4180 wants it. */
export function quoteField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
