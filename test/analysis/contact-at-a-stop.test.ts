/** A contact that closes where a stop ends: closed while that touches, whatever rounding leaves of the gap. */
import { expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

const [height, e, L, R] = [1e-3, 0.5, 10e-3, 10];
const rests = Math.sqrt((2 * height) / 9.81) * (1 + (2 * e) / (1 - e));

test.each([
  ['events', 'YSTOP1 a 0 e=0.5', 2e-5],
  ['theta', 'YSTOP1 a 0 e=0.5', 0.1],
  ['events', 'YSTOP1 0 a upper=0 e=0.5', 2e-5],
  ['stepping', 'YSTOP1 a 0 e=0.5', 1e-3],
  ['stepping', 'YSTOP1 0 a upper=0 e=0.5', 1e-3],
])('method=%s, %s: the current of a coil rises from when a bouncing body rests', (method, stop, off) => {
  const text = `V1 p 0 12\nYCONTACTSWITCH1 p s a 0\nL1 s k 10m ic=0\nR1 k 0 10\nD1 0 s dd\n.model dd d(ron=0 vfwd=0)\nYMASS1 a 10m x0=1m gravity=9.81\n${stop}\n.tran 20u 45m uic\n.print tran i(l1)`;
  const result = run(netlist(text), { method });
  expect(result.certificate.missed).toEqual([]);
  const truth = (12 / R) * (1 - Math.exp((-(45e-3 - rests) * R) / L));
  expect(Math.abs(result.final('i(l1)') / truth - 1)).toBeLessThan(off);
});

test('at rest it conducts', () => {
  const text = netlist(
    'V1 p 0 12\nYCONTACTSWITCH1 p s a 0 at=2m\nR1 s 0 10\nYMASS1 a 10m x0=3m gravity=9.81\nYSTOP1 a 0 lower=2m\n.op\n.print op v(s)',
  );
  expect(run(text).final('v(s)')).toBeCloseTo(12, 9);
});

test.each(['events', 'stepping', 'theta'])(
  'method=%s: what rests there from the start on conducts',
  (method) => {
    const text = netlist(
      'V1 p 0 12\nYCONTACTSWITCH1 p s a 0\nR1 s 0 10\nYMASS1 a 10m gravity=9.81\nYSTOP1 a 0\n.tran 1m 20m uic\n.print tran v(s)',
    );
    const result = run(text, { method });
    for (const v of result.column('v(s)')) expect(v).toBeCloseTo(12, 9);
  },
);

test('bounces beside a contact that carries a current are all listed: what is delivered is lost in them', () => {
  const text = `I1 0 c 1\nC1 c 0 1u\nYCONTACTSWITCH1 c 0 a 0 at=1m\nYMASS1 a 1 x0=0.1m gravity=9.81\nYSTOP1 a 0 e=0.5\n.tran 100u 20m uic\n.print tran x(a)`;
  const { certificate } = run(netlist(text), { method: 'events' });
  expect(certificate.missed).toEqual([]);
  // Momenta (1 + e) m v of the bounces: v = sqrt(2 g x0), and e times as fast each time.
  const momenta = certificate.impulses.slice(0, 20).map(({ size }) => Math.abs(size));
  const first = 1.5 * Math.sqrt(2 * 9.81 * 1e-4);
  momenta.forEach((found, k) => expect(found / (first * 0.5 ** k)).toBeCloseTo(1, 9));
});

test('on a grid the current of a contact goes on where a stop beside it is hit', () => {
  const text = `I1 0 c 1\nC1 c 0 1u\nYCONTACTSWITCH1 c 0 a 0 at=1m\nYMASS1 a 1 x0=0.1m gravity=9.81\nYSTOP1 a 0 e=0.5\n.tran 100u 20m uic\n.print tran i(ycontactswitch1)`;
  const result = run(netlist(text), { method: 'theta', h: '100u', certificate: 'full' });
  expect(result.certificate.impulses.length).toBeGreaterThan(0);
  // The first row has the multiplier of least norm (conventions: initial multiplier), which the first step does not depend on.
  for (const current of result.column('i(ycontactswitch1)').slice(1)) expect(current).toBeCloseTo(1, 12);
});

// What only open contacts tie to the rest stands where equal vanishing conductances across them put it (conventions).
test.each(['events', 'theta', 'stepping'])(
  'method=%s: behind an open contact a capacitor begins charged, between two halfway',
  (method) => {
    const start = (second: string): number => {
      const text = `V1 p 0 10\nYCONTACTSWITCH1 p s a 0\n${second}R1 s c 1k\nC1 c 0 1u\nYMASS1 a 10m x0=1m gravity=9.81\nYSTOP1 a 0\n.tran 100u 1m\n.print tran v(c)`;
      return run(netlist(text), { method }).column('v(c)')[0] ?? NaN;
    };
    expect(start('')).toBeCloseTo(10, 5);
    expect(start('YCONTACTSWITCH2 s 0 a 0 at=-1m\n')).toBeCloseTo(5, 5);
  },
);

// By steps a body rests at what its last bounce left, in parts of the highest one: far above where it began.
test.each(['events', 'stepping'])('method=%s: what comes to rest from far above conducts', (method) => {
  const text = netlist(
    'V1 p 0 12\nYCONTACTSWITCH1 p s a 0\nR1 s 0 10\nYMASS1 a 10m x0=10u v0=5 gravity=9.81\nYSTOP1 a 0 e=0.5\n.tran 1m 4 uic\n.print tran v(s)\n.meas tran q INTEG v(s)',
  );
  const { final, report } = run(text, { method });
  expect(final('v(s)')).toBeCloseTo(12, 9);
  // Up from 10 um and down to the stop, then bounces of e^k of the speed there.
  const speed = Math.sqrt(25 + 2 * 9.81 * 10e-6);
  const rest = (5 + speed) / 9.81 + (2 * speed) / 9.81;
  expect((report.measures?.[0]?.value ?? NaN) / (12 * (4 - rest))).toBeCloseTo(1, 3);
});

test.each(['events', 'theta', 'stepping'])(
  'method=%s: so does what lies at an end of a backlash',
  (method) => {
    const text = netlist(
      'V1 p 0 12\nYCONTACTSWITCH1 p s a 0 at=-1m\nR1 s 0 10\nYMASS1 a 10m gravity=9.81\nYBACKLASH1 a 0 2m e=0.5\n.tran 1m 0.1 uic\n.print tran v(s)',
    );
    expect(run(text, { method }).final('v(s)')).toBeCloseTo(12, 9);
  },
);
