/**
 * Bundles the command: src/cli/main.ts -> dist/cli.js, run by plain node without node_modules. What main.ts
 * imports on demand (`await import(...)`) becomes a chunk of its own in dist/chunks/, read only when needed.
 *
 * Usage: node grammar/bundle.mjs [entry [output directory]]
 */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const shebang = '#!/usr/bin/env node\n';
/** For CommonJS packages that call require("node:..."), which esbuild leaves as it is. */
const requireLine =
  'import{createRequire as makeRequire}from"node:module";const require=makeRequire(import.meta.url);\n';

/** Bundles `entry` into `directory`/cli.js and `directory`/chunks/. */
export async function bundle(entry = 'src/cli/main.ts', directory = 'dist') {
  const outdir = resolve(root, directory);
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [{ in: entry, out: 'cli' }],
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minify: true,
    legalComments: 'eof',
    write: false,
  });
  rmSync(resolve(outdir, 'chunks'), { recursive: true, force: true });
  for (const { path, text } of outputFiles) {
    const body = text.replace(/^#!.*\n/, '');
    const needsRequire = body.includes('Dynamic require of "');
    const isCommand = path === resolve(outdir, 'cli.js');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, (isCommand ? shebang : '') + (needsRequire ? requireLine : '') + body);
    if (isCommand) chmodSync(path, 0o755);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(...process.argv.slice(2));
