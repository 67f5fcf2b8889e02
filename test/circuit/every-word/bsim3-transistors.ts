/** Circuits in which every parameter of MOS transistors of levels 8 and 49 acts. */
import { ac, flicker } from './small-signals.js';
import type { Bench, Change, Words } from './walk.js';

const element: Words = { ad: '2p', as: '2p', pd: '12u', ps: '12u', nrd: '2', nrs: '2' };
// Every term is there: what is 0 by default, or where the defaults leave it out, acts beside others.
const full: Words = {
  ...{
    level: '49',
    vth0: '0.45',
    u0: '0.035',
    k1: '0.5',
    k2: '0.02',
    k3: '2',
    k3b: '0.5',
    dvt0w: '0.5',
    dvt1w: '5e5',
  },
  ...{ nch: '2.3e17', tox: '4n', xj: '0.1u', rsh: '5', rdsw: '200', prwg: '0.1', prwb: '-0.1', wr: '0.9' },
  ...{ ags: '0.2', b0: '20n', b1: '20n', a1: '0.05', a2: '0.8', dwg: '-5n', dwb: '2n', pdiblcb: '-0.1' },
  ...{ cdscb: '1e-4', cdscd: '1e-4', cit: '1e-4', ngate: '1e20', pvag: '0.2', kt1l: '1e-9', prt: '20' },
  ...{ alpha0: '1e-8', alpha1: '0.1', beta0: '20', lint: '10n', wint: '10n', jsw: '1e-9', voffcv: '-0.02' },
  ...{ ll: '1e-16', lw: '1e-16', lwl: '1e-23', wl: '1e-16', ww: '1e-16', wwl: '1e-23' },
  ...{ dlc: '15n', dwc: '15n', llc: '1e-16', lwc: '1e-16', lwlc: '1e-23', wlc: '1e-16', wwc: '1e-16' },
  ...{ wwlc: '1e-23', cgsl: '0.1n', cgdl: '0.1n', cgso: '0.3n', cgdo: '0.3n', cgbo: '0.1n', cf: '0.1n' },
  ...{ tcj: '1m', tpb: '1m', tcjsw: '1m', tpbsw: '1m', tcjswg: '1m', tpbswg: '1m' },
  ...{
    cjswg: '0.4n',
    mjswg: '0.3',
    pbswg: '0.8',
    toxm: '4.2n',
    xl: '5n',
    xw: '5n',
    uc: '-4e-11',
    uc1: '-5e-11',
  },
};

/** Saturated, in the triode region, below the threshold, with bulks behind and before the junctions, of three shapes. */
const cards =
  (sign: string) =>
  (e: string, m: string): string =>
    [
      ['1.8', '1.2', '-0.5', 'w=10u l=0.25u'],
      ['0.1', '1.8', '0', 'w=0.5u l=0.3u'],
      ['1', '0.4', '0', 'w=4u l=4u'],
      ['0.5', '1', '0.7', 'w=0.5u l=1u'],
      ['0.8', '-1.2', '0', 'w=6u l=0.25u'],
      ['2.5', '1.8', '-2', 'w=1u l=0.25u'],
    ]
      .map(([d, g, b, size], k) =>
        [
          `Vd${k} vd${k} 0 {${sign}(${d})}\nRd${k} vd${k} a${k || ''} 100`,
          `Vg${k} vg${k} 0 dc {${sign}(${g})} ac 1\nRg${k} vg${k} g${k} 1k`,
          `Vb${k} vb${k} 0 {${sign}(${b})}\nRb${k} vb${k} b${k} 1k\nRs${k} s${k} 0 50`,
          `M${k} a${k || ''} g${k} s${k} b${k} mm ${size} ${e}`,
        ].join('\n'),
      )
      .concat(m)
      .join('\n');

/** With sizes of the model alone. */
const unsized =
  (sign: string) =>
  (e: string, m: string): string =>
    `Vd vd 0 ${sign}1.8\nRd vd a 100\nVg g 0 ${sign}1.2\nM1 a g 0 0 mm ${e}\n${m}`;

/** Two bins: the second one has any size. */
const bins = (e: string, m: string): string => {
  const second = m.replace(
    /^.model mm (\w+)\(.*/,
    '.model mm.2 $1(level=49 vth0=0.8 lmin=0 lmax=1 wmin=0 wmax=1)',
  );
  return `Vd vd 0 1.8\nRd vd a 1k\nVg g 0 1.5\nM1 a g 0 0 mm w=2u l=1u ${e}\n${m.replace('.model mm ', '.model mm.1 ')}\n${second}`;
};

const without = (names: readonly string[]): Words => Object.fromEntries(names.map((name) => [name, '-']));
const changes = (vg: string): Readonly<Record<string, string | Change>> => ({
  level: { to: '97', told: 'level 97' },
  version: '3.1',
  dsub: '0.8',
  ijth: '1n',
  nqsmod: { to: '1', told: 'nqsmod' },
  noimod: { to: '2', told: 'noimod' },
  acm: { to: '2', told: 'acm' },
  mobmod: '2',
  capmod: '2',
  binunit: { to: '2', model: { lvth0: '0.01' } },
  paramchk: { to: '1', model: { a2: '1.5' } },
  xpart: '1',
  vfb: { to: '-0.9', model: { vth0: '-', vfb: '-1' } },
  ...Object.fromEntries(
    ['gamma1', 'gamma2', 'vbx', 'vbm', 'xt', 'nsub'].map((name) => [
      name,
      {
        to: { gamma1: '0.6', gamma2: '0.4', vbx: '-1', vbm: '-4', xt: '0.1u', nsub: '9e16' }[name]!,
        model: without(['k1', 'k2']),
      },
    ]),
  ),
  vfbcv: { to: '-0.8', model: { capmod: '0' } },
  ...flicker(vg),
  ef: { to: '1.2', model: { kf: '1e-14' }, runs: [`.noise v(@a) @${vg} lin 1 1k 1k`] },
});

export const bsim3Transistors: readonly Bench[] = ['nmos', 'pmos'].flatMap((type): Bench[] => {
  const of = `.model ${type}-bsim3`;
  const sign = type === 'nmos' ? '' : '-';
  const model = type === 'nmos' ? full : { ...full, vth0: '-0.45' };
  return [
    {
      ...{ of, cards: cards(sign), element, model, runs: ['.op', ac] },
      changes: changes('vg0'),
      except: ['w', 'l', 'lmin', 'lmax', 'wmin', 'wmax'],
    },
    { of, cards: unsized(sign), model: { level: '49', vth0: model.vth0! }, runs: ['.op'], only: ['w', 'l'] },
    {
      of,
      cards: bins,
      model: { level: '49', vth0: '0.45', lmin: '0.5u', lmax: '2u', wmin: '1u', wmax: '4u' },
      runs: ['.op'],
      only: ['lmin', 'lmax', 'wmin', 'wmax'],
      changes: { lmin: '1.5u', lmax: '0.8u', wmin: '3u', wmax: '1.5u' },
    },
  ];
});
