/** Circuits in which every parameter of code models acts: ngspice's analog and digital ones, LTspice's A devices. */
import { circuitLanguage } from '../../../src/circuit/language-table.js';
import type { ModelSyntax } from '../../../src/netlist/language.js';
import { digitalTiming } from './digital-timing.js';
import { memory } from './memory.js';
import { tables } from './table-models.js';
import type { Bench, Change, Words } from './walk.js';

const run = ['.tran 0.1u 10u'];
const wave = 'V1 in 0 pulse(-1 2 1u 2u 3u 1u 8u)\nV2 x 0 1.5\n';

interface Analog {
  readonly ports: string;
  readonly model?: Words;
  readonly rest?: string;
  readonly changes?: Readonly<Record<string, string | Change>>;
  readonly runs?: readonly string[];
}

const curve = { x_array: '[-1 0 1]', y_array: '[0 1 3]' };
const frequency = { cntl_array: '[-1 3]', freq_array: '[200k 400k]' };
const oscillator: Analog = {
  ports: 'in a',
  model: frequency,
  changes: {
    cntl_array: '[-2 3]',
    freq_array: '[200k 500k]',
    duty_cycle: '0.3',
    out_low: '-2',
    rise_time: '0.3u',
    fall_time: '0.3u',
  },
};

