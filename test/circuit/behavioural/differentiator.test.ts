/** Charges and fluxes that expressions give begin where their cards say: nothing jumps at t = 0 under `uic` but what has to. */
import { expect, test } from 'vitest';
import { netlist, run } from '../../analysis/run-netlist.js';

const methods = ['auto', 'events', 'stepping', 'theta'];

test.each(methods)('a charge starts from ic= as a capacitance does: method=%s', (method) => {
  const text = (card: string): string => netlist(`C1 a 0 ${card} IC=2\nR1 a 0 1k\n.tran 10n 2u uic`);
  const plain = run(text('1n'), { method }, 'v(a)');
  for (const card of ['Q={1n*x}', 'Q={1n*v(a)}', 'Q={1n*(x + 5)}', 'Q={.5n*x} m=2 RSER=1u']) {
    const charge = run(text(card), { method }, 'v(a)');
    expect(charge.column('v(a)')[0]).toBeCloseTo(2, 8);
    expect(charge.final('v(a)')).toBeCloseTo(plain.final('v(a)'), 5);
    expect(charge.certificate.missed).toEqual([]);
  }
});

test.each(methods)('a flux starts from ic= as an inductance does: method=%s', (method) => {
  const text = (card: string): string => netlist(`L1 a 0 ${card} IC=2\nR1 a 0 1k\n.tran 10n 2u uic`);
  const plain = run(text('1m'), { method }, 'i(l1)');
  for (const card of ['FLUX={1m*x}', 'FLUX={1m*i(l1)}', 'FLUX={1m*(x - 5)}']) {
    const flux = run(text(card), { method }, 'i(l1)');
    expect(flux.column('i(l1)')[0]).toBeCloseTo(2, 9);
    expect(flux.final('i(l1)')).toBeCloseTo(plain.final('i(l1)'), 5);
  }
});

test.each(['stepping', 'theta'])('a bent charge starts from ic=: method=%s', (method) => {
  const text = netlist('C1 a b Q={1n*x + 1n*x**3} IC=-2\nR1 a 0 1k\nC2 b 0 1n IC=3\n.tran 10n 1u uic');
  const { column } = run(text, { method }, 'v(a) v(b)');
  expect(column('v(b)')[0]).toBeCloseTo(3, 6);
  expect(column('v(a)')[0]).toBeCloseTo(1, 6);
});

test('without ic= it starts at 0 V, whatever its charge is there', () => {
  const { column } = run(netlist('C1 a 0 Q={1n*(x + 0.5)}\nR1 a 0 1k\n.tran 10n 1u uic'), {}, 'v(a)');
  expect(Math.max(...column('v(a)').map(Math.abs))).toBeLessThan(1e-12);
});

test('.ic gives a charge and a derivative their start too', () => {
  for (const card of ['C1 a 0 Q={1n*(x + 0.5)}', 'B1 a 0 I={ddt(1n*v(a))}']) {
    const { column } = run(netlist(`${card}\nR1 a 0 1k\n.ic v(a)=2\n.tran 10n 1u uic`), {}, 'v(a)');
    expect(column('v(a)')[0]).toBeCloseTo(2, 9);
    expect(column('v(a)').at(-1)).toBeCloseTo(2 * Math.exp(-1), 4);
  }
});

test('what carries the derivative within is no energy: a discharge delivers nothing', () => {
  const { certificate } = run(netlist('C1 a 0 Q={1n*x} IC=2\nR1 a 0 1k\n.tran 10n 10u uic'), {}, 'v(a)');
  // The charge's own current is a source's: it delivers what the resistor turns to heat, C v^2 / 2.
  expect(certificate.energy.dissipated).toBeCloseTo(2e-9, 12);
  expect(certificate.energy.stored).toBeCloseTo(0, 15);
});
