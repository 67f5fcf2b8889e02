/**
 * Reads every waveform file of a folder, whoever wrote it, and prints what is in it; needs the built library. Exits 1 where one cannot be read.
 *
 *     node test/corpus/read-waves.mjs FOLDER
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readerFor } from '../../dist/waveform/readers.js';

const [folder = '.'] = process.argv.slice(2);
const counts = { read: 0, refused: 0 };
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
  const path = join(folder, name);
  const read = readerFor(name);
  if (!read || !statSync(path).isFile() || statSync(path).size === 0) continue;
  try {
    const plots = read(readFileSync(path), name);
    const shapes = plots.map(
      ({ header, length, incomplete }) =>
        `${header.name}, ${length} x ${header.columns.length}${header.complex ? ' complex' : ''}${incomplete === undefined ? '' : ', incomplete'}`,
    );
    console.log(`${name}: ${shapes.join('; ')}`);
    counts.read++;
  } catch (error) {
    console.log(`${name}: REFUSED ${error.message.split('\n')[0]}`);
    counts.refused++;
  }
}
console.log(`${counts.read} read, ${counts.refused} refused`);
process.exitCode = counts.refused === 0 ? 0 : 1;
