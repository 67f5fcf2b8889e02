/** Circuits in which every parameter of MOS transistors and power MOS transistors acts. */
import { startsOf } from './initial-voltages.js';
import { bsimElementParameters } from '../../../src/circuit/devices/semiconductors/bsim-element.js';
import { ac, flicker } from './small-signals.js';
import type { Bench, Change } from './walk.js';

/** What acts only beside another: with this. */
const beside = (names: readonly string[], to: string, model: Readonly<Record<string, string>>) =>
  Object.fromEntries(names.map((name) => [name, { to, model }]));

const gate = { w: '20u', l: '2u', ad: '100p', as: '100p', pd: '40u', ps: '40u', nrd: '2', nrs: '2' };
const mos1 = {
  vto: '0.7',
  kp: '50u',
  tox: '50n',
  ld: '0.1u',
  rd: '20',
  rs: '20',
  is: '1e-14',
  n: '1.1',
  cgso: '0.2n',
  cgdo: '0.2n',
  cgbo: '0.2n',
  cbd: '20f',
  cbs: '20f',
  mj: '0.4',
  pb: '0.7',
  fc: '0.4',
  lambda: '0.02',
  gamma: '0.5',
  phi: '0.65',
  cjsw: '0.3n',
  mjsw: '0.3',
};
const mos3 = { level: '3', tox: '50n', nsub: '1e16', xj: '0.3u', ld: '0.1u', vto: '0.7', uo: '600' };
const mos2 = {
  ...mos3,
  level: '2',
  ucrit: '10k',
  uexp: '0.1',
  vmax: '50k',
  neff: '2',
  nfs: '1e11',
  delta: '0.5',
};
const mos6 = {
  ...{ level: '6', tox: '50n', vto: '0.7', kc: '40u', nc: '1.2', kv: '1.1', nv: '0.7' },
  ...{ gamma: '0.4', gamma1: '0.05', sigma: '0.02', lambda0: '0.02', lambda1: '0.01' },
};
/** What level 6 alone has. */
const sixth = ['kc', 'nc', 'kv', 'nv', 'gamma1', 'sigma', 'lambda0', 'lambda1'];
const byDoping = { level: '1', tox: '50n', nsub: '1e16', uo: '600' };
// Saturated, in the triode region, below the threshold, with bulks behind and before the junctions.
const mosCards =
  (sign: string) =>
  (e: string, m: string): string =>
    [
      ['5', '2', '-1'],
      ['0.3', '3', '0'],
      ['3', '0.6', '0'],
      ['2', '2', '0.75'],
      ['-0.9', '0', '0'],
    ]
      .map(([d, g, b], k) =>
        [
          `Vd${k} vd${k} 0 {${sign}(${d})}\nRd${k} vd${k} a${k || ''} 1k`,
          `Vg${k} vg${k} 0 dc {${sign}(${g})} ac 1\nRg${k} vg${k} g${k} 1k`,
          `Vb${k} vb${k} 0 {${sign}(${b})}\nRb${k} vb${k} b${k} 1k\nRs${k} s${k} 0 100`,
          `M${k} a${k || ''} g${k} s${k} b${k} mm ${e}`,
        ].join('\n'),
      )
      .concat(m)
      .join('\n');

const mosChanges: Readonly<Record<string, string | Change>> = {
  cj: { to: '1m', model: { cbd: '-', cbs: '-' } },
  js: { to: '1m', model: { is: '-' } },
  rsh: { to: '20', model: { rd: '-', rs: '-' } },
  ...beside(['uo', 'u0'], '400', { ...byDoping, kp: '-', uo: '600' }),
  nsub: { to: '2e16', model: { ...byDoping, phi: '-', gamma: '-', vto: '-' } },
  nss: { to: '1e11', model: { ...byDoping, phi: '-', gamma: '-', vto: '-' } },
  tpg: { to: '-1', model: { ...byDoping, phi: '-', gamma: '-', vto: '-' } },
  w: { to: '30u', element: { w: '-' } },
  l: { to: '3u', element: { l: '-' } },
  level: { to: '97', told: 'level 97' },
  ...Object.fromEntries(
    ['rg', 'rb', 'rds', 'tt'].map((name) => [name, { to: '1', told: `${name}, which pspice alone has` }]),
  ),
  ...Object.fromEntries(
    ['wd', 'xl', 'xw'].map((name) => [
      name,
      { to: '20n', told: `${name.toUpperCase()}, which levels 3 and 9 alone have` },
    ]),
  ),
  ...Object.fromEntries(sixth.map((name) => [name, { to: '1', told: `${name}, which level 6 alone has` }])),
};

