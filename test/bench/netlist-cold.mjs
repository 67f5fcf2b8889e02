/**
 * The first run of a netlist in a fresh process: parser, compiler, simulation and certificate included, node's
 * own start and the loading of modules not. No waveform is kept.
 *
 * Usage: node netlist-cold.mjs FILE TSTOP CERTIFICATE
 */
import { readFileSync } from 'node:fs';
import { simulate } from 'nscircuit';

const [file, tstop, certificate] = process.argv.slice(2);
const text = readFileSync(file, 'utf8').replace(/^\.tran .*$/m, `.tran 1u ${tstop} uic`);

const start = performance.now();
const { runs } = simulate(text, { openSinks: () => [], options: { certificate } });
const seconds = (performance.now() - start) / 1000;
console.log(JSON.stringify({ seconds, state: runs[0].report.final.slice(-2).map(({ value }) => value) }));
