/**
 * Q of levels 4, 9, 11 and 12 as VBIC's law (`laws/vbic/vbic-law.ts`). Without heat of its own RCX, RBX, RE and RS are resistances to inner nodes;
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
import { heatedLevel, threeTerminalLevel } from '../semiconductors/vbic-model.js';
import { smoothModel } from './smooth-parts.js';

const charges = Object.freeze({ linear: ['fc'], gradings: [], transits: ['tf', 'tr'] });
/** A grading of 1 would be a logarithm. */
const gradings = ['me', 'mc', 'ms'];

export function smoothVbic(element: FlatElement, context: EmissionContext): SmoothBranch[] {
  const { name, model: written, span } = element;
  const { collector, base, emitter, substrate, heat } = nodesOf(element);
  const { celsius, nominal } = temperaturesOf(element, context);
  const card = smoothModel(element, context, charges);
  if (card === undefined) return [];
  const model = card.get('level') === threeTerminalLevel ? withoutSubstrate(card) : card;
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
  const isWarm = given('rth', 0) > 0 && (element.parameters.get('sw_et') ?? 1) !== 0;
  const heats = isWarm && heat !== undefined;
  if (isWarm && heat === undefined) noteCold(element, context);
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

interface VbicNodes {
  readonly collector: string;
  readonly base: string;
  readonly emitter: string;
  readonly substrate: string;
  /** Of the temperature; absent: none. */
  readonly heat?: string | undefined;
}

/** Nodes by the level: of Xyce's the temperature has one of its own where none is written, and where there is no substrate it is the fourth. */
function nodesOf({ name, nodes, model }: FlatElement): VbicNodes {
  const [collector = '', base = '', emitter = '', fourth, fifth] = nodes;
  const level = model?.parameters.get('level') ?? 0;
  const own = `${name}#dt`;
  if (level === threeTerminalLevel)
    return { collector, base, emitter, substrate: collector, heat: fourth ?? own };
  const heat = level === heatedLevel ? (fifth ?? own) : fifth;
  return { collector, base, emitter, substrate: fourth ?? ground, heat };
}

/** What stands between base, collector and substrate. */
const ofSubstrate: ReadonlySet<string> = new Set(['rs', 'isp', 'ibcip', 'ibcnp', 'cjcp', 'ccso']);

function withoutSubstrate(model: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([...model].filter(([parameter]) => !ofSubstrate.has(parameter)));
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
