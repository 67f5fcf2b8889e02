import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { netlist, run } from '../../analysis/run-netlist.js';
import { simulate } from '../../../src/analysis/simulate.js';
import {
  bendsAt,
  seedBends,
  squareBends,
  squareError,
} from '../../../src/circuit/devices/semiconductors/channel.js';
import type { Branch, ControlledBranch } from '../../../src/circuit/primitives.js';
import { outputAt } from '../behavioural/evaluate-form.js';
import { type Added, compileWith, model, tryCompileWith } from '../with-elements.js';

function branchesOf(text: string, element: Added): readonly Branch[] {
  return compileWith(text, [element]).descriptor.branches.filter(
    ({ element: name }) => name === element.name || name.startsWith(`${element.name}#`),
  );
}

function channelOf(branches: readonly Branch[]): ControlledBranch {
  const channel = branches.find((branch): branch is ControlledBranch => branch.kind === 'controlled');
  if (!channel) throw new Error('a transistor has a channel');
  return channel;
}

/** A circuit whose nodes d g s are fixed; the supply range is 5 V. */
const fixed = 'Vd d 0 5\nVg g 0 3\nRs s 0 1';
const nmos = (parameters: Record<string, number>, more: Partial<Added> = {}): Added => ({
  name: 'm1',
  nodes: ['d', 'g', 's', 's'],
  model: model('mod', 'nmos', parameters),
  ...more,
});

describe('the square of a channel', () => {
  test('is met within what the circuit allows at each point, by few segments', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 400, noNaN: true }),
        fc.double({ min: -3, max: 0, noNaN: true }),
        fc.constantFrom(1e-2, 2e-3, 1e-3),
        (range, decades, tolerance) => {
          const use = { range, limit: range * 10 ** decades, tolerance };
          const bends = squareBends(use);
          for (let k = -20; k <= 400; k++) {
            const x = range * (k < 0 ? k / 20 : (k / 400) ** 3);
            const error = Math.abs(bendsAt(bends, x) - Math.max(0, x) ** 2);
            // That of the points of contact on both sides, less than a factor of 2 away.
            let allowed = squareError(use, 0);
            for (let f = 0.5; f <= 2; f += 0.05) allowed = Math.max(allowed, squareError(use, f * x));
            expect(error).toBeLessThan(allowed * (1 + 1e-9) + 1e-12 * range * range);
          }
          // Uniform segments would be 1 / sqrt(8 tolerance limit^2 / range^2): a thousand times more.
          expect(bends.length).toBeLessThanOrEqual(3.5 / Math.sqrt(tolerance));
        },
      ),
      { seed: 1, numRuns: 60 },
    );
  });

  test('by the six segments of the literature is within 1e-3 of the printed slopes', () => {
    for (const [x, printed] of [
      [0.05, 0.09 * 0.05],
      [0.2, 0.314055 * 0.2 - 0.0224055],
      [0.5, 0.780422 * 0.5 - 0.138391],
      [1, 1.94107 - 0.856254],
      [2, 4.82766 * 2 - 5.29668],
    ] as const) {
      expect(Math.abs(bendsAt(seedBends, x) - printed)).toBeLessThan(1e-3 * printed);
    }
    expect(bendsAt(seedBends, -1)).toBe(0);
  });
});