const analog: Readonly<Record<string, Analog>> = {
  gain: { ports: 'in a', changes: { in_offset: '0.3', out_offset: '0.2' } },
  summer: {
    ports: '[in x] a',
    changes: { in_offset: '[0.1 0.2]', in_gain: '[2 3]', out_offset: '0.2' },
  },
  mult: { ports: '[in x] a', changes: { in_offset: '[0.1 0.2]', in_gain: '[2 3]', out_offset: '0.2' } },
  divide: {
    ports: 'x in a',
    model: { den_lower_limit: '0.1' },
    changes: { num_offset: '0.1', den_offset: '0.1', out_offset: '0.2' },
  },
  limit: {
    ports: 'in a',
    model: { out_lower_limit: '-0.5', out_upper_limit: '1' },
    changes: { in_offset: '0.3' },
  },
  climit: {
    ports: 'in x y a',
    rest: 'V3 y 0 -0.5\n',
    changes: { in_offset: '0.3', upper_delta: '0.2', lower_delta: '0.2' },
  },
  pwl: { ports: 'in a', model: curve, changes: { x_array: '[-2 0 1]', y_array: '[0 2 3]', limit: 'true' } },
  pwlts: {
    ports: 'a',
    model: { x_array: '[0 2u 4u]', y_array: '[0 1 3]' },
    changes: { x_array: '[0 3u 4u]', y_array: '[0 2 3]', limit: 'true' },
  },
  multi_input_pwl: {
    ports: '[%vd(in,0) %vd(x,0)] %vd(a,0)',
    model: { x: '[-1 0 1]', y: '[0 1 3]' },
    changes: { x: '[-2 0 1]', y: '[0 2 3]', model: '"or"' },
  },
  ...tables,
  hyst: {
    ports: 'in a',
    changes: { in_low: '0.2', hyst: '0.3', out_lower_limit: '-0.5' },
  },
  int: {
    ports: 'in a',
    model: { gain: '1meg', out_lower_limit: '-0.5', out_upper_limit: '1' },
    changes: { in_offset: '0.3', out_ic: '0.4' },
  },
  d_dt: {
    ports: 'in a',
    model: { gain: '1u', out_lower_limit: '-0.5', out_upper_limit: '1' },
    changes: { gain: '0.2u', out_offset: '0.3' },
  },
  s_xfer: {
    ports: 'in a',
    model: { num_coeff: '[1]', den_coeff: '[1u 1]' },
    changes: { in_offset: '0.3', num_coeff: '[2]', den_coeff: '[2u 1]', int_ic: '[0.5]' },
  },
  slew: { ports: 'in a', model: { rise_slope: '0.5meg', fall_slope: '0.5meg' } },
  delay: {
    ports: 'in null a',
    model: { delay: '1u' },
    changes: { delay: '2u', has_delay_cnt: { to: 'true', told: 'a delay by its control' } },
  },
  filesource: {
    ports: '%v([a])',
    model: { file: '"values-a.txt"', amploffset: '[0.1]', amplscale: '[2]', timeoffset: '0.5u' },
    changes: {
      ...{ file: '"values-b.txt"', amploffset: '[0.3]', amplscale: '[3]', timescale: '2' },
      ...{ timerelative: 'true', amplstep: 'true' },
    },
  },
  sine: oscillator,
  triangle: oscillator,
  square: oscillator,
  oneshot: {
    ports: 'y x null a',
    rest: 'V3 y 0 pulse(0 1 1u 0.5u 0.5u 1u 3u)\n',
    model: { cntl_array: '[0 2]', pw_array: '[1u 5u]' },
    changes: {
      ...{
        cntl_array: '[0 3]',
        pw_array: '[1u 4u]',
        clk_trig: '0.7',
        pos_edge_trig: 'false',
        retrig: 'true',
      },
      ...{ out_low: '-2', rise_time: '0.3u', rise_delay: '0.3u', fall_delay: '0.3u', fall_time: '0.3u' },
    },
  },
  aswitch: {
    ports: 'in %gd(a,0)',
    rest: 'R9 a x 1k\n',
    model: { r_on: '100', r_off: '10k' },
    changes: { cntl_off: '0.2', log: 'false', limit: 'true' },
  },
  pswitch: {
    ports: '%gd(g,0) %gd(a,0)',
    rest: 'R9 a x 1k\nR8 in g 1k\n',
    model: { r_on: '100', r_off: '10k' },
    changes: { cntl_off: '0.2', log: 'false', r_cntl_in: '1k' },
  },
  zener: {
    ports: '%gd(a,0)',
    model: { v_breakdown: '0.7', i_breakdown: '1m', r_breakdown: '10', i_rev: '1u', i_sat: '1e-12' },
    rest: 'V9 z 0 pulse(-3 3 1u 2u 3u 1u 8u)\nR9 a z 200\n',
  },
  sidiode: {
    ports: '%gd(a,0)',
    model: { ron: '10', roff: '5k', vfwd: '0.4', vrev: '0.7', rrev: '20' },
    changes: { epsilon: '0.3', revepsilon: '0.3', ilimit: '1m', revilimit: '1m' },
    rest: 'V9 z 0 pulse(-3 3 1u 2u 3u 1u 8u)\nR9 a z 200\n',
  },
  ilimit: {
    ports: 'in %g(p) %g(n) %g(a)',
    rest: 'V3 p 0 1.8\nV4 n 0 -0.8\n',
    model: { r_out_source: '10', r_out_sink: '10', i_limit_source: '0.5m', i_limit_sink: '0.3m' },
    changes: { in_offset: '0.3' },
  },
  lcouple: {
    ports: '(b 0) (m 0)',
    rest: 'R8 in b 10\nR9 m 0 1k\n',
    model: { num_turns: '10' },
  },
  'code-core': {
    ports: '(m 0)',
    rest: 'R8 in b 10\nA2 (b 0) (m 0) w\n.model w lcouple(num_turns=100)\n',
    model: { h_array: '[-1000 -100 0 100 1000]', b_array: '[-2 -1 0 1 2]', area: '1e-4', length: '0.01' },
    changes: {
      h_array: '[-1000 -200 0 200 1000]',
      b_array: '[-2 -1.5 0 1.5 2]',
      mode: { to: '2', told: 'mode' },
    },
  },
  capacitoric: { ports: '(a 0)', rest: 'R9 a in 1k\n', model: { c: '1n' }, changes: { ic: '0.5' } },
  inductoric: { ports: '(a 0)', rest: 'R9 a in 1k\n', model: { l: '1m' }, changes: { ic: '1m' } },
  potentiometer: {
    ports: 'in a 0',
    changes: {
      position: '0.3',
      log: 'true',
      log_multiplier: { to: '2', model: { log: 'true' } },
    },
  },
  cmeter: { ports: 'c a', rest: 'C9 c 0 2u\nR9 in c 1k\n', changes: {} },
  lmeter: { ports: 'c a', rest: 'L9 c 0 2u\nR9 in c 1k\n', changes: {} },
  memristor: {
    ports: '%gd(a,0)',
    rest: 'R9 a in 1k\n',
    model: { rmin: '6k', rmax: '7.02k', rinit: '7k', alpha: '2e7', beta: '5e7', vt: '0.6' },
    changes: { rmin: '6.9999k', rmax: '7.005k', vt: '0.5', rinit: '7.01k' },
  },
};

/** Of logic: levels of the clock and of data that change at times of their own, and the way out to a node. */
const bridges = (nets: readonly string[]): string =>
  nets
    .map((net, k) => {
      const width = { set: 0.15, reset: 0.15, clk: 0.3, enable: 0.4 }[net] ?? [0.5, 1.1, 0.7, 1.7][k % 4];
      const period = { set: 3.1, reset: 2.3, clk: 0.7, enable: 0.9 }[net] ?? [1.2, 2.6, 0.9, 1.4][k % 4];
      const pulse = `pulse(0 1 ${0.35 + 0.3 * k}u 1n 1n ${width}u ${period}u)`;
      return `Vn${k} n${net} 0 ${pulse}\nA5${k} [n${net}] [${net}] adc`;
    })
    .concat('.model adc adc_bridge(in_low=0.5 in_high=0.5 rise_delay=1n fall_delay=1n)')
    .join('\n');

