import { describe, expect, test } from 'vitest';
import { buildSparseModel } from '../../../src/circuit/sparse/sparse-model.js';
import { operatingPointModel, storedAtStart } from '../../../src/circuit/sparse/sparse-start.js';
import {
  branchesOfText,
  type DenseStep,
  read,
  solveDense,
  sparseModelOf,
  tolerances,
} from '../dense-descriptor.js';

/** Values of nodes and of branch currents of the static circuit. */
function statics(text: string, names: readonly string[], on?: readonly boolean[]): number[] {
  const model = sparseModelOf(text);
  const z = solveDense(model.system, { ...(on && { on }) });
  return names.map((name) => read(model, z, name));
}

/** The value of a node or current after one implicit Euler step from what is stored at the start. */
function afterStep(text: string, h: number, name: string, voltages: [string, number][] = []): number {
  const model = sparseModelOf(text);
  const step: DenseStep = { h, stored: storedAtStart(model, new Map(voltages)) };
  return read(model, solveDense(model.system, { t: h, step }), name);
}

const close = (values: readonly number[], expected: readonly number[]): void => {
  expect(values).toHaveLength(expected.length);
  // Rounding of a few operations on numbers of order 1 to 1e3.
  values.forEach((value, k) => expect(value).toBeCloseTo(expected[k] ?? NaN, 10));
};

describe('the sparse system of linear parts', () => {
  test('divides a voltage and gives the source the current that it delivers', () => {
    close(statics('V1 a 0 6\nR1 a b 1\nR2 b 0 2', ['a', 'b', 'v1']), [6, 4, -2]);
  });

  test('opens capacitors and shorts inductors at rest', () => {
    close(statics('V1 a 0 6\nR1 a b 1\nL1 b c 1m\nR2 c 0 2\nC1 c 0 1u', ['c', 'l1']), [4, 2]);
  });

  test('has unknowns for nodes and for currents of sources and coils only', () => {
    const { system } = sparseModelOf('V1 a 0 6\nR1 a b 1\nL1 b c 1m\nR2 c 0 2\nC1 c 0 1u\nI1 0 c 1');
    expect(Array.from({ length: system.size }, (_, k) => system.unknownName(k))).toEqual([
      'v(a)',
      'v(c)',
      'v(b)',
      'i(v1)',
      'i(l1)',
    ]);
    expect(system.rowName(1)).toBe('node c');
    expect(system.rowName(4)).toBe('l1');
    expect([...system.absolute]).toEqual([1e-6, 1e-6, 1e-6, 1e-12, 1e-12]);
    expect([...system.residual]).toEqual([1e-12, 1e-12, 1e-12, 1e-6, 1e-6]);
  });

  test('sends the current of I from its first node through it', () => {
    close(statics('I1 0 a 2\nR1 a 0 3', ['a']), [6]);
  });

  test.each([
    ['E1 b 0 a 0 3', [6]],
    ['G1 0 b a 0 3', [6]],
    ['F1 0 b V1 -3', [-3 * -2]],
    ['H1 b 0 V1 -3', [6]],
  ])('%s reads its control', (card, expected) => {
    close(statics(`V1 a 0 2\nR1 a 0 1\n${card}\nR2 b 0 1`, ['b']), expected);
  });

  test('reads the current of a capacitor as that of its charge', () => {
    // 1 V at once on C1 = 2 F over h = 1 through 1 Ohm: i = 1/3 of 1 V ... v = 1/3, i = 2/3.
    const text = 'V1 a 0 1\nR1 a b 1\nC1 b 0 2\nF1 0 c C1 3\nR2 c 0 1';
    close([afterStep(text, 1, 'b'), afterStep(text, 1, 'c')], [1 / 3, 2]);
  });

  test('takes initial values from ic=, else from .ic', () => {
    const text = 'C1 a 0 2\nR1 a 0 1';
    close([afterStep('C1 a 0 2 ic=3\nR1 a 0 1', 1, 'a')], [2]);
    close([afterStep(text, 1, 'a', [['a', 3]])], [2]);
    close([afterStep('L1 a 0 2 ic=3\nR1 a 0 1', 1, 'l1')], [2]);
  });

  test('couples inductors, perfectly where k is 1', () => {
    for (const k of [0.5, 1]) {
      const text = `V1 a 0 1\nR1 a p 1\nL1 p 0 1\nL2 s 0 4\nK1 L1 L2 ${k}\nR2 s 0 1`;
      // h = 1: (L/h + R) i = (1, 0) with M = 2 k.
      const determinant = 2 * 5 - 4 * k * k;
      close([afterStep(text, 1, 'l1'), afterStep(text, 1, 'l2')], [5 / determinant, (-2 * k) / determinant]);
    }
  });

  test('shares the initial flux of coupled inductors', () => {
    const text = 'L1 p 0 1 ic=1\nL2 s 0 1\nK1 L1 L2 1\nR1 p 0 1\nR2 s 0 1';
    // flux 1 in both rows; i1 = i2 = i with 2 i + i = 1 over h = 1.
    close([afterStep(text, 1, 'l1'), afterStep(text, 1, 'l2')], [1 / 3, 1 / 3]);
  });

  test('keeps the charge of capacitors in series with none of their own at the start', () => {
    close([afterStep('C1 a b 1 ic=2\nC2 b 0 1\nR1 a 0 1', 1, 'b')], [-2 / 3]);
  });
});

