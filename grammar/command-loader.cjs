#!/usr/bin/env node
/**
 * The command's entry, dist/cli.cjs: runs the bundles of dist/command/, main.cjs first, with the code that V8 compiled when
 * the package was built (NAME.cache). Another version of node rejects that code by itself and compiles anew.
 * CommonJS, because node's loader of ES modules takes some 4 ms more.
 *
 * V8 begins to optimize a function early: runs of some tenths of a second spend half of their processor time on code that they
 * do not use long enough. So functions run some seven times longer before (what V8 calls the interrupt budget), which costs long
 * runs a few hundredths of a second. Compiled code is accepted only under the flags that it was made with: command-cache.cjs
 * sets the same ones.
 *
 * V8's young generation stays at the megabyte with which it begins, which lies in the processor's cache, and is copied by one thread: a
 * larger one is memory that nobody touched before, and where the pages of that are costly a short run spends a tenth of its time on them
 * (measured: 7 to 20 % of runs from .3 to 1.2 s). Starting threads takes longer than the copying.
 *
 * The same goes for machine code that was not optimized when the package was built: V8 optimizes that of sparse steps beside the run,
 * which most runs end before. They are given ten times longer; exact events, whose loops are hot from the first event on, are not.
 */
'use strict';
const { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, readvSync } = require('node:fs');
const { Script } = require('node:vm');

const setFlagsFromString = flagSetter();

for (const flag of ['--interrupt-budget=500000', '--semi-space-growth-factor=1', '--no-parallel-scavenge'])
  setFlagsFromString(flag);

/**
 * V8's flags without node:v8, which loads node's streams for its other functions: they take longer than a short run. Where node does
 * not give its binding away, which it calls deprecated, node:v8 does the same.
 */
function flagSetter() {
  const { noDeprecation } = process;
  try {
    process.noDeprecation = true;
    const setFlags = process.binding('v8').setFlagsFromString;
    if (typeof setFlags === 'function') return setFlags;
  } catch {
    // A node that does not have it, or forbids it.
  } finally {
    process.noDeprecation = noDeprecation;
  }
  return require('node:v8').setFlagsFromString;
}

/** V8's own budget before it optimizes machine code, with which bundles are compiled when the package is built; and that of sparse steps. */
const usualTiering = '--wasm-tiering-budget=1800000';
const lateTiering = '--wasm-tiering-budget=20000000';
let tiering = usualTiering;

/** Bytes of the largest file that every run reads, and some more. */
const POOL = 1 << 21;

/** The modules of each bundle that was read, as functions, and what those that have run export. */
const bundles = new Map();
const loaded = new Map();

function modulesOf(bundle) {
  const path = `${__dirname}/command/${bundle}`;
  const filename = `${path}.cjs`;
  const source = bytesOf(filename).latin1Slice(); // bundles are ASCII
  const cachedData = existsSync(`${path}.cache`) ? bytesOf(`${path}.cache`) : undefined;
  const modules = scriptOf(source, { filename, cachedData }).runInThisContext();
  bundles.set(bundle, modules);
  if (bundle === 'stepping') setFlagsFromString((tiering = lateTiering));
  return modules;
}

/** Where files are read to, one after the other: memory that was touched before. */
let pool = Buffer.allocUnsafeSlow(0);

/** What a file holds, until the next one is read. */
function bytesOf(path) {
  const file = openSync(path);
  const { size } = fstatSync(file);
  if (size > pool.length) pool = Buffer.allocUnsafeSlow(Math.max(size, POOL));
  let length = 0;
  for (let read = 1; read > 0 && length < size; length += read)
    read = readSync(file, pool, length, size - length);
  closeSync(file);
  return pool.subarray(0, length);
}

/** A script under the flags that its compiled code was made with, whatever was loaded before: V8 would not accept it under others. */
function scriptOf(source, options) {
  if (tiering === usualTiering) return new Script(source, options);
  setFlagsFromString(usualTiering);
  const script = new Script(source, options);
  setFlagsFromString(tiering);
  return script;
}

/** Imports a file of the user. */
function importFile(url) {
  return import(url);
}

/**
 * A module of WebAssembly: as V8's optimizing compiler left it when the package was built, where this is the same V8 on a processor of the
 * same kind, else compiled anew. So its functions are fast from the first call, and no thread optimizes them beside a run.
 */
function machineModule(name) {
  const path = `${__dirname}/command/${name}`;
  const bytes = readFileSync(`${path}.wasm`);
  const cache = `${path}.${process.versions.v8}.cache`;
  return (existsSync(cache) && optimized(bytes, cache)) || new WebAssembly.Module(bytes);
}

/**
 * V8's own function, which script may name behind a flag; undefined where V8 rejects the code. It does not look whether the file is
 * whole: its first word is its length. The rest is read where V8 takes it from, for a copy takes as long as the reading.
 */
function optimized(bytes, path) {
  const file = openSync(path);
  const { size } = fstatSync(file);
  const length = new Float64Array(1);
  const code = new ArrayBuffer(Math.max(0, size - length.byteLength));
  const read = readvSync(file, [new Uint8Array(length.buffer), new Uint8Array(code)]);
  closeSync(file);
  if (size === 0 || read !== size || length[0] !== size) return undefined;
  try {
    setFlagsFromString('--allow-natives-syntax');
    const read = new Script('(code, bytes) => %DeserializeWasmModule(code, bytes)').runInThisContext();
    return read(code, bytes);
  } catch {
    return undefined;
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
}

/** Runs a module where that has not been done, and returns what it exports. */
function loadModule(bundle, name) {
  if (loaded.has(name)) return loaded.get(name);
  const modules = bundles.get(bundle) ?? modulesOf(bundle);
  const exported = modules[name](require, loadModule, importFile, machineModule);
  loaded.set(name, exported);
  return exported;
}

loadModule('main', 'main');
