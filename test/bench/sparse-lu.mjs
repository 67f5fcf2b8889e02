/**
 * Times the sparse LU on patterns of circuits; what it prints says sparse-lu-rows.ts.
 *
 * Usage: node test/bench/sparse-lu.mjs
 */
import { Buffer } from 'node:buffer';
import { build } from 'esbuild';

const { outputFiles } = await build({
  entryPoints: [new URL('sparse-lu-rows.ts', import.meta.url).pathname],
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
});
await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
