import { describe, expect, test } from 'vitest';
import { simulate } from '../../../src/index.js';
import { drainOf as currentOf, type Transistor } from './one-transistor.js';

const usual: Transistor = { own: 'w=2u l=.3u', volts: [1.5, 1.5, 0] };
const drainOf = (model: string, other: Partial<Transistor> = {}): ReturnType<typeof currentOf> =>
  currentOf(model, { ...usual, ...other });

describe('M of levels 8 and 49', () => {
  test('reads cards as MOSIS and HSPICE write them', () => {
    const plain = drainOf('(level=49 version=3.1 tox=4e-9 vth0=.4 u0=300 lvth0=1e-3 tnom=25)').current;
    expect(plain).toBeGreaterThan(1e-4);
    expect(drainOf('level 49\n+ version 3.1 tox 4e-9 vtho .4 u0 300\n+ lvtho 1e-3 tref 25').current).toBe(
      plain,
    );
    expect(
      drainOf('( LEVEL   = 8\n+VERSION = 3.1 TOX = 4E-9\n+VTH0 = .4 U0 = 300 LVTH0 = 1e-3 TNOM = 25 )')
        .current,
    ).toBe(plain);
  });

  test('is of version 3.3 where none is told', () => {
    const card = 'tox=4n vth0=.4 capmod=2';
    expect(drainOf(`(level=49 ${card})`).current).toBe(drainOf(`(level=49 version=3.3.0 ${card})`).current);
  });

  test('has p channels with the signs of all voltages turned', () => {
    const n = drainOf('(level=49 vth0=.4 u0=.03)');
    const p = drainOf('(level=49 vth0=-.4 u0=.03)', { type: 'pmos', volts: [-1.5, -1.5, 0] });
    expect(p.current).toBeCloseTo(-n.current, 12);
  });

  test('moves the threshold by DELVTO and the mobility by MULU0', () => {
    const moved = drainOf('(level=49 vth0=.4)', { own: 'w=2u l=.3u delvto=.1 mulu0=.9' }).current;
    expect(moved).toBeCloseTo(drainOf('(level=49 vth0=.5 u0=.0603)').current, 12);
  });

  test('has m transistors in parallel', () => {
    const one = drainOf('(level=49 rsh=5)').current;
    expect(drainOf('(level=49 rsh=5)', { own: 'w=2u l=.3u m=3' }).current / one).toBeCloseTo(3, 6);
  });

  test('says what is wrong with a size or a parameter', () => {
    expect(drainOf('(level=49 lint=.2u)').said.join()).toContain(
      'error: m1: its effective length is -1e-7, not positive; its effective length of charges is -1e-7, not positive',
    );
    expect(drainOf('(level=49 pclm=0)').said).toContain('error: m1: PCLM is 0, not positive');
    expect(drainOf('(level=49 version=4.0)').said).toContain('error: m1: version 4.0 of BSIM3 is not known');
  });

  test('names what it does not know or model', () => {
    const { said } = drainOf('(level=49 nqsmod=1 acm=2 blurb=3)');
    expect(said).toContain('note: MOS model mod: the time that charges need (NQSMOD) is left out');
    expect(said).toContain(
      'note: MOS model mod: areas by the geometry of drain and source (ACM) are left out',
    );
    expect(said.some((text) => text.includes('parameters that are not known here: blurb'))).toBe(true);
  });

  test('takes the bin that holds L and W', () => {
    const bins = ['wmin=1u wmax=2u vth0=.4', 'wmin=2u wmax=5u vth0=.6'].map(
      (range, k) => `.model mod.${k + 1} nmos(level=49 lmin=.2u lmax=1u ${range})`,
    );
    const run = (own: string): ReturnType<typeof simulate> =>
      simulate({
        name: 't.cir',
        text: ['bins', 'vd d 0 1', `m1 d d 0 0 mod ${own}`, ...bins, '.op', '.save i(vd)', '.end'].join('\n'),
      });
    const current = (own: string): number => -(run(own).runs[0]?.plot?.columns.at(-1)?.[0] ?? NaN);
    const alone = (vth0: number, own: string): number =>
      drainOf(`(level=49 vth0=${vth0})`, { own, volts: [1, 1, 0] }).current;
    expect(current('w=2u l=.3u')).toBe(alone(0.4, 'w=2u l=.3u'));
    expect(current('l=.3u w=3u')).toBe(alone(0.6, 'w=3u l=.3u'));
    const script = ['alter @m1[w]=3u', 'op'].join('\n');
    const altered = simulate(
      ['bins', 'vd d 0 1', 'm1 d d 0 0 mod w=2u l=.3u', ...bins, '.control', 'op', script, '.endc'].join(
        '\n',
      ),
    );
    const stepped = altered.runs.map(({ plot }) => -(plot?.columns.at(-1)?.[0] ?? NaN));
    expect(stepped).toEqual([alone(0.4, 'w=2u l=.3u'), alone(0.6, 'w=3u l=.3u')]);
    const errors = (own: string): string[] =>
      run(own)
        .diagnostics.filter(({ severity }) => severity === 'error')
        .map(({ message }) => message);
    expect(errors('l=2u w=3u')).toEqual(['m1: no bin of model "mod" has L = 2 um and W = 3 um']);
    expect(errors('l=2u')).toEqual(['m1 has no L and W, by which one of the bins of model "mod" is taken']);
  });
});
