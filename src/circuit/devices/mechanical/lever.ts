/**
 * Ideal transformers between two nodes and the frame, v_1 = r v_2 and r F_1 + F_2 = 0: YLEVER (r = ratio of the arms, negative
 * beyond the pivot), YGEAR (r = reduction), YRACK (a pinion of radius r: v = r w).
 *
 * One that closes a loop of others (`transmission-loop.ts`) says what they say: it carries nothing.
 */
import { constantSignal } from '../../../kernel/modeling/signals/constant-signal.js';
import type { TerminalDomain } from '../../../netlist/language.js';
import { scaled, termForm } from '../../behavioural/form-arithmetic.js';
import type { Device } from '../../device.js';
import { ground } from '../../compiler/tree.js';
import { displacedEnds } from './equilibrium.js';
import { velocity } from './mechanical-parts.js';
import { repeatsOthers } from './transmission-loop.js';

function transformer(
  letter: string,
  name: string,
  doc: string,
  domains: readonly [TerminalDomain, TerminalDomain],
  parameter: { readonly name: string; readonly unit: string; readonly doc: string },
): Device {
  return {
    syntax: {
      ...{ letter, name, doc, terminals: ['n1', 'n2'], domains },
      onOneNode: 'it holds that still, unless its ratio is 1',
      value: { kind: 'number', parameter: { ...parameter, range: 'non-zero' } },
      parameters: [],
    },
    models: [],
    branches(card, context) {
      const { name: element, nodes, value: ratio = NaN } = card;
      const [n1 = ground, n2 = ground] = nodes;
      const { a: first, b: second } = displacedEnds(n1, n2, context) ?? { a: n1, b: n2 };
      if (repeatsOthers(card, context)) {
        const signal = constantSignal(0);
        return [{ kind: 'current', name: element, element, a: first, b: ground, signal }];
      }
      const other = `${element}#2`;
      return [
        {
          ...{ kind: 'controlled', name: element, element, a: first, b: ground, output: 'voltage' },
          form: scaled(ratio, velocity(second, ground)),
        },
        {
          ...{ kind: 'controlled', name: other, element: other, a: second, b: ground, output: 'current' },
          form: scaled(-ratio, termForm({ gain: 1, quantity: 'current', element })),
        },
      ];
    },
  };
}

export const lever = transformer(
  'YLEVER',
  'lever',
  'Ideal lever about a fixed pivot: v(n1) = ratio v(n2). F(lever) is the force that it takes from n1.',
  ['translational', 'translational'],
  { name: 'ratio', unit: '', doc: 'arm of n1 over arm of n2; negative where they are on different sides' },
);

export const gear = transformer(
  'YGEAR',
  'gear',
  'Ideal gear: w(n1) = ratio w(n2). F(gear) is the torque that it takes from n1.',
  ['rotational', 'rotational'],
  { name: 'ratio', unit: '', doc: 'turns of n1 by turn of n2; negative where they turn against each other' },
);

export const rack = transformer(
  'YRACK',
  'rack and pinion',
  'Ideal rack n1 on a pinion n2: v(n1) = radius w(n2). F(rack) is the force that it takes from the rack.',
  ['translational', 'rotational'],
  { name: 'radius', unit: 'm', doc: 'radius of the pinion' },
);
