import { expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { messages, netlist } from './run-netlist.js';

const hint =
  '  hint: keep the arguments of ln, sqrt, exp and quotients in their ranges, by max() or limit() for example';

test('a logarithm whose argument reaches 0 ends the run there; the rows until then are kept and right', () => {
  // v(a) = 1 - 2000 t is 0 at 0.5 ms.
  const text = netlist(
    'V1 a 0 pwl(0 1 1m -1)\nR0 a 0 1\nB1 b 0 I=ln(v(a))\nR1 b 0 1k\n.tran 10u 5m\n.print v(b)',
  );
  const result = simulate({ name: 't.cir', text }, { options: { method: 'events' } });
  const reason = 'what b1 computes is no finite number right after t = 500 us';
  expect(messages(result)).toBe(`error: ${reason}\n${hint}`);
  const [only] = result.runs;
  expect(only?.plot?.incomplete).toBe(reason);
  const [time, v] = only?.plot?.columns ?? [];
  expect(time?.at(-1)).toBeCloseTo(0.5e-3, 9);
  time?.forEach((t, k) => {
    // Kirchhoff at b: -ln v(a) = v(b) / 1k. Newton's residual is 1e-12 relative.
    if (t < 0.499e-3)
      expect((v?.[k] ?? NaN) / (-1e3 * Math.log(1 - 2000 * t) || 1)).toBeCloseTo(t > 0 ? 1 : 0, 6);
  });
});

test('sparse steps end there too, and name the source', () => {
  const text = netlist(
    'V1 a 0 pwl(0 1 1m -1)\nR0 a 0 1\nB1 b 0 I=ln(v(a))\nR1 b 0 1k\n.tran 10u 5m\n.print v(b)',
  );
  const [only] = simulate({ name: 't.cir', text }).runs;
  expect(only?.plot?.incomplete).toContain('b1');
  const [time, v] = only?.plot?.columns ?? [];
  expect(time?.at(-1)).toBeCloseTo(0.5e-3, 9);
  // Newton's residual is reltol = 1e-3 of a row, at most.
  time?.forEach((t, k) => {
    if (t < 0.499e-3)
      expect(Math.abs((v?.[k] ?? NaN) + 1e3 * Math.log(1 - 2000 * t))).toBeLessThan(1e-3 * 6215);
  });
});

test('a quotient of voltages that are both 0 is 0, as in ngspice; one by 0 alone names the source', () => {
  const quotient = (of: string): ReturnType<typeof simulate> => {
    const text = netlist(
      `V1 a 0 1\nR0 a 0 1\nB1 b 0 V=${of}\nR1 b 0 1k\nR2 c 0 1k\nR3 d 0 1k\nR4 c d 1k\n.op\n.print op v(b)`,
    );
    return simulate({ name: 't.cir', text });
  };
  const { runs } = quotient('v(c)/v(d)');
  expect([...(runs[0]?.plot?.columns.at(-1) ?? [])]).toEqual([0]);
  expect(messages(quotient('(v(c)+1)/v(d)'))).toBe(
    `error: the operating point was not found: what b1 computes was no finite number on the way\n${hint}`,
  );
});

test('Newton’s method takes a shorter step where the whole one leaves the range of a function', () => {
  // A capacitor discharged by a current sqrt(v): v = (1 - t/2)^2 stays positive; a step may overshoot 0.
  const text = netlist('B1 a 0 I=sqrt(v(a))\nC1 a 0 1 ic=1\n.tran 0.1 1.9 uic\n.print v(a)');
  const result = simulate({ name: 't.cir', text });
  expect(messages(result)).toBe('');
  // The error control allows 1e-5 of v = 1 a step.
  expect(result.runs[0]?.report.final[0]?.value).toBeCloseTo((1 - 1.9 / 2) ** 2, 4);
});

test.each([
  ['YFORCE1 m 0 f={1/time}', 'yforce1: 1 / time is infinite at t = 0'],
  ['B1 m 0 I={log(time)}', 'b1: log(time) is minus infinite at t = 0'],
  ['B1 m 0 I={sin(time)/time}', 'b1: sin(time) / time is no number at t = 0'],
])('a source of time alone that is not finite at the start is named with its place: %s', (card, message) => {
  const body = card.startsWith('Y') ? 'YMASS1 m 1' : 'C1 m 0 1';
  for (const method of ['events', 'stepping', 'theta'])
    for (const uic of ['', ' uic']) {
      const text = netlist(`${body}\n${card}\n.tran 1m 1${uic}\n.print tran v(m)`);
      const [first = ''] = messages(simulate({ name: 't.cir', text }, { options: { method } })).split('\n');
      expect(first).toBe(`t.cir:3:1: error: ${message}`);
    }
});

test.each([
  ['YFORCE1 m 0 f={1/(time-0.5)}', 'yforce1: 1 / (time - 0.5) is infinite at t = 0.5 s'],
  ['YFORCE1 m 0 f={1/(time-0.5003)}', 'yforce1: 1 / (time - 0.5003) is infinite at t = 0.5003 s'],
  ['B1 m 0 I={v(a)/(time-0.5003)}', 'b1: 1 / (time - 0.5003) is infinite at t = 0.5003 s'],
  ['B1 m 0 I={sqrt(0.25-time)}', 'b1: sqrt(0.25 - time) is no number at t = 0.25 s'],
])('a pole of a source within the run is named with its place and time: %s', (card, message) => {
  const body = card.startsWith('Y') ? 'YMASS1 m 1' : 'C1 m 0 1\nV1 a 0 1\nR1 a 0 1';
  for (const method of ['auto', 'events', 'stepping', 'theta'])
    for (const uic of ['', ' uic']) {
      const text = netlist(`${body}\n${card}\n.tran 1m 1${uic}\n.print tran v(m)`);
      const result = simulate({ name: 't.cir', text }, { options: method === 'auto' ? {} : { method } });
      expect(messages(result).split('\n')[0]).toBe(
        `t.cir:${card.startsWith('Y') ? 3 : 5}:1: error: ${message}`,
      );
    }
});

test('a pole behind the end of the run, or of an operating point, is none of its concern', () => {
  const pole = 'C1 m 0 1\nR1 m 0 1\nB1 m 0 I={1/(time-0.5)}\n';
  for (const card of ['.tran 1m 0.4', '.op'])
    expect(messages(simulate({ name: 't.cir', text: netlist(`${pole}${card}\n.print v(m)`) }))).toBe('');
});
