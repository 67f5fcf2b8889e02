/**
 * What the dialects write alike and mean differently, in one table. The parser translates, so that no
 * expression tree knows a dialect: in a tree `^` is a power and `log` the natural logarithm.
 */
import type { Expression } from './ast.js';
import { PRECEDENCES, type Precedences } from './operators.js';

export type DialectName = 'ngspice' | 'ltspice' | 'pspice' | 'xyce';

export interface DialectRules {
  /** "^" between expressions: a power, or exclusive or. */
  readonly caret: '^' | 'xor';
  /** Whether a^b^c is (a^b)^c. */
  readonly leftPowers: boolean;
  readonly precedences: Precedences;
  /** From where on an operand of logic, and a condition, is true: any number but 0, or one above 0.5. */
  readonly truth: 'non-zero' | 'above-half';
  /** Functions that another function of ours is: { log: "log10" }. */
  readonly functions: ReadonlyMap<string, string>;
  /** Whether random functions draw, or give their nominal value. */
  readonly draws: boolean;
  /** Quantities of the simulator that expressions read beside the temperature. */
  readonly quantities: readonly ('gmin' | 'vt')[];
  /** Names that are numbers in this dialect alone. */
  readonly constants: Readonly<Record<string, number>>;
}

const rules = (
  caret: '^' | 'xor',
  functions: Readonly<Record<string, string>>,
  quantities: DialectRules['quantities'] = [],
  more: Partial<DialectRules> = {},
): DialectRules =>
  Object.freeze({
    caret,
    leftPowers: false,
    precedences: PRECEDENCES,
    truth: 'non-zero',
    functions: new Map(Object.entries(functions)),
    quantities,
    constants: {},
    draws: true,
    ...more,
  });

/** Nothing is translated: for texts that are written for trees. */
export const NEUTRAL_RULES: DialectRules = rules('^', {});

/** File functions of Xyce interpolate points that the front end reads. */
const XYCE_FILES = {
  tablefile: 'table',
  splinefile: 'spline',
  akimafile: 'akima',
  cubicfile: 'cubic',
  wodickafile: 'wodicka',
  blifile: 'bli',
  fasttablefile: 'table',
  fasttable: 'table',
};

/**
 * "~" binds less than all but "&" and "|", which are alike; comparisons are alike; "%" binds less than "*".
 * Source: Xyce's ExpressionParser.yxx.
 */
const XYCE_PRECEDENCES: Precedences = Object.freeze({
  ...PRECEDENCES,
  ...{ '||': 1, '&&': 1, '!': 1.3, xor: 1.6, '==': 4, '!=': 4, '%': 5.5 },
});

export const DIALECTS: Readonly<Record<DialectName, DialectRules>> = Object.freeze({
  // Powers within laws: ngspice-powers.ts.
  ngspice: rules('^', { sqr: 'square', ternary_fcn: 'if' }, [], { leftPowers: true }),
  // pow is a real part; ^ is exclusive or, ** the power.
  ltspice: rules('xor', { pow: 'powreal', tbl: 'table' }, ['gmin'], { truth: 'above-half' }),
  pspice: rules('xor', {}, ['gmin', 'vt']),
  xyce: rules(
    'xor',
    { ...XYCE_FILES, log: 'log10', nint: 'round', pwr: 'pow', rand: 'uniform' },
    ['gmin', 'vt'],
    {
      draws: false,
      precedences: XYCE_PRECEDENCES,
      constants: { ctok: 273.15, constctok: 273.15, exp: Math.E },
    },
  ),
});

/** An operand of logic, or a condition, as the trees have it, in which all numbers but 0 are true. */
export function truthOf(node: Expression, { truth }: Pick<DialectRules, 'truth'>): Expression {
  if (truth === 'non-zero' || isTruth(node)) return node;
  return { kind: 'call', name: 'buf', args: [node], span: node.span };
}

const COMPARISONS: ReadonlySet<string> = new Set(['||', '&&', '==', '!=', '<', '<=', '>', '>=']);

/** Whether it is 0 or 1 whatever it is of. */
function isTruth(node: Expression): boolean {
  if (node.kind === 'binary') return COMPARISONS.has(node.operator);
  if (node.kind === 'unary') return node.operator === '!';
  return node.kind === 'call' && (node.name === 'xor' || node.name === 'buf' || node.name === 'inv');
}