describe('M', () => {
  const channel = channelOf(branchesOf(fixed, nmos({ kp: 1e-3, vto: 1 })));
  const current = (vg: number, vd: number, vs = 0): number =>
    outputAt(channel, { v: { g: vg, d: vd, s: vs } });

  test('between sources follows the Sah model within mostol of the largest current of the supply range', () => {
    const largest = 0.5e-3 * 25;
    const square = (x: number): number => Math.max(0, x) ** 2;
    for (let vg = 0; vg <= 5; vg += 0.25) {
      for (let vd = 0; vd <= 5; vd += 0.25) {
        const exact = 0.5e-3 * (square(vg - 1) - square(vg - vd - 1));
        // Nothing but the supply limits the current: each of both squares errs by at most half of 5e-3 of the largest.
        expect(Math.abs(current(vg, vd) - exact)).toBeLessThan(5e-3 * largest);
      }
    }
  });

  test('carries nothing below its threshold, and the same in reverse when source and drain change places', () => {
    expect(current(0.9, 5)).toBe(0);
    expect(current(3, 0, 2)).toBeCloseTo(-current(3, 2, 0), 15);
  });

  test('of a p channel is the mirror image', () => {
    const mirror = channelOf(
      branchesOf(fixed, {
        ...nmos({ kp: 1e-3, vto: -1 }),
        model: model('mod', 'pmos', { kp: 1e-3, vto: -1 }),
      }),
    );
    expect(outputAt(mirror, { v: { g: -3, d: -2, s: 0 } })).toBeCloseTo(-current(3, 2), 15);
  });

  test('scales with W, L and m, and takes KP from UO and TOX', () => {
    const parameters = new Map([
      ['w', 2e-4],
      ['l', 0.5e-4],
      ['m', 3],
    ]);
    const wide = channelOf(branchesOf(fixed, nmos({ kp: 1e-3, vto: 1 }, { parameters })));
    expect(outputAt(wide, { v: { g: 3, d: 2, s: 0 } })).toBeCloseTo(12 * current(3, 2), 12);
    const oxide = channelOf(branchesOf(fixed, nmos({ uo: 750, tox: 20e-9, vto: 1 })));
    const kp = (750e-4 * 3.9 * 8.8541878128e-12) / 20e-9;
    expect(outputAt(oxide, { v: { g: 3, d: 2, s: 0 } })).toBeCloseTo((kp / 1e-3) * current(3, 2), 12);
  });

  test('has overlap capacitances and a body diode to every terminal that is not its bulk', () => {
    const branches = branchesOf(fixed, nmos({ kp: 1e-3, cgso: 1e-9, cgdo: 2e-9, rd: 3 }));
    expect(branches.map(({ name, kind, a, b }) => [name, kind, a, b])).toEqual([
      ['m1', 'controlled', 'm1#rd', 's'],
      ['m1#rd', 'resistance', 'd', 'm1#rd'],
      ['m1#cgs', 'capacitance', 'g', 's'],
      ['m1#cgd', 'capacitance', 'g', 'd'],
      ['m1#bd', 'unilateral', 's', 'd'],
    ]);
    expect(branches[2]).toMatchObject({ capacitance: 1e-9 * 1e-4 });
  });

  test('notes what it leaves out, and refuses other levels', () => {
    const left = tryCompileWith(fixed, [nmos({ kp: 1e-3, lambda: 0.02 })]);
    expect(left.diagnostics.map(({ severity, message }) => [severity, message])).toEqual([
      ['note', 'MOS model mod: the channel length modulation (LAMBDA) is left out'],
      [
        'note',
        'transistor model mod: channels are piecewise linear, within 25 mV at the gate and across what limits their current',
      ],
    ]);
    const refusal = (level: number) =>
      tryCompileWith(fixed, [nmos({ level })]).diagnostics.map(({ message, hint }) => [message, hint]);
    expect(refusal(68)).toEqual([
      [
        'm1: MOS level 68 is not supported',
        'use level 1, 2, 3, 9, 6, 8, 49, 14, 54; others are not modelled',
      ],
    ]);
    for (const level of [2, 3, 6, 9, 8, 49, 14, 54]) {
      const message = `m1: MOS level ${level} has no segments, which exact events and fixed steps need`;
      expect(refusal(level)).toEqual([[message, 'take method=stepping']]);
    }
  });

  test('takes L and W from its model where it has none of its own', () => {
    const factors = ['M1 d g 0 0 m', 'M1 d g 0 0 m w=10u', 'M1 d g 0 0 m l=9u w=27u'].map((card) => {
      const text = `V1 d 0 5\nV2 g 0 2\n${card}\n.model m nmos(level=1 l=3u w=9u)\n.op\n.save i(v1)`;
      const { runs } = simulate({ name: 't.cir', text: `t\n${text}\n.end\n` });
      return -(runs[0]?.plot?.columns.at(-1)?.[0] ?? NaN);
    });
    // KP / 2 W / L (VGS - VTO)^2 with KP = 20u, to vntol and gmin.
    expect(factors[0]).toBeCloseTo(120e-6, 9);
    expect(factors[1]).toBeCloseTo(40e-6 * (10 / 3), 9);
    expect(factors[2]).toBeCloseTo(120e-6, 9);
  });

  test.each([
    [1, 0.5],
    [2, 0.33],
    [3, 0.33],
  ])(
    'grades the side of its junctions as SPICE does where MJSW is absent, at level %d by %d',
    (level, grading) => {
      const card = `.model m nmos(level=${level} vto=1 cjsw=300p pb=.8)`;
      const text = `V1 d 0 5 ac 1\nM1 d 0 0 0 m pd=1\n${card}\n.ac lin 1 1meg 1meg\n.print ac im(v1)`;
      const { runs } = simulate({ name: 't.cir', text: `t\n${text}\n.end\n` });
      const farads = (runs[0]?.plot?.columns.at(-1)?.[0] ?? NaN) / (2e6 * Math.PI);
      expect(farads / (300e-12 * (1 + 5 / 0.8) ** -grading)).toBeCloseTo(1, 3);
    },
  );
});

