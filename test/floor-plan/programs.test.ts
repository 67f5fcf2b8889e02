/**
 * What no test runs of the programs beside them (benchmarks, harnesses, writers of documents) imports files that are there: those of `dist`
 * stand for the sources they are built of.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const relativeImport = /(?:from|import|import\() ?'(\.{1,2}\/[^']+)'/g;

/** The file of the repository that an import is of; of what the build writes, its source. */
function source(file: string): string {
  const path = relative(root, file);
  return path.startsWith('dist/') && path.endsWith('.js')
    ? join(root, path.replace(/^dist\//, 'src/').replace(/\.js$/, '.ts'))
    : file;
}

it('imports only what is there, in every program beside the tests', () => {
  const programs = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => join('test', file));
  expect(programs.length).toBeGreaterThan(20);
  const missing = programs.flatMap((program) =>
    [...readFileSync(join(root, program), 'utf8').matchAll(relativeImport)]
      .map(([, to = '']) => source(resolve(root, dirname(program), to)))
      .filter((file) => !existsSync(file))
      .map((file) => `${program}: ${relative(root, file)}`),
  );
  expect(missing).toEqual([]);
});