describe('the sparse system of ideal parts', () => {
  test('an ideal diode conducts forward and blocks backward', () => {
    close(statics('V1 a 0 5\nD1 a b ideal\nR1 b 0 1\n.model ideal d', ['b', 'd1']), [5, 5]);
    close(statics('V1 a 0 -5\nD1 a b ideal\nR1 b 0 1\n.model ideal d', ['b', 'd1']), [0, 0]);
  });

  test('a diode has its resistance and its threshold', () => {
    close(statics('V1 a 0 5\nD1 a b m\nR1 b 0 1\n.model m d ron=1 roff=inf vfwd=1', ['b', 'd1']), [2, 2]);
  });

  test('four diodes rectify whatever the sign', () => {
    for (const sign of [1, -1]) {
      const text = `V1 a b ${sign * 3}\nD1 a p ideal\nD2 b p ideal\nD3 0 a ideal\nD4 0 b ideal\nR1 p 0 1\n.model ideal d`;
      close(statics(text, ['p']), [3]);
    }
  });

  test('a switch that is on is its resistance, one that is off is open', () => {
    const text = 'V1 a 0 2\nS1 a b c 0 sw\nR1 b 0 1\nV2 c 0 1\n.model sw sw ron=1 roff=inf vt=0.5 vh=.1';
    close(statics(text, ['b', 's1'], [true]), [1, 1]);
    close(statics(text, ['b', 's1'], [false]), [0, 0]);
    const { guards, size } = sparseModelOf(text).system;
    expect(guards).toHaveLength(1);
    const [guard] = guards;
    expect(guard).toMatchObject({ on: 0.6, off: 0.4, onMeans: 'y=0' });
    expect(guard?.control.index.every((index) => index < size)).toBe(true);
  });
});

describe('the sparse system of behavioural sources', () => {
  test.each([
    ['abs(v(a))', 2],
    ['max(v(a), 1)', 1],
    ['v(a) > 0 ? 3 : 4', 4],
    ['if(v(a) < -1, v(a) + 5, 7)', 3],
    ['table(v(a), -4, 1, 0, 5)', 3],
    ['exp(v(a)) * 2', 2 * Math.exp(-2)],
    ['v(a) * i(V1)', -4],
  ])('V={%s} at v(a) = -2', (text, expected) => {
    const card = `V1 a 0 -2\nR1 a 0 1\nB1 b 0 V={${text}}\nR2 b 0 1`;
    const model = sparseModelOf(card);
    const guards = model.system.guards.map(({ control, on }) => controlOf(control, -2, model) > on);
    close([read(model, solveDense(model.system, { on: guards }), 'b')], [expected]);
  });

  test('a derivative is the current of a capacitor behind the expression', () => {
    close([afterStep('V1 a 0 1\nR1 a c 1\nC1 c 0 1\nB1 b 0 V={ddt(v(c))}\nR2 b 0 1', 1, 'b')], [0.5]);
  });
});

