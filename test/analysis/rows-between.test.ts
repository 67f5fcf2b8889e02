/** Rows beyond the output step: where lines between rows would miss a written quantity. */
import { describe, expect, test } from 'vitest';
import { RandomStream } from '../../src/base/random.js';
import { bentColumn, ChordWatch } from '../../src/analysis/rows/chord-watch.js';
import { netlist, run, type NetlistRun, type Options } from './run-netlist.js';

const events: Options = { method: 'events' };

/** The largest distance between the lines of a column's rows and a function, at points between the rows. */
function missed(result: NetlistRun, name: string, exact: (t: number) => number): number {
  const [time, y] = [result.column('time'), result.column(name)];
  let worst = 0;
  for (let k = 1; k < time.length; k++) {
    for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const t = time[k - 1]! + part * (time[k]! - time[k - 1]!);
      worst = Math.max(worst, Math.abs(y[k - 1]! + part * (y[k]! - y[k - 1]!) - exact(t)));
    }
  }
  return worst;
}

const charge = netlist('V1 a 0 1\nR1 a b 1k\nC1 b 0 1u ic=0\n.tran 2m 20m uic');
const charging = (t: number): number => 1 - Math.exp(-t / 1e-3);

describe('exact events', () => {
  test('lines miss an exponential by rowtol at most, whatever the output step', () => {
    for (const rowtol of [1e-2, 1e-3, 1e-4]) {
      const result = run(charge, { ...events, rowtol }, 'v(b)');
      // The largest value so far is below 1; halves in between are not looked at twice.
      expect(missed(result, 'v(b)', charging)).toBeLessThan(1.5 * rowtol);
    }
  });

  test('rows are no more than a line needs, and rowtol=0 leaves the output step alone', () => {
    expect(run(charge, { ...events, rowtol: 0 }, 'v(b)').plot.length).toBe(11);
    const rows = run(charge, { ...events, rowtol: 1e-3 }, 'v(b)').plot.length;
    // The least number of chords of an exponential within 1e-3: integral of sqrt(|y''| / (8 e)) = 22, twice with the cone.
    expect(rows).toBeGreaterThan(22);
    expect(rows).toBeLessThan(60);
  });

  test('a sine has the rows that its curvature asks for, and no more', () => {
    const exact = (t: number): number => Math.sin(2e3 * Math.PI * t);
    for (const step of ['0.5m', '0.1m']) {
      const text = netlist(`V1 a 0 SIN(0 1 1k)\nR1 a 0 1k\n.tran ${step} 10m`);
      const result = run(text, events, 'v(a)');
      expect(missed(result, 'v(a)', exact)).toBeLessThan(1.01e-3);
      // The integral of sqrt(|y''| / (8 e)) over a period is 53.6; every output step and segment rounds it up.
      expect(result.plot.length).toBeGreaterThan(536);
      expect(result.plot.length).toBeLessThan(660);
    }
  });

  test.each(['compiled', 'plain'])(
    'a first edge that leaves nothing behind has rows for its own size (%s)',
    (code) => {
      // From -1 V to 1 V in 1 us: i(l1) = (t^2 - t)/1 us * 1000 A/s comes back to 0, having been 250 uA.
      const text = netlist('V1 a 0 PWL(0 -1 1u 1)\nL1 a 0 1m ic=0\n.tran 1u 1u uic');
      const result = run(text, { ...events, code }, 'i(l1)');
      expect(missed(result, 'i(l1)', (t) => 1e9 * t * t - 1e3 * t)).toBeLessThan(0.26e-6);
      // sqrt(1000) would do were its size known before; of both limits at the end one is told from the other.
      expect(result.plot.length).toBeGreaterThan(32);
      expect(result.plot.length).toBeLessThan(70);
    },
  );

  test.each([1, 2, 3, 4, 5, 6])('lines miss nothing of a ladder of coils and capacitors (%i)', (seed) => {
    const random = new RandomStream(seed);
    const stages = Array.from({ length: 4 }, (_, k) => {
      const [l, c, r] = [1, 1, 1].map((unit) => unit * 10 ** (2 * random.uniform()));
      return `L${k} n${k} n${k + 1} ${l}u\nC${k} n${k + 1} 0 ${c}n\nR${k} n${k + 1} 0 ${r}k`;
    });
    const source = 'V1 n0 0 PULSE(0 1 0 1u 1u 7u 20u)';
    const text = netlist(`${source}\n${stages.join('\n')}\n.tran 5u 60u uic`);
    const [coarse, fine] = ['1e-3', '1e-6'].map((rowtol) => run(text, { ...events, rowtol }));
    if (!coarse || !fine) throw new Error('no run');
    const time = fine.column('time');
    for (const name of ['v(n1)', 'v(n4)', 'i(l0)', 'i(l3)']) {
      const y = fine.column(name);
      const largest = Math.max(...Array.from(y, Math.abs));
      let k = 0;
      const exact = (t: number): number => {
        if (time[k]! > t) k = 0;
        while (k + 2 < time.length && time[k + 1]! < t) k++;
        const part = (t - time[k]!) / (time[k + 1]! - time[k]!);
        return y[k]! + part * (y[k + 1]! - y[k]!);
      };
      // Where segments meet without an event lines join two intervals: 1.56 at most for a parabola.
      expect(missed(coarse, name, exact)).toBeLessThan(1.6e-3 * largest);
    }
  });

  test('a jump of a written expression is located', () => {
    const text = netlist('V1 a 0 SIN(0 5 1k)\nR1 a 0 1\n.print tran {nint(v(a))}\n.tran 0.1m 1m');
    const result = run(text, events);
    const exact = (t: number): number => Math.round(5 * Math.sin(2e3 * Math.PI * t));
    const [time, y] = [result.column('time'), result.column('{nint(v(a))}')];
    let width = 0;
    for (let k = 1; k < time.length; k++) {
      if (y[k] !== y[k - 1]) width = Math.max(width, time[k]! - time[k - 1]!);
      else expect(exact((time[k - 1]! + time[k]!) / 2)).toBeCloseTo(y[k]!, 12);
    }
    expect(width).toBeLessThan(1e-12);
  });

  test('a difference that is 0 but for rounding asks for no rows', () => {
    const text = netlist(
      'V1 a 0 SIN(0 5 1k)\nR1 a b 1k\nR2 b 0 2k\nR3 a c 3k\nR4 c 0 6k\n.print tran {v(b)-v(c)} v(b,c)\n.tran 10u 10m',
    );
    expect(run(text, events).plot.length).toBeLessThan(1100);
  });

  test('a circuit that reads a voltage with a gain of 1350 S has a certificate', () => {
    const text = netlist(
      'V1 a 0 15\nV2 b a PULSE(0 1u 0 1n 1n 1 2)\nG1 0 c a b 1350\nR1 c 0 1\nC1 c 0 1n\n.tran 1u 1m',
    );
    expect(run(text, events, 'v(c)').certificate.missed).toEqual([]);
  });
});

