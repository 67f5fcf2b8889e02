/** Of an included text only those definitions are read that the circuit comes to: what is read is the same, and the rest harms nobody. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextSource } from '../../src/base/host.js';
import { circuitLanguage } from '../../src/circuit/language-table.js';
import { elaborate, type Elaboration } from '../../src/netlist/elaborate.js';

function read(cards: string, files: Readonly<Record<string, string>> = {}): Elaboration {
  const textSource: TextSource = {
    resolve: (name) => name,
    read: (name) => ({ name, text: files[name] ?? '' }),
  };
  return elaborate({ name: 'main.cir', text: `t\n${cards}\n.end\n` }, circuitLanguage, textSource);
}

/** Elements without their places: name, nodes, value, and type and parameters of the model. */
function elementsOf({ circuit, diagnostics }: Elaboration): unknown {
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return circuit?.elements.map(({ name, nodes, value, model }) => ({
    ...{ name, nodes, value },
    ...(model && { type: model.type, parameters: [...model.parameters] }),
  }));
}

const messages = ({ diagnostics }: Elaboration): string[] =>
  diagnostics.map(({ severity, message }) => `${severity}: ${message}`);

describe('a library', () => {
  const broken = [
    '.model wrong d(is=)',
    '.model worse nmos(vto= kp=)',
    '.subckt open a b {k=???}',
    'R1 a b',
    '.ends',
    '.subckt good a b',
    '.model inner d(is=2e-14)',
    'D1 a b inner',
    '.ends',
  ].join('\n');

  it('may be wrong in what the circuit does not use', () => {
    const result = read('V1 in 0 1\nX1 in 0 good\n.include parts.lib\n.op', { 'parts.lib': broken });
    expect(messages(result)).toEqual([]);
    expect(elementsOf(result)).toMatchObject([
      { name: 'v1' },
      { name: 'x1.d1', parameters: [['is', 2e-14]] },
    ]);
  });

  it('may read further ones within its subcircuits', () => {
    const files = {
      'parts.lib':
        '.subckt outer a b\n.lib inner.lib res\nX1 a b part\n.ends\n.subckt other a b\nR1 a b 7\n.ends',
      'inner.lib': '.lib res\n.subckt part a b\nR1 a b 4k\n.ends\n.endl',
    };
    for (const include of ['.include parts.lib', '.lib parts.lib']) {
      const result = read(`V1 in 0 1\nX1 in 0 outer\nX2 in 0 other\n${include}\n.op`, files);
      expect(elementsOf(result)).toMatchObject([
        { name: 'v1' },
        { name: 'x1.x1.r1', value: 4000 },
        { name: 'x2.r1', value: 7 },
      ]);
    }
  });

  it.each([
    ['D1 in 0 wrong', 1],
    ['X1 in 0 open', 3],
  ])('is told of where it is used: %s', (card, line) => {
    const { diagnostics } = read(`V1 in 0 1\n${card}\n.include parts.lib\n.op`, { 'parts.lib': broken });
    const [wrong, ...others] = diagnostics.filter(({ severity }) => severity === 'error');
    expect([wrong?.span?.source.name, others]).toEqual(['parts.lib', []]);
    expect(broken.slice(0, wrong?.span?.start).split('\n')).toHaveLength(line);
  });

  it('gives hints of what it has, be it read or not', () => {
    const { diagnostics } = read('V1 in 0 1\nX1 in 0 goood\nD1 in 0 iner2\n.include parts.lib\n.op', {
      'parts.lib': `${broken}\n.model inner2 d`,
    });
    expect(diagnostics.map(({ hint }) => hint)).toEqual(
      expect.arrayContaining(['did you mean "good"?', 'did you mean "inner2"?']),
    );
  });

  it('gives all bins of a model, and the base of one that is like another', () => {
    const library = [
      '.model n.1 nmos(level=8 vth0=.5 lmin=0 lmax=1u wmin=0 wmax=1)',
      '.model n.2 nmos(level=8 vth0=.4 lmin=1u lmax=1 wmin=0 wmax=1)',
      '.model base d(is=1e-13)',
      '.model like ako:base d(n=2)',
    ].join('\n');
    const result = read('M1 in in 0 0 n w=1u l=2u\nD1 in 0 like\nV1 in 0 1\n.include parts.lib\n.op', {
      'parts.lib': library,
    });
    const [first, second] = elementsOf(result) as { parameters: [string, number][] }[];
    expect(first?.parameters).toContainEqual(['vth0', 0.4]);
    expect(second?.parameters).toContainEqual(['is', 1e-13]);
  });

  it('is as good as its first definition, in the order of the texts', () => {
    const own = '.model d1 d(is=1e-14)';
    const files = { 'parts.lib': '.model d1 d(is=1e-12)\n.model d1 d(is=1e-10)' };
    const is = (cards: string): unknown => elementsOf(read(`V1 in 0 1\nD1 in 0 d1\n${cards}\n.op`, files));
    expect(is(`.include parts.lib\n${own}`)).toMatchObject([{}, { parameters: [['is', 1e-12]] }]);
    expect(is(`${own}\n.include parts.lib`)).toMatchObject([{}, { parameters: [['is', 1e-14]] }]);
  });

  it('loses one subcircuit, and not those behind it, where one .ends is forgotten or one too many', () => {
    const library =
      '.subckt open a b\nR1 a b 1k\n.subckt good a b\nR1 a b 2k\n.ends\n.ends\n.subckt last a b\nR1 a b 3k\n.ends';
    const calling = (name: string): Elaboration =>
      read(`V1 in 0 1\nX1 in 0 ${name}\n.lib parts.lib\n.op`, {
        'parts.lib': library.replace('.ends\n.ends', '.ends'),
      });
    expect(elementsOf(calling('good'))).toMatchObject([{ name: 'v1' }, { name: 'x1.r1', value: 2000 }]);
    expect(elementsOf(calling('last'))).toMatchObject([{ name: 'v1' }, { name: 'x1.r1', value: 3000 }]);
    expect(messages(calling('open'))).toEqual(['error: .subckt is never closed']);
    const surplus = { 'parts.lib': library.replace('.subckt open a b\n', '') };
    const result = read('V1 in 0 1\nX1 in 0 last\n.lib parts.lib\n.op', surplus);
    expect(elementsOf(result)).toMatchObject([{ name: 'v1' }, { name: 'x1.r1', value: 3000 }]);
  });

  it('that .lib names gives definitions alone: what else stands in it is told', () => {
    const files = {
      'parts.lib': 'This file has diodes\nRtest in 0 1\n(c) them\n.model dx d(is=1e-12)\n.param r=2',
    };
    const result = read('V1 in 0 1\nD1 in 0 dx\nR1 in 0 {r}\n.lib parts.lib\n.op', files);
    expect(elementsOf(result)).toMatchObject([{ name: 'v1' }, { name: 'd1' }, { name: 'r1', value: 2 }]);
    expect(messages(result)).toContainEqual(
      'warning: the library "parts.lib" has 3 cards outside of its subcircuits, which are left out',
    );
  });
});

