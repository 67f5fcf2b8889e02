/** Large circuits that are no chains: a mesh with diodes, an adder, a memory, a modular multilevel converter. */

const mosModels = [
  '.model mn nmos(level=1 vto=0.7 kp=100u lambda=0.02 gamma=0.4 phi=0.7)',
  '.model mp pmos(level=1 vto=-0.8 kp=40u lambda=0.03 gamma=0.4 phi=0.7)',
];

/** n x n nodes: 1 kOhm to each neighbour, 1 pF and a diode to ground, pulses into one corner. */
export function mesh(n) {
  const cards = ['* mesh of RC with diodes', '.model dm d(is=1e-14 rs=10 cjo=0.2p)'];
  cards.push('Vin in 0 pulse(0 5 10n 1n 1n 200n 400n)', 'Rin in m0_0 100');
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const node = `m${i}_${j}`;
      if (j + 1 < n) cards.push(`Rx${i}_${j} ${node} m${i}_${j + 1} 1k`);
      if (i + 1 < n) cards.push(`Ry${i}_${j} ${node} m${i + 1}_${j} 1k`);
      cards.push(`C${i}_${j} ${node} 0 1p`, `D${i}_${j} ${node} 0 dm`);
    }
  cards.push('.tran 1n 1u', `.save v(m0_0) v(m1_1) v(m${n >> 3}_${n >> 3})`, '.end', '');
  return cards.join('\n');
}

/** Full adders of 28 transistors: 1...1 + 0...0 with a carry that comes and goes, so that it ripples through all bits. */
export function rippleAdder(bits) {
  const cell = (name, kind, d, g, s) =>
    `M${name} ${d} ${g} ${s} ${kind === 'p' ? 'vdd mp w=4u' : '0 mn w=2u'} l=0.5u`;
  const adder = [
    '.subckt adder a b c s co vdd',
    ...[
      ['1', 'p', 'x1', 'a', 'vdd'],
      ['2', 'p', 'x1', 'b', 'vdd'],
      ['3', 'p', 'nco', 'c', 'x1'],
      ['4', 'p', 'x2', 'a', 'vdd'],
      ['5', 'p', 'nco', 'b', 'x2'],
      ['6', 'n', 'x3', 'a', '0'],
      ['7', 'n', 'x3', 'b', '0'],
      ['8', 'n', 'nco', 'c', 'x3'],
      ['9', 'n', 'x4', 'a', '0'],
      ['10', 'n', 'nco', 'b', 'x4'],
      ['11', 'p', 'y1', 'a', 'vdd'],
      ['12', 'p', 'y1', 'b', 'vdd'],
      ['13', 'p', 'y1', 'c', 'vdd'],
      ['14', 'p', 'ns', 'nco', 'y1'],
      ['15', 'p', 'y2', 'a', 'vdd'],
      ['16', 'p', 'y3', 'b', 'y2'],
      ['17', 'p', 'ns', 'c', 'y3'],
      ['18', 'n', 'y4', 'a', '0'],
      ['19', 'n', 'y4', 'b', '0'],
      ['20', 'n', 'y4', 'c', '0'],
      ['21', 'n', 'ns', 'nco', 'y4'],
      ['22', 'n', 'y5', 'a', '0'],
      ['23', 'n', 'y6', 'b', 'y5'],
      ['24', 'n', 'ns', 'c', 'y6'],
      ['25', 'p', 's', 'ns', 'vdd'],
      ['26', 'n', 's', 'ns', '0'],
      ['27', 'p', 'co', 'nco', 'vdd'],
      ['28', 'n', 'co', 'nco', '0'],
    ].map((part) => cell(...part)),
    ...['x1', 'x2', 'x3', 'x4', 'nco', 'y1', 'y2', 'y3', 'y4', 'y5', 'y6', 'ns'].map(
      (n) => `C${n} ${n} 0 2f`,
    ),
    'Cs s 0 10f',
    'Cco co 0 10f',
    '.ends',
  ];
  const cards = ['* ripple-carry adder', ...mosModels, ...adder, 'Vdd vdd 0 3.3', 'Va a 0 3.3', 'Vb b 0 0'];
  cards.push('Vc c0 0 pulse(0 3.3 1n 0.1n 0.1n 20n 40n)');
  for (let k = 0; k < bits; k++) cards.push(`X${k} a b c${k} s${k} c${k + 1} vdd adder`);
  cards.push('.tran 0.1n 80n', `.save v(s0) v(s${bits - 1}) v(c${bits})`, '.end', '');
  return cards.join('\n');
}

