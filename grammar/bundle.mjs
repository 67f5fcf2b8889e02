/**
 * Bundles the command for plain node without node_modules: dist/cli.cjs (command-loader.cjs), dist/command/main.cjs with
 * what every run needs, and further bundles that are loaded when something in them is called: one an engine, one for each
 * import that few runs need, and what several of them share. Beside those that `cachedRuns` load stands their compiled code,
 * NAME.cache, and that of the machine code of sparse steps. So a run reads, unpacks and initializes little more than it uses.
 *
 * Usage: node grammar/bundle.mjs [entry [output directory]]
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { plainBindings } from './plain-bindings.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundles of their own, by the file that `import()` names: commander's help, the script of the report. */
const onDemand = [
  'src/cli/full-arguments.ts',
  'src/cli/commands/run-model.ts',
  'src/report/html.ts',
  'src/report/svg.ts',
  'src/report/terminal-chart.ts',
];

/** The files of all analyses in the table but for the transient, which runs engines of its own. */
function analysesButTransients() {
  const table = readFileSync(resolve(root, 'src/analysis/analyses.ts'), 'utf8');
  const names = Array.from(table.matchAll(/^import \{.*from '\.\/([\w/-]+)\.js';$/gm), ([, name]) => name);
  return names.filter((name) => name !== 'transient/transient').map((name) => `src/analysis/${name}.ts`);
}

/** What devices are made of where smooth laws are taken. */
const smoothLaws = ['bjt', 'diode', 'jfet', 'mosfet', 'switch', 'vdmos'].map(
  (name) => `src/circuit/devices/smooth/smooth-${name}.ts`,
);

/** What few runs call, by bundle: whoever calls a function of these files loads it. */
const seldom = {
  'card-grammar': ['src/netlist/card-parser.gen.ts'],
  'expression-grammar': ['src/expression/expression-parser.gen.ts'],
  behavioural: ['src/circuit/behavioural/controlled-branch.ts', 'src/circuit/behavioural/expression-form.ts'],
  'smooth-rest': ['src/analysis/operating-point/smooth-operating-point.ts'],
  bsim3: ['src/circuit/devices/smooth/smooth-bsim3.ts', 'src/circuit/noise/bsim3-noise.ts'],
  bsim4: [
    'src/circuit/devices/smooth/smooth-bsim4.ts',
    'src/circuit/devices/semiconductors/bsim4-table.ts',
    'src/circuit/noise/bsim4-noise.ts',
  ],
};

/** Bundles of their own by name: the functions of these files that the front calls. */
const engines = {
  events: [
    'src/circuit/compile.ts',
    'src/analysis/transient/transient-start.ts',
    'src/analysis/transient/transient-events.ts',
    'src/analysis/transient/comparator-hysteresis.ts',
  ],
  parts: ['src/analysis/transient/parted-events.ts'],
  stepping: [
    'src/analysis/preparation/stepping-circuit.ts',
    'src/analysis/rows/stepping-columns.ts',
    'src/analysis/transient/hysteretic-steps.ts',
    ...smoothLaws,
  ],
  grid: ['src/analysis/transient/transient-theta.ts', 'src/analysis/transient/transient-newton.ts'],
  rest: analysesButTransients(),
  views: [
    'src/cli/commands/check.ts',
    'src/cli/commands/show.ts',
    'src/cli/commands/compare.ts',
    'src/cli/commands/convert.ts',
    'src/cli/commands/plot.ts',
  ],
  ...seldom,
};

/** Files that call an engine, which is loaded then; all others import from each other as they are written. */
const front = [
  'src/analysis/analyses.ts',
  'src/analysis/preparation.ts',
  'src/analysis/preparation/prepared-circuit.ts',
  'src/analysis/simulate.ts',
  'src/analysis/transient/transient.ts',
  'src/cli/commands.ts',
];

/**
 * Netlists whose runs call what ordinary runs do: exact events, plain and often, steps with families of smooth laws, behavioural sources,
 * transformers, included models. A function that a tenth of the runs call costs less to read than to compile.
 */
const cachedRuns = [
  'netlists/bridge.cir',
  'netlists/buck.cir',
  'grammar/cached-runs/transistors.cir',
  'grammar/cached-runs/gates.cir',
  'grammar/cached-runs/modulator.cir',
  'grammar/cached-runs/supplies.cir',
  'grammar/cached-runs/rectifiers.cir',
];

/** Functions that load a bundle when they are called; `names` are those of functions and classes. */
function forwarding(bundle, names) {
  return names
    .map(
      (name) =>
        `export function ${name}(...args) { return loadModule('${bundle}', '${bundle}').${name}(...args); }`,
    )
    .join('\n');
}

/** An engine as the front sees it. */
const enginesOnCall = {
  name: 'engines-on-call',
  setup({ onResolve, onLoad, resolve: find }) {
    const bundleOf = new Map(
      Object.entries(engines).flatMap(([bundle, files]) =>
        files.map((file) => [resolve(root, file), bundle]),
      ),
    );
    const everywhere = new Set(
      [...smoothLaws, ...Object.values(seldom).flat()].map((file) => resolve(root, file)),
    );
    onResolve({ filter: /^\./ }, async ({ kind, path, importer, resolveDir, pluginData, namespace }) => {
      if (kind !== 'import-statement' || namespace !== 'file' || pluginData === 'found') return undefined;
      const found = await find(path.replace(/\.js$/, '.ts'), {
        kind,
        importer,
        resolveDir,
        pluginData: 'found',
      });
      const bundle = bundleOf.get(found.path);
      if (!bundle || bundle === bundleOf.get(importer)) return undefined;
      const isCalled = everywhere.has(found.path) || front.includes(relative(root, importer));
      return isCalled ? { path: found.path, namespace: 'on-call' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'on-call' }, async ({ path }) => {
      const { metafile } = await build({
        entryPoints: [path],
        bundle: true,
        external: ['*'],
        write: false,
        metafile: true,
        format: 'esm',
        outdir: root,
      });
      const [{ exports }] = Object.values(metafile.outputs);
      return { contents: forwarding(bundleOf.get(path), exports) };
    });
    onResolve({ filter: /^engine:/ }, ({ path }) => ({ path, namespace: 'engine' }));
    onLoad({ filter: /.*/, namespace: 'engine' }, ({ path }) => {
      const files = engines[path.slice('engine:'.length)];
      const contents = files.map((file) => `export * from './${file}';`).join('\n');
      return { contents, resolveDir: root };
    });
  },
};

/** Loads the library of eigenvalues when the first ones are asked for: few runs ask. */
const lazyLibrary = {
  name: 'lazy-library',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^ml-matrix$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: 'ml-matrix', namespace: 'lazy' },
    );
    onLoad({ filter: /.*/, namespace: 'lazy' }, () => ({
      contents: ['Matrix', 'EigenvalueDecomposition']
        .map(
          (name) =>
            `export function ${name}(...args) { return new (loadModule('ml-matrix', 'ml-matrix').${name})(...args); }`,
        )
        .join('\n'),
      resolveDir: root,
    }));
  },
};

