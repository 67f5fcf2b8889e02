/** `.meas dc` and `.meas ac`: sweeps by the names and forms of SPICE. */
import { expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { measure } from './measure-run.js';

function values(body: string): ReadonlyMap<string, number | undefined> {
  const { runs } = simulate({ name: 'm.cir', text: `measures\n${body}\n.end\n` });
  return new Map((runs[0]?.report.measures ?? []).map(({ name, value }) => [name, value]));
}

const divider = 'V1 a 0 0\nR1 a b 1k\nR2 b 0 3k';
const cards = `.meas dc half when v(b)=1.5
.meas dc there find v(a) when v(b)=3
.meas dc top max v(b)
.meas dc mean avg v(b) from=0 to=2
.meas dc gain deriv v(b) at=2.5
.meas dc power find v(a)*i(R1) at=4
.meas dc eighth when v(b)='top/8'`;
const expected: readonly (readonly [string, number])[] = [
  ['half', 2],
  ['there', 4],
  ['top', 7.5],
  ['mean', 0.75],
  ['gain', 0.75],
  ['power', 4e-3],
  ['eighth', 1.25],
];

it.each(['0 10 0.5', '10 0 -0.5'])('a divider over .dc V1 %s, whatever is written', (sweep) => {
  const found = values(`${divider}\n.dc V1 ${sweep}\n.print dc i(V1)\n${cards}`);
  for (const [name, value] of expected) expect(found.get(name), name).toBeCloseTo(value, 12);
});

it('magnitudes and parts of complex quantities over frequency, as ngspice and as LTspice write them', () => {
  const found = values(`V1 in 0 ac 1\nR1 in out 1k\nC1 out 0 1u\n.ac dec 200 1 10k
.meas ac flat find v(out) at=1
.meas ac corner when vdb(out)=-3.0102999566 fall=1
.meas ac same when mag(v(out))=0.70710678119 fall=1
.meas ac turned find vp(out) at={500/pi}
.meas ac width trig vm(out) val=0.9 fall=1 targ vm(out) val=0.5 fall=1`);
  const corner = 1 / (2e-3 * Math.PI);
  expect(found.get('flat')).toBeCloseTo(1 / Math.hypot(1, 1 / corner), 12);
  // -3.0102999566 dB and .70710678119 are rounded there
  const close = (name: string, value: number): void =>
    expect(Math.abs((found.get(name) ?? NaN) / value - 1), name).toBeLessThan(1e-10);
  close('corner', corner);
  close('same', corner);
  close('turned', -Math.PI / 4);
  close('width', corner * (Math.sqrt(3) - Math.sqrt(1 / 0.81 - 1)));
});

it('places of a frequency sweep are in Hz', () => {
  const { results } = measure(
    'V1 in 0 ac 1\nR1 in out 1k\nC1 out 0 1u\n.ac dec 20 1 10k\n.meas ac low when vdb(out)=-3',
  );
  expect(results.get('low')).toMatchObject({ unit: 'Hz', scaleUnit: 'Hz' });
});

it('a sweep of one point is measured at this point: a frequency, a value, and one of .noise', () => {
  const at = 1 / Math.hypot(1, 2 * Math.PI);
  const rc = 'V1 in 0 dc 2 ac 1\nR1 in out 1k\nC1 out 0 1u\nR2 out 0 1g';
  const ac = values(
    `${rc}\n.ac lin 1 1k 1k\n.meas ac a find vm(out) at=1k\n.meas ac b max vm(out)\n.meas ac c avg vm(out)\n.meas ac d param='a/b'`,
  );
  for (const name of ['a', 'b', 'c']) expect(ac.get(name), name).toBeCloseTo(at, 6);
  expect(ac.get('d')).toBe(1);
  const dc = values(`${rc}\n.dc V1 0 0 1\n.meas dc a find v(in) at=0\n.meas dc b max v(in)`);
  expect([...dc.values()]).toEqual([0, 0]);
  const noise = values(
    `${rc}\n.noise v(out) V1 lin 1 1k 1k\n.meas noise a find gain at=1k\n.meas noise b max onoise`,
  );
  expect(noise.get('a')).toBeCloseTo(at, 6);
  expect(noise.get('b')).toBeGreaterThan(0);
});
