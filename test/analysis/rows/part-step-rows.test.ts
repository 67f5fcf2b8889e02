/** Rows of circuits whose parts take steps of their own: lines between them miss what is written by no more than `rowtol` of its range. */
import { expect, test } from 'vitest';
import { netlist, run, type NetlistRun } from '../run-netlist.js';

const stages = 12;
const supply = 5;
/** A chain of inverters without gate charges: every stage is a part of its own. */
function chain(step: string): string {
  const models = `.model mn nmos(vto=1 kp=130u)\n.model mp pmos(vto=-1 kp=43u)\nVdd d 0 ${supply}`;
  const cells = Array.from(
    { length: stages },
    (_, k) =>
      `Mp${k} n${k + 1} n${k} d d mp w=2u l=1u\nMn${k} n${k + 1} n${k} 0 0 mn w=1u l=1u\nC${k} n${k + 1} 0 50f`,
  );
  return netlist(
    `${models}\nV1 n0 0 pulse(0 ${supply} 1n .2n .2n 9n 20n)\n${cells.join('\n')}\n.tran ${step} 30n`,
  );
}

/** How far the lines of a column are from its rows in another run, at most. */
function missed(lines: NetlistRun, rows: NetlistRun, name: string): number {
  const [time, y] = [lines.column('time'), lines.column(name)];
  const [at, exact] = [rows.column('time'), rows.column(name)];
  let k = 1;
  return at.reduce((worst, t, i) => {
    while (k < time.length - 1 && time[k]! < t) k++;
    const part = (t - time[k - 1]!) / (time[k]! - time[k - 1]!);
    return Math.max(worst, Math.abs(y[k - 1]! + part * (y[k]! - y[k - 1]!) - exact[i]!));
  }, 0);
}

test.each(['n0', 'n1', 'n7', 'n12'])('v(%s), whatever the output step', (node) => {
  const options = { method: 'stepping', reltol: 1e-4 };
  const name = `v(${node})`;
  const exact = run(chain('1n'), { ...options, rowtol: 1e-5 }, name);
  expect(exact.certificate.stepping?.blocks?.count).toBe(stages);
  for (const step of ['1n', '.1n']) {
    const result = run(chain(step), options, name);
    // Parts of a line that ends at an output time are lines between points that the whole misses by rowtol at most.
    expect(missed(result, exact, name)).toBeLessThan(2e-3 * supply);
  }
});

test('no rows are added where nobody asks', () => {
  const result = run(chain('1n'), { method: 'stepping', rowtol: 0 }, 'v(n7)');
  expect(result.plot.length).toBe(31);
});

test('no more than the edges need', () => {
  const result = run(chain('1n'), { method: 'stepping' }, 'v(n7)');
  // Two edges, each bent at both ends: some twenty chords within a thousandth of the supply, twice with the cone.
  expect(result.plot.length).toBeLessThan(31 + 80);
  expect(result.plot.length).toBeGreaterThan(31 + 15);
});

/** Nine comparators of a sine and a triangle, each a part, with a divider and a capacitor behind each; the first is given. */
function comparators(first: string): string {
  const legs = Array.from({ length: 9 }, (_, k) => {
    const own = `B${k} g${k} 0 V={v(r) > v(k${k}) ? 1 : 0}`;
    const triangle = `Vk${k} k${k} 0 PULSE(-1 1 ${20 * k}u ${400 + 30 * k}u 600u 0 ${1000 + 37 * k}u)`;
    return `${triangle}\n${k === 0 ? first : own}\nR${k} g${k} a${k} 1k\nC${k} a${k} 0 100n`;
  });
  return netlist(`Vr r 0 SIN(0 1 50)\n${legs.join('\n')}\nRl g0 s 1k\nRm s 0 1k\n.tran 50u 5m`);
}

test.each([
  ['a part', 'B0 g0 0 V={v(r) > v(k0) ? 1 : 0}', 10],
  ['a source', 'Vp g0 0 PULSE(0 1 213u 0 0 300u 700u)', 14],
])('both limits are rows where %s jumps between output times', (_, first, jumps) => {
  const result = run(comparators(first), { method: 'stepping' }, 'v(s)');
  expect(result.certificate.stepping?.blocks?.count).toBeGreaterThan(8);
  const [time, v] = [result.column('time'), result.column('v(s)')];
  let found = 0;
  for (let k = 1; k < time.length; k++) {
    if (Math.abs(v[k]! - v[k - 1]!) < 1e-9) continue;
    // Half of 1 V or nothing, and no line between them.
    expect(time[k]).toBe(time[k - 1]);
    expect(Math.abs(v[k]! - v[k - 1]!)).toBeCloseTo(0.5, 9);
    found++;
  }
  expect(found).toBe(jumps);
});