describe('time stepping with Newton', () => {
  test('lines miss what a steep function of an input is by rowtol at most', () => {
    // v(b) = v(a)^2 / (1e-4 + v(a)^2): from 0 to 1 within a hundredth of the rise of v(a).
    const text = netlist(
      'V1 a 0 PULSE(0 1 0 1m 1m 1m 4m)\nB1 b 0 v={v(a)^2/(1e-4+v(a)^2)}\nR1 b 0 1\n.tran 0.1m 1m',
    );
    const exact = (t: number): number => (t * 1e3) ** 2 / (1e-4 + (t * 1e3) ** 2);
    const result = run(text, events, 'v(b)');
    expect(missed(result, 'v(b)', exact)).toBeLessThan(1e-3);
    expect(result.plot.length).toBeLessThan(800);
  });
});

describe('chords', () => {
  const bounds = Float64Array.of(0, 0.1);

  test('a middle bends when it is off the line by more than the bound', () => {
    const bent = (...rows: number[]): number => bentColumn(Float64Array.from(rows), 0, 2, 4, bounds);
    expect(bent(0, 0, 1, 1.09, 2, 2)).toBe(0);
    expect(bent(0, 0, 1, 1.11, 2, 2)).toBe(1);
    expect(bent(0, 0, 0.5, 0.5, 2, 2)).toBe(0);
  });

  test('a line passes points within the bound and no others', () => {
    const watch = new ChordWatch(2);
    watch.begin(Float64Array.of(0, 0));
    expect(watch.passes(Float64Array.of(1, 1), bounds)).toBe(true);
    // From 0.9 to 1.1 at t = 1: 1.8 to 2.2 at t = 2.
    expect(watch.passes(Float64Array.of(2, 2.3), bounds)).toBe(false);
    expect(watch.passes(Float64Array.of(2, 2.15), bounds)).toBe(true);
  });
});