const out = (nets: readonly string[]): string =>
  nets
    .map((net, k) => `A6${k} [${net}] [o${k}] dac\nR6${k} o${k} 0 1k`)
    .concat('.model dac dac_bridge(out_low=0 out_high=1 out_undef=0.5 t_rise=1n t_fall=1n)')
    .join('\n');

const logicRuns = ['.tran 20n 6u'];
const delays = [
  'rise_delay',
  'fall_delay',
  'clk_delay',
  'set_delay',
  'reset_delay',
  'data_delay',
  'enable_delay',
  'sr_delay',
  'delay',
  'open_delay',
];

function logicBench({ type, ports = [] }: ModelSyntax): Bench {
  const inputs: string[] = [];
  const outputs: string[] = [];
  const written = ports.map(({ name, direction, list }) => {
    const nets = list ? [`${name}a`, `${name}b`] : [name];
    if (name === 'cntl_in') return 'nc';
    (direction === 'in' ? inputs : outputs).push(...nets);
    return list ? `[${nets.join(' ')}]` : nets[0];
  });
  const isPulled = type.startsWith('d_open') || type === 'd_tristate';
  const pull = isPulled ? `\nA7 out up\n.model up ${type === 'd_open_e' ? 'd_pulldown' : 'd_pullup'}` : '';
  const given: Record<string, string | Change> = {
    inertial_delay: { to: 'true', model: { ...Object.fromEntries(delays.map((name) => [name, '0.6u'])) } },
    ic: '1',
    i_count: '1',
    duty_cycle: '0.3',
    init_phase: '90',
    cntl_array: '[-2 3]',
    freq_array: '[0.7meg 2meg]',
    dc_array: '[0.3 0.9]',
    table_values: '"0111"',
    ...Object.fromEntries(delays.map((name) => [name, '80n'])),
  };
  const own = new Set(
    circuitLanguage.models.find((one) => one.type === type)?.parameters.map(({ name }) => name),
  );
  const onlyOwn = (words: Words): Words =>
    Object.fromEntries(Object.entries(words).filter(([name]) => own.has(name)));
  const inertial = given['inertial_delay'] as Change;
  return {
    of: `.model ${type}`,
    cards: (_, m) =>
      [`Vc nc 0 0.5\n${bridges(inputs)}`, `A1 ${written.join(' ')} mm\n${m}`, `${out(outputs)}${pull}`].join(
        '\n',
      ),
    runs: logicRuns,
    ...(type === 'd_lut' && { model: { table_values: '"0110"' } }),
    ...(type === 'd_fdiv' && { model: { div_factor: '3' } }),
    ...(type === 'd_pwm' && { model: { cntl_array: '[-1 3]', dc_array: '[0.2 0.7]' } }),
    ...(type === 'd_osc' && { model: { cntl_array: '[-1 3]', freq_array: '[0.5meg 2meg]' } }),
    changes: {
      ...given,
      inertial_delay: { to: 'true', model: onlyOwn(inertial.model ?? {}) },
      ...(type === 'd_fdiv' && { high_cycles: '2', div_factor: '4' }),
    },
  };
}

const logicModels = circuitLanguage.models.filter(
  ({ type, builtIn, parameters }) =>
    type.startsWith('d_') && type !== 'd_dt' && !builtIn && parameters.length > 0,
);
const withFiles: readonly Bench[] = [
  memory,
  {
    of: '.model d_state',
    cards: (_, m) => `${bridges(['ia', 'clk', 'reset'])}\nA1 [ia] clk reset [qa] mm\n${m}\n${out(['qa'])}`,
    model: { state_file: '"states-a.txt"' },
    runs: logicRuns,
    changes: { clk_delay: '80n', reset_delay: '80n', state_file: '"states-b.txt"', reset_state: '1' },
  },
  {
    of: '.model d_source',
    cards: (_, m) => `A1 [qa qb] mm\n${m}\n${out(['qa', 'qb'])}`,
    model: { input_file: '"levels-a.txt"' },
    runs: logicRuns,
    changes: { input_file: '"levels-b.txt"' },
  },
  {
    of: '.model d_genlut',
    cards: (_, m) => `${bridges(['ia', 'ib'])}\nA1 [ia ib] [qa qb] mm\n${m}\n${out(['qa', 'qb'])}`,
    model: { table_values: '"01100001"' },
    runs: logicRuns,
    changes: { rise_delay: '[80n 10n]', fall_delay: '[80n 10n]', table_values: '"01110001"' },
  },
  {
    of: '.model adc_bridge',
    cards: (_, m) => `${wave}A1 [in] [d] mm\n${m}\n${out(['d'])}`,
    runs: ['.tran 50n 8u'],
    changes: { in_low: '0.5', in_high: '0.5', rise_delay: '0.3u', fall_delay: '0.3u' },
  },
  {
    of: '.model dac_bridge',
    cards: (_, m) =>
      `${bridges(['d'])}\nA9 d d null null u null inv\nA1 [d u] [o p] mm\n.model inv d_dff(ic=2)\n${m}\nR1 o 0 1k\nR2 p 0 1k`,
    model: { out_undef: '0.5' },
    runs: logicRuns,
    changes: {
      out_low: '-1',
      t_rise: '0.2u',
      t_fall: '0.2u',
      out_undef: { to: '0.3', model: { out_undef: '0.5' } },
    },
  },
];

