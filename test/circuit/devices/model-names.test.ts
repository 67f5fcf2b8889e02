/** Parameters of junctions by all their names, beside figures of ngspice 39. */
import { expect, it } from 'vitest';
import { netlist, run } from '../../analysis/run-netlist.js';

it.each(['nk', 'nkf'])('%s is the exponent of high injection', (name) => {
  const text = `V1 c 0 5\nV2 b 0 0.95\nQ1 c b 0 QN\n.model QN npn(is=3e-14 bf=200 ikf=.01 ${name}=0.9)\n.op`;
  expect(run(netlist(text)).final('i(v1)')).toBeCloseTo(-1.59222e-2, 6);
});

it('TCV is what the breakdown loses in a kelvin', () => {
  // 5 V at 27 Celsius, 2 mV/K, 50 K.
  const text = 'I1 0 a 1m\nD1 0 a DZ\n.model DZ d(is=1e-14 bv=5 ibv=1m tcv=2m)\n.temp 77\n.op';
  expect(run(netlist(text)).final('v(a)')).toBeCloseTo(4.9, 4);
});