/** The value of a control that reads node a, whose voltage is known. */
function controlOf(
  { index, gain }: { readonly index: Int32Array; readonly gain: Float64Array },
  va: number,
  { numbering, system }: ReturnType<typeof sparseModelOf>,
): number {
  return index.reduce((sum, j, k) => {
    const value =
      j === numbering.node('a') ? va : j >= system.size ? system.inputs[j - system.size]!.value(0) : NaN;
    return sum + gain[k]! * value;
  }, 0);
}

describe('the sparse system of the operating point', () => {
  const pointOf = (
    text: string,
    names: readonly string[],
    nodes: [string, number][] = [],
    elements = false,
  ): number[] => {
    const branches = branchesOfText(`${text}\n.tran 1m 1`);
    const { model } = operatingPointModel(
      buildSparseModel(branches, tolerances),
      { nodes: new Map(nodes), elements },
      tolerances,
    );
    const z = solveDense(model.system);
    return names.map((name) => read(model, z, name));
  };

  test('holds nodes of .ic and elements that keep their initial values', () => {
    close(pointOf('V1 a 0 6\nR1 a b 1\nC1 b 0 1', ['b'], [['b', 2]]), [2]);
    close(pointOf('V1 a 0 6\nR1 a b 1\nC1 b 0 1 ic=3', ['b'], [], true), [3]);
    close(pointOf('V1 a 0 6\nR1 a b 1\nL1 b 0 1 ic=3', ['l1', 'b'], [], true), [3, 3]);
  });

  test('the first unknowns are those of the transient', () => {
    const text =
      'V1 a 0 6\nR1 a b 1\nL1 b 0 1 ic=3\nC1 b 0 1 ic=2\nL2 b 0 1\nT1 b 0 c 0 z0=50 td=1n\nR2 c 0 50';
    const branches = branchesOfText(`${text}\n.tran 1m 1`);
    const { model } = operatingPointModel(
      buildSparseModel(branches, tolerances),
      { nodes: new Map([['b', 1]]), elements: true },
      tolerances,
    );
    const own = sparseModelOf(text).system;
    expect(model.system.size).toBeGreaterThan(own.size);
    for (let k = 0; k < own.size; k++) expect(model.system.unknownName(k)).toBe(own.unknownName(k));
  });

  test('coils in parallel share their current', () => {
    const [one = NaN, two = NaN, b = NaN] = pointOf('V1 a 0 6\nR1 a b 1\nL1 b 0 1\nL2 b 0 2', [
      'l1',
      'l2',
      'b',
    ]);
    expect(one + two).toBeCloseTo(6, 7);
    expect(one).toBeCloseTo(3, 7);
    expect(b).toBeCloseTo(0, 7);
  });

  test('a line at rest passes what it is given', () => {
    close(pointOf('V1 a 0 3\nR1 a b 50\nT1 b 0 c 0 z0=75 td=1n\nR2 c 0 100', ['b', 'c']), [2, 2]);
  });
});

test('100 000 elements become a system in a time in proportion', { timeout: 60_000 }, () => {
  const ladder = (stages: number): string => {
    const cards = ['V1 n0 0 1'];
    for (let k = 1; k <= stages; k++) cards.push(`R${k} n${k - 1} n${k} 1k`, `C${k} n${k} 0 1p`);
    return cards.join('\n');
  };
  const branches = branchesOfText(ladder(50_000));
  const { system } = buildSparseModel(branches, tolerances);
  expect(system.size).toBe(50_002);
  expect(system.Q.length).toBe(50_000);
  expect(system.K.length).toBeLessThan(5 * 50_000);
});
