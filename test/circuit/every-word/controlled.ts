/** Circuits in which every parameter of controlled sources, behavioural sources, switches and lines acts. */
import type { Bench } from './walk.js';

const ac = '.ac dec 1 1k 10meg';
const others = (words: Readonly<Record<string, string>>): string =>
  Object.entries(words)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

const gains: readonly Bench[] = ['E', 'G', 'F', 'H'].map((letter) => ({
  of: letter,
  cards: (_, __, { gain, ...more }) =>
    `V1 in 0 dc 1 ac 1\nR1 in c 100\nVs c 0 0\n${letter}1 a 0 ${'EG'.includes(letter) ? 'in 0' : 'vs'} ${gain ?? 1} ${others(more)}\nR2 a b 10\nR3 b 0 10`,
  element: { gain: '2' },
  runs: ['.op', ac],
}));

const square = 'V1 c 0 pulse(-1 2 0 4u 4u 1u 10u)\nV2 in 0 3\nR1 in a 100\n';
const ramp = ['.tran 0.2u 20u'];

export const controlled: readonly Bench[] = [
  ...gains,
  {
    of: 'B',
    cards: (e) => `V1 in 0 pulse(1 2 1u 1u 1u 3u 10u) ac 1\nB1 a 0 v={v(in)^2} ${e}\nR1 a 0 1k`,
    element: { smoothbsrc: '1', rcconst: '1u' },
    runs: ['.tran 0.2u 10u'],
    changes: { smoothbsrc: '0' },
  },
  {
    of: 'B',
    cards: (e) => `V1 in 0 dc 1 ac 1\nB1 a 0 i={v(in)^2/100} ${e}\nR1 a b 1k\nR2 b 0 1k`,
    element: { tc1: '1m', tc2: '1u' },
    runs: ['.op', ac],
    changes: {
      ...{ rpar: '1k', cpar: '1n' },
      reciproctc: { to: '1', element: { dtemp: '50' } },
      reciprocm: { to: '1', element: { m: '2' } },
    },
  },
  ...(['S', '.model sw'] as const).map((of): Bench => ({
    of,
    cards: (e, m, { control }) => `${square}S1 a 0 ${control === undefined ? 'c 0' : ''} mm ${e}\n${m}`,
    type: 'sw',
    model: { vt: '0.5', vh: '0.2', ron: '10', roff: '10k' },
    runs: ramp,
    changes: {
      ...(of !== 'S' && { vser: '0.5', lser: '1m', ilimit: '10m' }),
      control: '{1-v(c)}',
      // A start within the band.
      ...(of === 'S' && { on: { model: { vt: '-1', vh: '1' } } }),
      ...(of === 'S' && { off: { model: { vt: '-1', vh: '1' }, element: { on: '' }, without: ['on'] } }),
      ...(of !== 'S' && {
        on: { to: '0.4', model: { vt: '-', vh: '-', voff: '0.1', von: '0.8' }, without: ['von'] },
        off: { to: '0.2', model: { vt: '-', vh: '-', voff: '0.1', von: '0.8' }, without: ['voff'] },
        von: { to: '0.4', model: { vt: '-', vh: '-', voff: '0.1', von: '0.8' } },
        voff: { to: '0.2', model: { vt: '-', vh: '-', voff: '0.1', von: '0.8' } },
      }),
    },
  })),
  {
    of: '.model vswitch',
    cards: (_, m) => `${square}S1 a 0 c 0 mm\n${m}`,
    model: { von: '1', voff: '0.1', vhon: '0.8', vhoff: '0.3', ron: '10', roff: '10k' },
    runs: ramp,
    changes: { vhon: '0.9', vhoff: '0.25' },
  },
  {
    of: '.model switch',
    cards: (_, m) => `${square}S1 a 0 mm control={v(c)}\n${m}`,
    model: { on: '1', off: '0.1', onh: '0.8', offh: '0.3', ron: '10', roff: '10k' },
    runs: ramp,
    changes: { onh: '0.9', offh: '0.25' },
  },
  ...(['W', '.model csw'] as const).map((of): Bench => ({
    of,
    cards: (e, m) => `${square}Rc c d 1k\nVs d 0 0\nW1 a 0 vs mm ${e}\n${m}`,
    type: 'csw',
    model: { it: '0.5m', ih: '0.2m', ron: '10', roff: '10k' },
    runs: ramp,
    changes: {
      ...(of !== 'W' && { vser: '0.5', lser: '1m', ilimit: '10m' }),
      ...(of === 'W' && { on: { model: { it: '-1m', ih: '1m' } } }),
      ...(of === 'W' && { off: { model: { it: '-1m', ih: '1m' }, element: { on: '' }, without: ['on'] } }),
      ...(of !== 'W' && {
        on: { to: '0.4m', model: { it: '-', ih: '-', ioff: '0.1m', ion: '0.8m' }, without: ['ion'] },
        off: { to: '0.2m', model: { it: '-', ih: '-', ioff: '0.1m', ion: '0.8m' }, without: ['ioff'] },
        ion: { to: '0.4m', model: { it: '-', ih: '-', ioff: '0.1m', ion: '0.8m' } },
        ioff: { to: '0.2m', model: { it: '-', ih: '-', ioff: '0.1m', ion: '0.8m' } },
      }),
    },
  })),
  {
    of: '.model iswitch',
    cards: (_, m) => `${square}Rc c d 1k\nVs d 0 0\nW1 a 0 vs mm\n${m}`,
    model: { ion: '1m', ioff: '0.1m', ihon: '0.8m', ihoff: '0.3m', ron: '10', roff: '10k' },
    runs: ramp,
    changes: { ihon: '0.9m', ihoff: '0.25m' },
  },
];

