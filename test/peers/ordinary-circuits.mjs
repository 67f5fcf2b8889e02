/**
 * Ordinary SPICE netlists (`ordinary/*.cir`) against the installed ngspice, each run a process of its own: ours and
 * ngspice's at the tolerances of the file, and ngspice at reltol = 1e-6 and a small largest step, or the tightest setting that it bears, which is taken as the
 * truth. An error is the root of the mean square over time of the difference, by the range of the truth, the largest over
 * what `.print` names. Two times, both of the processor: of the whole process, ours less node's own start; and of the
 * analysis, ours from the compiled circuit to the last row written (`--times`), ngspice's its own "Total analysis time", which
 * is one of the clock, so that the least of three runs is taken of either. Needs bash and the built command.
 *
 *     node test/peers/ordinary-circuits.mjs [--only TEXT] [--method auto] [--timeout 60] [--csv FILE] [--folder DIR]
 *         [--finer 10] [--keep DIR] [--gmin 1e-12]
 *
 * `--gmin` is that of the truth: ngspice puts 1e-12 S across every junction, which no netlist says, and by which a node that
 * only leakage holds (a sampled voltage, the high output of an unloaded TTL gate) is volts elsewhere. Where our error is the larger one
 * the truth is computed without it too (1e-16), and both are held against the nearer of the two. Where it is the larger one still, two
 * things are told: whether that is due to the straight lines between our rows alone, and whether it is decided at all: a tight run
 * of ours is held against the truth, and no difference of errors below the distance of these two says which is the larger one.
 *
 * Exits 1 where a circuit does not finish here, or is off by more than 3 % and by more than twice as far as ngspice. A circuit
 * that ngspice ends at none of the tight settings has no truth: it is counted apart, as not judged.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = fileURLToPath(new URL('.', import.meta.url));
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    method: { type: 'string', default: 'auto' },
    timeout: { type: 'string', default: '60' },
    csv: { type: 'string' },
    folder: { type: 'string', default: join(here, 'ordinary') },
    finer: { type: 'string', default: '10' },
    gmin: { type: 'string', default: '1e-12' },
    keep: { type: 'string', default: join(tmpdir(), 'ordinary-circuits') },
  },
});
const folder = resolve(options.folder);
const command = resolve(here, '../../dist/cli.cjs');
mkdirSync(options.keep, { recursive: true });

/** Exit code, text and processor seconds of a process. */
function timed(...words) {
  const all = [
    '-c',
    'TIMEFORMAT="%3U %3S"; time "$@" 2>&1',
    'timed',
    'timeout',
    '-k',
    '1',
    options.timeout,
    ...words,
  ];
  const { status, stdout, stderr } = spawnSync('bash', all, { encoding: 'utf8', cwd: folder });
  const [user = 0, system = 0] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { status, text: stdout, cpu: user + system };
}

/** A process run up to three times, those of a second once: its least times, the analysis as the pattern finds it in the text. */
function leastOf(run, pattern, unit) {
  let least;
  for (let k = 0; k < 3; k++) {
    const { analysis = Infinity, ...rest } = least ?? {};
    const next = run();
    const found = unit * Number(pattern.exec(next.text)?.[1] ?? NaN);
    least = { ...next, cpu: Math.min(next.cpu, rest.cpu ?? Infinity), analysis: Math.min(analysis, found) };
    if (next.cpu > 1 || next.status !== 0) break;
  }
  return least;
}

/** Columns of a binary raw file by name; undefined where it is none. */
function readRaw(path) {
  if (!existsSync(path)) return undefined;
  const bytes = readFileSync(path);
  const marker = bytes.indexOf('Binary:\n');
  if (marker < 0) return undefined;
  const head = bytes.subarray(0, marker).toString('latin1');
  const names = [...head.matchAll(/^\s+\d+\s+(\S+)\s+\S+/gm)].map(([, name]) => name.toLowerCase());
  const points = Number(/No\. Points:\s*(\d+)/.exec(head)?.[1]);
  const columns = names.map(() => new Float64Array(points));
  const view = new DataView(bytes.buffer, bytes.byteOffset + marker + 8);
  if (view.byteLength < 8 * points * names.length) return undefined;
  for (let row = 0, at = 0; row < points; row++)
    for (let column = 0; column < names.length; column++, at += 8)
      columns[column][row] = view.getFloat64(at, true);
  return { names, columns };
}

