/**
 * L: v = L i', L = l (1 + tc1 dT + tc2 dT^2) / m, with LTspice's parasitics
 *
 *     a --- Rser --- L --- b,      Rpar across all, Cpar across all
 *
 * LTspice's own defaults of Rser and Rpar (1 mOhm ...) are not taken: an inductor without them is ideal. A flux
 * flux={...} that depends on the circuit is the voltage ddt(flux); an inductance l={...} that does, v = l i'. On a core (`magnetic-core.ts`)
 * l is a number of turns.
 */
import { constantSignal } from '../../kernel/modeling/signals/constant-signal.js';
import { parasiticNoise } from '../noise/resistor-noise.js';
import { varyingInductance } from '../behavioural/varying-storage.js';
import type { Device } from '../device.js';
import type { Branch } from '../primitives.js';
import {
  endsOf,
  modelTemperatureParameters,
  reportValue,
  scalingParameters,
  temperatureFactor,
  warnOfNegative,
} from './parts/element-parts.js';
import { windingBranches } from './magnetics/magnetic-core.js';
import { partRatings } from './parts/ratings.js';
import { insideEnds, shuntParasitics, storedExpression } from './parts/storage-parts.js';

/** LTspice's inductor with hysteresis (Chan): another law of minor loops than that of `magnetic-core.ts`. */
const chanWords: readonly string[] = Object.freeze(['hc', 'bs', 'br', 'a', 'lm', 'lg', 'n']);
const hysteresisHint =
  'write a winding on a core with hysteresis: L1 a b 1000, K1 L1 1 iron, .model iron core(ms= a= k= area= path= gap=)';

export const inductor: Device = {
  syntax: {
    letter: 'L',
    name: 'inductor',
    doc: 'Linear inductor.',
    terminals: ['n+', 'n-'],
    value: {
      kind: 'number',
      parameter: {
        name: 'l',
        unit: 'H',
        range: 'finite',
        expression: true,
        doc: 'inductance; 0: an ideal short; negative values are legal',
        aliases: ['inductance'],
      },
      alternatives: [
        {
          name: 'flux',
          unit: 'V s',
          range: 'any',
          expression: true,
          own: 'x',
          doc: 'flux as an expression, of x: the current',
        },
      ],
    },
    modelTypes: ['l'],
    parameters: [
      { name: 'ic', unit: 'A', range: 'finite', doc: 'initial current, used with uic' },
      ...scalingParameters,
      {
        ...{ name: 'rser', aliases: ['r'], unit: 'Ohm', default: 0, range: 'non-negative' },
        doc: 'series resistance',
      },
      {
        ...{ name: 'rpar', unit: 'Ohm', range: 'non-negative', infinite: true },
        doc: 'parallel resistance; 0: none',
      },
      { name: 'cpar', unit: 'F', default: 0, range: 'non-negative', doc: 'parallel capacitance' },
    ],
    flags: ['noiseless'],
    ignored: ['rlshunt', 'nt', ...partRatings],
    refused: Object.fromEntries(chanWords.map((word) => [word, hysteresisHint])),
  },
  models: [
    {
      type: 'l',
      aliases: ['ind'],
      doc: 'Inductor: default value and temperature coefficients.',
      parameters: [
        { name: 'ind', unit: 'H', range: 'positive', doc: 'inductance where the card has none' },
        { name: 'l', unit: '', default: 1, range: 'positive', doc: 'factor of the inductance' },
        ...modelTemperatureParameters,
      ],
      ignored: ['level', 'csect', 'length', 'dia', 'nt', 'mu'],
    },
  ],
  noise: parasiticNoise,
  branches(element, context) {
    const { expressions, model, parameters } = element;
    const count = parameters.get('m') ?? 1;
    const factor = temperatureFactor(element, context) / count;
    const rser = (parameters.get('rser') ?? 0) / count;
    const { name, a } = endsOf(element);
    const place = insideEnds(element);
    const core = context.windings.get(name);
    const flux = expressions?.get('flux');
    const varying = expressions?.get('l');
    const initial = parameters.get('ic');
    const branches: Branch[] = [];
    if (core) branches.push(...windingBranches(element, core, place));
    else if (flux) branches.push(...storedExpression(element, flux, factor, place, 'voltage', context));
    else if (varying) branches.push(...varyingInductance(element, varying, factor, place, context));
    else {
      const own = element.value ?? model?.parameters.get('ind') ?? NaN;
      const inductance = own * (model?.parameters.get('l') ?? 1) * factor;
      const start = initial === undefined ? {} : { initial };
      if (own === 0) branches.push({ kind: 'voltage', ...place, element: name, signal: constantSignal(0) });
      else if (reportValue(element, 'inductance', inductance, context)) return [];
      else branches.push({ kind: 'inductance', ...place, element: name, inductance, ...start });
      if (inductance < 0) warnOfNegative(element, 'inductance', context);
    }
    if (rser > 0) {
      branches.push({
        kind: 'resistance',
        name: `${name}#r`,
        element: `${name}#r`,
        a,
        b: place.a,
        resistance: rser,
      });
    }
    branches.push(...shuntParasitics(element, count));
    return branches;
  },
};
