/**
 * Xyce's functions of time in expressions, which are the waveforms of sources: spice_pulse(v1, v2, td, tr, tf, pw, per) and its
 * kin. Each is an expression of `time` and its arguments, so that whatever reads expressions - breakpoints, derivatives, exact
 * integrals - knows it. Source: Xyce Reference Guide, "Expressions".
 */
import { Diagnostics } from '../base/diagnostic.js';
import { parseExpression } from './parse.js';
import type { Scope, UserFunction } from './scope.js';

export interface WaveformFunctionSpec {
  readonly name: string;
  readonly doc: string;
  /** Arguments without which there is no waveform, and those that have a value of their own. */
  readonly required: readonly string[];
  readonly optional: Readonly<Record<string, number>>;
  readonly body: string;
}

const SPECS: readonly WaveformFunctionSpec[] = [
  {
    name: 'spice_pulse',
    doc: 'the waveform PULSE over time',
    required: ['v1', 'v2', 'td', 'tr', 'tf', 'pw'],
    optional: { per: 0 },
    body: 'if(time<td, v1, pulse_shape(if(per>0, time-td-per*floor((time-td)/if(per>0, per, 1)), time-td), v1, v2, tr, tf, pw))',
  },
  {
    name: 'spice_sin',
    doc: 'the waveform SIN over time',
    required: ['v0', 'va', 'freq'],
    optional: { td: 0, theta: 0, phase: 0 },
    body: 'v0+va*if(time<td, sin(phase*pi/180), sin(2*pi*freq*(time-td)+phase*pi/180)*exp(-max(time-td, 0)*theta))',
  },
  {
    name: 'spice_exp',
    doc: 'the waveform EXP over time',
    required: ['v1', 'v2', 'td1', 'tau1', 'td2', 'tau2'],
    optional: {},
    body: 'v1+(v2-v1)*(exp(-max(time-td2, 0)/tau2)-exp(-max(time-td1, 0)/tau1))',
  },
  {
    name: 'spice_sffm',
    doc: 'the waveform SFFM over time',
    required: ['v0', 'va', 'fc', 'mdi', 'fs'],
    optional: {},
    body: 'v0+va*sin(2*pi*fc*time+mdi*sin(2*pi*fs*time))',
  },
];

/** One period of a pulse, x behind its begin. */
const shape: WaveformFunctionSpec = {
  name: 'pulse_shape',
  doc: '',
  required: ['x', 'v1', 'v2', 'tr', 'tf', 'pw'],
  optional: {},
  body: 'if(x<tr, v1+(v2-v1)*x/if(tr>0, tr, 1), if(x<tr+pw, v2, if(x<tr+pw+tf, v2+(v1-v2)*(x-tr-pw)/if(tf>0, tf, 1), v1)))',
};

export const WAVEFORM_FUNCTIONS: ReadonlyMap<string, WaveformFunctionSpec> = new Map(
  SPECS.map((spec) => [spec.name, spec]),
);

/** Where the names of a body that are no arguments are looked up. */
const inside: Scope = Object.freeze({
  lookup: () => undefined,
  functionOf: (name: string) => (name === shape.name ? functionOf(shape) : undefined),
  names: () => [],
});

/** The function of this name, undefined where there is none. */
export function waveformFunction(name: string): UserFunction | undefined {
  const spec = WAVEFORM_FUNCTIONS.get(name);
  return spec && functionOf(spec);
}

function functionOf({ name, required, optional, body }: WaveformFunctionSpec): UserFunction | undefined {
  const source = { name, text: body };
  const span = { source, start: 0, end: body.length };
  const parsed = parseExpression(span, new Diagnostics());
  const parameters = [...required, ...Object.keys(optional)];
  const defaults = Object.values(optional);
  return parsed && { name, parameters, defaults, body: parsed, span, scope: inside };
}
