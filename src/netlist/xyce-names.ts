/** Xyce's w(r1), a power, and n(a), n(v1_branch), n(m1:gm): an unknown or a quantity of a device by its name. */
import type { Expression } from '../expression/ast.js';
import { mapExpression } from '../expression/map-expression.js';
import type { Span } from '../base/span.js';
import { findElement, findNode, type ProbeExpression } from './resolve-names.js';
import type { Session } from './session.js';

/** What Xyce calls otherwise than ngspice. */
const QUANTITIES: ReadonlyMap<string, string> = new Map([['vth', 'von']]);

/** The probe that w(name) or n(name) is, with the names as they are written; undefined where there is nothing of that name. */
export function xyceProbe(
  letter: 'n' | 'w',
  name: string,
  span: Span,
  session: Session,
): ProbeExpression | undefined {
  if (letter === 'w') return { kind: 'probe', quantity: 'p', names: [name], span };
  const isElement = (word: string): boolean => findElement(word, session.frame, session) !== undefined;
  const branch = /^(.+)_branch$/i.exec(name)?.[1];
  if (branch !== undefined && isElement(branch))
    return { kind: 'probe', quantity: 'i', names: [branch], span };
  if (findNode(name, session.frame, session) !== undefined)
    return { kind: 'probe', quantity: 'v', names: [name], span };
  const [, device = '', own = ''] = /^(.+):(\w+)$/.exec(name) ?? [];
  if (device === '' || !isElement(device)) return undefined;
  const quantity = own.toLowerCase();
  return { kind: 'probe', quantity: `@${QUANTITIES.get(quantity) ?? quantity}`, names: [device], span };
}

/** An expression with probes in the places of such calls. */
export function withXyceNames(expression: Expression, session: Session): Expression {
  return mapExpression(expression, (node) => {
    if (node.kind !== 'call' || (node.name !== 'n' && node.name !== 'w')) return node;
    if (node.args.length !== 1 || session.scope.functionOf?.(node.name)) return node;
    const [argument] = node.args;
    const name =
      argument?.kind === 'number' ? String(argument.value) : argument?.kind === 'name' && argument.name;
    if (name === undefined || name === false) return node;
    const { span } = node;
    return xyceProbe(node.name, name, span, session) ?? { kind: 'probe', quantity: 'v', names: [name], span };
  });
}
