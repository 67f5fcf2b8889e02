/** A devices: analog blocks against closed forms, digital parts by their delays, and both against ngspice. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { codeModels } from '../../../src/circuit/code-models/code-model-table.js';
import { formatDiagnostic } from '../../../src/base/diagnostic.js';
import { netlist, run } from '../../analysis/run-netlist.js';
import { at, crossings } from './read-column.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from '../../peers/ngspice.js';

const blocks = netlist(`
v1 1 0 sin(0.5 2 1k)
v2 2 0 1.5
a1 1 o1 g
.model g gain(in_offset=0.1 gain=3 out_offset=-1)
a2 [1 2] o2 s
.model s summer(in_offset=[0.1 -0.2] in_gain=[2 1] out_gain=5 out_offset=-0.01)
a3 [1 2] o3 m
.model m mult(in_gain=[2 1] out_offset=0.05)
a4 %vd(1,2) %vd(o4 0) l
.model l limit(gain=2.5 out_lower_limit=-1 out_upper_limit=2 limit_range=1e-6)
a5 1 o5 p
.model p pwl(x_array=[-2 -1 0 1 2] y_array=[-1 -0.2 0 0.5 2] input_domain=1e-6)
a6 %vnam v1 %i o6 g
rl 1 0 10
r6 o6 0 1k
a7 2 1 o7 dv
.model dv divide(num_gain=2 den_offset=4)
a8 1 o8 h
.model h hyst(in_low=0.7 in_high=1.4 hyst=0.5 out_lower_limit=-1 out_upper_limit=5 input_domain=1e-6)
r1 o1 0 1k
r2 o2 0 1k
r3 o3 0 1k
r4 o4 0 1k
r5 o5 0 1k
r7 o7 0 1k
r8 o8 0 1k
.tran 10u 2m 0 2u
`);

const digital = netlist(`
v1 1 0 pulse(0 5 1u 10n 10n 0.49u 1u)
v2 2 0 pulse(0 5 0.3u 10n 10n 1.2u 2.5u)
a1 [1 2] [d1 d2] ad
.model ad adc_bridge(in_low=1 in_high=2 rise_delay=2n fall_delay=3n)
a2 [d1 ~d2] da and1
.model and1 d_nor(rise_delay=10n fall_delay=15n)
a3 [d1 d2] dx xor1
.model xor1 d_xor(rise_delay=10n fall_delay=20n)
a5 dn d1 null null dq dn ff
.model ff d_dff(clk_delay=13n ic=0)
a6 one pull
.model pull d_pullup
a7 one one d1 null null jq null jk
.model jk d_jkff(clk_delay=5n)
a8 d1 fd fdiv
.model fdiv d_fdiv(div_factor=3)
a9 [da dx dq jq fd] [oa ox oq oj of] dac
.model dac dac_bridge(out_low=0.2 out_high=4.5 out_undef=2 t_rise=20n t_fall=40n)
r1 oa 0 1k
r2 ox 0 1k
r3 oq 0 1k
r4 oj 0 1k
r5 of 0 1k
.tran 1n 8u
`);

describe('analog code models', () => {
  it('are what their formulas say', () => {
    const result = run(blocks);
    for (const t of [0, 1e-4, 3.3e-4, 7e-4, 1.9e-3]) {
      const v = 0.5 + 2 * Math.sin(2000 * Math.PI * t);
      const expected = {
        'v(o1)': 3 * (v + 0.1) - 1,
        'v(o2)': 5 * (2 * (v + 0.1) + 1.3) - 0.01,
        'v(o3)': 2 * v * 1.5 + 0.05,
        'v(o4)': Math.min(2, Math.max(-1, 2.5 * (v - 1.5))),
        'v(o7)': 3 / (v + 4),
        // The current into v1 is -v / 10.
        'v(o6)': -1000 * (3 * (-v / 10 + 0.1) - 1),
      };
      // Rows are as dense as rowtol 1e-3 of the range of each column asks for.
      for (const [name, value] of Object.entries(expected))
        expect(Math.abs(at(result, name, t) - value), `${name} at ${t}`).toBeLessThan(
          0.05 + 2e-3 * Math.abs(value),
        );
    }
  });

  it.skipIf(skipWithoutNgspice)(`agree with ngspice${ngspiceReason}`, () => {
    const [ours, gold] = [run(blocks, { rowtol: 1e-4, reltol: 1e-5 }), runNgspice(blocks)];
    const times = gold.columns[0] ?? new Float64Array();
    for (const name of ['v(o1)', 'v(o2)', 'v(o3)', 'v(o4)', 'v(o5)', 'v(o6)', 'v(o7)', 'v(o8)']) {
      const values = gold.columns[gold.header.columns.findIndex((column) => column.name === name)];
      let worst = 0;
      times.forEach((t, k) => (worst = Math.max(worst, Math.abs((values?.[k] ?? NaN) - at(ours, name, t)))));
      // A corner within a step of 2 us is passed by a line: the steepest slope is 94 V/ms, of a range of 6 V.
      const range = Math.max(...(values ?? [])) - Math.min(...(values ?? []));
      expect(worst / range, name).toBeLessThan(4e-2);
    }
  });

  it('integrate up to a limit, and follow a slope', () => {
    const result = run(
      netlist(`
v1 1 0 pwl(0 1 1m 1 1m -1 2m -1)
a1 1 o1 i
.model i int(gain=1000 out_lower_limit=-1 out_upper_limit=0.5 out_ic=0.1)
a2 1 o2 sl
.model sl slew(rise_slope=5e3 fall_slope=10e3)
r1 o1 0 1k
r2 o2 0 1k
.tran 10u 2m`),
    );
    // 0.1 + 1000 t up to 0.5 at 0.4 ms, from 1 ms on 0.5 - 1000 (t - 1 ms).
    expect(at(result, 'v(o1)', 2e-4)).toBeCloseTo(0.3, 6);
    expect(at(result, 'v(o1)', 9e-4)).toBeCloseTo(0.5, 6);
    expect(at(result, 'v(o1)', 1.5e-3)).toBeCloseTo(0, 6);
    // From 1 V down with 10 V/ms.
    expect(at(result, 'v(o2)', 1.1e-3)).toBeCloseTo(0, 5);
    expect(at(result, 'v(o2)', 1.3e-3)).toBeCloseTo(-1, 5);
  });

  it('make a magnetic circuit: an ideal transformer with a saturating core', () => {
    const result = run(
      netlist(`
v1 1 0 sin(0 8 1k)
rs 1 p 10
a1 (p 0) (m 0) prim
a2 (s 0) (m2 m) sec
.model prim lcouple(num_turns=155)
.model sec lcouple(num_turns=310)
a3 (m2 0) iron
.model iron core(h_array=[-1000 -63 0 63 1000] b_array=[-3.13e-3 -2.5e-4 0 2.5e-4 3.13e-3] area=0.01 length=0.01)
rl s 0 1k
.tran 2u 1m`),
    );
    for (const t of [1e-4, 4e-4, 8e-4])
      expect(at(result, 'v(s)', t) / at(result, 'v(p)', t)).toBeCloseTo(2, 3);
  });
});

describe('digital code models', () => {
  const result = run(digital);
  /** Half-way up an edge of the dac. */
  const rise = 10e-9;
  const fall = 20e-9;
  const level = (0.2 + 4.5) / 2;

  it('change at thresholds and delays that are exact', () => {
    // An event is met to 1e-5 of a step of 0.5 us at most.
    // v1 passes 2 V 4 ns behind its edge, 1 V 8 ns behind its fall; the converter takes 2 or 3 ns.
    const up = 1e-6 + 4e-9 + 2e-9;
    const found = crossings(result, 'v(oq)', level);
    // The flip-flop is a divider by two: clk_delay and the rise or fall delay, then half an edge of the output.
    expect(found[0]).toBeCloseTo(up + 13e-9 + 1e-9 + rise, 10);
    expect(found[1]).toBeCloseTo(up + 1e-6 + 13e-9 + 1e-9 + fall, 10);
    const divided = crossings(result, 'v(of)', level);
    expect(divided[0]).toBeCloseTo(up + 1e-9 + rise, 10);
    expect(divided[1]).toBeCloseTo(up + 1e-6 + 1e-9 + fall, 10);
    expect(divided[2]).toBeCloseTo(up + 3e-6 + 1e-9 + rise, 10);
  });

  it.skipIf(skipWithoutNgspice)(`agree with ngspice${ngspiceReason}`, () => {
    const gold = runNgspice(digital);
    const times = gold.columns[0] ?? new Float64Array();
    for (const name of ['v(oa)', 'v(ox)', 'v(oq)', 'v(oj)', 'v(of)']) {
      const values = gold.columns[gold.header.columns.findIndex((column) => column.name === name)];
      let area = 0;
      times.forEach((t, k) => {
        if (k > 0) area += Math.abs((values?.[k] ?? NaN) - at(result, name, t)) * (t - (times[k - 1] ?? NaN));
      });
      // ngspice's converters see a change at the next of its steps of a few ns: 2 % of an edge, five edges in 8 us.
      expect(area / (4.3 * 8e-6), name).toBeLessThan(3e-3);
    }
  });

  it('oscillate in a ring of three inverters with a period of six delays', () => {
    const ring = run(
      netlist(`
v1 1 0 pulse(0 1 10n 0.1n 0.1n 1 2)
a0 [1] [en] ad
.model ad adc_bridge(in_low=0.5 in_high=0.5 rise_delay=0 fall_delay=0)
a1 [en c] a nand
.model nand d_nand(rise_delay=2n fall_delay=2n)
a2 a b inv
a3 b c inv
.model inv d_inverter(rise_delay=2n fall_delay=2n)
a4 [c] [out] dac
.model dac dac_bridge(t_rise=0.1n t_fall=0.1n)
r1 out 0 1k
.tran 1n 100n`),
    );
    const found = crossings(ring, 'v(out)', 0.5);
    expect(found.length).toBeGreaterThan(10);
    found.slice(1).forEach((t, k) => expect(t - (found[k] ?? NaN)).toBeCloseTo(6e-9, 13));
  });

  it('are joined to nodes of their names by bridges with the vcc of the innermost part', () => {
    const shifted = run(
      netlist(`
.subckt buffer in out vcc=3
a1 in out buf
.ends
.model buf d_buffer(rise_delay=1u fall_delay=2u)
v1 in 0 pwl(0 0 10u 3 20u 0)
x1 in mid buffer
x2 mid out buffer vcc=6
r1 out 0 10k
.tran 10n 30u`),
    );
    // 1.5 V at 5 us and 15 us; converter, two buffers, then half an edge of 1 ns.
    const found = crossings(shifted, 'v(out)', 3);
    expect(found).toHaveLength(2);
    expect(found[0]).toBeCloseTo(5e-6 + 1e-9 + 2e-6 + 0.5e-9, 12);
    expect(found[1]).toBeCloseTo(15e-6 + 1e-9 + 4e-6 + 0.5e-9, 12);
    expect(at(shifted, 'v(out)', 10e-6)).toBeCloseTo(6, 12);
  });

  it('run alone, without nodes and ground', () => {
    const { runs, diagnostics } = simulate(
      netlist('a1 b a inv\na2 a b inv\n.model inv d_inverter\n.tran 1n 10n'),
    );
    expect(runs).toHaveLength(1);
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(formatDiagnostic)).toEqual([]);
  });

  it.each([0, 90, 180, 216, 270, -90, 450])('oscillate from a phase of %d degrees', (degrees) => {
    const oscillator = run(
      netlist(`
v1 c 0 0.5
a1 c q o
.model o d_osc(cntl_array=[0 1] freq_array=[1e6 3e6] duty_cycle=0.4 init_phase=${degrees} rise_delay=1n fall_delay=1n)
a2 [q] [out] dac
.model dac dac_bridge(t_rise=0 t_fall=0)
r1 out 0 1k
.tran 1n 1.2u`),
    );
    // A period is 0.5 us: 0 for 0.3 us, then 1.
    const turn = ((((degrees / 360) % 1) + 1) % 1) * 0.5e-6;
    const edges = [0.3e-6, 0.5e-6, 0.8e-6, 1e-6, 1.3e-6, 1.5e-6].map((t) => t - turn + 1e-9);
    const expected = edges.filter((t) => t > 1.5e-9 && t < 1.2e-6);
    const found = crossings(oscillator, 'v(out)', 0.5);
    expect(found.length).toBe(expected.length);
    found.forEach((t, k) => expect(t).toBeCloseTo(expected[k] ?? NaN, 12));
    expect(at(oscillator, 'v(out)', 0.5e-9)).toBe(turn > 0.2999e-6 ? 1 : 0);
  });

  it('names parts that change each other without delay', () => {
    const { diagnostics } = simulate(
      netlist(`
v1 1 0 pulse(0 1 10n 0.1n 0.1n 1 2)
a0 [1] [en] ad
.model ad adc_bridge(in_low=0.5 in_high=0.5)
a1 [en b] a nand
.model nand d_nand(rise_delay=0 fall_delay=0)
a2 a b buf
.model buf d_buffer(rise_delay=0 fall_delay=0)
a4 [b] [out] dac
.model dac dac_bridge
r1 out 0 1k
.tran 1n 100n`),
    );
    const error = diagnostics.find(({ severity }) => severity === 'error');
    expect(error?.message).toMatch(
      /^digital parts change each other without end and without delay at t = 11\.05 ns/,
    );
    expect(error?.message).toContain('a2');
  });
});

