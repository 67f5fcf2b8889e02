/** Files of points that expressions name, as Xyce reads them. */
import { expect, it } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { beside } from '../analysis/measures/measure-run.js';

it('what stands behind the numbers of a line is a comment, and lines may stand in any order', () => {
  const textSource = beside({
    'points.dat': '* a comment\n2u 40 * not 77\n0 0\n; 1u 66 77\n1u 10 also 3 4\n# end\n',
  });
  const text = 't\nB1 o 0 V={table("points.dat")}\nR1 o 0 1k\n.tran 1u 1.5u\n.print tran v(o)\n';
  const { runs } = simulate({ name: 'a.cir', text }, { dialect: 'xyce', textSource });
  expect(runs[0]?.report.final[0]?.value).toBeCloseTo(25, 9);
});

it.each(['table', 'fasttable', 'spline', 'akima', 'cubic', 'wodicka', 'bli'])(
  '%sfile("name") is what it is without "file"',
  (name) => {
    const textSource = beside({ 'points.dat': '0 0\n1u 10\n2u 40\n3u 20\n' });
    const value = (written: string): number | undefined => {
      const text = `t\nB1 o 0 V={${written}("points.dat")}\nR1 o 0 1k\n.tran 1u 1.5u\n.print tran v(o)\n`;
      return simulate({ name: 'a.cir', text }, { dialect: 'xyce', textSource }).runs[0]?.report.final[0]
        ?.value;
    };
    expect(value(`${name}file`)).toBeDefined();
    expect(value(`${name}file`)).toBe(value(name));
  },
);

it('samples at the distances of logarithms are told to stand at equal ones', () => {
  const textSource = beside({ 'points.dat': '0 0\n1u 10\n2u 40\n3u 20\n' });
  const text = 't\nB1 o 0 V={table("points.dat",3,far)}\n.param far=true\nR1 o 0 1k\n.tran 1u 1.5u\n';
  const { diagnostics } = simulate({ name: 'a.cir', text }, { dialect: 'xyce', textSource });
  expect(diagnostics.map(({ message }) => message)).toContain(
    'table(): samples stand at equal distances, not at those of logarithms',
  );
});
