/**
 * Measures of circuits whose blocks step by themselves. Stages of a chain whose gates carry no current do the same however many
 * follow: five of them are one system, fourteen are blocks. Both are within the errors of their steps, reltol = 1e-4 of the
 * supply a step: what is measured of both agrees to 1e-3 of it.
 */
import { describe, expect, it } from 'vitest';
import { measure } from './measure-run.js';

const supply = 5;
const card = (name: string, what: string): string => `.meas tran ${name} ${what}`;
const cards = ['v(n2)', 'v(n4)'].flatMap((of, k) => [
  card(`mean${k}`, `avg ${of}`),
  card(`effective${k}`, `rms ${of}`),
  card(`highest${k}`, `max ${of}`),
  card(`lowest${k}`, `min ${of}`),
  card(`sum${k}`, `integ ${of} from=3n to=9n`),
]);

function chain(stages: number): ReturnType<typeof measure> {
  const inverters = Array.from(
    { length: stages },
    (_, k) => `Mp${k + 1} n${k + 1} n${k} vdd vdd mp w=1u l=1u
Mn${k + 1} n${k + 1} n${k} 0 0 mn w=1u l=1u
C${k + 1} n${k + 1} 0 50f`,
  );
  return measure(`.model mn nmos(level=1 vto=1 kp=130u)
.model mp pmos(level=1 vto=-1 kp=43u)
Vdd vdd 0 ${supply}
Vin n0 0 pulse(0 ${supply} 1n 0.1n 0.1n 4n 8n)
${inverters.join('\n')}
.options method=stepping reltol=1e-4
.tran 0.1n 16n
.save v(n2) v(n4)
${cards.join('\n')}`);
}

describe('measures of blocks', () => {
  const long = chain(14);

  it('are those of the same stages in one system', () => {
    const short = chain(5);
    for (const of of [0, 1])
      for (const what of ['mean', 'effective', 'highest', 'lowest'])
        expect(Math.abs(long.value(`${what}${of}`) - short.value(`${what}${of}`))).toBeLessThan(
          1e-3 * supply,
        );
    for (const sum of ['sum0', 'sum1'])
      expect(Math.abs(long.value(sum) - short.value(sum))).toBeLessThan(1e-3 * supply * 6e-9);
  });

  it('never leave the supply by more than a step may be off', () => {
    for (const of of [0, 1]) {
      expect(long.value(`lowest${of}`)).toBeGreaterThan(-1e-3 * supply);
      expect(long.value(`highest${of}`)).toBeLessThan((1 + 1e-3) * supply);
    }
  });
});
