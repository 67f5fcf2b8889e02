/** What a JFET's model of a vendor has that ngspice leaves out acts, and a note says so. */
import { expect, test } from 'vitest';
import { simulate } from '../../../src/index.js';

/** The current of 1 V at 1 MHz into a gate at -8 V, and what is noted of the model. */
function gate(parameters: string) {
  const text = `a gate
V1 g 0 dc -8 ac 1
J1 0 g 0 j
.model j njf(vto=-1.4 cgd=6p cgs=6p pb=.5 ${parameters})
.ac lin 1 1meg 1meg
.print ac i(v1)
.end`;
  const { runs, diagnostics } = simulate(text);
  const { report } = runs[0]!;
  const notes = [...diagnostics, ...report.diagnostics].filter(({ code }) => code === 'beyond-ngspice');
  const current = report.final.find(({ name }) => name === 'im(i(v1))')!.value;
  return { notes: [...new Set(notes.map(({ message }) => message))], current };
}

/** Two capacitances of 6 pF at 0 V behind a potential of 0.5 V. */
const reactive = (grading: number): number => -2e6 * Math.PI * 12e-12 * (1 + 8 / 0.5) ** -grading;

test.each([
  ['m=.2', 0.2, ['model j: M acts, as in PSpice and LTspice; ngspice has 0.5 there, whatever is written']],
  [
    'm=.2 n=1.2',
    0.2,
    ['model j: M and N act, as in PSpice and LTspice; ngspice has 0.5 and 1 there, whatever is written'],
  ],
  // ngspice 39: -1.82868e-05, with m=.2 as well.
  ['', 0.5, []],
  ['m=.5', 0.5, []],
])('%s', (parameters, grading, told) => {
  const { notes, current } = gate(parameters);
  expect(notes).toEqual(told);
  expect(Math.abs(current / reactive(grading) - 1)).toBeLessThan(1e-4);
});