/** A written quantity of a plot: v(a), v(a,b), i(l). */
function quantity({ names, columns }, text) {
  const found = (name) => columns[names.indexOf(name)];
  const plain = found(text);
  if (plain) return plain;
  const [, kind, inner] = /^([vi])\((.*)\)$/.exec(text) ?? [];
  if (kind === 'i') return found(`i(@${inner}[i])`) ?? found(`@${inner}[i]`) ?? found(`${inner}#branch`);
  const [a, b] = (inner ?? '').split(',').map((node) => found(`v(${node})`) ?? found(node));
  return a && b && a.map((value, k) => value - b[k]);
}

/** Values at rising times, along straight lines. */
function sampled(times, values, at) {
  const out = new Float64Array(at.length);
  let k = 0;
  at.forEach((t, i) => {
    while (k < times.length - 2 && times[k + 1] < t) k++;
    const width = times[k + 1] - times[k];
    out[i] = width > 0 ? values[k] + ((values[k + 1] - values[k]) * (t - times[k])) / width : values[k + 1];
  });
  return out;
}

/** Root mean square of the difference by the range of the truth, the largest over the quantities. */
function errorOf(plot, truth, wanted) {
  if (!plot) return NaN;
  const end = truth.columns[0].at(-1);
  if (!(plot.columns[0].at(-1) > 0.999 * end)) return NaN;
  const at = Float64Array.from({ length: 20_000 }, (_, i) => ((i + 0.5) / 20_000) * end);
  let worst = 0;
  for (const text of wanted) {
    const [ours, theirs] = [plot, truth].map((of) => quantity(of, text));
    if (!ours || !theirs) return NaN;
    const a = sampled(plot.columns[0], ours, at);
    const b = sampled(truth.columns[0], theirs, at);
    const [low, high] = theirs.reduce(
      ([l, h], value) => [Math.min(l, value), Math.max(h, value)],
      [Infinity, -Infinity],
    );
    const square = a.reduce((sum, value, i) => sum + (value - b[i]) ** 2, 0) / at.length;
    worst = Math.max(worst, Math.sqrt(square) / Math.max(high - low, 1e-12));
  }
  return worst;
}

/** What ngspice is to compute the truth with, the tightest first: it refuses many a circuit with power MOSFETs at most of them. */
const absolute = 'abstol=1e-13 vntol=1e-8 chgtol=1e-16';
const settings = [
  ...['1e-6', '1e-5', '1e-4'].map((reltol) => ({ reltol, rest: absolute })),
  ...['1e-5', '1e-4'].map((reltol) => ({ reltol, rest: 'itl4=100 method=gear' })),
  ...['1e-4', '1e-3'].map((reltol) => ({ reltol, rest: 'itl4=100' })),
  { reltol: '1e-3', rest: 'itl4=100 method=gear' },
  { reltol: '1e-3', rest: 'itl4=200 method=gear abstol=1e-9 vntol=1e-5' },
];

/** What straight lines between the rows of a plot miss of the truth, as `errorOf`. */
function lineErrorOf(plot, truth, wanted) {
  const times = plot.columns[0];
  const onRows = wanted.map((text) => sampled(truth.columns[0], quantity(truth, text), times));
  return errorOf({ names: ['time', ...wanted], columns: [times, ...onRows] }, truth, wanted);
}

/** How far a tight run of ours is from a truth; 0, which decides, where there is none. */
function distanceOf(file, text, truth, wanted) {
  const [card, step, stop] = /^\.tran\s+(\S+)\s+(\S+).*/im.exec(text);
  const start = /\buic\b/i.test(card) ? ' uic' : '';
  const [tstep, tstop] = [step, stop].map(numberOf);
  const limit = Math.min(tstep / 20, tstop / 50_000);
  const name = join(options.keep, `${file}.tight`);
  const tight = text
    .replace(/^\.include (\S+)/gim, (_all, part) => readFileSync(join(folder, part), 'utf8'))
    .replace(/^\.tran.*/im, `.tran ${tstep} ${tstop} 0 ${limit}${start}`);
  writeFileSync(`${name}.cir`, tight);
  for (const reltol of ['1e-6', '1e-5']) {
    spawnSync('rm', ['-f', `${name}.raw`]);
    const words = ['run', `${name}.cir`, '--option', `reltol=${reltol}`, '--option', 'rowtol=1e-5'];
    const { status } = timed(process.execPath, command, ...words, '-r', `${name}.raw`);
    if (status === 0) return errorOf(readRaw(`${name}.raw`), truth, wanted);
  }
  return 0;
}