describe("LTspice's A devices", () => {
  const result = run(
    netlist(`
v1 1 0 pulse(0 5 1u 10n 10n 0.49u 1u)
v2 2 0 pwl(0 0 8u 8)
a1 1 2 0 0 0 nq q 0 AND Vhigh=5 Td=10n Trise=20n
a2 2 0 0 0 0 0 s 0 SCHMITT vt=2 vh=1 Vhigh=3
a3 nd 0 1 0 0 nd d 0 DFLOP Vhigh=5 ref=2.5 td=1n
a4 1 0 0 0 0 0 cn 0 COUNTER cycles=3 duty=.34 vhigh=5
a5 s 0 0 0 0 0 sr 0 SRFLOP
r1 q 0 1k
r2 nq 0 1k
r3 s 0 1k
r4 d 0 1k
r5 cn 0 1k
r6 sr 0 1k
.tran 10n 8u`),
  );
  // An event is met to 1e-5 of a step of 0.16 us at most.
  const clock = 1e-6 + 5e-9;

  it('change at their thresholds, after td, with trise', () => {
    // v2 passes 2.5 V at 2.5 us, between two pulses of v1; rout is a thousandth of the load.
    expect(crossings(result, 'v(q)', 2.5 / 1.001)[0]).toBeCloseTo(2e-6 + 5e-9 + 1e-6 + 20e-9, 10);
    expect(crossings(result, 'v(nq)', 2.5 / 1.001)[0]).toBeCloseTo(2e-6 + 5e-9 + 1e-6 + 20e-9, 10);
    expect(crossings(result, 'v(s)', 1)).toHaveLength(1);
    expect(crossings(result, 'v(s)', 1)[0]).toBeCloseTo(3e-6, 10);
    expect(crossings(result, 'v(sr)', 0.5)[0]).toBeCloseTo(3e-6, 10);
  });

  it('divide by two and by three', () => {
    const halves = crossings(result, 'v(d)', 2.5);
    halves.forEach((t, k) => {
      expect(t).toBeCloseTo(clock + 1e-9 + k * 1e-6, 10);
    });
    const thirds = crossings(result, 'v(cn)', 2.5);
    expect(thirds.slice(0, 3).map((t) => Math.round((t - clock) * 1e6))).toEqual([0, 2, 3]);
  });

  it.each(['buf', 'and', 'or', 'xor'])('%s follows its table of truth', (type) => {
    const truth: Record<string, (a: boolean, b: boolean) => boolean> = {
      buf: (a) => a,
      and: (a, b) => a && b,
      or: (a, b) => a || b,
      xor: (a, b) => a !== b,
    };
    for (const [a, b] of [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ] as const) {
      const text = netlist(`va a 0 ${a}\nvb b 0 ${b}\na1 a b 0 0 0 n q 0 ${type}\nr1 q 0 1k\nr2 n 0 1k\n.op`);
      const point = run(text);
      const isHigh = truth[type]?.(a === 1, b === 1);
      expect(point.final('v(q)') > 0.5, `${a} ${b}`).toBe(isHigh);
      expect(point.final('v(n)') > 0.5, `${a} ${b}`).toBe(isHigh === false);
    }
  });
});

