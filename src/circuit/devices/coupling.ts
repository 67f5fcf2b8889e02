/**
 * K: M = k sqrt(L1 L2) between every two of its inductors; k = 1 makes an ideal transformer. With a model its inductors
 * are windings on a core (`magnetic-core.ts`).
 */
import { valuePlace } from '../../netlist/element-places.js';
import type { Device } from '../device.js';
import type { Coupling } from '../primitives.js';
import { coreModel } from './magnetics/core-model.js';
import { coreBranches, coreCouplings } from './magnetics/magnetic-core.js';

export const coupling: Device = {
  syntax: {
    letter: 'K',
    name: 'coupling',
    doc: 'Couples two or more inductors; the first node of each is its dotted end. With a model, the inductors are windings on a core and their values numbers of turns; b(k1) and h(k1), or n(ymin!k1_b) and n(ymin!k1_h), are its flux density in gauss and field in oersted.',
    terminals: [],
    value: {
      kind: 'coupling',
      parameter: {
        name: 'k',
        unit: '',
        range: 'finite',
        doc: 'coefficient from -1 to 1; 1: ideal transformer',
      },
    },
    modelTypes: ['core'],
    parameters: [{ name: 'm', unit: '', default: 1, range: 'positive', doc: 'number of cores in parallel' }],
  },
  models: [coreModel],
  branches(element, context) {
    return element.model ? coreBranches(element, context) : [];
  },
  couplings(element, context) {
    const { name, controls = [], value = NaN, span, model } = element;
    const { diagnostics, windings } = context;
    if (model) return coreCouplings(element, context);
    const wound = controls.find((inductor) => windings.has(inductor));
    if (wound !== undefined) {
      const core = windings.get(wound);
      diagnostics.error('repeated-coupling', `${name} couples ${wound}, a winding on a core`, span, {
        related: core ? [{ span: core.span, message: `${core.name} stands here` }] : [],
        hint: `name it in one of them; for a leakage put an inductor in series with ${wound}`,
      });
      return [];
    }
    if (!(Math.abs(value) <= 1)) {
      diagnostics.error(
        'coupling-range',
        `${name} has the coefficient ${value}, not from -1 to 1`,
        valuePlace(element),
        {
          hint: 'give k = M / sqrt(L1 L2), at most 1',
        },
      );
      return [];
    }
    const pairs: Coupling[] = [];
    controls.forEach((first, i) => {
      for (const second of controls.slice(i + 1)) {
        pairs.push({ element: name, inductors: [first, second], coefficient: value });
      }
    });
    return pairs;
  },
};