it('takes linear time over a hundred thousand subcircuits that nothing closes', () => {
  const many = Array.from({ length: 100_000 }, (_, k) => `.subckt s${k} a b\nR1 a b ${k + 1}`).join('\n');
  const { diagnostics } = read('V1 in 0 1\nX1 in 0 s7\n.include parts.lib\n.op', { 'parts.lib': many });
  expect(diagnostics.map(({ message }) => message)).toEqual(['.subckt is never closed']);
});

/** Subcircuits and models of which each names others, in any order, and calls of some. */
const libraries = fc
  .record({
    size: fc.integer({ min: 1, max: 12 }),
    links: fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 12 }),
    calls: fc.array(fc.nat(11), { minLength: 1, maxLength: 4 }),
    order: fc.infiniteStream(fc.nat(1000)),
  })
  .map(({ size, links, calls, order }) => {
    const of = (k: number): string => {
      // Only what comes later is called, so that nothing calls itself.
      const called = links.filter(([from, to]) => from % size === k && to % size > k);
      const lines = called.map(([, to], j) => `X${j} a b s${to % size}`);
      return [`.subckt s${k} a b`, ...lines, `D0 a b m${k}`, '.ends', `.model m${k} d(is=${k + 1}e-14)`].join(
        '\n',
      );
    };
    const ranks = order.take(size);
    const sorted = [...ranks].map((rank, k) => [rank, k] as const).sort(([a], [b]) => a - b);
    const main = calls.map((k, j) => `X${j} in 0 s${k % size}`).join('\n');
    return { main, library: sorted.map(([, k]) => of(k)).join('\n') };
  });

it('a circuit is the same with its library included and pasted', () => {
  fc.assert(
    fc.property(libraries, ({ main, library }) => {
      const around = (text: string): string => `V1 in 0 1\n${main}\n${text}\n.op`;
      const included = elementsOf(read(around('.include parts.lib'), { 'parts.lib': library }));
      expect(included).toEqual(elementsOf(read(around(library))));
    }),
    { numRuns: 50 },
  );
});