describe('cards of code models', () => {
  const errorsOf = (card: string): string[] => {
    const { diagnostics } = simulate({
      name: 'a.cir',
      text: netlist(`v1 1 0 1\n${card}\n.model g gain\nr1 o 0 1\n.op`),
    });
    return diagnostics.filter(({ severity }) => severity === 'error').map(formatDiagnostic);
  };

  it('name the port that is wrong', () => {
    expect(errorsOf('a1 %d 1 o g')[0]).toBe(
      [
        'a.cir:3:7: error: a1: port in is of type v, vd, i, id, vnam, not d',
        '  a1 %d 1 o g',
        '        ^',
        '  hint: write the ports of the model in their order: docs/language.md lists them',
      ].join('\n'),
    );
    expect(errorsOf('a1 1 o 0 g')[0]).toContain('a1: there are more words than its 2 ports take');
    expect(errorsOf('a1 %vd(1) g')[0]).toContain('port in needs 2 nodes');
    expect(errorsOf('a1 1 o gg')[0]).toContain('a1 names the unknown model "gg"');
  });

  it('have a model of every type with ports that tell them apart', () => {
    for (const { syntax } of codeModels) {
      const names = (syntax.ports ?? []).map(({ name }) => name);
      expect(new Set(names).size, syntax.type).toBe(names.length);
      expect(names.length > 0, syntax.type).toBe(syntax.builtIn !== true);
    }
  });
});
