/** Rows of random quadratic steps: read as polynomials they are those that a reader of steps gives, and machine code has the same bits. */
import { expect, it } from 'vitest';
import { RowBlock } from '../../src/analysis/rows/row-block.js';
import type { SteppingColumnReader } from '../../src/analysis/rows/stepping-columns.js';
import { SteppingRows } from '../../src/analysis/rows/stepping-rows.js';
import { machineCode } from '../../src/circuit/machine-code.gen.js';
import { AcceptedStep } from '../../src/kernel/simulation/sparse-stepping/stages/accepted-step.js';
import { trBdf2 } from '../../src/kernel/simulation/sparse-stepping/stages/stage-method.js';
import { MachineRoom } from '../../src/numerics/code/machine-room.js';
import { floatsIn, integersIn, type NumberRoom, plainRoom } from '../../src/numerics/code/number-room.js';
import { RandomStream } from '../../src/base/random.js';

const options = { header: { title: 't', name: 'n' }, tstart: 0.3, tstop: 4, step: 0.17, rowtol: 1e-4 };

/**
 * Rows of a walk of two unknowns, 3 z0 - z1 and 0.5 dz1/dt written; by forms in a room or by a reader of steps. It begins far off: to
 * that range nothing overshoots.
 */
function rowsOf(room: NumberRoom, byForms: boolean): number[] {
  const stream = new RandomStream(7);
  const random = (): number => stream.uniform();
  const points = trBdf2.c.map(() => room.floats(3));
  const step = new AcceptedStep(
    2,
    trBdf2,
    points,
    points.map(() => new Float64Array(3)),
    [],
  );
  const forms = {
    count: 2,
    start: integersIn(room, [0, 2, 2]),
    index: integersIn(room, [0, 1]),
    gain: floatsIn(room, [3, -1]),
    rateStart: integersIn(room, [0, 0, 1]),
    rateIndex: integersIn(room, [1]),
    rateGain: floatsIn(room, [0.5]),
  };
  const [z, dz] = [new Float64Array(2), new Float64Array(2)];
  const reader = {
    ...{ width: 3, unknowns: new Int32Array(0) },
    read: (of: AcceptedStep, t: number, _side: string, row: Float64Array) => {
      of.read(t, z, dz);
      row.set([t, 3 * z[0]! - z[1]!, 0.5 * dz[1]!]);
    },
  } as unknown as SteppingColumnReader;
  const written: number[] = [];
  const sink = {
    begin: () => undefined,
    rows: (values: Float64Array, count: number) => void written.push(...values.subarray(0, 3 * count)),
    end: () => undefined,
  };
  const columns = ['a', 'b'].map((name) => ({ name, unit: 'V' }) as const);
  const block = new RowBlock(columns, [sink]);
  const rows = new SteppingRows(options, reader, block, byForms ? { forms, step, room } : undefined);
  let wasFar = false;
  while (step.t1 < options.tstop) {
    step.t0 = step.t1;
    step.t1 = Math.min(options.tstop, step.t0 + 0.01 + 0.3 * random() ** 3);
    // What is far off is at rest.
    const far = step.t1 > options.tstart && step.t0 < 0.8;
    const size = far ? 0 : 1;
    step.afterEvent = far || wasFar || random() < 0.1;
    wasFar = far;
    const next = (): number[] => [(far ? 100 : 0) + size * random(), size * (2 * random() - 1)];
    points[0]!.set(step.afterEvent ? next() : points[2]!.subarray(0, 2));
    for (const point of points.slice(1)) point.set(next());
    rows.step(step);
  }
  rows.end();
  return written;
}

it('has the rows that a reader of steps gives', () => {
  const expected = rowsOf(plainRoom, false);
  const found = rowsOf(plainRoom, true);
  expect(expected.length).toBeGreaterThan(100);
  expect(found.length).toBe(expected.length);
  found.forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i]!, 11);
  });
});

/** Rows of three steps of one quantity through these values at their ends and stages. */
function rowsThrough(values: readonly (readonly number[])[]): number[] {
  const points = trBdf2.c.map(() => new Float64Array(2));
  const rates = points.map(() => new Float64Array(2));
  const step = new AcceptedStep(1, trBdf2, points, rates, []);
  const none = Int32Array.of(0, 0);
  const forms = {
    ...{ count: 1, start: Int32Array.of(0, 1), index: Int32Array.of(0), gain: Float64Array.of(1) },
    ...{ rateStart: none, rateIndex: none, rateGain: new Float64Array(0) },
  };
  const found: number[] = [];
  const sink = {
    begin: () => undefined,
    rows: (row: Float64Array, count: number) => {
      for (let k = 0; k < count; k++) found.push(row[2 * k + 1]!);
    },
    end: () => undefined,
  };
  const reader = { width: 2, unknowns: new Int32Array(0) } as unknown as SteppingColumnReader;
  const rows = new SteppingRows(
    { header: options.header, tstart: 0, tstop: values.length, step: 0.05, rowtol: 0 },
    reader,
    new RowBlock([{ name: 'a', unit: 'V' }], [sink]),
    { forms, step, room: plainRoom },
  );
  values.forEach((own, k) => {
    step.take(k, k + 1, 0);
    points.forEach((point, j) => (point[0] = own[j]!));
    rows.step(step);
  });
  rows.end();
  return found;
}

it('what lies at rest up to a stage and is steep from there on stays between its stages', () => {
  const found = rowsThrough([
    [0, 0, 0],
    [0, 0.05, 1],
    [1, 1, 1],
  ]);
  expect(found.length).toBe(61);
  expect(Math.min(...found)).toBe(0);
  expect(Math.max(...found)).toBe(1);
});

it('a sine in steps of 30 degrees keeps its peaks', () => {
  const at = (k: number, part: number): number => Math.sin(((k + part) * Math.PI) / 6 + 0.1);
  const found = rowsThrough(Array.from({ length: 24 }, (_, k) => trBdf2.c.map((part) => at(k, part))));
  found.forEach((value, i) => {
    expect(Math.abs(value - at(0, i * 0.05))).toBeLessThan(2e-3);
  });
});

it('machine code has the same bits', () => {
  expect(rowsOf(MachineRoom.of(machineCode, 1 << 18)!, true)).toEqual(rowsOf(plainRoom, true));
});
