/**
 * Draws the pictures of docs/examples (`npm run pictures`, after a build; with names of pages after `--` these alone): runs the
 * page's program and keeps what it simulates. Those of netlists stand beside the installed ngspice on the page's last netlist;
 * those of electromechanics are what a netlist prints.
 */
import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { drawPicture, SvgPicture } from '../../dist/report/svg.js';
import { readRaw } from '../../dist/waveform/raw-reader.js';
import { mechanicalPictures } from './mechanical-pictures.mjs';
import { root, runPage } from './run-page.mjs';

/** One picture a page: the columns of its first simulation and of ngspice's run of its last netlist. */
const pictures = [
  {
    page: 'mos-transistor',
    title: 'NMOS transistor: six segments and level 1 of ngspice over V_DS',
    scale: { name: 'v(ds)', unit: 'V' },
    columns: ['i(vd2)', 'i(vd3)', 'i(vd4)', 'i(vd5)'],
  },
  {
    page: 'inverter-chain',
    title: 'Ten CMOS inverters: six segments and level 1 of ngspice',
    scale: { name: 'time', unit: 's' },
    from: 49.5e-9,
    columns: ['v(s1)', 'v(s2)', 'v(s4)', 'v(s5)', 'i(vdd)'],
  },
];

const wanted = process.argv.slice(2);
const isWanted = ({ page }) => wanted.length === 0 || wanted.includes(page);
for (const picture of pictures.filter(isWanted)) await draw(picture);
for (const { page, plots } of mechanicalPictures.filter(isWanted)) {
  const { motions, sections } = await runPage(page);
  save(page, drawPicture(plots(motions, sections)));
}

/** What passes in a small part of a run, close: from one time to another. */
const closeUps = [
  { file: 'relay', name: 'relay-bounce', from: '4.6m', to: '6.4m' },
  { file: 'valve', name: 'valve-bounce', from: '1.8m', to: '2.2m' },
];

const machines = join(root, 'netlists/electromechanics');
for (const file of readdirSync(machines)) {
  const page = `electromechanics/${basename(file, '.cir')}`;
  if (!isWanted({ page })) continue;
  drawNetlist(join(machines, file), page);
}
for (const { file, name, from, to } of closeUps) {
  if (!isWanted({ page: `electromechanics/${file}` })) continue;
  const text = readFileSync(join(machines, `${file}.cir`), 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  const input = join(folder, `${name}.cir`);
  writeFileSync(input, text.replace(/^\.meas.*\n/gm, '').replace(/^\.tran.*/m, `.tran 1u ${to} ${from}`));
  drawNetlist(input, `electromechanics/${name}`);
  rmSync(folder, { recursive: true });
}

function drawNetlist(file, page) {
  const svg = join(root, 'docs/examples', `${page}.svg`);
  execFileSync(process.execPath, [join(root, 'dist/cli.cjs'), 'run', file, '-o', svg], { stdio: 'ignore' });
}

function save(page, contents) {
  writeFileSync(join(root, 'docs/examples', `${page}.svg`), contents);
}

async function draw({ page, title, scale, from = 0, columns }) {
  const { simulations } = await runPage(page);
  const own = simulations[0].plot;
  const peer = ngspice(simulations.at(-1).text);
  const time = own.columns[0];
  const rows = Array.from(time, (_, row) => row).filter((row) => time[row] >= from);
  const traces = columns.flatMap((name) => [
    { name, value: at(own, name) },
    { name: `${name} ngspice`, value: at(peer, name) },
  ]);
  const chunks = [];
  const svg = new SvgPicture({ write: (bytes) => chunks.push(Buffer.from(bytes)) });
  const unit = (name) => (name.startsWith('i') ? 'A' : 'V');
  svg.begin({
    title,
    name: 'Comparison',
    columns: [scale, ...traces.map(({ name }) => ({ name, unit: unit(name) }))],
    complex: false,
  });
  for (const row of rows) {
    svg.rows(Float64Array.from([time[row], ...traces.map(({ value }) => value(time[row]))]), 1);
  }
  svg.end();
  svg.finish();
  save(page, Buffer.concat(chunks));
}

/** Runs ngspice with small steps. */
function ngspice(text) {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  try {
    const [input, output] = [join(folder, 'in.cir'), join(folder, 'out.raw')];
    writeFileSync(input, text);
    execFileSync('ngspice', ['-b', '-r', output, input], { stdio: 'ignore' });
    return readRaw(readFileSync(output), output)[0];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The column of a plot as a function of its scale, linear between rows. */
function at(plot, name) {
  const k = plot.header.columns.findIndex((column) => column.name === name);
  if (k < 0) throw new Error(`no column ${name} among ${plot.header.columns.map((c) => c.name).join(' ')}`);
  const [time, values] = [plot.columns[0], plot.columns[k]];
  let row = 1;
  return (t) => {
    while (row + 1 < time.length && time[row] < t) row++;
    const part = (t - time[row - 1]) / (time[row] - time[row - 1]);
    return values[row - 1] + part * (values[row] - values[row - 1]);
  };
}
