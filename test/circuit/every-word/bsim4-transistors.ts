/** Circuits in which every parameter of MOS transistors of levels 14 and 54 acts. */
import { flicker } from './small-signals.js';
import type { Bench, Change, Words } from './walk.js';

/** One frequency, at which charges and conductances show. */
const ac = '.ac lin 1 100meg 100meg';

const element: Words = { nf: '2', sa: '0.3u', sb: '0.4u', sd: '0.2u', sca: '1', scb: '0.5', scc: '0.2' };
// Every term is there: what is 0 by default, or where the defaults leave it out, acts beside others.
const channel: Words = {
  ...{ level: '54', vth0: '0.35', u0: '0.04', k1: '0.45', k2: '-0.02', k3: '2', k3b: '0.5', phin: '0.05' },
  ...{ lpe0: '10n', lpeb: '5n', dvt0: '1', dvt0w: '0.5', dvt1w: '2e6', w0: '0.1u', xj: '40n' },
  ...{ dvtp0: '1n', dvtp1: '0.2', dvtp2: '1u', dvtp3: '0.3', dvtp4: '0.5', dvtp5: '5m' },
  ...{ ndep: '2e18', nsd: '2e20', ngate: '1e20', toxe: '2n', toxp: '1.8n', toxm: '2.1n', voffl: '-1n' },
  ...{ minv: '0.2', tvoff: '1m', tnfactor: '0.1', teta0: '0.02', cdscb: '1e-4', cdscd: '1e-4', cit: '1e-4' },
  ...{
    ud: '1e15',
    ud1: '1e14',
    up: '0.1',
    lp: '20n',
    ags: '0.2',
    b0: '20n',
    b1: '20n',
    a1: '0.05',
    a2: '0.8',
  },
  ...{ lambda: '2e-11', vtl: '2e5', xn: '4', rdsw: '150', rdswmin: '20', prwb: '0.1', prt: '10', wr: '0.9' },
  ...{ dwg: '-2n', dwb: '2n', pdiblcb: '-0.1', fprout: '50', pdits: '0.1', pditsd: '0.3', pditsl: '1e6' },
  ...{ pvag: '0.2', alpha0: '1e-8', alpha1: '0.1', beta0: '10', kt1l: '1e-9', pscbe2: '1e-7' },
  ...{ kvth0we: '5m', k2we: '1m', ku0we: '-20m', wpemod: '1', web: '0.3', wec: '0.2' },
  ...{ saref: '1u', ku0: '10n', kvsat: '0.3', tku0: '0.2', lku0: '0.1', wku0: '0.1', pku0: '0.05' },
  ...{ llodku0: '0.02', wlodku0: '0.02', kvth0: '5n', lkvth0: '0.1', wkvth0: '0.1', pkvth0: '0.05' },
  ...{ llodvth: '0.02', wlodvth: '0.02', stk2: '2n', steta0: '2n', wlod: '10n' },
};
const rest: Words = {
  ...{
    igcmod: '1',
    igbmod: '1',
    toxref: '2.5n',
    aigbacc: '8m',
    vfbsdoff: '0.02',
    tvfbsdoff: '2m',
    dlcig: '10n',
    dlcigd: '12n',
  },
  ...{ gidlmod: '1', agidl: '1n', bgidl: '5e8', egidl: '0.2', kgidl: '0.1', agisl: '1.2n', bgisl: '5e8' },
  ...{ lint: '3n', wint: '3n', xl: '2n', xw: '3n', ll: '1e-17', lw: '1e-17', lwl: '1e-24' },
  ...{ wl: '1e-17', ww: '1e-17', wwl: '1e-24', dlc: '4n', dwc: '5n', dwj: '6n', llc: '1e-17', lwc: '1e-17' },
  ...{ lwlc: '1e-24', wlc: '1e-17', wwc: '1e-17', wwlc: '1e-24', cgsl: '0.1n', cgdl: '0.1n', cgso: '0.1n' },
  ...{ cgdo: '0.1n', cgbo: '0.1n', cf: '0.1n', voffcv: '-20m', tvoffcv: '2m', ckappad: '0.5' },
  ...{ rgatemod: '1', rshg: '50', xgw: '0.1u', xgl: '5n', rbodymod: '1', rsh: '20', rgeomod: '1' },
  ...{ dmcg: '0.1u', dmci: '0.12u', dmdg: '0.08u', dmcgt: '10n' },
  ...{ diomod: '2', jss: '1e-3', jsws: '1e-9', jswgs: '1e-9', bvs: '4', xjbvs: '1.2', bvd: '4' },
  ...{ ijthsfwd: '1u', ijthsrev: '1u', jtss: '1', jtssws: '1u', jtsswgs: '1u', jtweff: '0.1u', vtss: '4' },
  ...{ vtssws: '4', vtsswgs: '4', xtss: '0.5', xtssws: '0.5', xtsswgs: '0.5', tnjts: '0.1', tnjtssw: '0.1' },
  ...{ tnjtsswg: '0.1', tcj: '1m', tpb: '1m', tcjsw: '1m', tpbsw: '1m', tcjswg: '1m', tpbswg: '1m' },
};
const full: Words = { ...channel, ...rest };

