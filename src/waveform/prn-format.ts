/**
 * Xyce's standard print file (.prn): names in capitals, an index before every row, and a last line that tells a complete run.
 * A run that did not reach its end has no such line, as in Xyce. Blanks separate fields and stand in no name.
 */
import type { DelimitedFormat } from './delimited-writer.js';
import { isRealColumn } from './plot.js';

export const prnFormat: DelimitedFormat = Object.freeze<DelimitedFormat>({
  extension: 'prn',
  separator: ' ',
  index: true,
  header: (header) => {
    const names = header.columns.flatMap(({ name }, k) => {
      const plain = /[\s{}]/.test(name) ? `{${name.replace(/[\s{}]+/g, '')}}` : name;
      const capital = plain.toUpperCase();
      return isRealColumn(header, k) ? [capital] : [`Re(${capital})`, `Im(${capital})`];
    });
    return `Index ${names.join(' ')}\n`;
  },
  footer: (_, reason) => (reason === undefined ? 'End of Xyce(TM) Simulation\n' : ''),
});
