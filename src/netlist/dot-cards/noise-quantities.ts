/**
 * What a `.meas noise` card reads, by the names of all dialects: ONOISE, V(onoise), onoise_spectrum, INOISE and the like, GAIN
 * from the source to the output, and the part of an element in the output (onoise_r1, Xyce's DNO(r1), LTspice's V(r1)) or
 * referred to the source (DNI(r1)). Each becomes a probe of quantity "noise" with the name of a column that `.noise` writes, or
 * a quotient of such; in Xyce the square of it, which is V^2/Hz there.
 */
import type { Span } from '../../base/span.js';
import type { Expression } from '../../expression/ast.js';
import { mapExpression } from '../../expression/map-expression.js';
import type { ProbeResolver } from '../../expression/substitute.js';
import { NOISE_PROBE } from '../flat-cards.js';
import { findElement, requireName } from '../resolve-names.js';
import type { Session } from '../session.js';

const DENSITY = /^([io])noise(?:_spectrum)?$/;
const PART = /^onoise_(?!total)(.+)$/;

/** Puts quantities of noise in the place of their names; parameters and measures of the same name come first. */
export function withNoiseQuantities(expression: Expression, session: Session): Expression {
  const power = (of: Expression): Expression =>
    session.dialect === 'xyce' ? { kind: 'call', name: 'square', args: [of], span: of.span } : of;
  const quantity = (name: string, span: Span): Expression | undefined => {
    const found = densityOf(name, span);
    return name === 'gain' ? found : found && power(found);
  };
  const isFree = (name: string): boolean =>
    session.scope.lookup(name) === undefined && !session.measureNames.has(name);
  return mapExpression(expression, (node) => {
    if (node.kind === 'name') return (isFree(node.name) && quantity(node.name, node.span)) || node;
    if (node.kind !== 'probe' && node.kind !== 'call') return node;
    const [of, names] = node.kind === 'probe' ? [node.quantity, node.names] : [node.name, namesOf(node.args)];
    const [name = '', source, ...others] = names;
    const isPart = /^dn[oi]$/.test(of);
    if (others.length > 0 || (source !== undefined && !isPart) || !/^(?:v|i|dno|dni)$/.test(of)) return node;
    const { span } = node;
    const whole = isPart ? undefined : quantity(name, span);
    if (whole) return whole;
    const element = findElement(name, session.frame, session);
    if (element === undefined) return isPart ? { kind: 'probe', quantity: of, names: [name], span } : node;
    // Xyce: one of its sources, FN being 1/f noise.
    const ofSource = source === undefined ? '' : `_${source === 'fn' ? '1overf' : source}`;
    const part = column(`onoise_${element}${ofSource}`, span);
    if (of !== 'dni') return power(part);
    const share = quotient(part, column('onoise_spectrum', span));
    const referred = column('inoise_spectrum', span);
    return power({ kind: 'binary', operator: '*', left: share, right: referred, span });
  });
}

/** Resolves the quantities of `.noise`; reports all others. */
export function noiseResolver(session: Session): ProbeResolver {
  return (probe) => {
    if (probe.quantity === NOISE_PROBE) return probe;
    if (probe.quantity.startsWith('d')) {
      requireName('element', probe.names[0] ?? '', probe.span, session.frame, session);
      return undefined;
    }
    const written = `${probe.quantity}(${probe.names.join(',')})`;
    session.diagnostics.error('unknown-output', `.noise has no ${written}`, probe.span, {
      hint: 'it has onoise, inoise, gain, and the part of an element: onoise_r1, dno(r1), dni(r1)',
    });
    return undefined;
  };
}

function densityOf(name: string, span: Span): Expression | undefined {
  const [, side] = DENSITY.exec(name) ?? [];
  if (side !== undefined) return column(`${side}noise_spectrum`, span);
  if (name === 'gain') return gain(span);
  return PART.test(name) ? column(name, span) : undefined;
}

function namesOf(args: readonly Expression[]): readonly string[] {
  return args.map((arg) => (arg.kind === 'name' ? arg.name : ''));
}

function column(name: string, span: Span): Expression {
  return { kind: 'probe', quantity: NOISE_PROBE, names: [name], span };
}

/** Of the source to the output. */
function gain(span: Span): Expression {
  return quotient(column('onoise_spectrum', span), column('inoise_spectrum', span));
}

function quotient(left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator: '/', left, right, span: left.span };
}