/**
 * The machine code of sparse steps beside the bundles, machine-code.wasm: a run that needs it has the loader read it, with what V8 makes
 * of it (machine-code-cache.cjs).
 */
function machineCodeApart(outdir) {
  return {
    name: 'machine-code-apart',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]machine-code\.gen\.ts$/ }, ({ path }) => {
        let bytes;
        const text = readFileSync(path, 'utf8').replace(/^module: '([^']+)',$/m, (_, base64) => {
          bytes = Buffer.from(base64, 'base64');
          return "module: () => machineModule('machine-code'),";
        });
        if (!bytes) throw new Error(`${path} has no module`);
        writeFileSync(resolve(outdir, 'machine-code.wasm'), bytes);
        return { contents: text, loader: 'ts' };
      });
    },
  };
}

/** In which bundle each output of esbuild goes: the entry that reaches it; `main` first, and `engines` for what they share. */
function bundlesOf({ outputs }) {
  const entries = new Map();
  const reach = (file, entry) => {
    const owners = entries.get(file) ?? new Set();
    if (owners.has(entry)) return;
    entries.set(file, owners.add(entry));
    for (const { path, kind } of outputs[file].imports)
      if (kind === 'import-statement' && path in outputs) reach(path, entry);
  };
  const names = Object.keys(outputs).filter((file) => !isShared(file));
  for (const file of names) reach(file, moduleName(file));
  const order = ['main', ...Object.keys(engines)];
  const bundleOf = (owners) => {
    if (owners.has('events') && owners.has('stepping') && !owners.has('main')) return 'engines';
    return order.find((name) => owners.has(name)) ?? [...owners][0];
  };
  // What nobody imports but on demand is the table of writers, which every run with a file reads.
  return new Map(
    Object.keys(outputs).map((file) => [moduleName(file), bundleOf(entries.get(file) ?? new Set(['main']))]),
  );
}

/** Throws where an engine has become part of what every run loads: a file that imports one is not among `front`. */
function refuseEnginesInMain({ outputs }, bundles) {
  const files = new Set(Object.values(engines).flat());
  const main = Object.keys(outputs).filter((file) => bundles.get(moduleName(file)) === 'main');
  const found = main.flatMap((file) => Object.keys(outputs[file].inputs)).filter((file) => files.has(file));
  if (found.length > 0) throw new Error(`every run would load ${found.join(', ')}`);
}

/** Made by esbuild of what several entries reach. */
function isShared(file) {
  return moduleName(file).startsWith('shared-');
}

function moduleName(file) {
  return basename(file, '.js');
}

