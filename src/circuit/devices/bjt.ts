/**
 * Q, by the transport form of Ebers and Moll with junctions fitted piecewise linearly (`diode-fit.ts`):
 *
 *     I_BE = IF / BF,   I_BC = IR / BR,   I_CE = IF - IR = BF I_BE - BR I_BC,     IF = IS (e^(VBE/(NF Vt)) - 1), IR alike
 *
 * so that the junctions are diodes with IS/BF and IS/BR and the channel is a linear source of their currents; with RB, RC,
 * RE and the junctions' charges (`junction-charge.ts`): CJE VJE MJE, CJC VJC MJC, FC, TF IF and TR IR. Early effect, high
 * injection and leakage are left out and noted; the smooth form has them (`smooth-bjt.ts`).
 */
import { noteOnce } from '../diagnose.js';
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { Device, EmissionContext } from '../device.js';
import { thermalVoltage } from '../laws/semiconductor.js';
import type { Branch, FormTerm } from '../primitives.js';
import { bipolarModel, highestLevel, smoothOnly } from './semiconductors/bjt-model.js';
import { diodeVoltage, largestCurrent } from './semiconductors/diode-fit.js';
import { behindResistance, fittedLaw, transistorJunction } from './semiconductors/junction.js';
import { threeTerminalLevel, vbicModel } from './semiconductors/vbic-model.js';
import { modelValues, temperatureParameters, temperaturesOf } from './parts/element-parts.js';
import { ofBipolar } from './parts/initial-voltage-parameters.js';
import { reportLevel, reportNoSegments } from './parts/model-level.js';
import { bipolarNoise } from '../noise/junction-noise.js';
import { vbicNoise } from '../noise/vbic-noise.js';
import { smoothBipolar } from './smooth/smooth-bjt.js';
import { smoothVbic } from './smooth/smooth-vbic.js';