/** Six-transistor cells in rows and columns, bit lines with their capacitance; rows are written one after the other. */
export function memory(rows, columns) {
  const period = 10;
  const cards = [
    '* memory of six-transistor cells',
    ...mosModels,
    '.subckt cell bl bb wl vdd',
    'Mp1 q n vdd vdd mp w=1u l=0.5u',
    'Mn1 q n 0 0 mn w=2u l=0.5u',
    'Mp2 n q vdd vdd mp w=1u l=0.5u',
    'Mn2 n q 0 0 mn w=2u l=0.5u',
    'Ma1 bl wl q 0 mn w=1u l=0.5u',
    'Ma2 bb wl n 0 mn w=1u l=0.5u',
    'Cq q 0 2f',
    'Cn n 0 2.2f',
    '.ends',
    'Vdd vdd 0 3.3',
  ];
  for (let r = 0; r < rows; r++)
    cards.push(
      `Vw${r} w${r} 0 pulse(0 3.3 ${1 + period * r}n 0.2n 0.2n ${period - 4}n ${period * rows}n)`,
      `Cw${r} w${r} 0 20f`,
    );
  for (let c = 0; c < columns; c++) {
    const half = period * (1 + (c % 3));
    cards.push(
      `Vb${c} d${c} 0 pulse(0 3.3 0 0.2n 0.2n ${half}n ${2 * half}n)`,
      `Vn${c} e${c} 0 pulse(3.3 0 0 0.2n 0.2n ${half}n ${2 * half}n)`,
      ...[`Rb${c} d${c} b${c} 1k`, `Rn${c} e${c} n${c} 1k`, `Cb${c} b${c} 0 50f`, `Cn${c} n${c} 0 50f`],
    );
    for (let r = 0; r < rows; r++) cards.push(`X${r}_${c} b${c} n${c} w${r} vdd cell`);
  }
  cards.push(`.tran 0.1n ${2 * period}n`, `.save v(x0_0.q) v(x1_1.q) v(b0)`, '.end', '');
  return cards.join('\n');
}

/** One leg of `cells` half bridges, half of them in each arm; carriers of each arm are shifted evenly; switches and diodes are ideal. */
export function multilevelConverter(cells) {
  const arm = cells / 2;
  const volts = 2000 / arm;
  const cards = [
    '* modular multilevel converter',
    '.model sw sw(vt=0.5 vh=0 ron=1m roff=1meg)',
    '.subckt half p n g',
    'S1 c p g 0 sw',
    'S2 p n 0 g swn',
    'D1 p c di',
    'D2 n p di',
    `C1 c n 2m ic=${volts}`,
    '.ends',
    '.model swn sw(vt=-0.5 vh=0 ron=1m roff=1meg)',
    '.model di d(ron=1m roff=1meg vfwd=0)',
    'Vp pos 0 1000',
    'Vn 0 neg 1000',
    'Lu u out 2m',
    'Ll out l 2m',
    'Rl out load 10',
    'Ll2 load 0 5m',
  ];
  for (const [name, from, to, sign] of [
    ['u', 'pos', 'u', -1],
    ['l', 'l', 'neg', 1],
  ])
    for (let k = 0; k < arm; k++) {
      const p = k === 0 ? from : `${name}${k}`;
      const n = k + 1 === arm ? to : `${name}${k + 1}`;
      cards.push(`X${name}${k} ${p} ${n} g${name}${k} half`);
      // The nearest level of a sine of 50 Hz: cell k is inserted while the arm asks for more than k + 1/2 cells.
      const level = ((k + 0.5) / arm - 0.5) / 0.45;
      const half = Math.acos(Math.max(-1, Math.min(1, level))) / (2 * Math.PI);
      const middle = sign > 0 ? 0.25 : 0.75;
      const start = (((middle - half) % 1) + 1) % 1;
      const ms = (x) => (20 * x).toFixed(6);
      if (half <= 0) cards.push(`Vg${name}${k} g${name}${k} 0 0`);
      else if (half >= 0.5) cards.push(`Vg${name}${k} g${name}${k} 0 1`);
      else if (start + 2 * half < 1)
        cards.push(`Vg${name}${k} g${name}${k} 0 pulse(0 1 ${ms(start)}m 1u 1u ${ms(2 * half)}m 20m)`);
      else
        cards.push(
          `Vg${name}${k} g${name}${k} 0 pulse(1 0 ${ms(start + 2 * half - 1)}m 1u 1u ${ms(1 - 2 * half)}m 20m)`,
        );
    }
  cards.push('.tran 20u 40m uic', '.save v(out) i(lu) v(load)', '.end', '');
  return cards.join('\n');
}
