/**
 * Judges one netlist against the installed ngspice for run-corpus.mjs: arguments file, folder of the built library, method, processor
 * seconds, and a folder where answers of ngspice are kept ("" for none). The command runs as a user calls it; every analysis and
 * every quantity that both write is compared (plot-verdict.mjs). Where ngspice at the tolerances of the file is further
 * off than 2 %, it runs again with fine steps, and that is the reference. Prints one line of JSON: {verdict, text}.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { ngspicePlots } from './ngspice-gold.mjs';
import { plotsVerdict } from './plot-verdict.mjs';

const [path = '', lib = '', method = 'auto', seconds = '30', kept = ''] = process.argv.slice(2);
const file = resolve(path);
const { readRaw } = await import(pathToFileURL(join(lib, 'index.js')).href);
const most = 0.02;

/** ngspice's answer, from the folder of kept ones where it was asked before. */
function goldOf(fine) {
  const key = createHash('sha1').update(file).update(readFileSync(file)).digest('hex').slice(0, 20);
  const store = kept === '' ? undefined : join(kept, `${key}${fine ? '-fine' : ''}.gold`);
  if (store !== undefined && existsSync(store)) {
    const bytes = readFileSync(store);
    return bytes.length === 0 ? undefined : deserialize(bytes);
  }
  const plots = ngspicePlots(file, readRaw, { fine });
  if (store !== undefined) writeFileSync(store, plots ? serialize(plots) : '');
  return plots;
}

function run(folder) {
  const raw = join(folder, 'ours.raw');
  const words = ['run', file, '-r', raw, '--quiet', '--allow-outside', '--option', 'rowtol=1e-4'];
  if (method !== 'auto') words.push('--option', `method=${method}`);
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', `ulimit -t ${seconds}; exec node "$@"`, 'node', join(lib, 'cli.cjs'), ...words],
    { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const errors = stderr.split('\n').filter((line) => /error: /.test(line));
  let plots;
  if (existsSync(raw)) plots = readRaw(readFileSync(raw), 'ours.raw');
  return { status, errors, stderr, plots };
}

function verdict() {
  const gold = goldOf(false);
  if (!gold) return { verdict: 'no gold', text: '' };
  const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
  let ours;
  try {
    ours = run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const { status, errors, stderr, plots } = ours;
  const [first = stderr.split('\n').at(-2) ?? ''] = errors;
  const said = first.replace(/^.*?error: /, '');
  if (status === null || status > 128)
    return { verdict: 'timeout', text: `stopped after ${seconds} s of the processor` };
  if (status === 1)
    return { verdict: 'refused', text: said + (errors.length > 1 ? ` (and ${errors.length - 1} more)` : '') };
  if (status === 2) return { verdict: 'crash', text: said };
  if (!plots || plots.length === 0) return { verdict: status === 3 ? 'failed' : 'no columns', text: said };
  let found = plotsVerdict(plots, gold);
  let with_ = '';
  if (!(found.error <= most) && found.count > 0) {
    const fine = goldOf(true);
    const again = fine && plotsVerdict(plots, fine);
    if (again && again.count > 0 && again.error < found.error) [found, with_] = [again, ' of fine steps'];
  }
  if (found.count === 0) return { verdict: 'no columns', text: said };
  const percent = (value) => `${(100 * value).toPrecision(2)} %`;
  const text = `${percent(found.error)} (largest ${percent(found.worst)} at ${Number(found.at).toPrecision(6)}) in ${found.name} of ${found.count}${with_}`;
  const more = status === 3 ? `; ${said}` : '';
  if (found.error <= most) return { verdict: 'agrees', text: text + more };
  return { verdict: status === 3 ? 'failed' : 'otherwise', text: text + more };
}

console.log(JSON.stringify(verdict()));
