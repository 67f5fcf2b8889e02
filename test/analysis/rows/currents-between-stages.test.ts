/** Currents of junctions between the stages of steps: no more than the load asks for, whatever a polynomial makes of their voltages. */
import { expect, it } from 'vitest';
import { simulate } from '../../../src/index.js';

/** A six-pulse rectifier of 150 Ohm, with or without charges in its junctions, as one block or as one of many. */
const rectifier = (model: string, k: number): string =>
  [
    ...['a', 'b', 'c'].flatMap((phase, at) => [
      `V${phase}_${k} s${phase}${k} 0 sin(0 325 50 0 0 ${-120 * at})`,
      phase === 'c' ? `R1_${k} sc${k} c${k} .47` : `L${phase}_${k} s${phase}${k} ${phase}${k} 47u`,
      `Dp${phase}_${k} ${phase}${k} p${k} ${model}`,
      `Dn${phase}_${k} n${k} ${phase}${k} ${model}`,
    ]),
    `R2_${k} p${k} n${k} 150\nR3_${k} n${k} 0 680k`,
  ].join('\n');

it.each([
  [1, 'is=1e-14'],
  [12, 'is=1e-14'],
  [1, 'is=1e-14 cjo=50p'],
])('%i rectifiers of d(%s) carry what their load does', (count, model) => {
  const { runs } = simulate(
    `rectifier
.model m d(${model})
${Array.from({ length: count }, (_, k) => rectifier('m', k)).join('\n')}
.tran .12m 40m uic
.meas tran peak max i(dpb_0) from=5m
.meas tran mean avg i(dpb_0) from=20m
.meas tran load avg i(r2_0) from=20m
.end`,
    { options: { method: 'stepping' } },
  );
  const { measures = [], certificate } = runs[0]!.report;
  expect(certificate!.missed).toEqual([]);
  const [peak, mean, load] = measures.map(({ value }) => value!);
  // sqrt(3) 325 V less two drops of .86 V through 150 Ohm and .47 Ohm.
  expect(peak!).toBeGreaterThan(3.73);
  expect(peak!).toBeLessThan(3.745);
  // Each of three conducts a third of the time.
  expect(Math.abs(mean! / (load! / 3) - 1)).toBeLessThan(2e-3);
});