/** The truth of a file, computed once, and the reltol that it is of; undefined where ngspice bears none of the settings. */
function truthOf(file, text, gmin = options.gmin) {
  const [card, step, stop] = /^\.tran\s+(\S+)\s+(\S+).*/im.exec(text);
  const start = /\buic\b/i.test(card) ? ' uic' : '';
  const [tstep, tstop] = [step, stop].map(numberOf);
  const usual = Math.min(tstep / 2, tstop / 5000);
  const finer = Number(options.finer) / 10;
  for (const [k, { reltol, rest }] of settings.entries()) {
    // Beyond the tight tolerances shorter steps make up for them, where it bears these.
    for (const limit of rest === absolute ? [usual / finer] : [usual / (10 * finer), usual / finer]) {
      const setting = rest === absolute ? reltol : `${reltol}.${k}`;
      const name = join(options.keep, `${file}.${gmin === options.gmin ? '' : `gmin-${gmin}.`}${setting}`);
      const [raw, netlist] = [`${name}.raw`, `${name}.cir`];
      const tight = text
        .replace(/^\.include (\S+)/gim, (_all, part) => `.include ${join(folder, part)}`)
        .replace(
          /^\.tran.*/im,
          `.tran ${tstep} ${tstop} 0 ${limit}${start}\n.options reltol=${reltol} gmin=${gmin} ${rest}`,
        );
      const isOld = existsSync(netlist) && readFileSync(netlist, 'utf8') === tight && existsSync(raw);
      if (!isOld) {
        writeFileSync(netlist, tight);
        spawnSync('timeout', ['600', 'ngspice', '-b', '-r', raw, netlist]);
      }
      const plot = readRaw(raw);
      if (plot && plot.columns[0].at(-1) > 0.999 * tstop) return { plot, reltol };
    }
  }
  return undefined;
}

function numberOf(text) {
  const scale = { f: 1e-15, p: 1e-12, n: 1e-9, u: 1e-6, m: 1e-3, k: 1e3 };
  return Number.parseFloat(text) * (scale[/[a-z]/i.exec(text)?.[0].toLowerCase()] ?? 1);
}

/** Errors below this are that of rows between which lines are straight; conductances across junctions that are none. */
const COUNTS = 1e-4;
const WITHOUT_GMIN = '1e-16';

const nothing = Math.min(...[1, 2, 3].map(() => timed(process.execPath, '-e', '0').cpu));
const rows = [];
for (const name of readdirSync(folder).filter(
  (file) => file.endsWith('.cir') && file.includes(options.only),
)) {
  const file = basename(name, '.cir');
  const text = readFileSync(join(folder, name), 'utf8');
  const wanted = /^\.print tran (.*)$/im.exec(text)[1].trim().toLowerCase().split(/\s+/);
  const truth = truthOf(file, text);
  const [ownRaw, peerRaw] = [join(options.keep, `${file}.own.raw`), join(options.keep, `${file}.peer.raw`)];
  spawnSync('rm', ['-f', ownRaw, peerRaw]);
  const words = ['run', name, '--option', `method=${options.method}`, '--times', '-r', ownRaw];
  const own = leastOf(() => timed(process.execPath, command, ...words), /analyses ([\d.]+) ms/, 1e-3);
  const peer = leastOf(
    () => timed('ngspice', '-b', '-r', peerRaw, name),
    /Total analysis time.*= *([\d.]+)/,
    1,
  );
  const hasEnded = !peer.text.includes('aborted');
  const row = {
    file,
    steps: Number(/^ *steps +(\d+)/m.exec(own.text)?.[1] ?? 0),
    own: own.status === 0 ? Math.max(own.cpu - nothing, 0.001) : NaN,
    // What breaks off is no measure of time.
    peer: hasEnded ? peer.cpu : NaN,
    analysis: own.status === 0 ? own.analysis : NaN,
    // ngspice rounds to milliseconds.
    peerAnalysis: hasEnded ? Math.max(peer.analysis, 0.001) : NaN,
    error: truth && own.status === 0 ? errorOf(readRaw(ownRaw), truth.plot, wanted) : NaN,
    peerError: truth ? errorOf(readRaw(peerRaw), truth.plot, wanted) : NaN,
    truth: truth?.reltol ?? 'none',
  };
  if (row.error > Math.max(row.peerError, COUNTS)) {
    const without = truthOf(file, text, WITHOUT_GMIN);
    let { plot } = truth;
    if (without) {
      const error = errorOf(readRaw(ownRaw), without.plot, wanted);
      if (error < row.error) [row.error, plot] = [error, without.plot];
      row.peerError = Math.min(row.peerError, errorOf(readRaw(peerRaw), without.plot, wanted));
    }
    if (row.error > Math.max(row.peerError, COUNTS)) {
      const lines = lineErrorOf(readRaw(ownRaw), plot, wanted);
      row.isByLines = row.error ** 2 - lines ** 2 <= COUNTS ** 2;
      row.distance = distanceOf(file, text, plot, wanted);
      row.isOpen = row.error - row.peerError <= row.distance;
    }
  }
  row.verdict = verdictOf(own.status, row);
  rows.push(row);
  console.log(
    `${row.verdict.padEnd(9)}${file.padEnd(34)} error ${row.error.toExponential(1)} / ${row.peerError.toExponential(1)}  ` +
      (row.truth === settings[0].reltol ? '' : `truth ${row.truth}  `) +
      `analysis ${times(row.analysis, row.peerAnalysis)}  process ${times(row.own, row.peer)}  steps ${row.steps}` +
      (row.verdict === 'FAIL' ? `  ${/error:.*/.exec(own.text)?.[0] ?? own.text.slice(0, 100)}` : ''),
  );
}