const wave = 'V1 in 0 pulse(0 1 1n 1n 1n 20n 100n) ac 1\nR1 in a 30\n';
const travel = ['.tran 1n 15n', ac];

/** What a line of z0 and td becomes with losses. */
const uniform = { z0: '-', td: '-', r: '1', l: '250n', c: '100p', len: '0.5' };
const delays = (words: 'element' | 'model'): NonNullable<Bench['changes']> => ({
  f: { to: '50meg', [words]: { td: '-', f: '100meg' } },
  nl: { to: '0.4', [words]: { td: '-', f: '100meg' } },
  r: { to: '10', [words]: uniform },
  l: { to: '300n', [words]: uniform },
  g: { to: '1m', [words]: { ...uniform, r: '0' } },
  c: { to: '120p', [words]: uniform },
  len: { to: '0.8', [words]: uniform },
  length: { to: '0.8', [words]: uniform, without: ['len'] },
});

export const lines: readonly Bench[] = [
  {
    of: 'T',
    cards: (e) => `${wave}T1 a 0 b 0 ${e}\nR2 b 0 200`,
    element: { z0: '50', td: '3n' },
    runs: travel,
    changes: delays('element'),
  },
  {
    of: '.model trn',
    cards: (e, m) => `${wave}T1 a 0 b 0 mm ${e}\nR2 b 0 200\n${m}`,
    model: { z0: '50', td: '3n' },
    runs: travel,
    changes: delays('model'),
  },
  ...(['O', '.model ltra'] as const).map((of): Bench => ({
    of,
    cards: (e, m) => `${wave}O1 a 0 b 0 mm ${e}\nR2 b 0 200\n${m}`,
    type: 'ltra',
    model: { r: '10', l: '250n', g: '0', c: '100p', len: '0.5' },
    runs: of === 'O' ? travel : ['.tran 1n 40n'],
    changes: { len: '0.8', length: { to: '0.8', without: ['len'] }, g: { to: '1m', model: { r: '0' } } },
  })),
  ...(['Y', '.model txl'] as const).map((of): Bench => ({
    of,
    cards: (e, m) => `${wave}Y1 a 0 b 0 mm ${e}\nR2 b 0 200\n${m}`,
    type: 'txl',
    model: { r: '10', l: '250n', g: '1m', c: '100p', len: '0.5' },
    runs: ['.tran 1n 40n'],
    changes: { len: '0.8' },
  })),
  ...(['P', '.model cpl'] as const).map((of): Bench => ({
    of,
    cards: (e, m) => `${wave}P1 a c 0 b d 0 mm ${e}\nR2 b 0 200\nR3 c 0 50\nR4 d 0 50\n${m}`,
    type: 'cpl',
    model: { r: '10 0 10', l: '250n 50n 250n', g: '0 0 0', c: '100p -20p 100p', len: '0.5' },
    runs: ['.tran 1n 40n'],
    changes: {
      len: '0.8',
      r: '20 0 20',
      l: '300n 50n 300n',
      g: '1m 0 1m',
      c: '120p -20p 120p',
    },
  })),
  ...(['U', '.model urc'] as const).map((of): Bench => ({
    of,
    cards: (e, m) => `${wave}U1 a b 0 mm ${e}\nR2 b 0 200\n${m}`,
    type: 'urc',
    element: { l: '1', n: '3' },
    model: { rperl: '100', cperl: '100p' },
    runs: ['.tran 1n 40n', ac],
    changes: {
      n: '4',
      k: '2',
      fmax: { to: '30meg', element: { n: '-' } },
      isperl: { to: '1p', told: 'isperl' },
    },
  })),
];