describe('a level of another law', () => {
  test.each([
    [
      'Q1 c b 0 x\nR1 c 0 1k\n.model x npn(level=8)',
      'q1: bipolar level 8 is not supported',
      'use level 1 to 3 (Gummel and Poon), 4, 9, 11 or 12 (VBIC); others are not modelled',
    ],
    [
      'J1 c b 0 x\nR1 c 0 1k\n.model x njf(level=3)',
      'j1: JFET level 3 is not supported',
      'use level 1 (Shichman and Hodges), or 2 (Parker and Skellern); others are not modelled',
    ],
    [
      'D1 c b x\nR1 c 0 1k\n.model x d(level=4 is=1n)',
      'd1: diode level 4 is not supported',
      'use level 1; others are not modelled',
    ],
  ])('is refused: %s', (body, message, hint) => {
    const { diagnostics } = simulate({ name: 't.cir', text: `t\nV1 b 0 1\n${body}\n.op\n.end\n` });
    expect(diagnostics).toContainEqual(expect.objectContaining({ message, hint }));
  });
});

describe('VBIC', () => {
  test('has no segments', () => {
    const text = 't\nV1 a 0 5\nQ1 a a 0 m\n.model m npn(level=4)\n.op\n.options method=events\n.end\n';
    const { diagnostics } = simulate({ name: 't.cir', text });
    expect(diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
      ['q1: VBIC has no segments, which exact events and fixed steps need', 'take method=stepping'],
    ]);
  });

  test('is warmed by RTH at a fifth node alone, which others do not have', () => {
    const said = (nodes: string, level: number): string[] => {
      const text = `t\nV1 a 0 1\nRt dt 0 1g\nQ1 ${nodes} m\n.model m npn(level=${level} tf=1n)\n.op\n.end\n`;
      const { diagnostics } = simulate({
        name: 't.cir',
        text: text.replace('tf', level === 4 ? 'rth' : 'tf'),
      });
      return diagnostics.filter(({ code }) => code !== 'method').map(({ message }) => message);
    };
    expect(said('a a 0 dt', 4)).toEqual([
      'bipolar model m: RTH and CTH are left out where no fifth node is the temperature',
    ]);
    expect(said('a a 0 0 dt', 4)).toEqual([]);
    expect(said('a a 0 0 dt', 1)).toEqual(['q1: 5 nodes are too many']);
  });

  test.each([
    ['level=4', true],
    ['level=4 rth=300', false],
    ['level=4 rth=0', true],
    ['level=11 rth=300', false],
  ])('holds the node of its temperature itself with RTH alone: "%s"', (parameters, isAlone) => {
    const nodes = parameters.startsWith('level=11') ? 'a a 0 dt' : 'a a 0 0 dt';
    const text = `t\nV1 a 0 1\nQ1 ${nodes} m\n.model m npn(${parameters})\n.op\n.end\n`;
    const { diagnostics } = simulate({ name: 't.cir', text });
    const said = diagnostics.map(({ message }) => message).filter((message) => message.includes('node'));
    expect(said).toEqual(isAlone ? ['node "dt" is connected to q1 only'] : []);
  });

  test('of levels 11 and 12 of Xyce is that of level 4 with nodes of its own', () => {
    const card = 'rcx=10 rci=20 rbx=5 rbi=10 re=1 is=1e-15 ibei=1e-17 isp=1e-15 rs=20 rth=900';
    const collector = (nodes: string, level: number, more = '', parameters = card): number => {
      const cards = `Vc a 0 2\nVb b 0 .85\nQ1 ${nodes} m ${more}\n.model m npn(level=${level} ${parameters})\n.op`;
      return run(netlist(cards)).final('i(vc)');
    };
    const warm = collector('a b 0 0 dt', 4);
    const cold = collector('a b 0 0 dt', 4, '', card.replace('rth=900', ''));
    expect(cold / warm).toBeLessThan(0.9);
    expect(collector('a b 0 0 dt', 12)).toBeCloseTo(warm, 12);
    expect(collector('a b 0 0', 12)).toBeCloseTo(warm, 12);
    expect(collector('a b 0', 12)).toBeCloseTo(warm, 12);
    expect(collector('a b 0', 12, 'sw_et=0')).toBeCloseTo(cold, 12);
    // Without a substrate: one that is open and carries nothing.
    const bare = collector('a b 0 a dt', 4, '', card.replace('isp=1e-15 rs=20', ''));
    expect(collector('a b 0 dt', 11)).toBeCloseTo(bare, 12);
    expect(collector('a b 0', 11)).toBeCloseTo(bare, 12);
  });

  test('is refused where a grading is 1', () => {
    const text = 't\nV1 a 0 5\nQ1 a a 0 m\n.model m npn(level=4 mc=1)\n.op\n.end\n';
    const { diagnostics } = simulate({ name: 't.cir', text });
    expect(diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
      ['q1: MC = 1 is not below 1', 'take 0.33, or 0.5'],
    ]);
  });
});

