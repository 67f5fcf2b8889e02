/** Bridges of ideal diodes at rest, which leave the source before them floating, beside what is nonlinear. */
import { expect, it } from 'vitest';
import { netlist, run } from './run-netlist.js';

const bridge = `V1 a b sin(0 170 60)
D1 a p d
D2 b p d
D3 0 a d
D4 0 b d
C1 p 0 470n
.model d d`;

it.each([
  ['V={v(p)*v(p)}', ' uic', (v: number) => v * v],
  ['V={v(p)*v(p)}', '', (v: number) => v * v],
  ['V={exp(v(p)/20)}', ' uic', (v: number) => Math.exp(v / 20)],
])('begin where all diodes block: %s%s', (law, uic, of) => {
  const { final, certificate } = run(netlist(`${bridge}\nB1 g 0 ${law}\n.tran 1u 1m${uic}`), {
    method: 'stepping',
  });
  expect([certificate.incomplete, certificate.missed]).toEqual([undefined, []]);
  // The capacitor follows the first rise.
  const v = 170 * Math.sin(2 * Math.PI * 60e-3);
  expect(final('v(p)')).toBeCloseTo(v, 6);
  expect(final('v(g)') / of(v)).toBeCloseTo(1, 6);
});
