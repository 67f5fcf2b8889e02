/**
 * Reads netlists for check-corpus.mjs: one path a message, answered by {severity, code, message} of what was found.
 * Argument: the folder of the built library.
 */
import { basename, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const [lib = '', dialect = '', libraries = ''] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(lib, path)).href);
const { checkNetlist } = await load('index.js');
const { FileTextSource } = await load('cli/node.js');

process.on('message', (path) => {
  const textSource = new FileTextSource(libraries === '' ? [] : libraries.split(':'));
  let answer;
  try {
    const { diagnostics, circuit } = checkNetlist(textSource.read(path), {
      textSource,
      allowOutside: true,
      ...(dialect !== '' && { dialect }),
    });
    const found = diagnostics.map(({ severity, code, message, span }) => ({
      severity,
      code,
      message,
      ...(span && { text: span.source.text.slice(span.start, Math.min(span.end, span.start + 120)) }),
      ...(span && { file: basename(span.source.name) }),
    }));
    answer = { fine: circuit !== undefined, found };
  } catch (error) {
    answer = {
      fine: false,
      found: [{ severity: 'error', code: 'thrown', message: String(error?.stack ?? error) }],
    };
  }
  process.send(answer);
});
process.send('ready');
