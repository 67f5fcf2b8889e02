/**
 * Runs the bundles of dist/command/ on netlists, one after the other, and keeps what V8 compiled on the way, functions that were
 * called first then included: NAME.cache beside every bundle NAME.cjs that was loaded (see command-loader.cjs).
 *
 * What netlists behind "--seldom" call is kept of bundles alone that those before do not load: in the others every run would read it.
 *
 * Usage: node command-cache.cjs DIRECTORY OUTPUT NETLIST ... [--seldom NETLIST ...]
 */
'use strict';
const { readFileSync, rmSync, writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

// as the loader
for (const flag of ['--interrupt-budget=500000', '--semi-space-growth-factor=4', '--no-parallel-scavenge'])
  setFlagsFromString(flag);

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

async function main() {
  const { exit } = process;
  const seldom = netlists.indexOf('--seldom');
  const often = seldom < 0 ? netlists : netlists.slice(0, seldom);
  const kept = new Map();
  for (const some of [often, seldom < 0 ? [] : netlists.slice(seldom + 1)]) {
    for (const netlist of some) {
      const code = await run(netlist);
      if (code !== 0) throw new Error(`${netlist}: exit code ${code}`);
    }
    for (const [name, script] of scripts) if (!kept.has(name)) kept.set(name, script.createCachedData());
  }
  rmSync(output, { force: true });
  for (const [name, data] of kept) writeFileSync(`${directory}/${name}.cache`, data);
  exit(0);
}

void main();
