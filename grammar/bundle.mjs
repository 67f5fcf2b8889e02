/**
 * Bundles the command for plain node without node_modules: dist/cli.cjs (command-loader.cjs), dist/command/main.cjs
 * with everything that an ordinary run needs, and one bundle more for each import that few runs need; beside those
 * that `cachedRuns` load their compiled code, NAME.cache. These contain copies of the modules that they share with main.cjs: what passes
 * between them is data and interfaces, never a class that the other side compares with.
 *
 * Usage: node grammar/bundle.mjs [entry [output directory]]
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundles of their own, by the file that `import()` names: commander's help, the script of the report. */
const onDemand = ['src/cli/full-arguments.ts', 'src/report/html.ts', 'src/report/svg.ts'];

/** Netlists whose runs call what ordinary runs do: exact events, plain and often, and steps with families of smooth laws. */
const cachedRuns = [
  'netlists/bridge.cir',
  'netlists/buck.cir',
  'grammar/cached-runs/transistors.cir',
  'grammar/cached-runs/gates.cir',
];

/** Leaves the imports of `onDemand` to the loader; all other imports on demand go into the bundle at hand. */
const separate = {
  name: 'separate',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const source = resolve(resolveDir, path.replace(/\.js$/, '.ts'));
      if (!onDemand.some((file) => resolve(root, file) === source)) return undefined;
      return { path: `./${basename(source, '.ts')}`, external: true };
    });
  },
};

/**
 * Loads the library of eigenvalues when the first ones are asked for: few runs ask, and reading it would cost every
 * run some milliseconds.
 */
const lazyLibrary = {
  name: 'lazy-library',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^ml-matrix$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: 'ml-matrix', namespace: 'lazy' },
    );
    onResolve({ filter: /^\.\/ml-matrix$/ }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /.*/, namespace: 'lazy' }, () => ({
      contents: ['Matrix', 'EigenvalueDecomposition']
        .map(
          (name) =>
            `export function ${name}(...args) { return new (require('./ml-matrix').${name})(...args); }`,
        )
        .join('\n'),
      resolveDir: root,
    }));
  },
};

/** Writes `directory`/cli.cjs and `directory`/command/. */
export async function bundle(entry = 'src/cli/main.ts', directory = 'dist') {
  const outdir = resolve(root, directory, 'command');
  const cli = resolve(root, directory, 'cli.cjs');
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: [{ in: entry, out: 'main' }, { in: 'ml-matrix', out: 'ml-matrix' }, ...onDemand],
    outdir,
    entryNames: '[name]',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    supported: { 'dynamic-import': false },
    charset: 'ascii',
    minify: true,
    legalComments: 'eof',
    banner: { js: '(function (exports, require, module) {' },
    footer: { js: '})' },
    plugins: [separate, lazyLibrary],
  });
  copyFileSync(resolve(root, 'grammar/command-loader.cjs'), cli);
  chmodSync(cli, 0o755);
  const netlists = cachedRuns.map((name) => resolve(root, name));
  const words = [
    resolve(root, 'grammar/command-cache.cjs'),
    outdir,
    resolve(outdir, 'cached.raw'),
    ...netlists,
  ];
  execFileSync(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(...process.argv.slice(2));
