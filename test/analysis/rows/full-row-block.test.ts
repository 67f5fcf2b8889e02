/** A block of rows that machine code has filled to its end is handed over before a row of script is added. */
import { expect, test } from 'vitest';
import { RowBlock } from '../../../src/analysis/rows/row-block.js';
import {
  rowMemory,
  rowsPerBlock,
  rowState,
} from '../../../src/kernel/simulation/time-stepping/row-memory.js';

test('a row behind a block that was filled beside it is written, and none beyond the block', () => {
  const memory = rowMemory(2);
  const capacity = rowsPerBlock(2);
  const times: number[] = [];
  const sink = {
    begin: () => undefined,
    rows: (values: Float64Array, count: number) => {
      for (let k = 0; k < count; k++) times.push(values[2 * k]!);
    },
    end: () => undefined,
  };
  const block = new RowBlock([{ name: 'v(a)', unit: 'V' }], [sink], memory);
  for (let k = 0; k < capacity; k++) memory.block[2 * k] = k;
  memory.state[rowState.filled] = capacity;
  block.push(Float64Array.of(capacity, 1), 0);
  block.push(Float64Array.of(capacity + 1, 1), 0);
  block.end();
  expect(block.rows).toBe(capacity + 2);
  expect(times).toEqual(Array.from({ length: capacity + 2 }, (_, k) => k));
});
