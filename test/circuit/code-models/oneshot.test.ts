/** oneshot: pulses whose edges are known in closed form, and ngspice's. */
import { describe, expect, it } from 'vitest';
import { netlist, netlistText, run, type NetlistRun } from '../../analysis/run-netlist.js';
import { at, crossings } from './read-column.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from '../../peers/ngspice.js';

const times = 'rise_time=0.4u rise_delay=0.3u fall_delay=0.7u fall_time=0.6u';
const widths = 'cntl_array=[0 10] pw_array=[0 10u] out_high=5';
/** Trigger to fall at a control of 0: delays and rise. */
const apart = 1.4e-6;

interface Case {
  readonly clock: string;
  readonly clear?: string;
  readonly control?: string;
  readonly model?: string;
  readonly ports?: string;
}

function circuit({ clock, clear = '0 0', control = '4', model = '', ports = 'width clr' }: Case): string {
  return netlist(`
vclk clk 0 pwl(${clock})
vw width 0 ${control}
vclr clr 0 pwl(${clear})
a1 clk ${ports} out os
.model os oneshot(${widths} ${times} ${model})
r1 out 0 1k
.tran 5n 30u 0 5n
`);
}

/** When v(out) passes 1 V and 4 V: the corners of its lines follow from both. */
function passes(result: NetlistRun): number[] {
  return [1, 4].flatMap((level) => crossings(result, 'v(out)', level)).sort((a, b) => a - b);
}

/** The same for a whole pulse that begins at an edge of the clock and falls at a time. */
function pulse(edge: number, falls: number): number[] {
  const rises = edge + 0.3e-6;
  return [rises + 0.08e-6, rises + 0.32e-6, falls + 0.12e-6, falls + 0.48e-6];
}

const edge = '0 0 5u 0 5.1u 1 6u 1 6.1u 0';
const first = 5.05e-6;

const cases: readonly (Case & { readonly name: string; readonly times: number[] })[] = [
  { name: 'an edge', clock: edge, times: pulse(first, first + apart + 4e-6) },
  {
    name: 'the control at the edge alone counts',
    clock: edge,
    control: 'pwl(0 2 5.5u 2 6u 4)',
    times: pulse(first, first + apart + 2e-6),
  },
  {
    name: 'the control beyond its table goes straight on',
    clock: edge,
    control: '14',
    times: pulse(first, first + apart + 14e-6),
  },
  {
    name: 'no width is below 0',
    clock: edge,
    control: '-4',
    times: pulse(first, first + apart),
  },
  {
    name: 'ports that are left out are 0',
    clock: edge,
    ports: 'null null',
    times: pulse(first, first + apart),
  },
  {
    name: 'an edge within a pulse is passed over',
    clock: `${edge} 8u 0 8.1u 1`,
    times: pulse(first, first + apart + 4e-6),
  },
  {
    name: 'an edge within a pulse moves its fall with retrig',
    clock: `${edge} 8u 0 8.1u 1`,
    model: 'retrig=true',
    times: pulse(first, 8.05e-6 + apart + 4e-6),
  },
  {
    name: 'an edge before the rise begins anew with retrig',
    clock: '0 0 5u 0 5.01u 1 5.1u 1 5.11u 0 5.2u 0 5.21u 1',
    model: 'retrig=true',
    times: pulse(5.205e-6, 5.205e-6 + apart + 4e-6),
  },
  {
    name: 'falling edges',
    clock: edge,
    model: 'pos_edge_trig=false',
    times: pulse(6.05e-6, 6.05e-6 + apart + 4e-6),
  },
  {
    name: 'a clock that is high from the start on has its edge there',
    clock: '0 1 30u 1',
    times: pulse(0, apart + 4e-6),
  },
  {
    name: 'an edge that clear hid counts when it ends',
    clock: '0 0 5u 0 5.1u 1 30u 1',
    clear: '0 0 4u 1 8u 1 8.1u 0',
    times: pulse(8.05e-6, 8.05e-6 + apart + 4e-6),
  },
];

const cleared = {
  name: 'clear ends a pulse at once',
  clock: edge,
  clear: '0 0 7u 0 7.1u 1 8u 1 8.1u 0',
};

const others: readonly (Case & { readonly name: string })[] = [
  { name: 'clear ends a rise', clock: edge, clear: '0 0 5.5u 0 5.6u 1' },
  {
    name: 'an edge within the fall brings the pulse back with retrig',
    clock: `${edge} 10.7u 0 10.8u 1`,
    model: 'retrig=true',
  },
];

/** ngspice warns of these at every step, to more than its log takes. */
const aloud = ['no width is below 0'];

describe('oneshot', () => {
  it.each(cases)('$name', ({ times: expected, ...one }) => {
    const found = passes(run(circuit(one)));
    expect(found).toHaveLength(expected.length);
    // The edge of the clock is met to 1e-5 of a step of 0.3 us at most.
    found.forEach((t, k) => expect(t).toBeCloseTo(expected[k] ?? NaN, 10));
  });

  it('jumps to its low value where it is cleared', () => {
    const found = passes(run(circuit(cleared)));
    for (const t of found.slice(2)) expect(t).toBeCloseTo(7.05e-6, 10);
    expect(found).toHaveLength(4);
  });

  it
    .skipIf(skipWithoutNgspice)
    .each([...cases, cleared, ...others].filter(({ name }) => !aloud.includes(name)))(
    `agrees with ngspice: $name${ngspiceReason}`,
    (one) => {
      const [ours, gold] = [run(circuit(one)), runNgspice(circuit(one))];
      const times = gold.columns[0] ?? new Float64Array();
      const values = gold.columns[gold.header.columns.findIndex(({ name }) => name === 'v(out)')];
      let area = 0;
      times.forEach((t, k) => {
        if (k > 0)
          area += Math.abs((values?.[k] ?? NaN) - at(ours, 'v(out)', t)) * (t - (times[k - 1] ?? NaN));
      });
      // ngspice sees an edge at the next of its steps of 5 ns: so late are two pulses of 5 V.
      expect(area).toBeLessThan(5 * 4 * 5e-9);
      expect(Math.max(...(values ?? []))).toBeGreaterThan(2);
    },
  );
});

it('frequency-to-voltage.cir: the mean is pulse width and frequency times the amplitude', () => {
  const { plot, column } = run(netlistText('frequency-to-voltage.cir'), { rowtol: 1e-5 });
  const [t, v] = [plot.columns[0] ?? new Float64Array(), column('v(pulse)')];
  let area = 0;
  for (let k = 1; k < t.length; k++)
    area += (((v[k] ?? NaN) + (v[k - 1] ?? NaN)) / 2) * ((t[k] ?? NaN) - (t[k - 1] ?? NaN));
  // 400 pulses in 20 ms; rows are as dense as 1e-5 of 5 V asks for.
  expect(area / 20e-3).toBeCloseTo(5 * 20e3 * 10.1e-6, 4);
  expect(v.at(-1)).toBe(0);
});
