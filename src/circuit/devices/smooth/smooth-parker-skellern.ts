/**
 * J of level 2 as smooth laws: the channel (`laws/parker-skellern-law.ts`) behind RD and RS with what lags by TAUG and TAUD as voltages
 * of nodes beside it, the charge of the gate (`laws/parker-skellern-gate-law.ts`), its two junctions with their breakdown IBD, VBD,
 * and CDS.
 */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { EmissionContext } from '../../device.js';
import { junctionParameters, staticDiodeLaw } from '../../laws/diode-law.js';
import { readerOf, type ValueReader } from '../../laws/law-parameters.js';
import { parkerSkellernGateLaw, parkerSkellernGateParameters } from '../../laws/parker-skellern-gate-law.js';
import {
  channelDepth,
  fullParkerSkellernLaw,
  heatedParkerSkellernLaw,
  laggingParkerSkellernLaw,
  parkerSkellernLaw,
  parkerSkellernParameters,
} from '../../laws/parker-skellern-law.js';
import { saturationGrowth, type Temperatures, thermalVoltage } from '../../laws/semiconductor.js';
import type { Branch, SmoothBranch } from '../../primitives.js';
import { temperaturesOf } from '../parts/element-parts.js';
import { laggingForm, laggingNode } from '../parts/lagging-state.js';
import { addCapacitance, behindResistance, partOf } from '../semiconductors/junction.js';
import { junction, smoothModel } from './smooth-parts.js';

const charges = Object.freeze({ linear: ['fc'], gradings: [], transits: [] });

/** Of these one has to act that what lags is something else than what is. */
const feedback = ['lfgam', 'lfg1', 'lfg2', 'hfgam', 'hfg1', 'hfg2', 'hfeta', 'hfe1', 'hfe2'];

export function smoothParkerSkellern(element: FlatElement, context: EmissionContext): SmoothBranch[] {
  const { name, model: written, span } = element;
  const [drain = '', gate = '', source = ''] = element.nodes;
  const at = temperaturesOf(element, context);
  const model = smoothModel(element, context, charges);
  if (model === undefined) return [];
  const depth = channelDepth(model, at);
  if (!(depth > 0)) {
    const message = `${name}: its junction potential VBI less VTO is ${depth} V`;
    context.diagnostics.error('jfet-depth', message, written?.span ?? span, {
      hint: 'make VTO less than VBI',
    });
    return [];
  }
  const given = readerOf(model);
  const size = (element.parameters.get('area') ?? 1) * (element.parameters.get('m') ?? 1);
  const type: GateEnds['type'] = element.model?.type === 'pjf' ? 'pjf' : 'njf';
  const passive: Branch[] = [];
  const d = behindResistance(passive, name, 'rd', drain, given('rd', 0) / size);
  const s = behindResistance(passive, name, 'rs', source, given('rs', 0) / size);
  addCapacitance(passive, partOf(name, 'cds', d, s), size * given('cds', 0));

  const lags = given('taug', 0) > 0 && feedback.some((parameter) => given(parameter, 0) !== 0);
  const heats = given('taud', 0) > 0 && given('delta', 0) !== 0;
  const ways = [
    [`${name}#vgs`, s],
    [`${name}#vgd`, d],
  ] as const;
  const heat = `${name}#heat`;
  if (lags) {
    for (const [node, end] of ways) {
      const form = { constant: 0, terms: [{ gain: 1, quantity: 'voltage' as const, a: gate, b: end }] };
      passive.push(...laggingForm(node, given('taug', 0), form));
    }
  }
  if (heats) passive.push(...laggingNode(heat, given('taud', 0)));
  const branches: SmoothBranch[] = passive;
  branches.push({
    ...{ kind: 'law', name, element: name, a: d, b: s },
    reads: [d, gate, s, ...(lags ? ways.map(([node]) => node) : []), ...(heats ? [heat] : [])],
    rows: [d, s, ...(heats ? [heat] : [])],
    law: heats
      ? lags
        ? fullParkerSkellernLaw
        : heatedParkerSkellernLaw
      : lags
        ? laggingParkerSkellernLaw
        : parkerSkellernLaw,
    ...((d !== drain || s !== source) && { across: { a: drain, b: source } }),
    parameters: parkerSkellernParameters(type, model, size, at),
  });
  if (given('cgs', 0) > 0 || given('cgd', 0) > 0) {
    const reads = [d, gate, s];
    branches.push({
      ...{ kind: 'law', ...partOf(name, 'gate', d, s), reads, rows: reads, law: parkerSkellernGateLaw },
      parameters: parkerSkellernGateParameters(type, model, size, at),
    });
  }
  const ends: GateEnds = { gate, type, size, given, at };
  return [...branches, ...gateJunctions(name, 'gs', s, ends), ...gateJunctions(name, 'gd', d, ends)];
}

interface GateEnds {
  readonly gate: string;
  readonly type: 'njf' | 'pjf';
  readonly size: number;
  readonly given: ValueReader;
  readonly at: Temperatures;
}

/** The junction from the gate to an end, and its breakdown: that of a diode the other way. */
function gateJunctions(
  name: string,
  part: string,
  node: string,
  { gate, type, size, given, at }: GateEnds,
): SmoothBranch[] {
  if (node === gate) return [];
  const forward = type === 'njf' ? ([gate, node] as const) : ([node, gate] as const);
  const saturation = size * given('is', 1e-14) * saturationGrowth(at, gap, 0);
  const slopeVoltage = given('n', 1) * thermalVoltage(at.celsius);
  const own = junctionParameters({ saturation, slopeVoltage });
  const branches = [junction(name, part, forward, { law: staticDiodeLaw, parameters: own })];
  const breakdown = size * given('ibd', 0);
  if (breakdown > 0) {
    const parameters = junctionParameters({ saturation: breakdown, slopeVoltage: given('vbd', 1) });
    const [anode, cathode] = forward;
    branches.push(junction(name, `${part}b`, [cathode, anode], { law: staticDiodeLaw, parameters }));
  }
  return branches;
}

/** eV, of IS at other temperatures. */
const gap = 1.11;
