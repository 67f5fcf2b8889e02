/** What a certificate may say of uniqueness. */
import { expect, test } from 'vitest';
import { netlist, netlistText, run } from '../run-netlist.js';

const around = (gain: number): string =>
  netlist(`.model di d
V1 in 0 sin(0 1 50)
R1 in a 1k
C1 a 0 1u ic=0
Vs a b 0
D1 b 0 di
F1 0 a Vs ${gain}
R2 a 0 1k
.tran 10u 1m uic`);

test('a source that multiplies the current of an ideal diode across a capacitor leaves uniqueness open', () => {
  const { certificate } = run(around(0.5));
  expect(certificate.uniqueness).toBe(
    'uniqueness is not shown (D is positive semidefinite, but sources are controlled by what it leaves open)',
  );
});

test('a controlled source that no multiplier reaches does not', () => {
  const { certificate } = run(
    netlist(`.model di d
V1 in 0 sin(0 1 50)
R1 in a 1k
C1 a 0 1u ic=0
D1 a 0 di
G1 0 a a 0 -1m
.tran 10u 1m uic`),
  );
  expect(certificate.uniqueness).toMatch(/^waveforms are unique/);
});

test('a circuit of passive elements and ideal diodes has unique waveforms', () => {
  expect(run(netlistText('class-e.cir')).certificate.uniqueness).toMatch(/^waveforms are unique/);
});