/**
 * Of the modules that esbuild has parted, which nobody but other modules reads, what they export in order: those return a list,
 * for to make and read an object of so many names takes V8 longer than all else that most of them do.
 */
function listsOf({ outputs }) {
  const named = new Set(
    Object.values(outputs).flatMap(({ imports }) =>
      imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path),
    ),
  );
  const parted = Object.keys(outputs).filter((file) => isShared(file) && !named.has(file));
  return new Map(parted.map((file) => [moduleName(file), outputs[file].exports]));
}

/**
 * A module as a function of what runs others, which returns what it exports. Names are bound once where it begins (there are
 * no cycles), so that nothing looks them up when it calls.
 */
function asFunction(module, text, { bundles, lists }) {
  /** "a,b as c" as pairs. */
  const pairsOf = (names) =>
    names
      .split(',')
      .filter((name) => name !== '')
      .map((name) => name.split(' as '))
      .map(([first, second = first]) => [first, second]);
  const source = (path) => {
    if (!path.startsWith('./')) return `require("${path}")`;
    const name = moduleName(path);
    return `loadModule("${bundles.get(name)}","${name}")`;
  };
  let read = 0;
  const bound = (names, path) => {
    const order = lists.get(moduleName(path));
    const pairs = pairsOf(names);
    if (!order) return [`{${pairs.map(([theirs, own]) => `${theirs}:${own}`).join(',')}}=${source(path)}`];
    const list = `list$${read++}`;
    return [
      `${list}=${source(path)}`,
      ...pairs.map(([theirs, own]) => `${own}=${list}[${order.indexOf(theirs)}]`),
    ];
  };
  // import NAME, { NAMES } from "PATH", any part of it
  const imported = (_, own, names, all, path) => {
    const variables = [own, all].filter(Boolean).map((name) => `${name}=${source(path)}`);
    if (names !== undefined) variables.push(...bound(names, path));
    return variables.length > 0 ? `var ${variables.join(',')};` : `${source(path)};`;
  };
  const exported = (_, names) => {
    const pairs = pairsOf(names);
    const order = lists.get(module);
    if (!order) return `return{${pairs.map(([own, other]) => `${other}:${own}`).join(',')}};`;
    return `return[${order.map((name) => pairs.find(([, other]) => other === name)[0]).join(',')}];`;
  };
  const body = text
    .replace(/(?<=^|[;}\n])import ?([\w$]+)?,?(?:\{([^}]*)\}|\*as ([\w$]+))?(?: ?from)?"([^"]+)";/g, imported)
    .replace(/\bimport\("([^"]+)"\)/g, (_, path) => `Promise.resolve().then(()=>${source(path)})`)
    .replace(/(?<=^|[;}\n])export\{([^}]*)\};/g, exported)
    // What is left are files of the user: vm.Script has no import() of its own.
    .replace(/(?<![\w$.])import\(/g, 'importFile(');
  return `function (require, loadModule, importFile, machineModule) {${plainBindings(body)}}`;
}

/** Writes `directory`/cli.cjs and `directory`/command/. */
export async function bundle(entry = 'src/cli/main.ts', directory = 'dist') {
  const outdir = resolve(root, directory, 'command');
  const cli = resolve(root, directory, 'cli.cjs');
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [
      { in: entry, out: 'main' },
      { in: 'ml-matrix', out: 'ml-matrix' },
      ...Object.keys(engines).map((name) => ({ in: `engine:${name}`, out: name })),
      ...onDemand.map((file) => ({ in: file, out: basename(file, '.ts') })),
    ],
    outdir,
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    chunkNames: 'shared-[hash]',
    platform: 'node',
    target: 'node20',
    charset: 'ascii',
    minify: true,
    legalComments: 'eof',
    plugins: [enginesOnCall, lazyLibrary, machineCodeApart(outdir)],
  });
  const bundles = bundlesOf(metafile);
  const places = { bundles, lists: listsOf(metafile) };
  refuseEnginesInMain(metafile, bundles);
  for (const name of new Set(bundles.values())) {
    const modules = outputFiles
      .filter(({ path }) => bundles.get(moduleName(path)) === name)
      .map(({ path, text }) => `"${moduleName(path)}": ${asFunction(moduleName(path), text, places)}`);
    writeFileSync(resolve(outdir, `${name}.cjs`), `({\n${modules.join(',\n')}\n})`);
  }
  copyFileSync(resolve(root, 'grammar/command-loader.cjs'), cli);
  chmodSync(cli, 0o755);
  const words = [
    resolve(root, 'grammar/command-cache.cjs'),
    outdir,
    resolve(outdir, 'cached.raw'),
    ...cachedRuns.map((name) => resolve(root, name)),
  ];
  const stdio = ['ignore', 'ignore', 'inherit'];
  execFileSync(process.execPath, words, { stdio });
  execFileSync(process.execPath, [resolve(root, 'grammar/machine-code-cache.cjs'), outdir], { stdio });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(...process.argv.slice(2));
