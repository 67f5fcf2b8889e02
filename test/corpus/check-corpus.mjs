/**
 * Reads folders of netlists without running them, and counts what refuses them; needs the built library.
 *
 *     node test/corpus/check-corpus.mjs FOLDER ... [--list FILE] [--lib dist] [--only TEXT] [--timeout 10]
 *         [--dialect NAME] [--json FILE] [--examples 3]
 *
 * Every netlist that holds an analysis is checked as `nscircuit check` does it. A cause is the code of its first
 * error with the names and numbers of the message left out; each netlist counts once for each of its causes,
 * and "alone" says for how many it is the only one. `--list` names a file with one path a line instead
 * of folders. A netlist that takes longer than the timeout is told as such, and a new process reads the next.
 */
import { fork } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'string' },
    lib: { type: 'string', default: fileURLToPath(new URL('../../dist', import.meta.url)) },
    only: { type: 'string', default: '' },
    timeout: { type: 'string', default: '10' },
    dialect: { type: 'string', default: '' },
    libraries: { type: 'string', default: '' },
    json: { type: 'string' },
    examples: { type: 'string', default: '3' },
  },
});
if (positionals.length === 0 && options.list === undefined) {
  console.error('usage: node test/corpus/check-corpus.mjs FOLDER ... [--list FILE] [--json FILE]');
  process.exit(2);
}

const netlist = /\.(cir|sp|net|ckt|spice|cki|cir\.out)$/i;
const analysis = /^[ \t]*\.?(tran|ac|dc|op|tf|noise|disto|sens|pz|four|hb)\b/im;

function netlistsIn(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => netlist.test(path) && statSync(path).isFile())
    .sort();
}

const named = options.list === undefined ? [] : readFileSync(options.list, 'utf8').split('\n');
const paths = [...positionals.flatMap(netlistsIn), ...named.filter((path) => path !== '')]
  .filter((path) => path.includes(options.only))
  .filter((path) => {
    const bytes = readFileSync(path);
    const wide = bytes[0] === 0xff || bytes[1] === 0;
    return analysis.test(bytes.toString(wide ? 'utf16le' : 'latin1'));
  });

/** Names and numbers of a message are no part of its kind. */
function kindOf({ code, message, severity }) {
  const kind = message
    .replace(/\d+:\d+/g, '')
    .replace(/"[^"]*"/g, '"..."')
    .replace(/[-+]?\d+(\.\d+)?(e[-+]?\d+)?/gi, '#')
    .replace(/^[^\s:]+: /, '...: ')
    .slice(0, 90);
  return severity === 'error' ? `${code}: ${kind}` : code;
}

const worker = fileURLToPath(new URL('check-worker.mjs', import.meta.url));
let child;

async function newChild() {
  child = fork(worker, [resolve(options.lib), options.dialect, options.libraries], { serialization: 'json' });
  await new Promise((ready) => child.once('message', ready));
}

/** One netlist, in the process that is there, or in a new one after the last one was stopped. */
async function check(path) {
  if (!child) await newChild();
  return new Promise((done) => {
    const stop = (code, message) => {
      child.removeAllListeners();
      child.kill('SIGKILL');
      child = undefined;
      clearTimeout(timer);
      done({ fine: false, found: [{ severity: 'error', code, message }] });
    };
    const timer = setTimeout(
      () => stop('timeout', `takes longer than ${options.timeout} s`),
      1000 * Number(options.timeout),
    );
    child.once('exit', () => stop('crash', 'the process ended'));
    child.once('message', (answer) => {
      clearTimeout(timer);
      child.removeAllListeners('exit');
      done(answer);
    });
    child.send(resolve(path));
  });
}

const results = [];
for (const path of paths) results.push({ path, ...(await check(path)) });
child?.kill();

function tally(severity) {
  const causes = new Map();
  for (const { path, found } of results) {
    const kinds = new Map(found.filter((one) => one.severity === severity).map((one) => [kindOf(one), one]));
    for (const [kind, one] of kinds) {
      const cause = causes.get(kind) ?? { netlists: 0, alone: 0, first: 0, examples: [] };
      cause.netlists++;
      if (kinds.size === 1) cause.alone++;
      if (cause.examples.length < Number(options.examples)) {
        cause.examples.push(`${path}: ${one.message}${one.text === undefined ? '' : ` | ${one.text}`}`);
      }
      causes.set(kind, cause);
    }
  }
  return [...causes].sort(([, a], [, b]) => b.alone - a.alone || b.netlists - a.netlists);
}

for (const severity of ['error', 'warning']) {
  console.log(`\n${severity}s: netlists, alone, cause`);
  for (const [kind, { netlists, alone, examples }] of tally(severity)) {
    console.log(`${String(netlists).padStart(5)} ${String(alone).padStart(5)}  ${kind}`);
    if (severity === 'error') for (const example of examples) console.log(`               ${example}`);
  }
}
const fine = results.filter((result) => result.fine).length;
console.log(`\n${fine} of ${results.length} netlists are read`);
if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(results, undefined, 1));
