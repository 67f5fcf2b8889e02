import { expect, test } from 'vitest';
import { Diagnostics } from '../../src/base/diagnostic.js';
import { circuitOptionsFrom } from '../../src/circuit/circuit-options.js';
import { deviceTable } from '../../src/circuit/devices/device-table.js';
import { emitSmoothBranches } from '../../src/circuit/emission.js';
import { circuitLanguage } from '../../src/circuit/language-table.js';
import { elaborate } from '../../src/netlist/elaborate.js';

/** The laws of a circuit's branches, by element and part. */
function laws(cards: string): Map<string, Float64Array> {
  const text = `t\n.model n nmos(vto=1 tox=20n cj=1m)\n.model m nmos(vto=2)\nV1 1 0 1\n${cards}\n.op\n.end\n`;
  const { circuit } = elaborate({ name: 't.cir', text }, circuitLanguage);
  const { branches } = emitSmoothBranches(
    circuit!,
    deviceTable,
    circuitOptionsFrom(circuit!.options),
    new Diagnostics(),
  );
  return new Map(
    branches.flatMap((branch) => (branch.kind === 'law' ? [[branch.name, branch.parameters]] : [])),
  );
}

test('transistors that are alike share what follows from model and card, others do not', () => {
  const cards = [
    'n w=2u l=1u ad=1p',
    'n l=1u w=2u ad=1p',
    'n w=3u l=1u ad=1p',
    'm w=2u l=1u ad=1p',
    'n w=2u l=1u ad=1p temp=90',
  ];
  const all = laws(cards.map((card, k) => `M${k} 1 1 0 0 ${card}`).join('\n'));
  cards.forEach((card, k) => {
    const alone = laws(`M${k} 1 1 0 0 ${card}`);
    for (const [name, parameters] of alone) expect(all.get(name), name).toEqual(parameters);
  });
  expect(all.get('m0')).not.toEqual(all.get('m2'));
  expect(laws('M0 1 1 0 0 n w=2u\nM1 1 1 0 0 n w=2u').size).toBe(6);
});
