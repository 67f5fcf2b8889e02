/** Digital parts of Xyce: U cards with a model DIG, whose outputs hang between two resistances. */
import { expect, it } from 'vitest';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import { simulate } from '../../src/analysis/simulate.js';
import { measure } from '../analysis/measures/measure-run.js';

const model = `.model dm dig(clo=1f chi=1f s0rlo=5 s0rhi=200 s0tsw=5n s0vhi=1.8 s1rlo=200 s1rhi=5 s1tsw=5n s1vlo=1
+ rload=1k cload=1f delay=20n)`;
const supply = 'Vp p 0 3';
const [low, high] = [(3 * 5) / 205, (3 * 200) / 205];

/** v(q) at rest with levels at inputs a, b ... */
function atRest(type: string, levels: string, nodes: string): readonly number[] {
  const sources = Array.from(levels, (level, k) => `V${k} ${'abcde'.charAt(k)} 0 ${level === '1' ? 3 : 0}`);
  const text = [
    't',
    supply,
    ...sources,
    `U1 ${type} p 0 ${nodes} dm`,
    'Rq q 0 1g',
    'Rn n 0 1g',
    model,
    '.op',
  ];
  const { runs } = simulate(text.join('\n'), { dialect: 'xyce' });
  const of = (name: string): number =>
    runs[0]?.report.final.find((value) => value.name === name)?.value ?? NaN;
  return [of('v(q)'), of('v(n)')];
}

it.each([
  ['AND(3)', '111', 'a b c q', 1],
  ['AND(3)', '110', 'a b c q', 0],
  ['NOR(2)', '00', 'a b q', 1],
  ['NXOR', '10', 'a b q', 0],
  ['NOT', '0', 'a q', 1],
  ['BUF', '1', 'a q', 1],
] as const)('%s of %s', (type, levels, nodes, wanted) => {
  expect(atRest(type, levels, nodes)[0]).toBeCloseTo(wanted === 1 ? high : low, 6);
});

it.each([
  ['ADD', '110', 'a b c q n', [0, 1]],
  ['ADD', '111', 'a b c q n', [1, 1]],
  // Preset and clear where 0 counts, the clock, data; at rest q is the level of data.
  ['DFF', '0101', 'a b c d q n', [1, 0]],
  ['DFF', '1001', 'a b c d q n', [0, 1]],
  ['DFF', '1101', 'a b c d q n', [1, 0]],
  ['JKFF', '11101', 'a b c d e q n', [0, 1]],
  ['TFF', '10', 'a b q n', [1, 0]],
  ['DLTCH', '1110', 'a b c d q n', [0, 1]],
] as const)('%s of %s', (type, levels, nodes, wanted) => {
  const found = atRest(type, levels, nodes);
  expect(found).toEqual(wanted.map((level) => expect.closeTo(level === 1 ? high : low, 6) as number));
});

it('an output begins to turn a delay after its input has passed the threshold of its state', () => {
  const { value } = measure(
    `${supply}\nVa a 0 pulse(0 3 0 30n 30n 100n 1u)\nU1 BUF p 0 a q dm\n${model}\n.tran 1n 250n
.meas tran up when v(q)=1.5 rise=1\n.meas tran down when v(q)=1.5 fall=1`,
    { dialect: 'xyce' },
  );
  // Both resistances are 102.5 Ohm in the middle of 5 ns; 1.8 V is passed at 18 ns, 1 V at 150 ns.
  expect(value('up')).toBeCloseTo(18e-9 + 20e-9 + 2.5e-9, 11);
  expect(value('down')).toBeCloseTo(150e-9 + 20e-9 + 2.5e-9, 11);
});

it('a part with too few nodes is told how it is written', () => {
  const { diagnostics } = simulate(['t', supply, 'U1 XOR p 0 a q dm', 'Ra a q 1', model, '.op'].join('\n'), {
    dialect: 'xyce',
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(formatDiagnostic)[0]).toContain(
    'u1: xor takes 2 inputs and 1 outputs',
  );
});