const eight: Readonly<Record<string, string | Change>> = {
  vhigh: '2',
  vlow: '0.2',
  td: '0.3u',
  trise: '0.2u',
  tfall: '0.2u',
  tau: { to: '0.2u', without: ['cout'] },
  cout: '200p',
  rout: '2k',
  rhigh: '2k',
  rlow: '2k',
  ref: '0.3',
  vt: '0.3',
  vh: '0.2',
  cycles: '3',
  duty: { to: '0.8', model: { cycles: '4' } },
  ic: '1',
};

/** Of LTspice's parts: their nodes, what they need, and changes of their own. */
interface Eight {
  readonly nodes: string;
  readonly model: Words;
  readonly changes?: Readonly<Record<string, string | Change>>;
}
const gate: Eight = { nodes: 'i j 0 0 0 p q 0', model: { rout: '1k', cout: '50p', trise: '0.1u' } };
const modulator: Eight = { nodes: 'i j 0 0 0 0 q 0', model: { mark: '2meg', space: '1meg' } };
const ownEight: Readonly<Record<string, Eight>> = {
  counter: { ...gate, nodes: 'i 0 0 0 0 p q 0' },
  dflop: { ...gate, nodes: 'j 0 i 0 0 p q 0' },
  srflop: { ...gate, nodes: 'k i 0 0 0 p q 0' },
  modulator,
  modulate: modulator,
  ota: {
    nodes: '0 i j 0 0 0 q 0',
    model: { g: '0.2m', iout: '0.2m', cout: '50p' },
    changes: {
      iout: '0.1m',
      ...{ isrc: '0.1m', isink: '-0.1m', ioffset: '20u', linear: '1', powerup: '0' },
      asym: { to: '1', model: { isrc: '0.3m' } },
      ...{ vhigh: '0.3', vlow: '0.1', ref: '0.3' },
      rclamp: { to: '1k', model: { vhigh: '0.3' } },
    },
  },
  varistor: { nodes: 'j 0 0 0 0 0 q 0', model: {}, changes: { rclamp: '1k' } },
  samplehold: { nodes: 'i 0 j 0 0 0 q 0', model: {}, changes: { vhigh: '0.3', vlow: '0.8' } },
  phasedet: {
    nodes: 'i j 0 0 0 0 q 0',
    model: { iout: '0.5m' },
    changes: { iout: '0.3m', vhigh: '0.3', vlow: '0.2' },
  },
};
const builtIn = circuitLanguage.models.filter((one) => one.builtIn);
const parts: readonly Bench[] = builtIn.map(({ type }): Bench => {
  const { nodes, model, changes } = ownEight[type] ?? gate;
  return {
    of: `.model ${type}`,
    cards: (_, m) => {
      const words = /\((.*)\)/.exec(m)?.[1] ?? '';
      const pulses = [
        'V1 i 0 pulse(0 1 0.3u 0.4u 0.4u 0.8u 2.4u)',
        'V2 j 0 pulse(0 1 0.7u 0.2u 0.2u 2u 5u)',
        'V3 k 0 pulse(0 1 4u 0.2u 0.2u 2u 5u)',
      ];
      const load = type === 'varistor' ? 'R1 q i 1k' : 'R1 q 0 5k';
      return `${pulses.join('\n')}\nA1 ${nodes} ${type} ${words}\n${load}\nR2 p 0 5k`;
    },
    model,
    runs: ['.tran 50n 16u'],
    changes: { ...eight, ...changes },
  };
});

export const codeModels: readonly Bench[] = [
  ...Object.entries(analog).map(([type, { ports, model, rest = '', changes, runs = run }]): Bench => ({
    of: `.model ${type}`,
    cards: (_, m) =>
      `${wave}${rest}A1 ${ports} mm\n${m.replace('code-core', 'core')}\nR1 a 0 1k\nR2 a b 1k\nR3 b 0 1k`,
    ...(model && { model }),
    runs,
    ...(changes && { changes }),
  })),
  ...logicModels
    .filter(({ type }) => ![...withFiles, ...digitalTiming].some(({ of }) => of === `.model ${type}`))
    .map(logicBench),
  ...withFiles,
  ...digitalTiming,
  ...parts,
];
