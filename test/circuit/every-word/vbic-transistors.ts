/** Circuits in which every parameter of VBIC transistors acts. */
import type { Bench } from './walk.js';

const vbic = {
  ...{
    level: '4',
    rcx: '10',
    rci: '60',
    vo: '2',
    gamm: '20p',
    hrcf: '2',
    rbx: '10',
    rbi: '40',
    re: '2',
    rs: '20',
  },
  ...{
    rbp: '40',
    is: '1e-16',
    nf: '1.01',
    nr: '1.01',
    fc: '.6',
    cbeo: '10f',
    cje: '.1p',
    pe: '.7',
    me: '.35',
  },
  ...{ aje: '.1', cbco: '10f', cjc: '20f', qco: '1p', cjep: '.1p', pc: '.7', mc: '.35', ajc: '.1', vrt: '3' },
  ...{
    art: '.2',
    cjcp: '.4p',
    ps: '.7',
    ms: '.35',
    ajs: '.1',
    ccso: '10f',
    ibei: '1e-18',
    wbe: '.7',
    nei: '1.01',
  },
  ...{ iben: '5f', nen: '1.9', ibci: '20e-18', nci: '1.01', ibcn: '5f', ncn: '1.9', avc1: '.2', avc2: '10' },
  ...{
    isp: '1e-15',
    wsp: '.7',
    nfp: '1.01',
    ibeip: '1e-17',
    ibenp: '5f',
    ibcip: '1e-17',
    ncip: '1.01',
    ibcnp: '5f',
  },
  ...{
    ncnp: '1.9',
    vef: '10',
    ver: '4',
    ikf: '2m',
    ikr: '.2m',
    ikp: '.2m',
    tf: '10p',
    qtf: '.2',
    xtf: '20',
    vtf: '1',
  },
  ...{
    itf: '80m',
    tr: '.1n',
    td: '20p',
    nkf: '.45',
    vbbe: '2',
    nbbe: '2',
    ibbe: '1u',
    rth: '300',
    cth: '.1n',
  },
  ...{
    xre: '1',
    xrbi: '1',
    xrbx: '1',
    xrbp: '1',
    xrci: '1',
    xrcx: '1',
    xrs: '1',
    xvo: '1',
    xikf: '1',
    xis: '3',
  },
  ...{
    xii: '3',
    xin: '3',
    xisr: '1',
    isrr: '1.2',
    ea: '1.1',
    eaie: '1.1',
    eaic: '1.1',
    eais: '1.1',
    eane: '1.1',
  },
  ...{
    eanc: '1.1',
    eans: '1.1',
    eap: '1.1',
    dear: '.1',
    tnf: '1e-4',
    tavc: '1m',
    tvbbe1: '1m',
    tvbbe2: '10u',
  },
  ...{ tnbbe: '1m', dtemp: '5' },
};
// Saturated far and little, reversed, broken down at the emitter, with a substrate that conducts.
const vbicCards =
  (sign: string) =>
  (e: string, m: string): string =>
    [
      ['4', '1', '0', '-1'],
      ['.2', '1.2', '0', '-1'],
      ['-1', '.5', '0', '-2'],
      ['1', '0', '3', '-1'],
      ['.1', '.9', '0', '1'],
    ]
      .map(([c, b, em, s], k) =>
        [
          `Vc${k} vc${k} 0 {${sign}(${c})}\nRc${k} vc${k} a${k || ''} 100`,
          `Vb${k} vb${k} 0 dc {${sign}(${b})} ac 1\nRb${k} vb${k} b${k} 50`,
          `Ve${k} e${k} 0 {${sign}(${em})}\nVs${k} vs${k} 0 {${sign}(${s})}\nRs${k} vs${k} s${k} 20`,
          `Q${k} a${k || ''} b${k} e${k} s${k} t${k} mm ${e}`,
        ].join('\n'),
      )
      .concat(m)
      .join('\n');
const ofTypes: readonly Bench[] = (['npn', 'pnp'] as const).map((type) => ({
  of: `.model ${type}-vbic`,
  cards: vbicCards(type === 'npn' ? '' : '-'),
  element: { area: '1.2' },
  model: vbic,
  runs: ['.op', '.ac dec 1 100meg 10g'],
  changes: {
    level: { to: '97', told: 'level 97' },
    qbm: '1',
    xrb: { to: '.5', model: { xrbi: '-', xrbx: '-' } },
    xrc: { to: '.5', model: { xrci: '-', xrcx: '-' } },
    cth: { to: '.2n', runs: ['.ac lin 1 10meg 10meg'] },
    kfn: { to: '1e-10', model: { kfn: '0' }, runs: ['.noise v(@a) @vb0 lin 1 1k 1k'] },
    afn: { to: '1.3', model: { kfn: '1e-10' }, runs: ['.noise v(@a) @vb0 lin 1 1k 1k'] },
    bfn: { to: '1.2', model: { kfn: '1e-10' }, runs: ['.noise v(@a) @vb0 lin 1 1k 1k'] },
  },
}));

const ofElement: Bench = {
  of: 'Q',
  cards: vbicCards(''),
  type: 'npn',
  model: vbic,
  runs: ['.op'],
  only: ['sw_et'],
  changes: { sw_et: '0' },
};

export const vbics: readonly Bench[] = [...ofTypes, ofElement];
