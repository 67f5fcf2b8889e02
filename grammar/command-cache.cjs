/**
 * Runs the bundles of dist/command/ on netlists, one after the other, and keeps what V8 compiled on the way, functions that were
 * called first then included: NAME.cache beside every bundle NAME.cjs that was loaded (see command-loader.cjs).
 *
 * V8 marks in it the functions that it gave quick machine code to, and compiles that anew when one is first called. Several runs in one
 * process mark many more than one run calls often, so that here nothing is: each run finds its own.
 *
 * Usage: node command-cache.cjs DIRECTORY OUTPUT NETLIST ...
 */
'use strict';
const { readFileSync, rmSync, writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

// as the loader
for (const flag of ['--interrupt-budget=500000', '--semi-space-growth-factor=1', '--no-parallel-scavenge'])
  setFlagsFromString(flag);
const probe = new Script('0').createCachedData();
setFlagsFromString('--no-sparkplug');

const [directory, output, ...netlists] = process.argv.slice(2);
const scripts = new Map();

/** Returns what runs modules in one process, as the loader does. */
function loader() {
  const loaded = new Map();
  return function loadModule(bundle, name) {
    if (loaded.has(name)) return loaded.get(name);
    const filename = `${directory}/${bundle}.cjs`;
    if (!scripts.has(bundle)) scripts.set(bundle, new Script(readFileSync(filename, 'latin1'), { filename }));
    const modules = scripts.get(bundle).runInThisContext();
    const exported = modules[name](require, loadModule, undefined, machineModule);
    loaded.set(name, exported);
    return exported;
  };
}

function machineModule(name) {
  return new WebAssembly.Module(readFileSync(`${directory}/${name}.wasm`));
}

/** Runs the command as a process of its own would; resolves to its exit code. */
function run(netlist) {
  process.argv = [process.execPath, `${directory}/main.cjs`, 'run', netlist, '-o', output];
  return new Promise((resolve) => {
    process.exit = resolve;
    loader()('main', 'main');
  });
}

/**
 * The flags of the loader again, which stand in what is kept: some processors have no quick machine code by themselves. The probe has a
 * name of its own here, for V8 remembers scripts that it has compiled.
 */
function asTheLoader() {
  setFlagsFromString('--sparkplug');
  const { cachedDataRejected } = new Script('0', { cachedData: probe, filename: 'probe' });
  if (cachedDataRejected) setFlagsFromString('--no-sparkplug');
}

async function main() {
  const { exit } = process;
  for (const netlist of netlists) {
    const code = await run(netlist);
    if (code !== 0) throw new Error(`${netlist}: exit code ${code}`);
  }
  asTheLoader();
  rmSync(output, { force: true });
  for (const [name, script] of scripts)
    writeFileSync(`${directory}/${name}.cache`, script.createCachedData());
  exit(0);
}

void main();