/** Saturated, in the triode region, below the threshold, in accumulation, with bulks behind and before the junctions and in breakdown, drain below source. */
const cards =
  (sign: string) =>
  (e: string, m: string): string =>
    [
      ['1', '0.8', '-0.3', 'w=2u l=60n'],
      ['0.1', '1', '0', 'w=0.3u l=80n'],
      ['0.8', '0.2', '0', 'w=1u l=1u'],
      ['0.5', '0.8', '0.6', 'w=0.4u l=0.2u'],
      ['1', '-1.2', '0', 'w=2u l=60n'],
      ['0.3', '-0.6', '-4.8', 'w=1u l=0.1u'],
      ['-0.4', '0', '0.3', 'w=1u l=0.1u'],
    ]
      .map(([d, g, b, size], k) => {
        const at = k || '';
        return [
          `Vd${k} ${at ? `a${k}` : 'vd0'} 0 {${sign}(${d})}\nVg${k} g${at} 0 dc {${sign}(${g})} ac 1`,
          `Vb${k} b${at} 0 {${sign}(${b})}\nM${k} a${at} g${at} 0 b${at} mm ${size} ${e}`,
        ].join('\n');
      })
      .concat('Rd0 vd0 a 100')
      .concat(m)
      .join('\n');

/** With sizes of the model alone. */
const unsized =
  (sign: string) =>
  (e: string, m: string): string =>
    `Vd vd 0 ${sign}1\nRd vd a 100\nVg g 0 ${sign}0.8\nM1 a g 0 0 mm ${e}\n${m}`;