/** Where ngspice does not end at the tolerances of the file, nothing but the truth bounds our error. */
function verdictOf(status, { error, peerError, truth }) {
  if (status === 124 || status === 137) return 'LATE';
  if (status !== 0) return 'FAIL';
  if (truth === 'none') return 'unjudged';
  return error <= Math.max(0.03, 2 * (Number.isNaN(peerError) ? 0 : peerError)) ? 'ok' : 'WRONG';
}

/** Median and largest of the ratios of two times. */
function ratiosOf(own, peer) {
  const ratios = rows
    .map((row) => row[own] / row[peer])
    .filter((ratio) => ratio > 0)
    .sort((a, b) => a - b);
  return `median ${ratios[ratios.length >> 1]?.toFixed(2)}, largest ${ratios.at(-1)?.toFixed(2)}`;
}

function times(own, peer) {
  return `${own.toFixed(3)} / ${peer.toFixed(3)} = ${(own / peer).toFixed(2)}`;
}

const bad = rows.filter(({ verdict }) => verdict !== 'ok' && verdict !== 'unjudged');
const unjudged = rows.filter(({ verdict }) => verdict === 'unjudged');
const named = (which) => `${which.length}${which.map(({ file }) => ` ${file}`).join('')}`;
const worse = rows.filter(({ error, peerError }) => error > Math.max(peerError, COUNTS));
console.log(
  `${rows.length} circuits, ${rows.length - bad.length - unjudged.length} ok, ${unjudged.length} not judged` +
    `${unjudged.length > 0 ? ` (${unjudged.map(({ file }) => file).join(', ')})` : ''}; analysis time ${ratiosOf('analysis', 'peerAnalysis')}; ` +
    `process ${ratiosOf('own', 'peer')}; error above ngspice's and ${COUNTS}: ${named(worse)}` +
    `; of these by straight lines between rows: ${named(worse.filter(({ isByLines }) => isByLines))}` +
    `; not decided, since tight runs of both are farther apart: ${named(worse.filter(({ isByLines, isOpen }) => isOpen && !isByLines))}`,
);
if (options.csv)
  writeFileSync(
    options.csv,
    [
      'file,verdict,truth,error,ngspice error,analysis,ngspice analysis,seconds,ngspice seconds,steps',
      ...rows.map((r) =>
        [
          r.file,
          r.verdict,
          r.truth,
          r.error,
          r.peerError,
          r.analysis,
          r.peerAnalysis,
          r.own,
          r.peer,
          r.steps,
        ].join(','),
      ),
    ].join('\n') + '\n',
  );
process.exitCode = bad.length > 0 ? 1 : 0;
