/** Points of tables and curves ascend: where they go back no rule says what is meant. */
import { expect, it } from 'vitest';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import { simulate } from '../../src/analysis/simulate.js';

const errorsOf = (...cards: readonly string[]): string[] =>
  simulate({ name: 'a.cir', text: ['t', 'V1 a 0 1.5', 'R1 b 0 1', ...cards, '.op'].join('\n') })
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(formatDiagnostic);

it.each(['table', 'pwl', 'spline', 'akima', 'bli'])('%s() of a voltage that goes back is refused', (name) => {
  const card = `B1 b 0 V={${name}(v(a),2,20,0,0,1,10)}`;
  expect(errorsOf(card)).toEqual([
    [
      `a.cir:4:11: error: ${name}() goes back from 2 to 0`,
      `  ${card}`,
      `            ${'^'.repeat(card.length - 11)}`,
      `  hint: write ${name}(x, x1, y1, x2, y2 ...) with ascending x1, x2 ...`,
    ].join('\n'),
  ]);
});

it('so is one of numbers, and one of parameters', () => {
  expect(errorsOf('.param p=table(0.5,2,20,0,0)', 'R2 b 0 {p}')[0]).toContain('goes back from 2 to 0');
  expect(errorsOf('.param p=2', 'B1 b 0 V={table(v(a),p,20,0,0)}')[0]).toContain('goes back from 2 to 0');
});

it('points that ascend, with jumps, are none of that', () => {
  expect(errorsOf('B1 b 0 V={table(v(a),0,0,1,1,1,2,2,4)}')).toEqual([]);
});