export const bjt: Device = {
  syntax: {
    letter: 'Q',
    name: 'bipolar transistor',
    doc: 'Bipolar transistor, piecewise-linear Ebers-Moll; of levels 4, 9, 11 and 12 (VBIC) by sparse steps alone. A fifth node is the temperature of a VBIC transistor with RTH above its own: a volt is a kelvin.',
    terminals: ['collector', 'base', 'emitter'],
    optionalTerminals: ['substrate', 'temperature'],
    heldTerminal: {
      ...{ terminal: 'temperature', parameter: 'rth' },
      ofLevel: { level: threeTerminalLevel, terminal: 'substrate' },
    },
    value: {
      kind: 'model',
      positional: [
        { name: 'area', unit: '', default: 1, range: 'positive', doc: 'factor of IS and capacitances' },
      ],
    },
    modelTypes: ['npn', 'pnp', 'npn-vbic', 'pnp-vbic'],
    parameters: [
      { name: 'area', unit: '', default: 1, range: 'positive', doc: 'factor of IS and capacitances' },
      {
        name: 'areab',
        unit: '',
        range: 'positive',
        doc: 'factor of ISC and of the capacitances of the collector; absent: area',
      },
      { name: 'areac', unit: '', range: 'positive', doc: 'factor of those of the substrate; absent: area' },
      { name: 'm', unit: '', default: 1, range: 'positive', doc: 'number of transistors in parallel' },
      {
        name: 'sw_et',
        unit: '',
        default: 1,
        range: 'finite',
        doc: '0: a VBIC transistor has no heat of its own, whatever RTH is',
      },
      ...temperatureParameters,
      ...ofBipolar.parameters,
    ],
    initialVoltages: ofBipolar.initialVoltages,
    ignored: ['off', 'sw_noise'],
  },
  models: [...(['npn', 'pnp'] as const).map(bipolarModel), ...(['npn', 'pnp'] as const).map(vbicModel)],
  branches(element, context) {
    const { name, model } = element;
    if (isVbic(element)) {
      reportNoSegments(element, 'VBIC', context, smoothVbic);
      return [];
    }
    if (isRefused(element, context)) return [];
    const { diagnostics } = context;
    const [collector = '', base = '', emitter = ''] = element.nodes;
    const given = modelValues(element);
    const lost = smoothOnly.filter((parameter) => model?.parameters.has(parameter) === true);
    if (lost.length > 0) {
      const message = `bipolar model ${model?.name ?? ''}: ${lost.join(', ').toUpperCase()} left out`;
      noteOnce(diagnostics, 'bjt-left-out', message, model?.span ?? element.span);
    }
    const size = (element.parameters.get('area') ?? 1) * (element.parameters.get('m') ?? 1);
    const branches: Branch[] = [];
    const c = behindResistance(branches, name, 'rc', collector, given('rc', 0) / size);
    const b = behindResistance(branches, name, 'rb', base, given('rb', 0) / size);
    const e = behindResistance(branches, name, 're', emitter, given('re', 0) / size);
    const forward = given('bf', 100);
    const reverse = given('br', 1);
    const isN = model?.type !== 'pnp';
    const carried: FormTerm[] = [];
    for (const { part, end, gain, emission, transit } of [
      { part: 'be', end: e, gain: forward, emission: given('nf', 1), transit: given('tf', 0) },
      { part: 'bc', end: c, gain: reverse, emission: given('nr', 1), transit: given('tr', 0) },
    ] as const) {
      const [anode, cathode] = isN ? [b, end] : [end, b];
      const law = {
        saturation: (size * given('is', 1e-16)) / gain,
        slopeVoltage: emission * thermalVoltage(temperaturesOf(element, context).celsius),
        series: 0,
      };
      const side = part === 'be' ? 'e' : 'c';
      const junction = transistorJunction(
        element,
        {
          ...{ part, a: anode, b: cathode, law: fittedLaw(law, element, context) },
          forward: diodeVoltage(law, largestCurrent),
          charge: {
            capacitance: size * given(`cj${side}`, 0),
            potential: given(`vj${side}`, 0.75),
            grading: given(`mj${side}`, 0.33),
            linearFrom: given('fc', 0.5),
            // TF IF and TR IR, of which the junctions carry 1/BF and 1/BR.
            transit: transit * gain,
          },
        },
        context,
      );
      if (diagnostics.hasErrors) return [];
      branches.push(...junction.branches);
      // A diode-connected transistor has one junction, and no current through the other.
      if (anode !== cathode)
        carried.push({
          gain: part === 'be' ? gain : -gain,
          quantity: 'current',
          element: junction.carrier,
        });
    }
    const [from, to] = isN ? [c, e] : [e, c];
    const channel: Branch = {
      kind: 'controlled',
      dissipates: true,
      name,
      element: name,
      a: from,
      b: to,
      output: 'current',
      form: {
        constant: 0,
        terms: carried,
      },
    };
    return [channel, ...branches];
  },
  isUnfitted: isVbic,
  noise: (operating) => (isVbic(operating.element) ? vbicNoise(operating) : bipolarNoise(operating)),
  smooth(element, context) {
    if (isVbic(element)) return smoothVbic(element, context);
    return isRefused(element, context) ? [] : smoothBipolar(element, context);
  },
};

function isVbic({ model }: FlatElement): boolean {
  return model?.type.endsWith('-vbic') === true;
}

const levelsModelled = '1 to 3 (Gummel and Poon), 4, 9, 11 or 12 (VBIC)';

/** Of Gummel and Poon four nodes are the most. */
const mostNodes = 4;

/** Reports another level, or a node of the temperature, where there is none. */
function isRefused(element: FlatElement, context: EmissionContext): boolean {
  if (reportLevel(element, 'bipolar', highestLevel, context, levelsModelled)) return true;
  const { name, nodes, span } = element;
  if (nodes.length <= mostNodes) return false;
  const message = `${name}: ${nodes.length} nodes are too many`;
  context.diagnostics.error('bipolar-nodes', message, span, {
    hint: 'write collector, base, emitter and substrate; only VBIC (level 4) has a node of its temperature',
  });
  return true;
}
