/** Measures of `.ac`, `.noise` and `.dc` are those of the circuit, not of the points that a sweep happens to have. */
import { expect, it } from 'vitest';
import { measure } from './measure-run.js';

const kT = 1.380649e-23 * 300.15;
const near = (found: number, is: number, relative: number, name = ''): void => {
  expect(Math.abs(found / is - 1), `${name} ${found} for ${is}`).toBeLessThan(relative);
};

// Solutions of linear circuits are rounded at 1e-15; a polynomial of degree 8 is fitted to 1e-13 of them.
const exact = 1e-11;

it('a low-pass filter with two points a decade has its corner, its bandwidth and its slope in closed form', () => {
  const { value } = measure(`V1 in 0 ac 1\nR1 in out 1k\nC1 out 0 1u\n.ac dec 2 1 1meg
.meas ac corner when vm(out)={1/sqrt(2)}
.meas ac decibels when vdb(out)={-10*log10(2)}
.meas ac far when vm(out)=1e-3
.meas ac turned find vp(out) at=1234.5
.meas ac whole find v(out) when vp(out)={-atan(3)}
.meas ac slope deriv vm(out) at=500
.meas ac mean avg vm(out) from=10 to=1k
.meas ac width trig vm(out) val=0.9 fall=1 targ vm(out) val=0.5 fall=1`);
  const corner = 1 / (2e-3 * Math.PI);
  near(value('corner'), corner, exact);
  near(value('decibels'), corner, exact);
  near(value('far'), corner * Math.sqrt(1e6 - 1), exact);
  near(value('turned'), -Math.atan(1234.5 / corner), exact);
  near(value('whole'), 1 / 10, exact);
  near(value('slope'), -500 / corner ** 2 / (1 + (500 / corner) ** 2) ** 1.5, 1e-9);
  near(value('mean'), (corner * (Math.asinh(1e3 / corner) - Math.asinh(10 / corner))) / 990, exact);
  near(value('width'), corner * (Math.sqrt(3) - Math.sqrt(1 / 0.81 - 1)), exact);
});

it('the peak of a resonance lies where it is, not at the next point', () => {
  // |H|^2 = 1 / ((1 - x^2)^2 + (d x)^2), x = f / f0, d = R sqrt(C / L): largest at x^2 = 1 - d^2 / 2.
  const { value } = measure(`V1 in 0 ac 1\nR1 in a 10\nL1 a out 1m\nC1 out 0 1u\n.ac dec 10 100 1meg
.meas ac most max vm(out)
.meas ac where max_at vm(out)`);
  const d = 10 * Math.sqrt(1e-6 / 1e-3);
  near(value('most'), 1 / (d * Math.sqrt(1 - (d * d) / 4)), exact);
  // At a peak the place is known to the root of the rounding of values at worst.
  near(value('where'), Math.sqrt(1 - (d * d) / 2) / (2 * Math.PI * Math.sqrt(1e-9)), 1e-9);
});

it('.noise has its corner, its band and its peaks in closed form at five points a decade', () => {
  const { value } = measure(`V1 in 0 dc 0 ac 1\nR1 in out 1k\nR2 out 0 1k\nC1 out 0 1n
.noise v(out) V1 dec 5 10 100meg
.meas noise half when onoise=2n
.meas noise at find onoise at=333333
.meas noise width trig onoise val=2.5n fall=1 targ onoise val=1n fall=1
.meas noise some integ onoise from=123k to=1.234meg
.meas noise power integ {onoise*onoise} from=100k to=1meg`);
  const corner = 1 / (2 * Math.PI * 500 * 1e-9);
  const white = 4 * kT * 500;
  const where = (level: number): number => corner * Math.sqrt(white / level ** 2 - 1);
  const band = (f: number, g: number): number =>
    white * corner * (Math.atan(g / corner) - Math.atan(f / corner));
  near(value('half'), where(2e-9), exact);
  near(value('at'), Math.sqrt(white / (1 + (333333 / corner) ** 2)), exact);
  near(value('width'), where(1e-9) - where(2.5e-9), exact);
  near(value('some'), Math.sqrt(band(123e3, 1.234e6)), exact);
  near(value('power'), band(1e5, 1e6), exact);
});

it('a diode over .dc: a current between two points is that of the law', () => {
  const { value } = measure(`V1 a 0 0\nD1 a 0 d\n.model d d(is=1f n=1)\n.dc V1 0 0.8 0.1
.meas dc level when i(D1)=1u
.meas dc ten find i(D1) at=0.55
.meas dc charge integ i(D1) from=0.3 to=0.77`);
  const vt = (1.380649e-23 * 300.15) / 1.602176634e-19;
  near(value('ten'), 1e-15 * Math.expm1(0.55 / vt), 1e-8);
  near(1e-15 * Math.expm1(value('level') / vt), 1e-6, 1e-8);
  const integral = vt * (Math.exp(0.77 / vt) - Math.exp(0.3 / vt)) - 0.47;
  near(value('charge'), 1e-15 * integral, 1e-8);
});

it.each(['0 1 0.25', '1 0 -0.25'])('a divider by a swept resistance over .dc, %s', (sweep) => {
  const { value } = measure(`.param x=0\nV1 a 0 1\nR1 a b 1k\nR2 b 0 {1k+x*9k}\n.dc param x ${sweep}
.meas dc level when v(b)=0.8
.meas dc between find v(b) at=0.33`);
  near(value('level'), 1 / 3, exact);
  near(value('between'), 3.97 / 4.97, exact);
});

it.each([
  ['-2 2 0.3', 1.2],
  ['2 -2 -0.3', -1.2],
])('a Schmitt trigger over .dc V1 %s switches at its threshold, between points', (sweep, threshold) => {
  // The output is +-3.6 V, of which a third is fed back; it inverts.
  const { value } = measure(`V1 in 0 0
E1 out 0 table {1k*(v(fb)-v(in))} = (-3.6 -3.6) (3.6 3.6)
R1 out fb 2k\nR2 fb 0 1k\n.dc V1 ${sweep}
.meas dc at when v(out)=0
.meas dc mean avg v(out)
.meas dc level find v(out) at=${threshold * 0.95}`);
  // Where the gain of 1000 begins to give way: 1.2 V less 3.6 mV.
  const place = threshold * (1 - 0.003);
  near(value('at'), place, 1e-8);
  // The sparse system ends within its tolerance of a corner of the table.
  near(value('level'), Math.sign(threshold) * 3.6, 1e-9);
  const [low, high] = sweep.startsWith('-') ? [-2, 1.9] : [-1.9, 2];
  near(value('mean'), (3.6 * (place - low) - 3.6 * (high - place)) / (high - low), 1e-8);
});