const mosfets: readonly Bench[] = [
  {
    of: 'M',
    cards: mosCards(''),
    type: 'nmos',
    element: gate,
    model: { ...mos1, cj: '1m', js: '1m', rsh: '20', cbd: '-', cbs: '-', is: '-', rd: '-', rs: '-' },
    runs: ['.op', ac],
    changes: {
      thermal: { told: 'thermal' },
      ...Object.fromEntries(
        bsimElementParameters.map(({ name }) => [name, { to: '1', told: `${name} of mos transistors` }]),
      ),
    },
  },
  ...['nmos', 'pmos'].flatMap((type): Bench[] => [
    {
      of: `.model ${type}`,
      cards: mosCards(type === 'nmos' ? '' : '-'),
      element: gate,
      model: type === 'nmos' ? mos1 : { ...mos1, vto: '-0.7' },
      runs: ['.op', ac],
      changes: { ...mosChanges, ...flicker('vg0') },
    },
    {
      of: `.model ${type}`,
      cards: mosCards(type === 'nmos' ? '' : '-'),
      element: gate,
      model: type === 'nmos' ? mos3 : { ...mos3, vto: '-0.7' },
      runs: ['.op', ac],
      only: ['theta', 'vmax', 'eta', 'kappa', 'delta', 'xj', 'nfs', 'wd', 'xl', 'xw'],
      changes: {
        theta: '0.05',
        vmax: '50k',
        eta: '0.1',
        kappa: '1',
        delta: '0.5',
        nfs: '1e11',
        wd: '20n',
        xl: '20n',
        xw: '20n',
      },
    },
    {
      of: `.model ${type}`,
      cards: mosCards(type === 'nmos' ? '' : '-'),
      element: gate,
      model: type === 'nmos' ? mos2 : { ...mos2, vto: '-0.7' },
      runs: ['.op', ac],
      only: ['ucrit', 'uexp', 'neff'],
    },
    {
      of: `.model ${type}`,
      cards: mosCards(type === 'nmos' ? '' : '-'),
      element: gate,
      model: type === 'nmos' ? mos6 : { ...mos6, vto: '-0.7' },
      runs: ['.op', ac],
      only: [...sixth, 'lambda'],
      changes: { lambda: { to: '0.03', model: { lambda0: '-' } } },
    },
  ]),
];

const power = {
  vto: '3',
  kp: '5',
  rd: '50m',
  rs: '20m',
  rg: '3',
  rds: '1meg',
  cgs: '500p',
  cgdmax: '500p',
  cgdmin: '50p',
  is: '1e-12',
  n: '1.1',
  rb: '20m',
  bv: '40',
  ibv: '1m',
  nbv: '1.2',
  cjo: '300p',
  vj: '0.7',
  m: '0.4',
  fc: '0.4',
  tt: '50n',
  eg: '1.1',
  xti: '3',
  lambda: '0.02',
  theta: '0.05',
  mtriode: '0.8',
  ksubthres: '0.1',
  subshift: '0.1',
  tksubthres1: '1m',
  tksubthres2: '1u',
  mu: '-1.5',
  tcvth: '5m',
  a: '0.6',
  trd1: '1m',
  trd2: '1u',
  trs1: '1m',
  trs2: '1u',
  trg1: '1m',
  trg2: '1u',
  trb1: '1m',
  trb2: '1u',
};
const powerCards = (e: string, m: string): string =>
  [
    ['20', '4'],
    ['0.3', '6'],
    ['10', '2.9'],
    ['-2', '0'],
    ['60', '0'],
  ]
    .map(([d, g], k) =>
      [
        `Vd${k} vd${k} 0 ${d}\nRd${k} vd${k} a${k || ''} 1`,
        `Vg${k} vg${k} 0 dc ${g} ac 1\nRg${k} vg${k} g${k} 10`,
        `M${k} a${k || ''} g${k} 0 mm ${e}`,
      ].join('\n'),
    )
    .concat(m)
    .join('\n');

const vdmos: Bench = {
  of: '.model vdmos',
  cards: powerCards,
  model: power,
  runs: ['.op', ac],
  changes: {
    pchan: '1',
    nchan: { model: { pchan: '1' }, without: ['pchan'] },
    vdmosn: { model: { pchan: '1' }, without: ['pchan'] },
    ...flicker('vg0'),
  },
};

export const mosTransistors: readonly Bench[] = [...mosfets, vdmos, startsOf('M')];
