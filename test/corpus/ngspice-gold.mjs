/**
 * Every plot that the installed ngspice makes of a netlist, for who compares with it. A netlist whose `.control` block runs
 * analyses leaves its plots there: a copy beside it writes all of them at the end of the block (commands that draw, ask or call the
 * shell are left out). Any other one is run in batch mode. `fine` asks for a reference that can be judged by: reltol = 1e-5 and
 * 20 000 steps a transient.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

const runs = /^\s*(run|tran|ac|dc|op|tf|noise|pz|sp|disto)\b/im;
const unwanted =
  /^\s*(shell|system|gnuplot|hardcopy|plot|iplot|quit|exit|rusage|edit|source|cd|asciiplot|trace|wrs2p|wrnodev|codemodel|osdi|pre_osdi)\b/i;

/** Steps a transient of a fine reference at least. */
const fineSteps = 20_000;

const suffixes = Object.freeze({ t: 1e12, g: 1e9, k: 1e3, m: 1e-3, u: 1e-6, n: 1e-9, p: 1e-12, f: 1e-15 });

function numberOf(text) {
  const [, digits, rest] = /^([-+]?[\d.]+(?:e[-+]?\d+)?)([a-z]*)$/i.exec(text) ?? [];
  if (digits === undefined) return undefined;
  if (/^meg/i.test(rest)) return 1e6 * Number(digits);
  return Number(digits) * (suffixes[rest[0]?.toLowerCase()] ?? 1);
}

/** A transient card or command with a largest step of the span over `fineSteps`. */
function finer(line) {
  const [, head, rest] = /^(\s*\.?tran\s+)(.*)$/i.exec(line) ?? [];
  if (head === undefined) return line;
  const words = rest.trim().split(/\s+/);
  const flags = words.filter((word) => /^[a-z_]/i.test(word));
  const [step, stop, start = '0', most] = words.filter((word) => !flags.includes(word));
  const [from, to] = [numberOf(start), numberOf(stop ?? '')];
  if (from === undefined || to === undefined) return line;
  const cap = Math.min((to - from) / fineSteps, numberOf(most ?? '') ?? Infinity);
  return `${head}${step} ${stop} ${start} ${cap} ${flags.join(' ')}`;
}

function prepared(text, raw, fine) {
  const lines = text.split(/\r?\n/).map((line) => (fine ? finer(line) : line));
  const begin = lines.findIndex((line) => /^\s*\.control\b/i.test(line));
  const end = lines.findIndex((line, k) => k > begin && /^\s*\.endc\b/i.test(line));
  const script = begin >= 0 && end > begin ? lines.slice(begin + 1, end) : [];
  const isScript = runs.test(script.join('\n'));
  if (fine) {
    const stop = lines.findIndex((line) => /^\s*\.end\s*$/i.test(line));
    lines.splice(stop < 0 ? lines.length : stop, 0, '.options reltol=1e-5');
  }
  if (!isScript) return { text: lines.join('\n'), isScript };
  const kept = script
    .join('\n')
    .replaceAll(/\n[ \t]*\+/g, ' ')
    .split('\n')
    .filter((line) => !unwanted.test(line));
  const asks = [
    'set filetype=binary',
    'set appendwrite',
    'foreach corpus_plot $plots',
    '  setplot $corpus_plot',
    `  write ${raw} all`,
    'end',
    'quit',
  ];
  const all = [...lines.slice(0, begin + 1), ...kept, ...asks, ...lines.slice(end)];
  return { text: all.join('\n'), isScript };
}

/** Plots of ngspice in the order of its list, or undefined where it makes none. */
export function ngspicePlots(path, readRaw, { fine = false, seconds = 60 } = {}) {
  const file = resolve(path);
  const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
  const copy = join(dirname(file), `corpus-${process.pid}-${basename(file)}`);
  try {
    const raw = join(folder, 'gold.raw');
    const bytes = readFileSync(file);
    const encoding = bytes[0] === 0xff || bytes[1] === 0 ? 'utf16le' : 'utf8';
    const { text, isScript } = prepared(bytes.toString(encoding), raw, fine);
    writeFileSync(copy, text);
    const words = isScript ? ['-b', copy] : ['-b', '-r', raw, copy];
    spawnSync('bash', ['-c', `ulimit -t ${seconds}; exec ngspice "$@"`, 'ngspice', ...words], {
      cwd: dirname(file),
      timeout: 6000 * seconds,
      stdio: 'ignore',
    });
    if (!existsSync(raw)) return undefined;
    const plots = readRaw(readFileSync(raw), 'gold.raw').filter(
      ({ header, length }) => length > 0 && !/^constant/i.test(header.name),
    );
    return plots.length > 0 ? plots : undefined;
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
    if (existsSync(copy)) unlinkSync(copy);
  }
}
