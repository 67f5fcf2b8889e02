/**
 * Writes the plain functions of programs (`src/numerics/code/emit-plain.ts`): the programs are bundled, built and printed. The
 * machine code of the same programs is made at run time, for the matrices of the run.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files whose one function gives the programs of a generated file. */
const modules = [
  { source: 'src/numerics/polynomial/polynomial-programs.ts', programs: 'polynomialPrograms' },
  { source: 'src/kernel/simulation/event-driven/motion/flow-programs.ts', programs: 'flowPrograms' },
];

export async function generatePrograms() {
  const lines = modules.map(({ source, programs }) => `export { ${programs} } from './${source}';`);
  const contents = [...lines, `export { plainModule } from './src/numerics/code/emit-plain.ts';`].join('\n');
  const options = { bundle: true, write: false, format: 'esm', platform: 'neutral', logLevel: 'warning' };
  const { outputFiles } = await build({ stdin: { contents, resolveDir: root, loader: 'ts' }, ...options });
  const built = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  for (const { source, programs } of modules) {
    const text = built.plainModule(built[programs]());
    writeFileSync(root + source.replace(/\.ts$/, '.gen.ts'), `// @ts-nocheck\n${text}\n`);
  }
}
