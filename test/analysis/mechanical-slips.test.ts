/** Slips in mechanical netlists that would run without a word: a node's name twice, kinds of motion that do not fit. */
import { describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import { simulate } from '../../src/analysis/simulate.js';
import { netlist, run } from './run-netlist.js';

function told(body: string): readonly string[] {
  const text = netlist(`${body}\n.tran 1m 2m uic`);
  return simulate({ name: 't.cir', text }, {}).diagnostics.flatMap((each) =>
    each.severity === 'note' ? [] : [formatDiagnostic(each).split('\n')[0] ?? ''],
  );
}

const bodies = 'YMASS1 a 1\nYSPRING1 a 0 10\nYINERTIA1 w 1\nYDAMPER1 w 0 1\nV1 p 0 1\nR1 p 0 1\n';

describe('an element between a node and itself', () => {
  test.each([
    ['YSTOP1 a a', 't.cir:8:10: warning: ystop1 has both ends at node a: it does nothing'],
    ['YSPRING2 a a 1', 't.cir:8:12: warning: yspring2 has both ends at node a: it does nothing'],
    ['YDAMPER2 a a 1', 't.cir:8:12: warning: ydamper2 has both ends at node a: it does nothing'],
    ['YFORCE1 a a 1', 't.cir:8:11: warning: yforce1 has both ends at node a: it does nothing'],
    ['YTORQUE1 w w 1', 't.cir:8:12: warning: ytorque1 has both ends at node w: it does nothing'],
    ['YFRICTION1 a a 1', 't.cir:8:14: warning: yfriction1 has both ends at node a: it does nothing'],
    ['YCLUTCH1 w w 1 engage={1}', 't.cir:8:12: warning: yclutch1 has both ends at node w: it does nothing'],
    ['YBACKLASH1 a a 1', 't.cir:8:14: warning: ybacklash1 has both ends at node a: it does nothing'],
    ['YVELOCITY1 a a 0', 't.cir:8:1: error: prescribed motion yvelocity1 has both ends at node a'],
    ['YPOSITION1 a a 0', 't.cir:8:1: error: prescribed motion yposition1 has both ends at node a'],
    [
      'YGEAR1 w w 2',
      't.cir:8:10: warning: ygear1 has both ends at node w: it holds that still, unless its ratio is 1',
    ],
    [
      'YCONTACTSWITCH1 p 0 a a at=-1',
      't.cir:8:23: warning: ycontactswitch1 has both ends at node a: no motion turns it',
    ],
    [
      'YMOTOR1 p p w 1 r=1',
      't.cir:8:11: warning: ymotor1 has both electrical ends at node p: no voltage drives it',
    ],
    [
      'YSOLENOID1 p p a l={1m} r=1',
      't.cir:8:14: warning: ysolenoid1 has both electrical ends at node p: no voltage drives it',
    ],
  ])('is told: %s', (card, message) => {
    expect(told(bodies + card)).toEqual([message]);
  });
});

test.each([
  ['v(a,p)', 'v(a,p) is a difference of m/s and V: units do not fit: left out'],
  ['v(a,w)', 'v(a,w) is a difference of m/s and rad/s: units do not fit: left out'],
  ['x(a,w)', 'x(a,w) is a difference of m and rad: units do not fit: left out'],
  ['x(p)', 'node p is electrical: it has no position'],
  ['x(q)', 'there is no node "q": left out'],
  ['f(r1)', 'r1 is electrical: it has no force: left out'],
  ['f(ycontactswitch1)', 'ycontactswitch1 reads a motion, it has no force: left out'],
])('what has no such quantity is told: %s', (probe, message) => {
  const [first = '', ...more] = told(`${bodies}YCONTACTSWITCH1 p 0 a 0 at=-1\n.print tran v(a) ${probe}`);
  expect(first).toContain(message);
  expect(more).toEqual([]);
});

test.each(['events', 'theta', 'stepping'])(
  'p() of a force is the power that it takes: method=%s',
  (method) => {
    // 2 N push 3 kg from rest: v = 2/3 t, work 4/6 t^2; F of a source is negative where it drives.
    const body =
      'YMASS1 a 3\nYFORCE1 a 0 2\n.tran 1m 1 uic\n.print tran p(yforce1)\n.meas tran w INTEG p(yforce1)';
    const result = run(netlist(body), { method });
    expect(result.final('p(yforce1)')).toBeCloseTo(-4 / 3, 6);
    expect(result.report.measures?.[0]?.value).toBeCloseTo(-2 / 3, 5);
  },
);
