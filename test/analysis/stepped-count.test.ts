import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { Diagnostics } from '../../src/base/diagnostic.js';
import { findSteppingStart } from '../../src/analysis/preparation/stepping-start.js';
import { prepare } from '../../src/index.js';
import { BlockStepping } from '../../src/kernel/simulation/block-stepping/block-stepping.js';
import { dependencyBlocks } from '../../src/kernel/simulation/block-stepping/dependency-blocks.js';
import { steppedCount } from '../../src/kernel/simulation/block-stepping/stepped-count.js';

const folder = fileURLToPath(new URL('../peers/ordinary/', import.meta.url));

/** Filters with diodes, each behind a buffer. */
const stages = Array.from(
  { length: 10 },
  (_, k) => `E${k} a${k} 0 n${k} 0 2\nR${k} a${k} n${k + 1} 1k\nC${k} n${k + 1} 0 1n\nD${k} n${k + 1} 0 dm`,
);
const chain = `a chain\nV1 n0 0 sin(0 1 1k)\n${stages.join('\n')}\n.model dm D(is=1e-14 cjo=1p)\n.tran 1u 1m\n`;

it('the equations tell how many blocks take steps', () => {
  const parts = readFileSync(`${folder}parts.lib`, 'utf8');
  const files = readdirSync(folder).filter((name) =>
    /^(amplifier|logic|line|charge|flip).*\.cir$/.test(name),
  );
  const texts = files.map((name) =>
    readFileSync(folder + name, 'utf8').replace(/^\.include parts\.lib$/im, () => parts),
  );
  let largest = 0;
  for (const text of [...texts, chain]) {
    const { circuit } = prepare(text, { options: { method: 'stepping' } });
    const [card] = circuit?.flat.analyses ?? [];
    if (!circuit?.stepping || card?.kind !== 'tran') continue;
    const { circuit: stepping } = circuit.stepping;
    const { system } = stepping.model;
    const blocks = dependencyBlocks(system);
    if (!('count' in blocks)) continue;
    const start = findSteppingStart(stepping, card, 1e-3, new Diagnostics());
    if (!start) throw new Error(text);
    const { count } = new BlockStepping(system, blocks, start, { reltol: 1e-3 });
    expect(steppedCount(system, blocks), text).toBe(count);
    expect(steppedCount(system, blocks, 2), text).toBe(Math.min(2, count));
    largest = Math.max(largest, count);
  }
  expect(largest).toBeGreaterThanOrEqual(8);
});
