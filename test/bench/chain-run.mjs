/**
 * The analysis of a chain in a fresh process: operating point, steps, certificate and rows; reading and preparing the netlist
 * are told apart.
 *
 * Usage: node chain-run.mjs FILE
 */
import { readFileSync } from 'node:fs';
import { MemoryPlot, prepare, runCard } from 'nscircuit';

const text = readFileSync(process.argv[2], 'utf8');
const seconds = (work) => {
  const start = performance.now();
  const { user, system } = process.cpuUsage();
  const result = work();
  const used = process.cpuUsage();
  return {
    result,
    wall: (performance.now() - start) / 1000,
    cpu: (used.user + used.system - user - system) / 1e6,
  };
};
const prepared = seconds(() => prepare(text, { options: { method: 'stepping' } }).circuit);
const [card] = prepared.result.flat.analyses;
const plot = new MemoryPlot();
const run = seconds(() => runCard(prepared.result, card, [plot]));
const { stepping, steps } = run.result.report?.certificate ?? run.result.certificate;
console.log(
  JSON.stringify({
    prepare: prepared.cpu,
    wall: run.wall,
    cpu: run.cpu,
    steps,
    newton: stepping.newtonIterations,
  }),
);
