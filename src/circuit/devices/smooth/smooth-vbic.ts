/**
 * Q of levels 4 and 9 as VBIC's law (`laws/vbic/vbic-law.ts`). Without heat of its own RCX, RBX, RE and RS are resistances to inner nodes;
 * with a fifth node and RTH, as in ngspice, they are part of the law, and its power warms that node by RTH and CTH: a volt there is a kelvin.
 * TD delays the forward current (`parts/bipolar-lag.ts`); CBEO and CBCO are capacitances between the terminals.
 */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import type { EmissionContext } from '../../device.js';
import { noteOnce } from '../../diagnose.js';
import { readerOf } from '../../laws/law-parameters.js';
import { fullVbicLaw, heatedVbicLaw, laggingVbicLaw, vbicLaw } from '../../laws/vbic/vbic-law.js';
import { vbicLagScale, vbicParameters, vbicResistance } from '../../laws/vbic/vbic-parameters.js';
import type { Branch, SmoothBranch } from '../../primitives.js';
import { ground } from '../../compiler/tree.js';
import { bipolarLag } from '../parts/bipolar-lag.js';
import { temperaturesOf } from '../parts/element-parts.js';
import { addCapacitance, behindResistance, partOf } from '../semiconductors/junction.js';
import { smoothModel } from './smooth-parts.js';

const charges = Object.freeze({ linear: ['fc'], gradings: [], transits: ['tf', 'tr'] });
/** A grading of 1 would be a logarithm. */
const gradings = ['me', 'mc', 'ms'];

export function smoothVbic(element: FlatElement, context: EmissionContext): SmoothBranch[] {
  const { name, model: written, span } = element;
  const [collector = '', base = '', emitter = '', substrate = ground, heat] = element.nodes;
  const { celsius, nominal } = temperaturesOf(element, context);
  const model = smoothModel(element, context, charges);
  if (model === undefined) return [];
  const given = readerOf(model);
  const steep = gradings.find((grading) => given(grading, 0) >= 1);
  if (steep !== undefined) {
    const message = `${name}: ${steep.toUpperCase()} = ${given(steep, 0)} is not below 1`;
    context.diagnostics.error('vbic-grading', message, written?.span ?? span, { hint: 'take 0.33, or 0.5' });
    return [];
  }
  const type = written?.type.startsWith('pnp') === true ? 'pnp' : 'npn';
  const count = (element.parameters.get('area') ?? 1) * (element.parameters.get('m') ?? 1);
  const at = { celsius: celsius + given('dtemp', 0), nominal };
  const parameters = vbicParameters(type, model, element.parameters, at);
  const heats = given('rth', 0) > 0 && heat !== undefined;
  if (given('rth', 0) > 0 && heat === undefined) noteCold(element, context);
  const passive: Branch[] = [];
  const inner = (part: 'rcx' | 'rbx' | 're' | 'rs', outer: string): string => {
    if (heats) return given(part, 0) > 0 ? `${name}#${part}` : outer;
    return behindResistance(passive, name, part, outer, vbicResistance(parameters, part) / count);
  };
  const cx = inner('rcx', collector);
  const bx = inner('rbx', base);
  const ei = inner('re', emitter);
  const si = inner('rs', substrate);
  const behind = (part: string, node: string): string => (given(part, 0.1) > 0 ? `${name}#${part}` : node);
  const ci = behind('rci', cx);
  const bi = behind('rbi', bx);
  const bp = behind('rbp', cx);
  addCapacitance(passive, partOf(name, 'cbeo', base, emitter), count * given('cbeo', 0));
  addCapacitance(passive, partOf(name, 'cbco', base, collector), count * given('cbco', 0));
  if (heats) passive.push(...thermalNode(name, heat, given('rth', 0) / count, count * given('cth', 0)));
  const lag =
    given('td', 0) > 0 ? bipolarLag(name, given('td', 0), vbicLagScale(model, count), {}) : undefined;
  if (lag) passive.push(...lag.branches);
  const nodes = [
    ...(heats ? [collector, base, emitter, substrate, heat] : []),
    ...[cx, ci, bx, bi, ei, bp, si],
  ];
  const outside = [
    [cx, collector],
    [bx, base],
    [ei, emitter],
    [si, substrate],
  ] as const;
  const isBare = heats || (cx === collector && ei === emitter);
  return [
    ...passive,
    {
      ...{ kind: 'law', name, element: name, a: nodes[0] ?? cx, b: heats ? emitter : ei },
      ...(!isBare && { across: { a: collector, b: emitter } }),
      reads: lag ? [...nodes, lag.output] : nodes,
      rows: lag ? [...nodes, lag.input] : nodes,
      behind: [...outside, [ci, cx], [bi, bx], [bp, cx]],
      law: lawOf(heats, lag !== undefined),
      parameters,
      junctions: [
        [bi, ei],
        [bi, ci],
        [bx, bp],
        [si, bp],
      ],
    },
  ];
}

function lawOf(heats: boolean, lags: boolean): LocalLaw {
  if (heats) return lags ? fullVbicLaw : heatedVbicLaw;
  return lags ? laggingVbicLaw : vbicLaw;
}

/** Kelvin by watts: C T' + T / R is the power. What volts there would have of energy comes to nothing with that of the law. */
function thermalNode(name: string, node: string, resistance: number, capacitance: number): Branch[] {
  const branches: Branch[] = [{ kind: 'resistance', ...partOf(name, 'rth', node, ground), resistance }];
  addCapacitance(branches, partOf(name, 'cth', node, ground), capacitance);
  return branches;
}

function noteCold({ model, span }: FlatElement, { diagnostics }: EmissionContext): void {
  const message = `bipolar model ${model?.name ?? ''}: RTH and CTH are left out where no fifth node is the temperature`;
  noteOnce(diagnostics, 'vbic-cold', message, model?.span ?? span);
}
