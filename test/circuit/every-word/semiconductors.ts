/** Circuits in which every parameter of diodes, bipolar transistors and junction FETs acts. */
import { ofParkerSkellern, smoothOnly } from '../../../src/circuit/devices/semiconductors/jfet-model.js';
import { ac, flicker } from './small-signals.js';
import { startsOf } from './initial-voltages.js';
import type { Bench } from './walk.js';
import { vbics } from './vbic-transistors.js';

// Forward, reverse and breakdown, each at rest, and small signals there.
const diodeCards = (e: string, m: string): string =>
  ['1', '-1', '-25']
    .map(
      (volts, k) =>
        `V${k + 1} in${k} 0 dc ${volts} ac 1\nR${k + 1} in${k} a${k || ''} 20\nD${k + 1} a${k || ''} 0 mm ${e}`,
    )
    .concat(m)
    .join('\n');
const junction = {
  is: '1e-14',
  n: '1.1',
  rs: '10',
  bv: '20',
  ibv: '1m',
  nbv: '1.2',
  eg: '1.1',
  xti: '3',
  cjo: '1n',
  vj: '0.8',
  m: '0.4',
  fc: '0.4',
  tt: '10n',
  ikf: '10m',
  ikr: '1m',
  isr: '1e-10',
  nr: '2',
  jsw: '1n',
  ns: '1.3',
  cjp: '1u',
  php: '0.7',
  mjsw: '0.3',
  fcs: '0.45',
  trs1: '1m',
  trs2: '1u',
  tcv: '1m',
  tbv1: '1m',
  tbv2: '1u',
  tm1: '1m',
  tm2: '1u',
  ttt1: '1m',
  ttt2: '1u',
};

/** What makes a diode one of straight lines. */
const straight = ['ron', 'roff', 'vfwd', 'vrev', 'rrev', 'epsilon', 'revepsilon', 'ilimit', 'revilimit'];

const diodes: readonly Bench[] = [
  ...(['D', '.model d'] as const).map((of): Bench => ({
    of,
    cards: diodeCards,
    type: 'd',
    element: { area: '1.5', pj: '10u' },
    model: junction,
    runs: ['.op', ac],
    except: straight,
    changes: of === 'D' ? { thermal: { told: 'thermal' } } : flicker('v1'),
  })),
  {
    of: '.model d',
    cards: (e, m) => `V1 in 0 sin(0 40 1k)\nR1 in a 1k\nD1 a 0 mm ${e}\n${m}`,
    model: { ron: '10', roff: '10k', vfwd: '1', vrev: '20', rrev: '30' },
    runs: ['.tran 20u 1m'],
    only: straight,
    changes: { epsilon: '0.5', revepsilon: '0.5', ilimit: '1', revilimit: '0.2' },
  },
];

const bipolar = {
  is: '1e-15',
  bf: '100',
  br: '2',
  nf: '1.02',
  nr: '1.03',
  rb: '100',
  rc: '10',
  re: '1',
  cje: '10p',
  vje: '0.7',
  mje: '0.35',
  cjc: '5p',
  vjc: '0.6',
  mjc: '0.3',
  fc: '0.4',
  tf: '1n',
  ptf: '30',
  tr: '20n',
  vaf: '50',
  var: '10',
  ikf: '10m',
  ikr: '5m',
  nkf: '0.6',
  ise: '1e-13',
  ne: '1.6',
  isc: '1e-13',
  nc: '1.8',
  rbm: '10',
  irb: '100u',
  xtf: '2',
  vtf: '3',
  itf: '10m',
  xcjc: '0.6',
  cjs: '3p',
  vjs: '0.6',
  mjs: '0.4',
  iss: '1e-14',
  ns: '1.1',
  eg: '1.1',
  xti: '3',
  xtb: '1.5',
  trb1: '1m',
  trb2: '1u',
  trm1: '1m',
  trm2: '1u',
  trc1: '1m',
  trc2: '1u',
  tre1: '1m',
  tre2: '1u',
};
// Active, saturated and reverse; the substrate once forward.
// The substrate of a pnp is a cathode: its diode is to the base.
const bipolarCards =
  (sign: string) =>
  (e: string, m: string): string =>
    [
      ['5', '1.5', '0', '0'],
      ['0.5', '3', '0', '0'],
      ['0', '2', '3', '-0.4'],
      ['3', '0.7', '0', '4'],
    ]
      .map(([c, b, e_, s], k) =>
        [
          `Vc${k} vc${k} 0 ${sign}${c}\nRc${k} vc${k} a${k || ''} 500`,
          `Vb${k} vb${k} 0 dc {${sign}(${b})} ac 1\nRb${k} vb${k} b${k} 5k`,
          `Ve${k} ve${k} 0 ${sign}${e_}\nRe${k} ve${k} e${k} 100`,
          `Vs${k} vs${k} 0 {${sign}(${s})}\nRs${k} vs${k} s${k} 1k`,
          `Q${k} a${k || ''} b${k} e${k} s${k} mm ${e}`,
        ].join('\n'),
      )
      .concat(m)
      .join('\n');

