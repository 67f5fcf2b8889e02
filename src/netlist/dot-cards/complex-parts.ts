/**
 * Parts of complex quantities within expressions of `.ac`, by the names of all dialects: vdb(c), vm(a,b), ip(l1) as SPICE and
 * Xyce write them, db(v(c)), mag(v(c)/v(in)), ph(...), re(...), im(...) as LTspice and ngspice do. Each becomes one of the functions
 * abs, db, re, im and ph of a quantity. LTspice's ph() and the vp() of Xyce and PSpice are in degrees, all others are in radians.
 */
import type { Expression } from '../../expression/ast.js';
import { isReal } from '../../expression/complex-expression.js';
import { mapExpression } from '../../expression/map-expression.js';
import { numberAt } from '../../expression/simplify.js';
import { partOfComplex } from '../output-item.js';
import type { Session } from '../session.js';

/** By what stands behind the letter of a quantity. */
const PARTS: ReadonlyMap<string, string> = new Map(
  Object.entries({ m: 'abs', db: 'db', p: 'ph', r: 're', i: 'im' }),
);

const FUNCTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ mag: 'abs', magnitude: 'abs', ph: 'ph', phase: 'ph', arg: 'ph' },
    ...{ re: 're', real: 're', im: 'im', imag: 'im', img: 'im' },
  }),
);

/** Puts functions of quantities in the place of their names; functions of the netlist come first. */
export function withComplexParts(expression: Expression, session: Session): Expression {
  return mapExpression(expression, (node) => {
    if (node.kind !== 'call' || session.scope.functionOf?.(node.name)) return node;
    const { name, args, span } = node;
    const [quantity, part = ''] = partOfComplex(name) ?? [];
    const names = args.flatMap(nameOf);
    const own = PARTS.get(part);
    // im(l1) is the magnitude of a current, im(v(c)) an imaginary part.
    if (quantity !== undefined && own !== undefined && names.length > 0 && names.length === args.length) {
      const value: Expression = {
        kind: 'call',
        name: own,
        args: [{ kind: 'probe', quantity, names, span }],
        span,
      };
      return own === 'ph' && session.phasesInDegrees ? degreesOf(value) : value;
    }
    const called = FUNCTIONS.get(name);
    if (called === undefined || args.length !== 1) return node;
    const call: Expression = { kind: 'call', name: called, args, span };
    if (called !== 'ph' || session.dialect !== 'ltspice') return call;
    return degreesOf(call);
  });
}

const REAL_PART = 'real-part-measured';

/** What `.meas ac` takes of a complex quantity: ngspice and Xyce the real part, others the magnitude, which is for who measures. */
export function measuredPart(expression: Expression, { dialect, diagnostics }: Session): Expression {
  if (dialect === 'ltspice' || dialect === 'pspice' || isReal(expression, isMeasured)) return expression;
  const { span } = expression;
  if (dialect === 'ngspice' && expression.kind === 'probe' && !diagnostics.has(REAL_PART)) {
    const names = expression.names.join(',');
    const message = `${expression.quantity}(${names}) of .ac is complex: its real part is measured, as ngspice and Xyce do`;
    diagnostics.note(REAL_PART, message, span, {
      hint: `write ${expression.quantity}m(${names}) for its magnitude`,
    });
  }
  return { kind: 'call', name: 're', args: [expression], span };
}

/** The frequency and other measures are real, as are parts that a name asks for. */
function isMeasured(key: string): boolean {
  return !/^[vixf]\(/.test(key);
}

function degreesOf(phase: Expression): Expression {
  const { span } = phase;
  return { kind: 'binary', operator: '*', left: phase, right: numberAt(180 / Math.PI, span), span };
}

/** Whether a call by this name may stand in a list of `.print ac`: db(v(a)/v(b)). */
export function isComplexFunction(name: string): boolean {
  return name === 'abs' || name === 'db' || FUNCTIONS.has(name);
}

function nameOf(node: Expression): readonly string[] {
  if (node.kind === 'name') return [node.name];
  return node.kind === 'number' ? [String(node.value)] : [];
}
