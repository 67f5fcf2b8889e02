/** Laws whose graph is vertical somewhere, as those of orifices and varistors: SPICE stops there ("timestep too small"). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/index.js';
import { netlistText } from './run-netlist.js';

/** The columns of the first run of a text, which ends without errors, by name. */
function columnsOf(text: string): Record<string, Float64Array> {
  const { diagnostics, runs } = simulate(`t\n${text}\n.end`);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { header, columns } = runs[0]!.plot!;
  return Object.fromEntries(header.columns.map(({ name }, k) => [name, columns[k]!]));
}

const root = (v: string): string => `sgn(${v})*sqrt(abs(${v}))`;

describe('a law that is vertical where nothing flows', () => {
  it.each(['', 'C1 a 0 10p'])('an orifice behind a resistor, storage: "%s"', (storage) => {
    const { 'v(s)': s, 'v(a)': a } = columnsOf(
      `V1 s 0 sin(0 1 1k)\nR1 s a 1k\nB1 a 0 I=1m*${root('v(a)')}\n${storage}\n.tran 1u 1m\n.print tran v(s) v(a)`,
    );
    // v + sqrt v = s
    const miss = Math.max(
      ...a!.map((v, k) =>
        Math.abs(v - Math.sign(s![k]!) * ((Math.sqrt(1 + 4 * Math.abs(s![k]!)) - 1) / 2) ** 2),
      ),
    );
    // A tenth of reltol, and what the current of 10 pF moves it by, 2 pi 1 kHz 1 V 10 pF 1 kOhm.
    expect(miss).toBeLessThan(storage === '' ? 4e-5 : 1e-4);
  });

  it('netlists/draining-tanks.cir: empty and level at the times of its head, and then at rest', () => {
    const { runs } = simulate(netlistText('draining-tanks.cir'));
    const { measures = [], certificate } = runs[0]!.report;
    expect(certificate!.missed).toEqual([]);
    const value = (name: string): number => measures.find((each) => each.name === name)?.value ?? NaN;
    // A thousandth of 4 s and of 4 V, reltol.
    expect(Math.abs(value('quarter') - 4)).toBeLessThan(4e-3);
    expect(Math.abs(value('mean') - 3)).toBeLessThan(3e-3);
    // Steps of 10 ms from 8 s and 4 s on: what is left of (k t / 2 C)^2 and of (k t / C)^2 within one.
    expect(Math.abs(value('empty'))).toBeLessThan(0.0025 ** 2);
    // Within the tolerance of voltages, 1 uV.
    expect(Math.abs(value('rest'))).toBeLessThan(1e-6);
    expect(Math.abs(value('difference'))).toBeLessThan(1e-6);
  });

  it('orifices in series share a pressure as the squares of the others', () => {
    const flow = (k: number, a: string, b: string): string => `I=${k}*${root(`v(${a},${b})`)}`;
    const { 'v(s)': s, 'v(a)': a } = columnsOf(
      `V1 s 0 sin(0 5 1)\nB1 s a ${flow(0.4, 's', 'a')}\nB2 a 0 ${flow(0.3, 'a', '0')}\n.tran 10m 2\n.print tran v(s) v(a)`,
    );
    a!.forEach((v, k) => expect(Math.abs(v - 0.64 * s![k]!)).toBeLessThan(1e-5));
  });

  it('a tank is empty after 2 C sqrt(v0) / k', () => {
    const { time, 'v(a)': a } = columnsOf(
      `C1 a 0 1 ic=4\nB1 a 0 I=.5*${root('v(a)')}\n.tran 10m 12 uic\n.print tran v(a)\n.options reltol=1e-5`,
    );
    a!.forEach((v, k) => {
      const left = Math.max(0, 2 - 0.25 * time![k]!);
      expect(Math.abs(v - left * left)).toBeLessThan(1e-3);
    });
  });

  it('tanks that are connected keep what they hold, and meet at its mean', () => {
    const tank = fc.record({
      c: fc.constantFrom(0.1, 0.3, 1),
      level: fc.double({ min: 0, max: 5, noNaN: true }),
      gain: fc.double({ min: 0.5, max: 2, noNaN: true }),
      exponent: fc.double({ min: 0.3, max: 0.7, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(tank, { minLength: 2, maxLength: 4 }), (tanks) => {
        const cards = tanks.flatMap(({ c, level, gain, exponent }, k) => {
          const next = `n${(k + 1) % tanks.length}`;
          return [
            `C${k} n${k} 0 ${c} ic=${level}`,
            `B${k} n${k} ${next} I=${gain}*pwrs(v(n${k},${next}),${exponent})`,
          ];
        });
        const names = tanks.map((_, k) => `v(n${k})`);
        const columns = columnsOf(`${cards.join('\n')}\n.tran 50m 20 uic\n.print tran ${names.join(' ')}`);
        const held = (row: number): number =>
          tanks.reduce((sum, { c }, k) => sum + c * columns[names[k]!]!.at(row)!, 0);
        const [first, last] = [held(0), held(-1)];
        expect(Math.abs(last - first)).toBeLessThan(1e-6 * (1 + first));
        const mean = first / tanks.reduce((sum, { c }) => sum + c, 0);
        for (const name of names)
          expect(Math.abs(columns[name]!.at(-1)! - mean)).toBeLessThan(1e-6 * (1 + mean));
      }),
      { numRuns: 25 },
    );
  });

  it.each(['590*pwrs(i(vm),.045)', '590*sgn(i(vm))*abs(i(vm))**.045'])(
    'a varistor as a voltage: %s',
    (law) => {
      const {
        'v(s)': s,
        'v(a)': a,
        'i(vm)': i,
      } = columnsOf(
        `Vs s 0 sin(0 900 50)\nR1 s a 2\nB1 a n V=${law}\nVm n 0 0\nC1 a 0 105p\n.tran 10u 20m\n.print tran v(s) v(a) i(vm)`,
      );
      const worst = (miss: (k: number) => number): number =>
        Math.max(...Array.from(i!, (_, k) => Math.abs(miss(k))));
      expect(worst((k) => a![k]! + 2 * i![k]! - s![k]!)).toBeLessThan(1e-3);
      // Below the tolerance of currents voltages are anything up to that of 1 pA.
      const voltage = (x: number): number => 590 * Math.sign(x) * Math.abs(x) ** 0.045;
      expect(worst((k) => (Math.abs(i![k]!) < 1e-12 ? 0 : a![k]! - voltage(i![k]!)))).toBeLessThan(0.6);
      expect(Math.max(...i!)).toBeGreaterThan(80);
    },
  );

  it('any power, where it is wanted at rest', () => {
    const powers = fc.record({
      exponent: fc.double({ min: 0.02, max: 0.95, noNaN: true }),
      gain: fc.double({ min: -3, max: 3, noNaN: true }).map((x) => 10 ** x),
      source: fc.double({ min: -9, max: 3, noNaN: true }).map((x) => 10 ** x),
      sign: fc.constantFrom(1, -1),
    });
    fc.assert(
      fc.property(powers, ({ exponent, gain, source, sign }) => {
        const e = sign * source;
        const { 'v(a)': a } = columnsOf(
          `V1 s 0 ${e}\nR1 s a 1\nB1 a 0 I=${gain}*pwrs(v(a),${exponent})\n.op`,
        );
        const [v = NaN] = a ?? [];
        // Within what counts as nothing any current up to that at its end flows.
        const [size, end] = [Math.abs(v), gain * 1e-24 ** exponent];
        const flow = size < 1e-24 ? Math.min(end, source) : gain * size ** exponent;
        expect(Math.abs(v + Math.sign(v) * flow - e)).toBeLessThanOrEqual(1.001e-4 * source + 1e-12);
      }),
      { numRuns: 60 },
    );
  });
});
