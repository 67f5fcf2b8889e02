/** Circuits in which every parameter of passive elements and of sources acts. */
import type { Bench } from './walk.js';

const ac = '.ac dec 1 100 1meg';
const noise = '.noise v(@a) @v1 lin 1 1k 1k';
const higherTemperature = { tc3: '1u', tc4: '10n' };
const driven = 'V1 in 0 dc 1 ac 1\nR1 in a 1k\n';

export const passive: readonly Bench[] = [
  {
    of: 'R',
    cards: (e) => `V1 in 0 dc 1 ac 1\nR2 in a 1k\nR1 a 0 ${e}`,
    element: { r: '1k', tc1: '1m', tc2: '1u' },
    runs: ['.op', '.ac lin 1 1k 1k'],
    changes: {
      scale: '2',
      ...higherTemperature,
      tce: '1',
      ac: '300',
      noisy: { to: '0', runs: [noise] },
      noiseless: { runs: [noise] },
    },
  },
  {
    of: 'R',
    cards: (e, m) => `V1 in 0 dc 1 ac 1\nR2 in a 1k\nR1 a 0 mm ${e}\n${m}`,
    type: 'r',
    model: { rsh: '100' },
    element: { l: '20u', w: '3u' },
    runs: ['.op'],
    only: ['l', 'w'],
  },
  {
    of: '.model r',
    cards: (e, m) => `V1 in 0 dc 1 ac 1\nR2 in a 1k\nR1 a 0 mm ${e}\n${m}`,
    element: { l: '20u', w: '3u' },
    model: { rsh: '100', tc1: '1m', tc2: '1u', narrow: '0.1u', short: '0.1u' },
    runs: ['.op'],
    changes: {
      r: { to: '2k', element: { l: '-', w: '-' }, model: { rsh: '-', r: '1k' } },
      defw: { to: '20u', element: { w: '-' } },
      defl: { to: '30u', element: { l: '-' }, model: { defl: '20u' } },
      tce: '1',
      kf: { to: '1e-20', runs: [noise] },
      ...Object.fromEntries(
        ['af', 'lf', 'wf', 'ef'].map((name) => [name, { to: '1.7', model: { kf: '1e-20' }, runs: [noise] }]),
      ),
    },
  },
  {
    of: 'C',
    cards: (e) => `${driven}C1 a 0 ${e}`,
    element: { c: '1n', tc1: '1m', tc2: '1u' },
    runs: [ac, '.tran 1u 5u uic'],
    changes: {
      ic: '0.3',
      scale: '2',
      ...higherTemperature,
      noiseless: { element: { rpar: '10k' }, runs: [noise] },
      q: { to: '{1n*x+1n*x*x}', without: ['c'] },
      rser: '100',
      lser: '1m',
      rlshunt: { to: '200', element: { lser: '1m', rlshunt: '100' } },
      age: '1000',
      d: { to: '0.1', element: { age: '1000' } },
      rpar: '10k',
      cpar: '1n',
    },
  },
  {
    of: 'C',
    cards: (e, m) => `${driven}C1 a 0 mm ${e}\n${m}`,
    type: 'c',
    model: { cj: '10' },
    element: { l: '20u', w: '3u' },
    runs: [ac],
    only: ['l', 'w'],
  },
  {
    of: '.model c',
    cards: (e, m) => `${driven}C1 a 0 mm ${e}\n${m}`,
    element: { l: '20u', w: '3u' },
    model: { cj: '10', cjsw: '10u', tc1: '1m', tc2: '1u', narrow: '0.1u', short: '0.1u' },
    runs: [ac],
    changes: {
      cap: { to: '2n', element: { l: '-', w: '-' }, model: { cap: '1n', cj: '-' } },
      c: { to: '2', element: { l: '-', w: '-', c: '1n' } },
      defw: { to: '20u', element: { w: '-' } },
      defl: { to: '30u', element: { l: '-' }, model: { defl: '20u' } },
      del: { to: '0.2u', model: { narrow: '-', short: '-', del: '0.1u' } },
    },
  },
  {
    of: 'L',
    cards: (e) => `${driven}L1 a 0 ${e}`,
    element: { l: '10m', tc1: '1m', tc2: '1u' },
    runs: [ac, '.tran 1u 5u uic'],
    changes: {
      ic: '1m',
      scale: '2',
      ...higherTemperature,
      noiseless: { element: { rpar: '10k' }, runs: [noise] },
      flux: { to: '{10m*tanh(1k*x)}', without: ['l', 'ic'] },
      rser: '100',
      rpar: '10k',
      cpar: '1n',
    },
  },
  {
    of: '.model l',
    cards: (e, m) => `${driven}L1 a 0 mm ${e}\n${m}`,
    element: { l: '10m' },
    model: { tc1: '1m', tc2: '1u' },
    runs: [ac],
    changes: { ind: { to: '20m', element: { l: '-' }, model: { ind: '10m' } }, l: '2' },
  },
  {
    of: 'K',
    cards: (_, __, { k }) => `V1 in 0 dc 0 ac 1\nR1 in a 10\nL1 a 0 1m\nL2 b 0 1m\nR2 b 0 100\nK1 L1 L2 ${k}`,
    element: { k: '0.7' },
    runs: [ac],
    only: ['k'],
  },
  {
    of: 'K',
    cards: (e, m) => `I1 0 a sin(0 1 1k)\nR1 a 0 10k\nL1 a 0 20\nK1 L1 1 mm ${e}\n${m}`,
    type: 'core',
    runs: ['.tran 20u 1m'],
    only: ['m'],
  },
  {
    of: '.model core',
    cards: (_, m) => `V1 in 0 sin(0 3 1k)\nR1 in a 1\nL1 a 0 40\nK1 L1 1 mm\n${m}`,
    model: { gap: '0.01' },
    runs: ['.tran 20u 1m'],
    changes: {
      level: '2',
      delv: { to: '3', model: { level: '2' } },
      vinf: { to: '3', model: { level: '2' } },
      c: '0.4',
      alpha: '1m',
      area: '0.2',
      delvscaling: { to: '2', model: { constdelvscaling: '1' } },
      constdelvscaling: { to: '1', model: { delvscaling: '2' } },
      betah: '0.3',
      betam: '0.1',
      bhsiunits: { to: '1', runs: ['.print tran b(@k1)', '.tran 20u 1m'] },
    },
  },
  {
    of: 'V',
    cards: (_, __, { dc, ...others }) =>
      `V1 in 0 ${dc ?? ''} ac 1 ${Object.entries(others)
        .map(([name, value]) => `${name}=${value}`)
        .join(' ')}\nR1 in 0 1k`,
    element: { dc: '1' },
    runs: ['.op', ac],
    changes: {
      rser: '100',
      cpar: { to: '1u', element: { rser: '100' } },
      portnum: '1',
      port: '1',
      z0: { to: '75', element: { portnum: '1' } },
      pwr: { to: '1m', element: { portnum: '1' }, runs: ['.tran 1n 20n'] },
      freq: { to: '1meg', element: { portnum: '1', pwr: '1m' }, runs: ['.tran 1n 20n'] },
    },
  },
  {
    of: 'I',
    cards: (_, __, { dc, load, ...others }) =>
      `I1 in 0 ${dc === undefined ? '' : `${dc} ac 1`} ${load === '' ? 'load' : ''} ${Object.entries(others)
        .map(([name, value]) => `${name}=${value}`)
        .join(' ')}\nR1 in 0 1k`,
    element: { dc: '1m' },
    runs: ['.op', ac],
    changes: { r: { to: '2k', without: ['dc'] } },
  },
];
