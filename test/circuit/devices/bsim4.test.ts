import { describe, expect, test } from 'vitest';
import { simulate } from '../../../src/index.js';
import { drainOf as currentOf, type Transistor } from './one-transistor.js';

const usual: Transistor = { own: 'w=1u l=.1u', volts: [1, 1, 0] };
const drainOf = (model: string, other: Partial<Transistor> = {}): ReturnType<typeof currentOf> =>
  currentOf(model, { ...usual, ...other });

describe('M of levels 14 and 54', () => {
  test('reads cards as PTM and foundries write them', () => {
    const plain = drainOf('(level=54 version=4.0 toxe=2e-9 vth0=.3 u0=.03 lvth0=1e-3 tnom=25)').current;
    expect(plain).toBeGreaterThan(1e-4);
    const card = '+version = 4.0  toxe = 2e-009  vtho = .3  u0 = 0.03\n+lvtho = 1e-3  tref = 25';
    expect(drainOf(`level = 54\n\n${card}`).current).toBe(plain);
    expect(drainOf(`( LEVEL = 14\n${card} )`).current).toBe(plain);
  });

  test('is of version 4.8 where none is told', () => {
    const card = 'toxe=2n vth0=.4 ud=1e15';
    expect(drainOf(`(level=54 ${card})`).current).toBe(drainOf(`(level=54 version=4.8.2 ${card})`).current);
    expect(drainOf(`(level=54 version=4.4 ${card})`).current).toBe(
      drainOf(`(level=54 version=4.5.0 ${card})`).current,
    );
  });

  test('has p channels with the signs of all voltages turned', () => {
    const n = drainOf('(level=54 vth0=.4 u0=.03 eu=1 ucs=1)');
    const p = drainOf('(level=54 vth0=-.4 u0=.03 eu=1 ucs=1)', { type: 'pmos', volts: [-1, -1, 0] });
    expect(p.current).toBeCloseTo(-n.current, 12);
  });

  test('moves the threshold by DELVTO and the mobility by MULU0', () => {
    const moved = drainOf('(level=54 vth0=.4 vfb=-1)', { own: 'w=1u l=.1u delvto=.1 mulu0=.9' }).current;
    expect(moved).toBeCloseTo(drainOf('(level=54 vth0=.5 vfb=-.9 u0=.0603)').current, 12);
  });

  test('has m transistors, and fingers of a part of the width, in parallel', () => {
    const one = drainOf('(level=54 rsh=5)', { own: 'w=1u l=.1u nrd=1' }).current;
    expect(drainOf('(level=54 rsh=5)', { own: 'w=1u l=.1u nrd=1 m=3' }).current / one).toBeCloseTo(3, 6);
    const finger = drainOf('(level=54)', { own: 'w=.5u l=.1u' }).current;
    expect(drainOf('(level=54)', { own: 'w=2u l=.1u nf=4' }).current / finger).toBeCloseTo(4, 6);
  });

  test('says what is wrong with a size or a parameter', () => {
    expect(drainOf('(level=54 lint=.2u)').said.join()).toContain(
      'error: m1: its effective length is -3e-7, not positive; its effective length of charges is -3e-7, not positive',
    );
    expect(drainOf('(level=54 pclm=0)').said).toContain('error: m1: PCLM is 0, not positive');
    expect(drainOf('(level=54 version=3.2)').said).toContain('error: m1: version 3.2 of BSIM4 is not known');
  });

  test('names what it does not know or model', () => {
    const { said } = drainOf('(level=54 trnqsmod=1 rgatemod=2 tnoimod=1 blurb=3 xrcrg1=10)', {
      own: 'w=1u l=.1u acnqsmod=1',
    });
    expect(said).toContain(
      'note: MOS model mod: the time that charges need in transients (TRNQSMOD) is left out',
    );
    expect(said).toContain(
      'note: MOS model mod: the time that charges need at small signals (ACNQSMOD) is left out',
    );
    expect(said).toContain(
      "note: MOS model mod: the channel's part of the resistance of the gate (RGATEMOD = 2, 3) is left out",
    );
    expect(said.some((text) => text.includes('parameters that are not known here: blurb'))).toBe(true);
    expect(said.some((text) => text.includes('nmos xrcrg1'))).toBe(true);
  });

  test('has parameters of elements that other levels name as left out', () => {
    const { said } = drainOf('(level=1)', { own: 'w=1u l=1u nf=2 sa=1u delvto=.1' });
    expect(said).toContain(
      'note: DELVTO, NF and SA of MOS transistors act at levels 8, 49, 14 and 54 alone: left out',
    );
    expect(drainOf('(level=49)', { own: 'w=1u l=1u sa=1u sb=1u' }).said).toContain(
      'note: SA and SB of MOS transistors act at levels 14 and 54 alone: left out',
    );
  });

  test('takes the bin that holds L and W', () => {
    const bins = ['wmin=1u wmax=2u vth0=.3', 'wmin=2u wmax=5u vth0=.5'].map(
      (range, k) => `.model mod.${k + 1} nmos(level=54 lmin=.05u lmax=1u ${range})`,
    );
    const current = (own: string): number => {
      const text = ['bins', 'vd d 0 1', `m1 d d 0 0 mod ${own}`, ...bins, '.op', '.save i(vd)', '.end'];
      const { runs } = simulate({ name: 't.cir', text: text.join('\n') });
      return -(runs[0]?.plot?.columns.at(-1)?.[0] ?? NaN);
    };
    const alone = (vth0: number, own: string): number =>
      drainOf(`(level=54 vth0=${vth0})`, { own, volts: [1, 1, 0] }).current;
    expect(current('w=2u l=.1u')).toBe(alone(0.3, 'w=2u l=.1u'));
    expect(current('l=.1u w=3u')).toBe(alone(0.5, 'w=3u l=.1u'));
  });
});
