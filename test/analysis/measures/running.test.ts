/** Measures among what is written: their value so far, at every row, by every method. Closed forms of a triangle. */
import { expect, it } from 'vitest';
import { formatDiagnostic } from '../../../src/base/diagnostic.js';
import { simulate } from '../../../src/analysis/simulate.js';

/** A triangle of 1 V and 4 ms: 0.5 V is passed at 1, 3, 5 and 7 ms; v(b) is the time in ms. */
const triangle = [
  'V1 a 0 pwl(0 0 2m 1 4m 0 6m 1 8m 0)',
  'V2 b 0 pwl(0 0 8m 8)',
  'R1 a c 1k',
  'R2 b 0 1k',
  'C1 c 0 1n',
  '.tran 0.1m 8m',
];

function columns(
  cards: readonly string[],
  options = '',
): { t: Float64Array; of: (name: string) => Float64Array } {
  const text = ['running', ...triangle, ...cards, options, '.end'].join('\n');
  const { runs, diagnostics } = simulate({ name: 'r.cir', text });
  const plot = runs[0]?.plot;
  if (!plot) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  const of = (name: string): Float64Array => {
    const k = plot.header.columns.findIndex((column) => column.name === name);
    if (k < 0) throw new Error(`${name} is not written`);
    return plot.columns[k] ?? new Float64Array();
  };
  return { t: of('time'), of };
}

/** Whether a column is a function of time at each of its rows but those of a jump. */
function expectColumn(
  { t, of }: ReturnType<typeof columns>,
  name: string,
  truth: (t: number) => number,
  jumps: readonly number[],
): void {
  const values = of(name);
  let seen = 0;
  t.forEach((time, k) => {
    if (jumps.some((jump) => Math.abs(time - jump) < 1e-9)) return;
    seen++;
    expect(Math.abs((values[k] ?? NaN) - truth(time))).toBeLessThan(1e-9);
  });
  expect(seen).toBeGreaterThan(60);
}

const passages = [1e-3, 3e-3, 5e-3, 7e-3];
const before = (t: number): number[] => passages.filter((passage) => passage <= t);

it.each([
  ['exact events', ''],
  ['sparse steps', '.options method=stepping'],
])('a place is 0 until it is met, and kept from then on, by %s', (_, options) => {
  const found = columns(
    [
      '.print tran v(a) first second third last',
      '.meas tran first when v(a)=0.5',
      '.meas tran second when v(a)=0.5 cross=-2',
      '.meas tran_cont third when v(a)=0.5 cross=2',
      '.meas tran last find v(b) when v(a)=0.5 cross=last default_val=-7',
    ],
    options,
  );
  expectColumn(found, 'first', (t) => before(t)[0] ?? 0, passages);
  expectColumn(found, 'second', (t) => before(t).at(-2) ?? 0, passages);
  expectColumn(found, 'third', (t) => before(t).slice(1).at(-1) ?? 0, passages);
  expectColumn(found, 'last', (t) => (before(t).at(-1) ?? -7e-3) * 1e3, passages);
});

it('an expression has its default before its interval, and at the end of that keeps its value', () => {
  const found = columns([
    '.print tran sum {2*window} window early never',
    '.meas tran sum param {v(b)+1}',
    '.meas tran window param {sum*2} from=1m to=2.55m default_val=-1',
    '.meas tran early param {sum} to=3m',
    '.meas tran never param {sum} from=9m to=10m default_val=-5',
  ]);
  const window = (t: number): number => (t < 1e-3 ? -1 : 2 * (1 + Math.min(t, 2.55e-3) * 1e3));
  const places = [1e-3, 2.55e-3, 3e-3];
  expectColumn(found, 'sum', (t) => 1 + 1e3 * t, []);
  expectColumn(found, 'window', window, places);
  expectColumn(found, '{2*window}', (t) => 2 * window(t), places);
  expectColumn(found, 'early', (t) => 1 + Math.min(3, 1e3 * t), places);
  expectColumn(found, 'never', () => -5, []);
});

it('the result of an expression that ends early is its value there, of other measures too', () => {
  const { runs } = simulate({
    name: 'r.cir',
    text: ['r', ...triangle, '.meas tran sum param {v(b)+1}', '.meas tran early param {2*sum} to=3m'].join(
      '\n',
    ),
  });
  const early = runs[0]?.report.measures?.find(({ name }) => name === 'early');
  expect(early?.value).toBeCloseTo(8, 9);
});

it('rows are those of the run without measures, to the bit', () => {
  const [plain, measured] = ['', ' first'].map((more) =>
    columns([`.print tran v(c)${more}`, '.meas tran first find v(b) when v(a)=0.5 cross=last']),
  );
  const at = new Map(Array.from(plain?.t ?? [], (t, k) => [t, plain?.of('v(c)')[k]]));
  const common = Array.from(measured?.t ?? []).filter((t) => at.has(t));
  expect(common.length).toBeGreaterThan(60);
  measured?.t.forEach((t, k) => {
    if (at.has(t)) expect(measured.of('v(c)')[k]).toBe(at.get(t));
  });
});
