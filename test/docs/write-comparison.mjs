/**
 * Writes the table of README.md, "Coming from SPICE", from what `compare` says beside the installed ngspice
 * (`npm run comparison`): deviations as ngspice is by default, with half the diode drop and half the step, and wall times.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const netlists = ['bridge.cir', 'parallel-resonant.cir', 'inverter-chain.cir'];

const short = (value) => Number(value.toPrecision(2)).toString();
const duration = (seconds) => `${seconds < 1 ? seconds.toFixed(2).slice(1) : seconds.toPrecision(2)} s`;

/** One row a quantity; wall times stand in the first of a netlist. */
function rowsOf(netlist) {
  const words = [
    'dist/cli.cjs',
    'compare',
    `netlists/${netlist}`,
    '--with',
    'ngspice',
    '--refine',
    '1',
    '--json',
  ];
  const text = execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  const [coarse, fine] = JSON.parse(text).comparisons;
  const times = `${duration(coarse.seconds)}, ${duration(coarse.otherSeconds)}`;
  // What both are given agrees to rounding and says nothing.
  const signals = coarse.signals.filter(({ deviation }) => deviation > 1e-9);
  return signals.map(({ name, pointwise, delay, deviation }, k) => {
    const finer = fine.signals.find((signal) => signal.name === name);
    const late = delay === undefined ? '' : `${short(delay * 1e9)} ns`;
    const cells = [
      `\`${netlist}\``,
      name,
      short(pointwise.relativeMax),
      late,
      short(deviation),
      short(finer.deviation),
    ];
    return `| ${[...cells, k === 0 ? times : ''].join(' | ')} |`;
  });
}

const lines = [
  '| circuit | quantity | largest difference, point by point | here later by | deviation | with half the drop and step | wall time of nscircuit, ngspice |',
  '|---|---|---|---|---|---|---|',
  ...netlists.flatMap(rowsOf),
];
const readme = `${root}/README.md`;
const parts = readFileSync(readme, 'utf8').split(/(<!-- comparison -->\n|<!-- \/comparison -->)/);
parts[2] = `\n${lines.join('\n')}\n\n`;
writeFileSync(readme, parts.join(''));
