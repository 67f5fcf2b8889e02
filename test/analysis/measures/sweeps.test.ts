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
  expect(found.get('flat')).toBeCloseTo(1 / (1 + 1 / corner ** 2), 12);
  // -3.0102999566 dB and .70710678119 are rounded there
  const close = (name: string, value: number): void =>
    expect(Math.abs((found.get(name) ?? NaN) / value - 1), name).toBeLessThan(1e-10);
  close('corner', corner);
  close('same', corner);
  close('turned', -Math.PI / 4);
  close('width', corner * (Math.sqrt(3) - Math.sqrt(1 / 0.81 - 1)));
});

it.each([
  // 1/(1 + j w R C) behind a gain of 2, at w R C = 1 and below it
  ['max db(v(out)/v(x))', -10 * Math.log10(1 + (2e-3 * Math.PI * 10) ** 2)],
  ['min db(v(out)/v(x))', -10 * Math.log10(1 + (2e-3 * Math.PI * 10e3) ** 2)],
  ['when db(v(out)/v(x))=-3.0102999566398120', 500 / Math.PI],
  ['find vdb(out)-vdb(x) when vp(out)={-pi/4}', -10 * Math.log10(2)],
  ['find ph(v(out)/v(x)) at={500/pi}', -Math.PI / 4],
  ['find 1+phase(v(out)) at={500/pi}', 1 - Math.PI / 4],
  ['find re(v(out)/v(in)) at={500/pi}', 1],
  ['find 2*im(v(out)) at={500/pi}', -2],
  ['find real(v(out))-imag(v(out)) at={500/pi}', 2],
  ['find 2*mag(v(out)) at={500/pi}', 2 * Math.SQRT2],
  ['find {vm(out)*2+1} at={500/pi}', 2 * Math.SQRT2 + 1],
  ["find par('vr(out)+vi(out)*3') at={500/pi}", -2],
  ['find 20*log10(mag(v(out)/v(x))) at={500/pi}', -10 * Math.log10(2)],
  ['find im(r1)*1k at={500/pi}', Math.SQRT2],
  ['find ip(r1)+ir(r1)*1k at={500/pi}', Math.PI / 4 + 1],
])('parts of complex quantities within expressions keep their sign: %s', (question, value) => {
  const text = `V1 in 0 ac 1\nE1 x 0 in 0 2\nR1 x out 1k\nC1 out 0 1u\n.ac dec 20 10 10k\n.meas ac m ${question}`;
  expect((values(text).get('m') ?? NaN) / value).toBeCloseTo(1, 10);
});

it("the phase of LTspice's ph() is in degrees, and functions of the netlist come first", () => {
  const text = `measures\nV1 in 0 ac 1\nR1 in out 1k\nC1 out 0 1u\n.ac dec 20 10 10k
.meas ac margin find 180+ph(v(out)) at={500/pi}
.meas ac alone find ph(v(out)) at={500/pi}\n`;
  const found = (more: string, dialect: 'ltspice' | 'ngspice'): (number | undefined)[] =>
    (simulate(`${text}${more}.end\n`, { dialect }).runs[0]?.report.measures ?? []).map(({ value }) => value);
  const [margin = NaN, alone = NaN] = found('', 'ltspice');
  expect(margin).toBeCloseTo(135, 10);
  expect(alone).toBeCloseTo(-45, 10);
  const [sum = NaN, own = NaN] = found('.func ph(x) {3}\n', 'ngspice');
  expect(sum).toBeCloseTo(183, 10);
  expect(own).toBeCloseTo(3, 10);
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

it('a card that names no analysis measures .ac where it reads what only .ac has, whatever else is run', () => {
  const text = `bands\nV1 in 0 dc 0 ac 1 sin(0 1 1k)\nL1 in a 1m\nC1 a out 1u\nR1 out 0 10\n.ac dec 50 100 100k
.noise v(out) V1 dec 10 100 100k\n.tran 1u 1m
.meas tmp max mag(v(out))\n.meas bw trig mag(v(out))=tmp/sqrt(2) rise=1 targ mag(v(out))=tmp/sqrt(2) fall=last
.meas q param sqrt(1m/1u)/10*bw/bw\n.meas top max v(in)\n.end`;
  const measured = simulate(text).runs.map(({ report }) => [
    report.name,
    (report.measures ?? []).map(({ name, value }) => [name, value]),
  ]);
  const close = (value: number): unknown => expect.closeTo(value, 6);
  expect(measured).toEqual([
    // the band of a series resonance is R/L
    [
      'AC Analysis',
      [
        ['tmp', close(1)],
        ['bw', close(1e4 / (2 * Math.PI))],
        ['q', close(Math.sqrt(10))],
      ],
    ],
    [expect.stringContaining('Noise') as string, []],
    ['Transient Analysis', [['top', close(1)]]],
  ]);
});
