/** `m=` of a call whose subcircuit has mechanics: as many calls one beside the other, at the same nodes. */
import { describe, expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

/** What stands in the subcircuit between nodes a, b of mechanics and p of the circuit, and around it. */
const bodies: readonly (readonly [string, string, string])[] = [
  ['masses, springs and dampers', 'YMASS1 a 2 gravity=9.81\nYSPRING1 a b 50 preload=1\nYDAMPER1 a b 3', ''],
  ['curved springs', 'YMASS1 a 1 v0=2\nYSPRING1 a b force={10*x+5*x^3}\nYDAMPER1 a b 3', ''],
  ['sources', 'YMASS1 a 1\nYFORCE1 a b SIN(0 1 2)\nYFORCE2 a b f={2*v(p)-v(a)}', ''],
  ['friction', 'YMASS1 a 1 v0=1\nYFRICTION1 a b 0.4 fs=0.6\nYFRICTION2 a b mu=0.1 normal=3', ''],
  ['clutches', 'YMASS1 a 1 v0=1\nYCLUTCH1 a b 1 engage=0.5', ''],
  ['soft stops', 'YMASS1 a 1 x0=0.1 gravity=9.81\nYSTOP1 a b k=1k d=5', ''],
  // Of ends that touch at once events have no force each.
  [
    'rigid stops and backlash',
    'YMASS1 a 1 v0=1\nYSTOP1 a 0 upper=0.1 e=0.5\nYBACKLASH1 a b 10',
    'method=theta',
  ],
  ['inner nodes', 'YMASS1 c 1 gravity=9.81\nYSPRING1 c a 40\nYMASS2 a 1\nYDAMPER1 a b 1', ''],
  ['voice coils', 'YMOTOR1 p 0 a bl=2 r=3 l=20m\nYMASS1 a 1', ''],
  ['piezos', 'YPIEZO1 p 0 a 2 cp=0.1 k=30\nYMASS1 a 1', ''],
  ['contacts', 'YCONTACTSWITCH1 p 0 a b at=-0.1 ron=2\nYMASS1 a 1 gravity=1', ''],
  ['solenoids', 'YSOLENOID1 p 0 a l={0.1/(1-x)} r=4\nYMASS1 a 9', 'method=stepping'],
  [
    'air gaps of coils',
    'YSOLENOID1 p 0 a 1m turns=200 residual=1m closed=-10m lleak=5m r=4\nYMASS1 a 9',
    'method=stepping',
  ],
  ['plates', 'YGAP1 p 0 a c={1/(1-x)}\nYMASS1 a 1', 'method=stepping'],
];

describe('three copies by m= are three calls', () => {
  test.each(bodies)('%s', (_, body, options) => {
    const around = 'V1 q 0 1\nR1 q p 1\nYMASSB b 5\nYSPRINGB b 0 20\nYDAMPERB a 0 0.1';
    const rest = '.tran 10m 0.5 uic\n.print tran x(a) v(b) v(p)';
    const given = options === '' ? '' : `.options ${options}\n`;
    const of = (calls: string): ReturnType<typeof run> =>
      run(netlist(`.subckt s a b p\n${body}\n.ends\n${calls}\n${around}\n${given}${rest}`));
    const [once, each] = [of('X1 a b p s m=3'), of('X1 a b p s\nX2 a b p s\nX3 a b p s')];
    const alone = of('X1 a b p s');
    const distances = (other: typeof once): number[] =>
      ['x(a)', 'v(b)', 'v(p)'].map((name) => Math.abs(once.final(name) - other.final(name)));
    const tolerance = options === 'method=stepping' ? 1e-4 : 1e-9;
    expect(Math.max(...distances(each))).toBeLessThan(tolerance);
    expect(Math.max(...distances(alone))).toBeGreaterThan(10 * tolerance);
  });

  test('but where one reads a force, of which a copy has a part', () => {
    const text = netlist(
      '.subckt s a\nYMASS1 a 1 gravity=1\nYSTOP1 a 0\nYFRICTION1 a 0 mu=0.1 normal=f(ystop1)\n.ends\nX1 a s m=2\n.tran 1m 1m uic\n.print tran v(a)',
    );
    expect(() => run(text)).toThrow(/x1\.yfriction1 is 2 times in parallel/);
  });
});