describe('J', () => {
  test('has no segments of level 2', () => {
    const text = 't\nV1 a 0 5\nJ1 a 0 0 m\n.model m njf(level=2)\n.op\n.options method=events\n.end\n';
    const { diagnostics } = simulate({ name: 't.cir', text });
    expect(diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
      ['j1: JFET level 2 has no segments, which exact events and fixed steps need', 'take method=stepping'],
    ]);
  });

  test('is BETA (VGS - VTO)^2 in saturation', () => {
    const channel = channelOf(
      branchesOf(fixed, {
        name: 'j1',
        nodes: ['d', 'g', 's'],
        model: model('mod', 'njf', { beta: 1e-3, vto: -2 }),
      }),
    );
    const tolerance = 2e-3 * 1e-3 * 25;
    expect(Math.abs(outputAt(channel, { v: { g: 0, d: 5, s: 0 } }) - 4e-3)).toBeLessThan(tolerance);
    expect(outputAt(channel, { v: { g: -2.1, d: 5, s: 0 } })).toBe(0);
  });

  test.each([
    ['', 0],
    [' xti=3', 3],
  ])(
    'has gate junctions that leak more in heat by the gap of silicon, and by XTI where it is given:%s',
    (xti, exponent) => {
      const current = (celsius: number): number => {
        const text = `V1 g 0 .4\nJ1 0 g 0 m\n.model m njf(is=10f${xti})\n.temp ${celsius}\n.op\n.save i(v1)`;
        const { runs } = simulate({ name: 't.cir', text: `t\n${text}\n.end\n` });
        const volts = ((celsius + 273.15) * 1.380649e-23) / 1.602176634e-19;
        return -(runs[0]?.plot?.columns.at(-1)?.[0] ?? NaN) / 2 / Math.expm1(0.4 / volts);
      };
      const ratio = 350 / 300.15;
      const growth = Math.exp(1.11 / 0.0258649 - 1.11 / (0.0258649 * ratio)) * ratio ** exponent;
      expect(current(350 - 273.15) / current(27) / growth).toBeCloseTo(1, 2);
    },
  );
});

describe('Q', () => {
  const transistor = (type: string): readonly Branch[] =>
    branchesOf('.options pwltol=5m\nVc c 0 5\nVb b 0 0.7\nRe e 0 1', {
      name: 'q1',
      nodes: ['c', 'b', 'e'],
      model: model('mod', type, { is: 1e-15, bf: 200, br: 2 }),
    });

  test('has a collector current of BF times the base-emitter junction less BR times the base-collector one', () => {
    const channel = channelOf(transistor('npn'));
    expect([channel.a, channel.b]).toEqual(['c', 'e']);
    expect(outputAt(channel, { v: {}, i: { 'q1#be': 1e-5, 'q1#bc': 0 } })).toBeCloseTo(2e-3, 15);
    expect(outputAt(channel, { v: {}, i: { 'q1#be': 0, 'q1#bc': 1e-5 } })).toBeCloseTo(-2e-5, 15);
  });

  test('has junctions from the base, or to it in a pnp', () => {
    const ends = (type: string): string[] =>
      transistor(type)
        .filter(({ name }) => /#b[ec]$/.test(name))
        .map(({ name, a, b }) => `${name} ${a} ${b}`);
    expect(ends('npn')).toEqual(['q1#be b e', 'q1#bc b c']);
    expect(ends('pnp')).toEqual(['q1#be e b', 'q1#bc c b']);
  });
});

describe('a junction of a transistor', () => {
  const circuit = (card: string, options: string): string =>
    ['j.cir', 'V1 d 0 10', 'R1 d x 1', 'Vg g 0 0', card, `.options method=events ${options}`, '.op'].join(
      '\n',
    );

  test('that a temperature leaves without a current is refused by name', () => {
    const { diagnostics } = simulate(circuit('M1 x g 0 mm\n.model mm VDMOS(tt=1n cjo=1n)', 'temp=-270'));
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([
      {
        message: 'junction m1#body: IS is 0 A at -270 Celsius, no number to fit a law to',
        hint: 'take another temperature or a larger IS',
      },
    ]);
  });

  test('that drops less than pwltol is ideal', () => {
    const body = 'M1 0 g x mm\n.model mm VDMOS(n=1e-13 rds=1g)';
    const { runs } = simulate(circuit(body, ''));
    expect(runs[0]?.report.final.find(({ name }) => name === 'v(x)')?.value).toBeCloseTo(0, 12);
  });
});
