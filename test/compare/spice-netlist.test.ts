/** Netlists written for ngspice: cards by hand, and every netlist of the project read back. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import { withExplicitEdges } from '../../src/compare/regularization.js';
import { spiceNetlist } from '../../src/compare/spice-netlist.js';
import { prepare } from '../../src/index.js';
import type { FlatCircuit } from '../../src/netlist/flat-circuit.js';

function flat(body: string): FlatCircuit {
  const { circuit, diagnostics } = prepare({ name: 'a.cir', text: body });
  if (!circuit) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  return circuit.flat;
}

/** The cards between title and options. */
function cards(body: string, currents: readonly string[] = []): readonly string[] {
  const { text, diagnostics } = spiceNetlist(flat(`t\n${body}\n.tran 1u 1m`), { currents });
  if (text === undefined) throw new Error(diagnostics.items.map(formatDiagnostic).join('\n'));
  return text.split('\n').slice(1, -4);
}

describe('spiceNetlist', () => {
  it.each<[string, readonly string[]]>([
    ['V1 a 0 {2*k}\nR1 a 0 {k}\n.param k=5', ['v1 a 0 dc 10', 'r1 a 0 5']],
    [
      'V1 a 0 1\nX1 a s\n.subckt s n\nR1 n m 1k\nC1 m 0 1n ic=2\n.ends',
      ['v1 a 0 dc 1', 'r_x1_r1 a x1_m 1000', 'c_x1_c1 x1_m 0 1e-9 ic=2'],
    ],
    [
      'V1 a 0 1\nB1 0 b I={POLY(1) V(a) 0 2}\nR1 b 0 1',
      ['v1 a 0 dc 1', 'g_b1 0 b poly(1) a 0 0 2', 'r1 b 0 1'],
    ],
    ['V1 a 0 1\nD1 a 0 dd\n.model dd d', ['v1 a 0 dc 1', 'd1 a 0 m1_dd', '.model m1_dd d(is=1e-12 n=0.01)']],
    [
      // LTspice's diodes in series and its default of IBV, written out.
      'V1 a 0 1\nD1 a 0 dd n=2\n.model dd d(is=1e-14 bv=5)\n.backanno',
      [
        'v1 a 0 dc 1',
        'd1 a 0 m1_dd',
        '.model m1_dd d(is=1e-14 bv=10 ibv=1e-10 n=2 eg=2.22 xti=6 vj=2 php=2 nr=4)',
      ],
    ],
    [
      'V1 a 0 1\nD1 a 0 dd\n.model dd d(is=1e-14 bv=0)',
      ['v1 a 0 dc 1', 'd1 a 0 m1_dd', '.model m1_dd d(is=1e-14)'],
    ],
    [
      'V1 a 0 1\nS1 a 0 a 0 s\n.model s sw(vt=1 vh=0.1 ron=0 roff=inf)',
      ['v1 a 0 dc 1', 's1 a 0 a 0 m1_s', '.model m1_s sw(vt=1 vh=0.1 ron=0.001 roff=1000000000)'],
    ],
    [
      'V1 a 0 1\nR1 a b 1k\nF1 0 b R1 2\nR2 b 0 1',
      ['v1 a 0 dc 1', 'v_r1_sense a r1_sense 0', 'r1 r1_sense b 1000', 'f1 0 b v_r1_sense 2', 'r2 b 0 1'],
    ],
    [
      'V1 a 0 1\nB1 b 0 V={limit(v(a),0,1)+if(v(a)>1,2,3)}\nR1 b 0 1',
      ['v1 a 0 dc 1', 'b1 b 0 v=min(max(v(a), 0), 1) + (v(a) > 1 ? 2 : 3)', 'r1 b 0 1'],
    ],
    [
      'V1 a 0 1\nE1 b 0 TABLE {v(a)} = (0,0) (1,2)\nR1 b 0 1\nB1 c 0 V={table(v(a),-1,3,1,5)+pwl(v(a),0,0,1,1)}\nR2 c 0 1',
      [
        ...['v1 a 0 dc 1', 'b_e1 b 0 v=pwl(min(max(v(a), 0), 1), 0,0, 1,2)', 'r1 b 0 1'],
        ...['b1 c 0 v=pwl(min(max(v(a), -1), 1), -1, 3, 1, 5) + pwl(v(a), 0, 0, 1, 1)', 'r2 c 0 1'],
      ],
    ],
    [
      'V1 a 0 1\nD1 a 0 dd\n.model dd d(ron=0.1 roff=1meg vfwd=0.7)',
      [
        'v1 a 0 dc 1',
        'v_d1_on a d1_on 0.7',
        'd_d1_on d1_on 0 m1_d',
        'r_d1_leak a 0 1000000',
        '.model m1_d d(is=1e-12 n=0.01 rs=0.1)',
      ],
    ],
    [
      'V1 a 0 1\nL1 a b 1u rser=2 cpar=10p\nC1 b 0 1n rser=.1 lser=1n m=2\nR1 b 0 1',
      [
        ...['v1 a 0 dc 1', 'r_l1_rser a l1_rser 2', 'c_l1_cpar a b 1e-11', 'l1 l1_rser b 0.000001'],
        ...[
          'r_c1_rser b c1_rser 0.05',
          'l_c1_lser c1_rser c1_lser 5e-10',
          'c1 c1_lser 0 1e-9 m=2',
          'r1 b 0 1',
        ],
      ],
    ],
    [
      [
        ...[
          'V1 a 0 1',
          'A1 [a] [n] adc',
          'A2 n ~k inv',
          'A3 [k] [b] dac',
          'A4 [%v a %vd(a b)] %v c sum',
          'R1 b 0 1',
        ],
        ...[
          '.model adc adc_bridge(in_low=1 in_high=4)',
          '.model inv d_inverter',
          '.model dac dac_bridge(out_high=5)',
        ],
        ...['.model sum summer(in_gain=[1 2])', 'R2 c 0 1'],
      ].join('\n'),
      [
        ...['v1 a 0 dc 1', 'a1 [%v a] [d_n] m1_adc', 'a2 d_n ~d_k m2_inv', 'a3 [d_k] [%v b] m3_dac'],
        ...['a4 [%v a %vd(a b)] %v c m4_sum', 'r1 b 0 1', 'r2 c 0 1'],
        ...['.model m1_adc adc_bridge(in_low=1 in_high=4)', '.model m2_inv d_inverter()'],
        ...['.model m3_dac dac_bridge(out_high=5)', '.model m4_sum summer(in_gain=[1 2])'],
      ],
    ],
    [
      'V1 a 0 1\nE1 b 0 laplace {v(a)}={2/(1+s+3*s*s)}\nR1 b 0 1',
      [
        ...[
          'v1 a 0 dc 1',
          'b_e1_in e1_in 0 v=v(a)',
          'a_e1 %v e1_in %v e1_out m1_s_xfer',
          'e_e1_out b 0 e1_out 0 1',
        ],
        ...['r1 b 0 1', '.model m1_s_xfer s_xfer(num_coeff=[2] den_coeff=[3 1 1] int_ic=[0 0])'],
      ],
    ],
    [
      'V1 a 0 1\nJ1 a 0 0 jj icvgs=-1\n.model jj njf(vto=-2)',
      ['v1 a 0 dc 1', 'j1 a 0 0 m1_jj ic=0,-1', '.model m1_jj njf(vto=-2)'],
    ],
    [
      'V1 a 0 1\nS1 a b s control={v(a)-2}\nR1 b 0 1\n.model s sw(vt=0 vh=0.1 ron=1 roff=1meg)',
      [
        ...['v1 a 0 dc 1', 'b_s1_control s1_control 0 v=v(a) - 2', 's1 a b s1_control 0 m1_s', 'r1 b 0 1'],
        '.model m1_s sw(vt=0 vh=0.1 ron=1 roff=1000000)',
      ],
    ],
  ])('%s', (body, expected) => {
    expect(cards(body)).toEqual(expected);
  });

  it('puts a source of 0 V where a current is read that ngspice does not write', () => {
    expect(cards('V1 a 0 1\nR1 a 0 1', ['r1', 'v1'])).toEqual([
      'v1 a 0 dc 1',
      'v_r1_sense a r1_sense 0',
      'r1 r1_sense 0 1',
    ]);
  });

  it('names what has no card there, with its place', () => {
    const { text, diagnostics } = spiceNetlist(
      flat('t\nV1 a 0 1\nR1 a 0 1 \nA1 a 0 0 0 0 0 b 0 buf\nR2 b 0 1\n.tran 1u 1m'),
    );
    expect(text).toBeUndefined();
    expect(formatDiagnostic(diagnostics.items[0]!)).toContain('a.cir:4:1: error: a1 has no card in ngspice');
  });

  it('gives jumps edges of a thousandth of the shorter part', () => {
    const { elements } = withExplicitEdges(flat('t\nV1 a 0 pulse(0 1 0 0 0 5u 10u)\nR1 a 0 1\n.tran 1u 1m'));
    expect(elements[0]?.waveform?.args).toEqual([0, 1, 0, 5e-9, 5e-9, 5e-6, 1e-5]);
  });

  it('gives a triangle a top, since ngspice takes a width of 0 for the end of the run', () => {
    const { elements } = withExplicitEdges(
      flat('t\nV1 a 0 pulse(-1 1 0 4u 6u 0 10u)\nR1 a 0 1\n.tran 1u 1m'),
    );
    const [, , , tr = 0, tf = 0, pw = 0, per] = elements[0]?.waveform?.args ?? [];
    expect([pw, per]).toEqual([4e-10, 1e-5]);
    expect([tr + pw / 2, tf + pw / 2].map((t) => Number(t.toPrecision(12)))).toEqual([4e-6, 6e-6]);
  });

  it.each([
    ['S1 a 0 a 0 s\n.model s sw(vt=.5)', ' method=gear'],
    ['D1 a 0 d\n.model d d', ' method=gear'],
    ['D1 a 0 d\n.model d d(ron=1)', ' method=gear'],
    ['D1 a 0 d\n.model d d(is=1e-12 n=0.01)', ' method=gear'],
    ['D1 a 0 d\n.model d d(is=1e-14)', ''],
    ['C1 a 0 1u', ''],
  ])('steps by the rule that does not ring where something switches: %s', (body, method) => {
    const { text } = spiceNetlist(flat(`t\nV1 a 0 1\n${body}\n.tran 1u 1m`));
    expect(text).toContain(`\n.options temp=27${method}\n`);
  });
});

const folder = new URL('../../netlists/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.cir'));

it('every netlist of the project is written, or told why not; what is written reads back', () => {
  const refused: string[] = [];
  for (const file of files) {
    const circuit = flat(readFileSync(new URL(file, folder), 'utf8'));
    const { text } = spiceNetlist(circuit);
    if (text === undefined) {
      refused.push(file);
      continue;
    }
    const again = prepare({ name: file, text });
    const errors = again.diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(formatDiagnostic), file).toEqual([]);
  }
  expect(refused).toEqual(['hysteresis-core.cir']);
});
