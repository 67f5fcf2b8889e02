#!/usr/bin/env node
/**
 * The command's entry, dist/cli.cjs: runs command/main.cjs with the code that V8 compiled when the package
 * was built (command/main.cache). Another version of node rejects that code by itself and compiles anew.
 * CommonJS, because node's loader of ES modules takes some 4 ms more.
 */
'use strict';
const { existsSync, readFileSync } = require('node:fs');
const { Script } = require('node:vm');

/** Runs a bundle and returns what it exports. */
function load(name) {
  const path = `${__dirname}/command/${name}`;
  const filename = `${path}.cjs`;
  const source = readFileSync(filename, 'latin1'); // bundles are ASCII
  const cachedData = existsSync(`${path}.cache`) ? readFileSync(`${path}.cache`) : undefined;
  const made = { exports: {} };
  const script = new Script(source, { filename, cachedData });
  script.runInThisContext()(made.exports, requireFrom, made);
  return made.exports;
}

function requireFrom(name) {
  return name.startsWith('./') ? load(name.slice(2)) : require(name);
}

load('main');