const bipolars: readonly Bench[] = (['npn', 'pnp'] as const).flatMap((type) => {
  const bench = (of: string): Bench => ({
    of,
    cards: bipolarCards(type === 'npn' ? '' : '-'),
    type,
    element: { area: '1.2' },
    model: bipolar,
    runs: ['.op', ac],
    changes: {
      areab: '2',
      areac: '2',
      c2: { to: '1000', model: { ise: '-' } },
      c4: { to: '1000', model: { isc: '-' } },
      subs: { to: type === 'npn' ? '-1' : '1', runs: ['.op', ac] },
      ...flicker('vb0'),
    },
  });
  return type === 'npn' ? [{ ...bench('Q'), except: ['sw_et'] }, bench('.model npn')] : [bench('.model pnp')];
});

const fieldEffect = {
  vto: '-2',
  beta: '1m',
  lambda: '0.02',
  rd: '20',
  rs: '10',
  cgs: '4p',
  cgd: '2p',
  pb: '0.9',
  m: '0.4',
  fc: '0.4',
  is: '1e-14',
  n: '1.1',
  b: '1.2',
  eg: '1.1',
  xti: '3',
  betatce: '-0.5',
  tcv: '2m',
};
const parkerSkellern = {
  ...{ level: '2', vto: '-2', beta: '1m', lambda: '0.02', rd: '20', rs: '10', is: '1e-14', n: '1.1' },
  ...{ cgs: '4p', cgd: '2p', cds: '1p', pb: '0.9', fc: '0.4', xc: '0.2', acgam: '0.03' },
  ...{ p: '2.4', q: '1.9', xi: '0.9', mxi: '0.1', z: '0.6', vst: '0.5', mvst: '0.03' },
  ...{ lfgam: '0.04', lfg1: '4m', lfg2: '3m', hfgam: '0.06', hfg1: '5m', hfg2: '4m' },
  ...{ hfeta: '0.03', hfe1: '6m', hfe2: '5m', taug: '1u', delta: '0.4', taud: '2u', ibd: '1n', vbd: '1.2' },
};
// Saturated, in the triode region, and with a gate that conducts.
const fetCards =
  (letter: string, sign: string) =>
  (e: string, m: string): string =>
    [
      ['10', '-0.5'],
      ['0.5', '-0.5'],
      ['5', '1.5'],
    ]
      .map(([d, g], k) =>
        [
          `Vd${k} vd${k} 0 {${sign}(${d})}\nRd${k} vd${k} a${k || ''} 100`,
          `Vg${k} vg${k} 0 dc {${sign}(${g})} ac 1\nRg${k} vg${k} g${k} 1k`,
          `${letter}${k} a${k || ''} g${k} 0 mm ${e}`,
        ].join('\n'),
      )
      .concat(m)
      .join('\n');

const fets: readonly Bench[] = [
  ...(['J', '.model njf', '.model pjf'] as const).map((of): Bench => ({
    of,
    cards: fetCards('J', of === '.model pjf' ? '-' : ''),
    type: 'njf',
    element: { area: '1.2' },
    model: fieldEffect,
    runs: ['.op', ac],
    changes: {
      bex: { to: '-1', model: { betatce: '-' } },
      vtotc: { to: '-3m', model: { tcv: '-' } },
      ...(of !== 'J' && {
        ...flicker('vg0'),
        level: { to: '97', told: 'level 97' },
        ...Object.fromEntries(
          ofParkerSkellern.map(({ name }) => [name, { to: '1', told: `${name}, which level 2 alone has` }]),
        ),
      }),
    },
  })),
  ...(['.model njf', '.model pjf'] as const).map((of): Bench => ({
    of,
    cards: fetCards('J', of === '.model pjf' ? '-' : ''),
    element: { area: '1.2' },
    model: parkerSkellern,
    runs: ['.op', '.ac dec 1 10k 1g'],
    except: ['level'],
    changes: {
      ...flicker('vg0'),
      ...Object.fromEntries(
        ['m', ...smoothOnly.map(({ name }) => name)].map((name) => [
          name,
          { to: '0.3', told: `${name}, which level 1 alone has` },
        ]),
      ),
    },
  })),
  ...(['Z', '.model nmf', '.model pmf'] as const).map((of): Bench => ({
    of,
    cards: fetCards('Z', of === '.model pmf' ? '-' : ''),
    type: 'nmf',
    element: { area: '1.2' },
    model: {
      vto: '-2',
      beta: '2m',
      b: '0.3',
      alpha: '2',
      lambda: '0.02',
      rd: '20',
      rs: '10',
      cgs: '4p',
      cgd: '2p',
      pb: '0.9',
      fc: '0.4',
      is: '1e-14',
    },
    runs: ['.op', ac],
    changes: { fc: { to: '0.8', model: { pb: '0.4' } } },
  })),
];

export const semiconductors: readonly Bench[] = [
  ...[...diodes, ...bipolars, ...vbics, ...fets],
  ...['D', 'Q', 'J', 'Z'].map(startsOf),
];
