/** Grading coefficients that ngspice limits count as they are written, and that is told once a model. */
import { expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { netlist } from '../../analysis/run-netlist.js';

it('M of diodes beyond 0.9, MJE and MJC beyond 0.999', () => {
  const text = netlist(
    'V1 a 0 1\nD1 0 a dm\nD2 0 a dm\nQ1 a 0 0 qm\n.model dm d(cjo=1n m=1.2)\n.model qm npn(cje=1n mje=1.25 mjc=0.9)\n.tran 1u 2u',
  );
  const notes = simulate({ name: 'a.cir', text }).diagnostics.filter(({ code }) => code === 'grading');
  expect(notes.map(({ message }) => message)).toEqual([
    'model dm: M = 1.2 counts as written; ngspice takes 0.9',
    'model qm: MJE = 1.25 counts as written; ngspice takes 0.999',
  ]);
});
