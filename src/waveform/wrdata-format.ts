/**
 * The text that ngspice's `wrdata` writes: no names, and before every quantity the scale again (of a complex one both parts
 * behind it), so that any two columns plot against each other. An incomplete run ends in a comment that gnuplot skips.
 */
import type { DelimitedFormat } from './delimited-writer.js';

export const wrdataFormat: DelimitedFormat = Object.freeze<DelimitedFormat>({
  extension: 'txt',
  separator: ' ',
  scaleEach: true,
  header: () => '',
  footer: (_, reason) => (reason === undefined ? '' : `# incomplete: ${reason.replace(/\s+/g, ' ')}\n`),
});
