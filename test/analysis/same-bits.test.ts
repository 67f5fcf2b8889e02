/**
 * A run by exact events is a function of its circuit: the last point is the same to the bit with and without rows, with and
 * without machine code, and however often the run is interrupted, copied and continued.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RandomStream } from '../../src/base/random.js';
import { nonsmoothSystem } from '../../src/circuit/nonsmooth-system.js';
import { findStart } from '../../src/analysis/transient-start.js';
import { Diagnostics } from '../../src/base/diagnostic.js';
import { EventDriven } from '../../src/kernel/simulation/event-driven/event-driven.js';
import { EventDrivenFailure } from '../../src/kernel/simulation/event-driven/event-driven-failure.js';
import type { LcsFlow } from '../../src/kernel/simulation/event-driven/lcs-flow.js';
import { linearEventFlow } from '../../src/kernel/simulation/event-driven/linear-event-flow.js';
import { prepare, type PreparedCircuit } from '../../src/index.js';
import type { TransientCard } from '../../src/netlist/flat-circuit.js';

const folder = 'netlists';

function circuitOf(file: string): PreparedCircuit {
  const { circuit } = prepare(readFileSync(join(folder, file), 'utf8'));
  if (!circuit) throw new Error(`${file} does not compile`);
  return circuit;
}

const files = readdirSync(folder).filter(
  (file) => file.endsWith('.cir') && circuitOf(file).compiled.smooth.length === 0,
);

describe.each(files)('%s', (file) => {
  const prepared = circuitOf(file);
  const card = prepared.flat.analyses.find((each): each is TransientCard => each.kind === 'tran');
  if (!card) throw new Error(`${file} has no transient`);
  const start = findStart({ ...prepared, card, sinks: [] }, new Diagnostics());
  if (!start) throw new Error(`${file} has no start`);
  const tstop = Math.min(card.tstop, 2e-3);
  const flowOf = (code: 'compiled' | 'plain'): LcsFlow =>
    linearEventFlow(nonsmoothSystem(start.compiled, 0, tstop), { code });
  const loopOf = (flow: LcsFlow): EventDriven<LcsFlow> => new EventDriven(flow, 0, tstop);
  const bits = ({ x, lambda }: LcsFlow): string =>
    Buffer.from(Float64Array.of(...x, ...lambda).buffer).toString('hex');
  const whole = flowOf('compiled');
  try {
    loopOf(whole).run({ skippable: () => Infinity });
  } catch (error) {
    if (!(error instanceof EventDrivenFailure)) throw error;
  }
  const expected = bits(whole);

  test('every segment told', () => {
    const flow = flowOf('compiled');
    let segments = 0;
    loopOf(flow).run({ needs: 'grid', segment: () => void segments++ });
    expect(bits(flow)).toBe(expected);
    expect(segments).toBeGreaterThan(0);
  });

  test('no machine code', () => {
    const flow = flowOf('plain');
    loopOf(flow).run();
    expect(bits(flow)).toBe(expected);
  });

  test('continued from random points, and from copies of their states', () => {
    const random = new RandomStream(1);
    const cuts = Array.from({ length: 8 }, () => random.uniform() * tstop).sort((a, b) => a - b);
    let flow = flowOf('compiled');
    let loop = loopOf(flow);
    cuts.forEach((cut, k) => {
      loop.runTo(cut, { skippable: () => Infinity });
      if (k % 2 === 0) return;
      const copy = flowOf(k % 4 === 1 ? 'plain' : 'compiled');
      const next = loopOf(copy);
      next.resume(loop.state());
      [flow, loop] = [copy, next];
    });
    loop.runTo(tstop);
    expect(bits(flow)).toBe(expected);
  });
});
