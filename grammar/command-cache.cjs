/**
 * Runs dist/command/main.cjs on a netlist and keeps what V8 compiled on the way, functions that were called
 * first then included, as main.cache beside it (see command-loader.cjs).
 *
 * Usage: node command-cache.cjs DIRECTORY ARGUMENTS OF THE COMMAND ...
 */
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');

const [directory] = process.argv.splice(2, 1);
const filename = `${directory}/main.cjs`;
const script = new Script(readFileSync(filename, 'latin1'), { filename });
process.on('exit', () => writeFileSync(`${directory}/main.cache`, script.createCachedData()));
const made = { exports: {} };
script.runInThisContext()(made.exports, require, made);
