import { describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import { simulate } from '../../src/analysis/simulate.js';
import { prepare } from '../../src/analysis/preparation.js';
import { netlist, netlistText, run, type NetlistRun } from './run-netlist.js';

const mu0 = 4e-7 * Math.PI;

/** The integral of one column over another between two times, by the trapezoidal rule. */
function area({ column }: NetlistRun, y: string, x: string, from: number, to: number): number {
  const [time, ys, xs] = [column('time'), column(y), column(x)];
  let sum = 0;
  for (let k = 1; k < time.length; k++) {
    if (time[k - 1]! >= from - 1e-12 && time[k]! <= to + 1e-12) {
      sum += 0.5 * (ys[k]! + ys[k - 1]!) * (xs[k]! - xs[k - 1]!);
    }
  }
  return sum;
}

/** A column at a time, between its rows. */
function at({ column }: NetlistRun, name: string, t: number): number {
  const time = column('time');
  const k = Math.min(
    time.length - 1,
    Math.max(
      1,
      time.findIndex((value) => value >= t),
    ),
  );
  const part = (t - time[k - 1]!) / (time[k]! - time[k - 1]!);
  return column(name)[k - 1]! * (1 - part) + column(name)[k]! * part;
}

function errorsOf(body: string): string[] {
  const { diagnostics } = prepare({ name: 't.cir', text: netlist(body) });
  return diagnostics.filter(({ severity }) => severity === 'error').map(formatDiagnostic);
}

describe('hysteresis-core.cir', () => {
  const file = netlistText('hysteresis-core.cir');
  const result = run(file);
  const period = 20e-3;

  test('transforms voltages by the turns', () => {
    expect(result.certificate.missed).toEqual([]);
    const [p, s] = [result.column('v(p)'), result.column('v(s)')];
    const largest = Math.max(...p);
    p.forEach((v, k) => {
      expect(Math.abs(s[k]! - v / 2)).toBeLessThan(1e-9 * largest);
    });
  });

  test('runs through a symmetric loop after the first period', () => {
    const largest = Math.max(...result.column('b(k1)'));
    expect(largest).toBeGreaterThan(0.9);
    for (let k = 0; k < 20; k++) {
      const t = period * (1.5 + k / 20);
      const sum = at(result, 'b(k1)', t) + at(result, 'b(k1)', t + period / 2);
      // Rows lie on lines of 1e-3 (rowtol).
      expect(Math.abs(sum)).toBeLessThan(3e-3 * largest);
    }
  });

  test('absorbs AREA PATH times the area of the loop, which the ledger counts as dissipated', () => {
    const fine = { rowtol: 1e-4 };
    const three = run(file, fine);
    const two = run(file.replace('60m', '40m'), fine);
    const dissipated = three.certificate.energy.dissipated - two.certificate.energy.dissipated;
    const loop = area(three, 'h(k1)', 'b(k1)', 2 * period, 3 * period);
    const heat = (current: string, resistance: number): number => {
      const [time, i] = [three.column('time'), three.column(current)];
      let sum = 0;
      for (let k = 1; k < time.length; k++) {
        if (time[k]! > 2 * period) sum += 0.5 * (i[k]! ** 2 + i[k - 1]! ** 2) * (time[k]! - time[k - 1]!);
      }
      return resistance * sum;
    };
    // 1 cm^2 times 10 cm.
    const loss = dissipated - heat('i(l1)', 20) - heat('i(l2)', 1e3);
    expect(loop).toBeGreaterThan(100);
    expect(loss / (1e-4 * 0.1 * loop)).toBeCloseTo(1, 2);
  });
});

test('the loop of a core does not depend on the rate at which its field is driven', () => {
  const loop = (frequency: number): number => {
    const period = 1 / frequency;
    const result = run(
      netlist(
        `I1 0 p sin(0 1 ${frequency})\nL1 p 0 100\nK1 L1 1 iron\n.model iron core(ms=1.2meg a=300 area=1 path=10)\n` +
          `.tran ${period / 400} ${2 * period}\n.print h(k1) b(k1)`,
      ),
      { rowtol: 1e-4 },
    );
    expect(result.certificate.missed).toEqual([]);
    return area(result, 'h(k1)', 'b(k1)', period, 2 * period);
  };
  expect(loop(5e3) / loop(50)).toBeCloseTo(1, 3);
});

describe('windings on a core', () => {
  test('without hysteresis (c = 1) follow the anhysteretic curve, and give back what they took', () => {
    const [ms, a] = [1.2e6, 300];
    const { column, certificate } = run(
      netlist(
        'I1 0 p sin(0 1 50)\nL1 p 0 100\nK1 L1 1 iron\n' +
          `.model iron core(ms=${ms} a=${a} c=1 alpha=0 betah=0 area=1 path=10 bhsiunits=1)\n` +
          '.tran 50u 40m\n.print h(k1) b(k1) i(L1)',
      ),
    );
    expect(certificate.missed).toEqual([]);
    const largest = mu0 * (1000 + (ms * 1000) / (a + 1000));
    column('h(k1)').forEach((h, k) => {
      expect(h).toBeCloseTo(column('i(l1)')[k]! * 1000, 9);
      const anhysteretic = mu0 * (h + (ms * h) / (a + Math.abs(h)));
      // Steps of 1e-5, some hundred of them.
      expect(Math.abs(column('b(k1)')[k]! - anhysteretic)).toBeLessThan(2e-3 * largest);
    });
    const stored = 1e-5 * (ms * a * mu0) * (Math.log(1 + 1000 / a) - 1000 / (a + 1000));
    expect(Math.abs(certificate.energy.delivered)).toBeLessThan(1e-2 * stored);
  });

  test.each([0, 0.01])('at small fields are N^2 mu0 S / l times the permeability, gap %f cm', (gap) => {
    // c = 1: M = MS H / A; with a gap H = H_a - gap M.
    const chi = 1 / (1e-3 + gap / 10);
    const L = 1e4 * ((mu0 * 1e-4) / 0.1) * (1 + (1 - gap / 10) * chi);
    const { final, certificate } = run(
      netlist(
        'V1 p 0 sin(0 1m 50 0 0 90)\nL1 p 0 100\nK1 L1 1 iron\n' +
          `.model iron core(ms=1meg a=1k c=1 alpha=0 betah=0 area=1 path=10 gap=${gap})\n` +
          '.tran 20u 5m uic\n.print i(L1)',
      ),
    );
    const current = 1e-3 / (2 * Math.PI * 50 * L);
    // The largest field is a thousandth of A.
    expect(final('i(l1)') / current).toBeCloseTo(1, 2);
    expect(certificate.energy.stored / (0.5 * L * current ** 2)).toBeCloseTo(1, 2);
    expect(Math.abs(certificate.energy.dissipated)).toBeLessThan(5e-3 * certificate.energy.stored);
  });

  test('make the field by the sum of their ampere turns', () => {
    const body = (second: string): string =>
      `I1 0 a sin(0 1 50)\nI2 0 b sin(0 ${second} 50)\nI3 0 c sin(0 0.5 50)\nL1 a 0 100\nL2 b 0 50\nL3 c 0 20\n` +
      'R1 a 0 1k\nR2 b 0 1k\nR3 c 0 1k\nK1 L1 L2 L3 0.8 iron\n.model iron core(area=1 path=10 bhsiunits=1)\n' +
      '.tran 0.1m 20m\n.print h(k1) b(k1) i(L1) i(L2) i(L3)';
    const { column, certificate } = run(netlist(body('1')));
    expect(certificate.missed).toEqual([]);
    column('h(k1)').forEach((h, k) => {
      const sum = 100 * column('i(l1)')[k]! + 50 * column('i(l2)')[k]! + 20 * column('i(l3)')[k]!;
      expect(h).toBeCloseTo(sum / 0.1, 9);
    });
    // 100 - 2.2 x 50 + 0.5 x 20 = 0: no flux.
    const cancelled = run(netlist(body('-2.2')));
    expect(Math.max(...cancelled.column('b(k1)').map(Math.abs))).toBeLessThan(1e-9);
  });

  test('in subcircuits have cores of their own; m of them in parallel share the current', () => {
    const text = (calls: string, more: string): string =>
      netlist(
        `I1 0 a sin(0 2 50)\n${calls}\n.subckt coil p\nL1 p 0 100\nK1 L1 1 iron\n.ends\n` +
          `.model iron core(area=1 path=10)\n.tran 0.1m 20m\n.print v(a) n(x1:ymin!k1_h) n(x1:ymin!k1_b) n(x1:ymin!k1_l1_branch)${more}`,
      );
    const two = run(text('X1 a coil\nX2 a coil', ' b(x2.k1)'));
    const parallel = run(text('X1 a coil m=2', ''));
    const names = ['v(a)', 'n(x1:ymin!k1_h)', 'n(x1:ymin!k1_b)'];
    for (const name of names) {
      const largest = Math.max(...two.column(name).map(Math.abs));
      expect(Math.abs(two.final(name) - parallel.final(name))).toBeLessThan(1e-3 * largest);
    }
    expect(two.final('b(x2.k1)')).toBeCloseTo(two.final('n(x1:ymin!k1_b)'), 6);
    expect(parallel.final('n(x1:ymin!k1_l1_branch)')).toBeCloseTo(
      2 * two.final('n(x1:ymin!k1_l1_branch)'),
      6,
    );
  });

  test('are stepped by their turns', () => {
    const { runs } = simulate({
      name: 't.cir',
      text: netlist(
        'V1 a 0 sin(0 1 50)\nL1 a 0 100\nL2 b 0 100\nR2 b 0 1\nK1 L1 L2 1 iron\n.model iron core\n' +
          '.step L1:L list 100 200\n.tran 0.1m 5m\n.print v(b)',
      ),
    });
    const ends = runs.map(({ report }) => report.final[0]?.value);
    expect(ends[0]).toBeCloseTo(1, 9);
    expect(ends[1]).toBeCloseTo(0.5, 9);
  });

  test('of level 2, and of a constant delvscaling, come to level 1 as the sign gets sharp', () => {
    const end = (parameters: string): number =>
      run(
        netlist(
          'V1 a 0 sin(0 5 50)\nR1 a p 10\nL1 p 0 100\nK1 L1 1 iron\n' +
            `.model iron core(area=1 path=10 ${parameters})\n.tran 0.1m 25m\n.print b(k1)`,
        ),
      ).final('b(k1)');
    const sharp = end('');
    expect(end('level=2 delv=1000') / sharp).toBeCloseTo(1, 3);
    expect(end('constdelvscaling=1 delvscaling=500 vinf=2') / sharp).toBeCloseTo(1, 3);
    expect(Math.abs(end('level=2') / sharp - 1)).toBeGreaterThan(0.01);
  });

  test('absorb the power that p(winding) says: the voltage of the whole winding', () => {
    const { column } = run(
      netlist(
        'I1 0 p sin(0 1 50)\nL1 p 0 100\nK1 L1 1 iron\n.model iron core\n.tran 0.1m 5m\n.print v(p) i(L1) p(L1)',
      ),
    );
    column('p(l1)').forEach((power, k) => {
      expect(power).toBeCloseTo(column('v(p)')[k]! * column('i(l1)')[k]!, 9);
    });
  });
});

describe('equations whose terms cancel', () => {
  test('are met to more than the tolerance of their terms: a core deep in saturation under its gap', () => {
    const { certificate } = run(
      netlist(
        'V1 1 0 sin(0 1 1k)\nL1 1 0 1m\nL2 2 0 2m\nR2 2 0 2\nK1 L1 L2 0.75 iron\n' +
          '.model iron core(gap=0.1 path=1 area=1)\n.tran 1u 20u\n.print v(2)',
      ),
      { certificate: 'full' },
    );
    // Newton's tolerance, 1e-12 of the terms, left 1e-9.
    expect(certificate.elementLaws.value).toBeLessThan(1e-10);
  });

  test('leave the current of a source, an inductor and a voltage that is 0 at rest to the least norm', () => {
    const { column } = run(
      netlist('V1 1 0 sin(0 1 50)\nL1 1 0 l={1m*(1+v(1)*v(1))}\n.tran 0.1m 10m\n.print i(L1)'),
    );
    expect(column('i(l1)')[0]).toBe(0);
    // L i' = v: the integral of sin / (1 + sin^2) over half a period is sqrt(2) asinh(1).
    const end = (1e3 / (100 * Math.PI)) * Math.SQRT2 * Math.asinh(1);
    expect(column('i(l1)').at(-1)! / end).toBeCloseTo(1, 4);
  });
});

describe('errors of cores', () => {
  const core = (model: string, more = ''): string =>
    `V1 a 0 sin(0 1 50)\nR1 a b 1\nL1 b 0 100\nL2 c 0 10\nR2 c 0 1\nK1 L1 L2 1 iron\n.model iron core(${model})\n${more}.tran 1m 1`;

  test.each([
    [
      core('area=0 path=-1'),
      [
        't.cir:8:23: error: model iron: area must be positive, not 0\n  .model iron core(area=0 path=-1)\n                        ^\n  hint: give the cross-section of the core in cm^2',
        't.cir:8:30: error: model iron: path must be positive, not -1\n  .model iron core(area=0 path=-1)\n                               ^^\n  hint: give the mean length around the core in cm',
      ],
    ],
    [
      core('gap=2'),
      [
        't.cir:7:12: error: model iron has a gap of 2 cm, which is not shorter than its path of 1 cm\n  K1 L1 L2 1 iron\n             ^^^^\n  hint: give path as the length around the core, gap included',
      ],
    ],
    [
      core('level=3'),
      [
        't.cir:7:12: error: model iron is of level 3; cores have the levels 1 and 2\n  K1 L1 L2 1 iron\n             ^^^^\n  hint: write level=1',
      ],
    ],
    [
      core('').replace('L1 L2 1 iron', 'L1 L2 -1 iron'),
      [
        't.cir:7:13: error: k1 has the coefficient -1; windings on a core need one above 0, at most 1\n  K1 L1 L2 -1 iron\n              ^^^^\n  hint: write 1, and exchange the nodes of a winding to turn it round',
      ],
    ],
    [
      core('', 'K2 L2 L1 1 iron\n'),
      [
        't.cir:4:1: error: l1 is wound on the cores of k2 and k1\n  L1 b 0 100\n  ^^^^^^^^^^\n  t.cir:7:1: k1 stands here\n  K1 L1 L2 1 iron\n  ^^^^^^^^^^^^^^^\n  hint: give each core a winding of its own',
        't.cir:5:1: error: l2 is wound on the cores of k2 and k1\n  L2 c 0 10\n  ^^^^^^^^^\n  t.cir:7:1: k1 stands here\n  K1 L1 L2 1 iron\n  ^^^^^^^^^^^^^^^\n  hint: give each core a winding of its own',
      ],
    ],
    [
      core('', 'L3 c 0 1m\nK2 L2 L3 0.5\n'),
      [
        't.cir:10:1: error: k2 couples l2, a winding on a core\n  K2 L2 L3 0.5\n  ^^^^^^^^^^^^\n  t.cir:7:1: k1 stands here\n  K1 L1 L2 1 iron\n  ^^^^^^^^^^^^^^^\n  hint: name it in one of them; for a leakage put an inductor in series with l2',
      ],
    ],
    [
      core('').replace('L2 c 0 10', 'L2 c 0 10 flux={x}').replace(' 10 flux', ' flux'),
      [
        't.cir:5:1: error: l2 is wound on the core of k1, but its value is no number of turns\n  L2 c 0 flux={x}\n  ^^^^^^^^^^^^^^^\n  t.cir:7:1: k1 stands here\n  K1 L1 L2 1 iron\n  ^^^^^^^^^^^^^^^\n  hint: write the turns as a number: l2 c 0 100',
      ],
    ],
    [
      core('').replace('L1 L2 1 iron', 'R2 1 iron'),
      [
        't.cir:6:1: error: k1 has r2 on its core, which is no inductor\n  R2 c 0 1\n  ^^^^^^^^\n  t.cir:7:1: k1 stands here\n  K1 R2 1 iron\n  ^^^^^^^^^^^^\n  hint: name inductors',
      ],
    ],
  ])('%#', (body, errors) => {
    expect(errorsOf(body)).toEqual(errors);
  });
});
