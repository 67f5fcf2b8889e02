import { describe, expect, it } from 'vitest';
import { readRaw } from '../../src/waveform/raw-reader.js';

interface Written {
  readonly flags: string;
  readonly names: readonly (readonly [name: string, type: string])[];
  /** One list a point; complex numbers as two. */
  readonly rows: readonly (readonly number[])[];
  /** Bytes of each number of a row. */
  readonly sizes: readonly number[];
  readonly wide?: boolean;
  readonly plotname?: string;
}

/** A file in the layout that LTspice documents and its readers agree on. */
function written({ flags, names, rows, sizes, wide = true, plotname }: Written): Uint8Array {
  const header =
    `Title: * C:\\\\draft.asc\nDate: Mon Jan  1 00:00:00 2024\nPlotname: ${plotname ?? 'Transient Analysis'}\nFlags: ${flags}\n` +
    `No. Variables: ${names.length}\nNo. Points:${String(rows.length).padStart(13)}\nOffset:   0.0000000000000000e+000\n` +
    `Command: Linear Technology Corporation LTspice XVII\nBackannotation: u1 1 2\nVariables:\n` +
    `${names.map(([name, type], k) => `\t${k}\t${name}\t${type}\n`).join('')}Binary:\n`;
  const bytes: number[] = Array.from(header).flatMap((c) =>
    wide ? [c.charCodeAt(0), 0] : [c.charCodeAt(0)],
  );
  const put = (value: number, size: number): void => {
    const view = new DataView(new ArrayBuffer(8));
    if (size === 8) view.setFloat64(0, value, true);
    else view.setFloat32(0, value, true);
    for (let k = 0; k < size; k++) bytes.push(view.getUint8(k));
  };
  if (flags.includes('fastaccess')) {
    const perColumn = sizes.length / names.length;
    names.forEach((_, k) => {
      for (const row of rows)
        for (let part = 0; part < perColumn; part++)
          put(row[k * perColumn + part]!, sizes[k * perColumn + part]!);
    });
  } else for (const row of rows) row.forEach((value, k) => put(value, sizes[k]!));
  return Uint8Array.from(bytes);
}

const names = [
  ['time', 'time'],
  ['V(n001)', 'voltage'],
  ['I(R1)', 'device_current'],
] as const;
const rows = [
  [0, 1.5, -0.25],
  [-1e-3, 2.5, 0.5],
  [2e-3, 3.5, 0.75],
];
const columns = [
  { name: 'time', unit: 's' },
  { name: 'v(n001)', unit: 'V' },
  { name: 'i(r1)', unit: 'A' },
];

it("LTspice's noise is called a voltage and is a density", () => {
  const noise = {
    plotname: 'Noise Spectral Density - (V/Hz\u00bd or A/Hz\u00bd)',
    flags: 'real forward log',
    names: [
      ['frequency', 'frequency'],
      ['gain', 'gain'],
      ['V(r1)', 'voltage'],
      ['V(onoise)', 'voltage'],
    ] as const,
    rows: [[1, 0.5, 2 ** -30, 2 ** -28]],
    sizes: [8, 4, 4, 4],
  };
  const [plot] = readRaw(written(noise), 'w.raw');
  expect(plot?.header.columns.map(({ unit }) => unit)).toEqual(['Hz', '', 'V/sqrt(Hz)', 'V/sqrt(Hz)']);
  expect(plot?.columns.map(([value]) => value)).toEqual([1, 0.5, 2 ** -30, 2 ** -28]);
});

describe("LTspice's raw files", () => {
  const single = { flags: 'real forward', names, rows, sizes: [8, 4, 4] };
  const forms: readonly [string, Written][] = [
    ['with single precision', single],
    ['with the header of old versions', { ...single, wide: false }],
    ['with double precision', { ...single, flags: 'real forward double', sizes: [8, 8, 8] }],
    ['for fast access', { ...single, flags: 'real forward fastaccess' }],
    ['of which only the length says that it is double', { ...single, sizes: [8, 8, 8] }],
  ];
  for (const [name, form] of forms) {
    it(`${name}: times that its compression has marked count by their size`, () => {
      const [plot] = readRaw(written(form), 'w.raw');
      expect(plot?.header.columns).toEqual(columns);
      expect(plot?.columns.map((column) => Array.from(column))).toEqual([
        [0, 1e-3, 2e-3],
        [1.5, 2.5, 3.5],
        [-0.25, 0.5, 0.75],
      ]);
    });
  }

  it('complex, for fast access', () => {
    const form = {
      flags: 'complex forward log fastaccess',
      names: [
        ['frequency', 'frequency'],
        ['V(out)', 'voltage'],
      ] as const,
      rows: [
        [10, 0, 1, -2],
        [20, 0, 3, 4],
      ],
      sizes: [8, 8, 8, 8],
    };
    const [plot] = readRaw(written(form), 'w.raw');
    expect(plot?.header.complex).toBe(true);
    expect(plot?.columns.map((column) => Array.from(column))).toEqual([
      [10, 0, 20, 0],
      [1, -2, 3, 4],
    ]);
  });

  it('stepped: each point of .step is a plot of its own', () => {
    const stepped = { ...single, flags: 'real forward stepped', rows: [...rows, [0, 7, 7], [-1e-3, 8, 8]] };
    const plots = readRaw(written(stepped), 'w.raw');
    expect(plots.map(({ columns: [time] }) => Array.from(time ?? []))).toEqual([
      [0, 1e-3, 2e-3],
      [0, 1e-3],
    ]);
  });

  it('cut: the byte where it stops', () => {
    const whole = written(single);
    const cut = whole.subarray(0, whole.length - 5);
    expect(() => readRaw(cut, 'w.raw')).toThrow(
      `it stops after 2 of the 3 points that its header counts (byte ${cut.length} of ${cut.length})`,
    );
  });
});
