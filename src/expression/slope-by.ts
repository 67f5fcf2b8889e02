/**
 * ddx(f, x): the slope of f by x, a quantity of the circuit (v(a), v(a,b), i(v1), time) or a name. Which, is told by the
 * call as it is written, or by what is left of it once functions and parameters are put in.
 */
import type { Diagnostics } from '../base/diagnostic.js';
import type { Expression } from './ast.js';
import { differentiate } from './differentiate.js';
import { variableKey } from './map-expression.js';

type Call = Extract<Expression, { kind: 'call' }>;

/** The expression that is the slope, or undefined after reporting. */
export function slopeBy({ args, span }: Call, diagnostics: Diagnostics): Expression | undefined {
  const [of, by] = args;
  if (!of || !by || (by.kind !== 'name' && by.kind !== 'probe')) {
    diagnostics.error(
      'not-a-quantity',
      'ddx() takes the slope by a quantity or a parameter',
      by?.span ?? span,
      {
        hint: 'write ddx(f, v(a)), with a voltage, a current, time or the name of a parameter',
      },
    );
    return undefined;
  }
  const slope = differentiate(of, variableKey(by));
  if (!slope) {
    diagnostics.error(
      'no-slope',
      'this has no slope: ddt, idt, sdt and delay are no functions of what stands now',
      of.span,
    );
  }
  return slope;
}
