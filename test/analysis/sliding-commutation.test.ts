/**
 * A comparator that slides while a diode commutates with it: the duty in the limit of small hysteresis is that of both complete
 * modes, 24 V through the diode and 0 V behind it, not that of a mean voltage at the diode.
 */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { netlist, run } from './run-netlist.js';

const load = 'Vref ref 0 12\nD1 x y d\nR1 y o 1\nC1 o 0 100u\nR2 o 0 12\n.model d d';

/** Messages of a run, without where and hint. */
function warnings(body: string): string[] {
  const { runs } = simulate({ name: 't.cir', text: netlist(body) });
  return runs.flatMap(({ report }) =>
    report.diagnostics.filter(({ severity }) => severity === 'warning').map(({ message }) => message),
  );
}

describe('24 V or nothing through a diode and 1 Ohm into 12 V at 1 A', () => {
  test('with a hysteresis h the source is on for 1 A of 12 A of the time, the nearer the smaller h', () => {
    const duty = (h: number): number => {
      // The source is on below ref - h and off above ref + h; the diode blocks while it is off.
      const model = `.model s sw(vt=0 vh=${h} ron=0 roff=inf)`;
      const text = `V1 p 0 24\nS1 p x ref o s\nRx x 0 1k\n${load}\n${model}\n.tran 1u 4m uic`;
      const result = run(netlist(text), {}, 'v(x)');
      const [t, v] = [result.column('time'), result.column('v(x)')];
      // Over whole periods: from the first turn on in the second half to the last.
      const rises = [...t.keys()].slice(1).filter((k) => t[k]! > 2e-3 && v[k]! > 12 && v[k - 1]! < 12);
      const [first, last] = [rises[0]!, rises.at(-1)!];
      let on = 0;
      for (let k = first + 1; k <= last; k++) if (v[k]! > 12 && v[k - 1]! > 12) on += t[k]! - t[k - 1]!;
      return on / (t[last]! - t[first]!);
    };
    const [coarse, fine] = [Math.abs(duty(0.4) - 1 / 12), Math.abs(duty(0.02) - 1 / 12)];
    // Both ends of the band lie as far from 12 V: the first order in h cancels.
    expect(fine).toBeLessThan(1e-5);
    expect(fine).toBeLessThan(coarse);
  });

  test('without one it is given a small one, told with the duty, and what is written has that duty', () => {
    const body = `B1 x 0 V={if(v(ref,o) > 0, 24, 0)}\n${load}\n.tran 1u 2m uic`;
    const found = warnings(body);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(
      /^b1 would slide from t = 72\.01\d+ us, with a commutation of d1 at every turn: a hysteresis decides its duty \(0\.08333333\d* in the limit of a small one\), so it is given one, 2e-4 of what it compares$/,
    );
    const result = run(netlist(body), {}, 'v(x)');
    const [t, v] = [result.column('time'), result.column('v(x)')];
    let integral = 0;
    for (let k = 1; k < t.length; k++)
      if (t[k - 1]! >= 1e-3) integral += ((v[k]! + v[k - 1]!) / 2) * (t[k]! - t[k - 1]!);
    // A period of the band is 12 us of 1 ms: a part of one is left over at the ends.
    expect(Math.abs(integral / 1e-3 - 2)).toBeLessThan(0.03);
  });

  test('nothing is said where no diode commutates with it', () => {
    expect(
      warnings(
        `B1 x 0 V={if(v(ref,o) > 0, 24, -24)}\nR8 x y 1\n${load.replace('D1 x y d\n', '')}\n.tran 1u 2m uic`,
      ),
    ).toEqual([]);
  });
});
