/**
 * S with a SW model: closed ron, open roff, chosen by its control voltage with hysteresis.
 *
 * roff in parallel with a contact in series with r', 1/r' = 1/ron - 1/roff, so that the closed switch is
 * exactly ron. roff >= 1e30 or inf: no parallel path; ron = 0: a short (CONVENTIONS 16). On above vt + |vh|, off
 * below vt - |vh|; inside the band it starts as the card says, else off (CONVENTIONS 1, 10).
 */
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { Device, EmissionContext } from '../device.js';
import { namer } from '../graph.js';
import type { Branch } from '../primitives.js';
import { endsOf, isOpen, seriesBeside } from './element-parts.js';

export const voltageSwitch: Device = {
  syntax: {
    letter: 'S',
    name: 'voltage-controlled switch',
    doc: 'Switch with hysteresis, controlled by the voltage nc+ to nc-.',
    terminals: ['n+', 'n-', 'nc+', 'nc-'],
    value: { kind: 'model' },
    modelTypes: ['sw'],
    parameters: [],
    flags: ['on', 'off'],
  },
  models: [
    {
      type: 'sw',
      doc: 'Voltage-controlled switch with hysteresis.',
      parameters: [
        { name: 'vt', unit: 'V', default: 0, range: 'finite', doc: 'threshold' },
        { name: 'vh', unit: 'V', default: 0, range: 'finite', doc: 'half width of the hysteresis band' },
        { name: 'ron', unit: 'Ohm', default: 1, range: 'non-negative', doc: 'closed resistance; 0: a short' },
        {
          name: 'roff',
          unit: 'Ohm',
          default: 1e12,
          range: 'positive',
          infinite: true,
          doc: 'open resistance; >= 1e30: open',
        },
      ],
    },
  ],
  branches(element, context) {
    const parameters = element.model?.parameters;
    const ideal = context.options.ideal === 'all' || context.options.ideal === 'switches';
    const ron = ideal ? 0 : (parameters?.get('ron') ?? 1);
    const roff = ideal ? Infinity : (parameters?.get('roff') ?? 1e12);
    if (!(ron < roff)) {
      reportOrder(element, ron, roff, context);
      return [];
    }
    const vt = parameters?.get('vt') ?? 0;
    const vh = Math.abs(parameters?.get('vh') ?? 0);
    const [, , controlA = '', controlB = ''] = element.nodes;
    const branches: Branch[] = [];
    const add = namer(endsOf(element), branches);
    add(true, (ends) => ({
      kind: 'contact',
      ...ends,
      resistance: seriesBeside(ron, roff),
      control: { quantity: 'voltage', a: controlA, b: controlB },
      on: vt + vh,
      off: vt - vh,
      initially: element.flags.has('on') ? 'on' : 'off',
    }));
    if (!isOpen(roff)) add(true, (ends) => ({ kind: 'resistance', ...ends, resistance: roff }));
    return branches;
  },
};

function reportOrder(element: FlatElement, ron: number, roff: number, context: EmissionContext): void {
  const model = element.model;
  context.diagnostics.error(
    'switch-resistances',
    `switch ${element.name} has ron = ${ron} Ohm, not below roff = ${roff} Ohm`,
    model?.span ?? element.span,
    { cure: `make ron smaller than roff in model ${model?.name ?? ''}` },
  );
}
