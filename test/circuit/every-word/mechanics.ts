/** Circuits in which every parameter of mechanical elements acts. */
import type { Bench } from './walk.js';

const short = ['.tran 2m 40m uic'];
const moved = 'YMASS1 x 0.1 x0=2m v0=0.1\n';

const masses: readonly Bench[] = (['YMASS', 'YINERTIA'] as const).map((of) => ({
  of,
  cards: (e) => `${of}1 x ${e}\nYDAMPER1 x 0 0.3\nYX1 x`,
  element: { [of === 'YMASS' ? 'm' : 'j']: '0.1', x0: '1m', v0: '0.1' },
  runs: short,
  changes: { gravity: '9.81' },
}));

const driven = (of: string, unit: string, at: string): Bench => ({
  of,
  cards: (_, __, { dc, m, ...expression }) => {
    const [written] = Object.entries(expression).map(([name, value]) => `${name}=${value}`);
    return `${of}1 x 0 ${written ?? dc} ${m === undefined ? '' : `m=${m}`}\nYMASS2 x 1\n${at}`;
  },
  element: { dc: '0.1' },
  runs: short,
  changes: { [unit]: { to: '{0.2+time}', without: ['dc'] } },
});

export const mechanics: readonly Bench[] = [
  ...masses,
  driven('YFORCE', 'f', 'YDAMPER1 x 0 0.3'),
  {
    ...driven('YTORQUE', 'f', 'YDAMPER1 x 0 0.3'),
    cards: (_, __, { dc, m, ...expression }) =>
      `YTORQUE1 x 0 ${Object.entries(expression).map(([name, value]) => `${name}=${value}`)[0] ?? dc} ${m === undefined ? '' : `m=${m}`}\nYINERTIA2 x 1\nYDAMPER1 x 0 0.3`,
  },
  ...(['YVELOCITY', 'YPOSITION'] as const).map((of): Bench => ({
    of,
    cards: (_, __, { dc, ...expression }) =>
      `${of}1 x 0 ${Object.entries(expression).map(([name, value]) => `${name}=${value}`)[0] ?? dc}\nYSPRING1 x y 10\nYMASS2 y 1\nYX1 x`,
    element: { dc: '0.1' },
    runs: short,
    changes: {
      v: { to: '{0.2+time}', without: ['dc'] },
      x: { to: '{0.1+time}', without: ['dc'] },
    },
  })),
  {
    of: 'YSPRING',
    cards: (e) => `${moved}YSPRING1 x 0 ${e}`,
    element: { k: '100', l0: '1m' },
    runs: short,
    changes: { preload: '0.1', force: { to: '{100*x+1e5*x^3}', without: ['k'] } },
  },
  { of: 'YDAMPER', cards: (e) => `${moved}YDAMPER1 x 0 ${e}`, element: { d: '1' }, runs: short },
  ...(['YLEVER', 'YGEAR', 'YRACK'] as const).map((of): Bench => ({
    of,
    cards: (e) =>
      `YMASS1 x 0.1 v0=0.1\n${of}1 x y ${e}\nYDAMPER1 y 0 1`.replace(
        'YMASS1',
        of === 'YGEAR' ? 'YINERTIA1' : 'YMASS1',
      ),
    element: { [of === 'YRACK' ? 'radius' : 'ratio']: '2' },
    runs: short,
  })),
  {
    of: 'YMOTOR',
    cards: (e, _, { bl }) =>
      `V1 a 0 1\nYMOTOR1 a 0 w ${e}\n${bl === undefined ? 'YINERTIA1' : 'YMASS1'} w 0.01\nYDAMPER1 w 0 0.1`,
    element: { k: '0.1', r: '1', l: '1m' },
    runs: short,
    changes: { bl: { to: '2', without: ['k'] } },
  },
  {
    of: 'YSOLENOID',
    cards: (e) =>
      `V1 a 0 1\nR1 a b 10\nYSOLENOID1 b 0 x ${e}\nYMASS1 x 0.05 x0=2m\nYSPRING1 x 0 1000 l0=2m\nYDAMPER1 x 0 5`,
    element: { area: '1e-4', turns: '1000', residual: '0.1m', closed: '0.1m', lleak: '1m', r: '1' },
    runs: short,
    changes: { l: { to: '{0.1/(1+500*x)}', without: ['area', 'turns', 'residual', 'closed', 'lleak'] } },
  },
  {
    of: 'YGAP',
    cards: (e) =>
      `V1 a 0 3\nR1 a b 1meg\nYGAP1 b 0 x ${e}\nYMASS1 x 1e-9 x0=2u\nYSPRING1 x 0 1 l0=2u\nYDAMPER1 x 0 1e-4`,
    element: { area: '1e-8', residual: '0.1u', closed: '0.1u', cpar: '1f', epsr: '2' },
    runs: ['.tran 10u 200u uic'],
    changes: { c: { to: '{1e-19/(1u+x)}', without: ['area', 'residual', 'closed', 'cpar', 'epsr'] } },
  },
  {
    of: 'YPIEZO',
    cards: (e) => `V1 a 0 10\nR1 a b 1k\nYPIEZO1 b 0 x ${e}\nYMASS1 x 0.01\nYDAMPER1 x 0 5`,
    element: { alpha: '1', cp: '1u', k: '1e5' },
    runs: ['.tran 50u 2m uic'],
  },
  {
    of: 'YFRICTION',
    cards: (e) => `YMASS1 x 0.1\nYFORCE1 x 0 sin(0 1 10)\nYFRICTION1 x 0 ${e}`,
    element: { fc: '0.3', fs: '0.8' },
    runs: short,
    changes: {
      mu: { to: '0.2', element: { fc: '-', fs: '-', normal: '2', mu: '0.3', mus: '0.4' } },
      mus: { to: '0.5', element: { fc: '-', fs: '-', normal: '2', mu: '0.3', mus: '0.4' } },
      normal: { to: '3', element: { fc: '-', fs: '-', normal: '2', mu: '0.3', mus: '0.4' } },
    },
  },
  {
    of: 'YCLUTCH',
    cards: (e) => `YINERTIA1 x 0.1 v0=1\nYCLUTCH1 x 0 ${e}`,
    element: { fc: '0.3' },
    runs: short,
    changes: { engage: '0.5' },
  },
  {
    of: 'YSTOP',
    cards: (e) => `YMASS1 x 0.1 x0=1m v0=-0.5\nYFORCE1 x 0 sin(0 5 40)\nYSTOP1 x 0 ${e}\nYX1 x`,
    element: { lower: '0', upper: '4m', e: '0.3' },
    runs: short,
    changes: {
      lower: '-1m',
      k: { to: '1e4', element: { e: '-' } },
      d: { to: '3', element: { e: '-', k: '1e4' } },
    },
  },
  {
    of: 'YBACKLASH',
    cards: (e) => `YMASS1 x 0.1 v0=0.5\nYBACKLASH1 x y ${e}\nYMASS2 y 0.2\nYDAMPER1 y 0 1`,
    element: { width: '4m', e: '0.3' },
    runs: short,
    changes: { k: { to: '1e4', element: { e: '-' } }, d: { to: '3', element: { e: '-', k: '1e4' } } },
  },
  {
    of: 'YCONTACTSWITCH',
    cards: (e, _, { control }) =>
      `V1 a 0 1\nR1 a b 10\nYCONTACTSWITCH1 b 0 ${control === undefined ? 'x 0' : ''} ${e}\nYMASS1 x 0.1 x0=2m v0=-0.1\nYSPRING1 x 0 100`,
    element: { at: '0.5m', ron: '1', roff: '100' },
    runs: short,
    changes: { control: { to: '{sin(300*time)}', without: ['at'] } },
  },
];