/** Two bins: the second one has any size. */
const bins = (e: string, m: string): string => {
  const second = m.replace(
    /^.model mm (\w+)\(.*/,
    '.model mm.2 $1(level=54 vth0=0.6 lmin=0 lmax=1 wmin=0 wmax=1)',
  );
  return `Vd vd 0 1\nRd vd a 1k\nVg g 0 1\nM1 a g 0 0 mm w=2u l=1u ${e}\n${m.replace('.model mm ', '.model mm.1 ')}\n${second}`;
};

const all = (names: readonly string[], change: Readonly<Record<string, string>>, model: Words) =>
  Object.fromEntries(names.map((name) => [name, { to: change[name] ?? '0.1', model }]));

const material: Words = { mtrlmod: '1', eot: '1.5n', phig: '4.2', vfb: '-', toxm: '1.6n' };
const bulk: Words = {
  ...{ rbpbx0: '110', rbpby0: '120' },
  ...{ rbodymod: '2', rbps0: '60', rbpd0: '70', rbsbx0: '80', rbdbx0: '90', rbpsl: '0.1', rbpsw: '0.1' },
  ...{
    rbpsnf: '0.1',
    rbpdl: '0.1',
    rbpdw: '0.1',
    rbpdnf: '0.1',
    rbpbxl: '0.1',
    rbpbxw: '0.1',
    rbpbxnf: '0.1',
  },
  ...{ rbpbyl: '0.1', rbpbyw: '0.1', rbpbynf: '0.1', rbsdbxl: '0.1', rbsdbxw: '0.1', rbsdbxnf: '0.1' },
  ...{ rbsdbyl: '0.1', rbsdbyw: '0.1', rbsdbynf: '0.1', rbsby0: '100', rbdby0: '110' },
};
const bulkNames = Object.keys(bulk).filter((name) => name !== 'rbodymod');

/** What stands beside the walked ones, or is another one's default. */
const changes = (vg: string, sign: string): Readonly<Record<string, string | Change>> => {
  const noise = [`.noise v(@a) @${vg} lin 1 1k 1k`];
  return {
    level: { to: '97', told: 'level 97' },
    version: '4.5',
    trnqsmod: { to: '1', told: 'trnqsmod' },
    acnqsmod: { to: '1', told: 'acnqsmod' },
    tnoimod: { to: '1', told: 'tnoimod' },
    mobmod: '2',
    capmod: '1',
    cvchargemod: '1',
    igcmod: '2',
    igbmod: '0',
    gidlmod: '0',
    diomod: '1',
    rdsmod: '1',
    permod: { to: '0', element: { pd: '6u', ps: '6u' } },
    geomod: '3',
    rgeomod: '3',
    tempmod: { to: '2', model: { at: '0.01' } },
    mtrlmod: '1',
    mtrlcompatmod: { to: '1', model: material },
    wpemod: '0',
    rgatemod: '0',
    rbodymod: '0',
    fnoimod: { to: '0', runs: noise },
    binunit: { to: '2', model: { lvth0: '1n' } },
    paramchk: { to: '0', model: { a2: '1.5' } },
    xpart: '1',
    vfb: { to: '-0.9', model: { vth0: '-', vfb: '-1' } },
    ...Object.fromEntries(
      ['gamma1', 'gamma2', 'vbx', 'vbm', 'xt', 'nsub'].map((name) => [
        name,
        {
          to: { gamma1: '0.6', gamma2: '0.4', vbx: '-1', vbm: '-4', xt: '0.02u', nsub: '9e16' }[name]!,
          model: { k1: '-', k2: '-' },
        },
      ]),
    ),
    dsub: '0.8',
    ...{ lln: '0.98', lwn: '0.98', wln: '0.98', wwn: '0.98' },
    uc: '-4e-11',
    uc1: '-5e-11',
    ua: '2e-9',
    eu: { to: '1.5', model: { mobmod: '2' } },
    ...all(['ucs', 'ucste'], { ucs: '1.5' }, { mobmod: '3', ua: '0.3', ud: '0.2', ucs: '1.4' }),
    ...all(
      ['rdw', 'rsw', 'rdwmin', 'rswmin'],
      { rdw: '120', rsw: '130', rdwmin: '5', rswmin: '6' },
      {
        rdsmod: '1',
      },
    ),
    ...all(['vfbcv'], { vfbcv: '-0.8' }, { capmod: '0' }),
    ...all(['minvcv', 'voffcvl'], { voffcvl: '-1n' }, { cvchargemod: '1' }),
    ...all(['cgidl', 'cgisl'], { cgidl: '0.3', cgisl: '20' }, { gidlmod: '0', egisl: '0.3', agisl: '1u' }),
    fgidl: '1.2',
    ...{ egisl: '0.3', rgisl: '0.9', kgisl: '0.2', fgisl: '1.3', bgisl: '6e8' },
    gidlclamp: { to: '-0.3', model: { fgidl: '-0.5', fgisl: '-0.5' } },
    ...{ aigc: '0.013', bigc: '1.5m', cigc: '0.06', pigcd: '2' },
    ...{ aigs: '0.013', bigs: '1.5m', cigs: '0.06', aigd: '0.013', bigd: '1.5m', cigd: '0.06' },
    ...{ aigsd: '0.013', bigsd: '1.5m', cigsd: '0.06' },
    ...all(
      ['eot', 'vddeot', 'tempeot', 'leffeot', 'weffeot', 'easub', 'epsrgate', 'epsrsub', 'ni0sub', 'bg0sub'],
      {
        ...{
          eot: '1.6n',
          vddeot: `${sign}1.2`,
          tempeot: '350',
          leffeot: '0.1u',
          weffeot: '0.1u',
          easub: '4',
        },
        ...{ epsrgate: '10', epsrsub: '13', ni0sub: '2e10', bg0sub: '1.1' },
      },
      material,
    ),
    ...all(['phig', 'tbgasub', 'tbgbsub'], { phig: '4.3', tbgasub: '8e-4', tbgbsub: '900' }, material),
    dtox: { to: '0.3n', model: { toxp: '-' } },
    ...all(bulkNames, Object.fromEntries(bulkNames.map((name) => [name, `{1.3*${bulk[name]!}}`])), bulk),
    ...all(['gbmin'], { gbmin: '1m' }, {}),
    ngcon: '2',
    dmdg: { to: '0.1u', model: { geomod: '8' } },
    scref: { to: '2u', element: { sca: '-', scb: '-', scc: '-', sc: '0.5u' } },
    ...Object.fromEntries(
      ['njtsd', 'njtsswd', 'njtsswgd', 'tnjtsd', 'tnjtsswd', 'tnjtsswgd'].map((name) => [
        name,
        name.startsWith('t') ? '0.2' : '15',
      ]),
    ),
    ...{
      jsd: '2m',
      jswd: '2n',
      jswgd: '2n',
      njd: '1.1',
      xtid: '2',
      ijthdfwd: '2u',
      ijthdrev: '2u',
      xjbvd: '1.5',
    },
    ...{ jtsd: '2', jtsswd: '2u', jtsswgd: '2u', xtsd: '0.4', xtsswd: '0.4', xtsswgd: '0.4' },
    ...{ vtsd: '3', vtsswd: '3', vtsswgd: '3', cjd: '4e-4', mjd: '0.4', pbd: '0.9', cjswd: '4e-10' },
    ...{ mjswd: '0.3', pbswd: '0.9', cjswgs: '3e-10', mjswgs: '0.3', pbswgs: '0.9' },
    ...{ cjswgd: '3e-10', mjswgd: '0.3', pbswgd: '0.9' },
    ...flicker(vg),
    kf: { to: '1e-24', model: { kf: '1e-25', fnoimod: '0' }, runs: noise },
    af: { to: '1.4', model: { kf: '1e-24', fnoimod: '0' }, runs: noise },
    ef: { to: '1.2', runs: noise },
    ...{
      noia: { to: '1e42', runs: noise },
      noib: { to: '1e27', runs: noise },
      noic: { to: '2e10', runs: noise },
    },
    ...{
      em: { to: '3e7', runs: noise },
      lintnoi: { to: '2n', runs: noise },
      ntnoi: { to: '2', runs: [`.noise v(@a) @${vg} lin 1 10g 10g`] },
    },
  };
};

/** What shows at small signals alone. */
const ofCharges = [
  ...[
    'capmod',
    'xpart',
    'cgso',
    'cgdo',
    'cgbo',
    'cgsl',
    'cgdl',
    'ckappas',
    'ckappad',
    'cf',
    'clc',
    'cle',
    'vfbcv',
  ],
  ...[
    'acde',
    'moin',
    'noff',
    'voffcv',
    'tvoffcv',
    'minvcv',
    'voffcvl',
    'cvchargemod',
    'dlc',
    'llc',
    'lwc',
    'lwlc',
  ],
  ...[
    'dwc',
    'wlc',
    'wwc',
    'wwlc',
    'cjs',
    'mjs',
    'pbs',
    'cjsws',
    'mjsws',
    'pbsws',
    'cjd',
    'mjd',
    'pbd',
    'cjswd',
  ],
  ...[
    'mjswd',
    'pbswd',
    'cjswgs',
    'mjswgs',
    'pbswgs',
    'cjswgd',
    'mjswgd',
    'pbswgd',
    'tcj',
    'tpb',
    'tcjsw',
    'tpbsw',
  ],
  ...['tcjswg', 'tpbswg', 'rgatemod', 'rshg', 'xgw', 'xgl', 'ngcon'],
];

function withCharges(
  all: Readonly<Record<string, string | Change>>,
): Readonly<Record<string, string | Change>> {
  const own = ofCharges.map((name): [string, Change] => {
    const one = all[name] ?? {};
    return [name, { ...(typeof one === 'string' ? { to: one } : one), runs: [ac] }];
  });
  return { ...all, ...Object.fromEntries(own) };
}

export const bsim4Transistors: readonly Bench[] = ['nmos', 'pmos'].flatMap((type): Bench[] => {
  const of = `.model ${type}-bsim4`;
  const sign = type === 'nmos' ? '' : '-';
  const model = type === 'nmos' ? full : { ...full, vth0: '-0.35' };
  return [
    {
      ...{ of, cards: cards(sign), element, model, runs: ['.op'] },
      changes: withCharges(changes('vg0', sign)),
      // Both types share one table: what differs by the sign alone is walked for p channels.
      ...(type === 'nmos'
        ? { except: ['w', 'l', 'lmin', 'lmax', 'wmin', 'wmax'] }
        : { only: ['vth0', 'vfb', 'u0', 'eu', 'kvth0', 'vddeot', 'phig', 'aigc', 'agidl', 'jss', 'noia'] }),
    },
    { ...{ of, cards: unsized(sign), model: { level: '54' }, runs: ['.op'] }, only: ['w', 'l'] },
    {
      ...{ of, cards: bins },
      model: { level: '54', vth0: '0.3', lmin: '0.5u', lmax: '2u', wmin: '1u', wmax: '4u' },
      runs: ['.op'],
      only: ['lmin', 'lmax', 'wmin', 'wmax'],
      changes: { lmin: '1.5u', lmax: '0.8u', wmin: '3u', wmax: '1.5u' },
    },
  ];
});

/** The parameters of M that these levels have. */
export const bsim4Elements: readonly Bench[] = [
  {
    of: 'M',
    cards: (e, m) =>
      cards('')(
        e
          .split(' ')
          .filter((word) => !/^[wl]=/.test(word))
          .join(' '),
        m,
      ),
    type: 'nmos-bsim4',
    element: { ...element, nrd: '1', nrs: '1' },
    model: full,
    runs: [ac],
    only: [
      ...['delvto', 'mulu0', 'nf', 'min', 'sa', 'sb', 'sd', 'sca', 'scb', 'scc', 'sc', 'geomod', 'rgeomod'],
      ...['rgatemod', 'rbodymod', 'trnqsmod', 'acnqsmod', 'xgw', 'ngcon'],
      ...['rbpb', 'rbpd', 'rbps', 'rbdb', 'rbsb'],
    ],
    changes: {
      ...{ delvto: '0.02', mulu0: '0.9', min: '1', geomod: '3', rgatemod: '0', rbodymod: '0' },
      nf: '4',
      trnqsmod: { to: '1', told: 'trnqsmod' },
      acnqsmod: { to: '1', told: 'acnqsmod' },
      sc: { to: '0.7u', element: { sca: '-', scb: '-', scc: '-', sc: '0.5u' } },
      rgeomod: { to: '3', element: { nrd: '-', nrs: '-' } },
      ...{ xgw: '0.2u', ngcon: '2', rbpb: '200', rbpd: '200', rbps: '200', rbdb: '200', rbsb: '200' },
    },
  },
];
