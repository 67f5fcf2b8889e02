/**
 * Bodies that touch where a run starts and move: what approaches hits at t = 0, what leaves is not held, with uic and without, by exact events as
 * by sparse steps; and what rests in two frictions at once shares them without a trace in the certificate.
 */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { netlist } from './run-netlist.js';

const cases = ['events', 'stepping'].flatMap((method) => ['', ' uic'].map((uic) => [method, uic] as const));

function finals(text: string, method: string): readonly number[] {
  const { runs, diagnostics } = simulate({ name: 't.cir', text }, { options: { method } });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(runs[0]?.report.certificate?.missed).toEqual([]);
  return runs[0]!.plot!.columns.slice(1).map((column) => column.at(-1)!);
}

describe.each(cases)('method=%s%s', (method, uic) => {
  it.each([
    // e v0 upwards from the floor, or v0 upwards.
    [-2, 1],
    [2, 2],
  ])('a ball that starts on the floor with %d m/s leaves it with %d m/s', (v0, up) => {
    const text = netlist(`YMASS1 b 1 v0=${v0} gravity=9.81
YSTOP1 b 0 lower=0 e=0.5
.tran 1m 50m${uic}
.save v(b)`);
    expect(finals(text, method)[0]).toBeCloseTo(up - 9.81 * 0.05, 6);
  });

  it('the last ball of three takes the velocity of the first one, which touches the second at the start', () => {
    const text = netlist(`YMASS1 a 1 v0=2
YMASS2 b 1
YMASS3 c 1 x0=1u
YSTOP1 b a lower=0 e=1
YSTOP2 c b lower=0 e=1
.tran 1m 0.1${uic}
.save v(a) v(b) v(c)`);
    const [a, b, c] = finals(text, method);
    expect(a).toBeCloseTo(0, 9);
    expect(b).toBeCloseTo(0, 9);
    expect(c).toBeCloseTo(2, 9);
  });
});

it('what two frictions hold rests within the certificate of sparse steps, and slides with both', () => {
  const text = netlist(`YTORQUE1 a 0 pulse(0 2 0.1 0 0 0.5 2)
YINERTIA1 a 0.01
YFRICTION1 a 0 0.2
YFRICTION2 a 0 0.5
.tran 10m 0.5
.save v(a)`);
  // (2 - 0.7) N m / 0.01 kg m^2 for 0.4 s.
  expect(finals(text, 'stepping')[0]).toBeCloseTo(52, 3);
});
