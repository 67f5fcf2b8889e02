import { simulate } from '../../../src/index.js';

export interface Transistor {
  readonly type?: 'nmos' | 'pmos';
  /** Words of its card. */
  readonly own: string;
  /** Volts of drain, gate and bulk beside a grounded source. */
  readonly volts: readonly number[];
}

/** Runs one transistor between sources and returns the current into its drain, and what was said. */
export function drainOf(
  model: string,
  { type = 'nmos', own, volts }: Transistor,
): { current: number; said: string[] } {
  const [drain = 0, gate = 0, bulk = 0] = volts;
  const text = [
    'one transistor',
    `vd d 0 ${drain}`,
    `vg g 0 ${gate}`,
    `vb b 0 ${bulk}`,
    `m1 d g 0 b mod ${own}`,
    `.model mod ${type} ${model}`,
    '.op',
    '.save i(vd)',
    '.end',
  ].join('\n');
  const { runs, diagnostics } = simulate({ name: 't.cir', text });
  const said = diagnostics
    .filter(({ code }) => code !== 'method-chosen')
    .map(({ severity, message }) => `${severity}: ${message}`);
  return { current: -(runs[0]?.plot?.columns.at(-1)?.[0] ?? NaN), said };
}
