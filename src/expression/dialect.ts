/**
 * What the dialects write alike and mean differently, in one table. The parser translates, so that no
 * expression tree knows a dialect: in a tree `^` is a power and `log` the natural logarithm.
 */

export type DialectName = 'ngspice' | 'ltspice' | 'pspice' | 'xyce';

export interface DialectRules {
  /** "^" between expressions: a power, or exclusive or. */
  readonly caret: '^' | 'xor';
  /** Whether a^b^c is (a^b)^c. */
  readonly leftPowers: boolean;
  /** Functions that another function of ours is: { log: "log10" }. */
  readonly functions: ReadonlyMap<string, string>;
  /** Whether random functions draw, or give their nominal value. */
  readonly draws: boolean;
  /** Quantities of the simulator that expressions read beside the temperature. */
  readonly quantities: readonly ('gmin' | 'vt')[];
}

const rules = (
  caret: '^' | 'xor',
  functions: Readonly<Record<string, string>>,
  quantities: DialectRules['quantities'] = [],
  { draws = true, leftPowers = false } = {},
): DialectRules =>
  Object.freeze({ caret, leftPowers, functions: new Map(Object.entries(functions)), quantities, draws });

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
  fasttable: 'table',
};

export const DIALECTS: Readonly<Record<DialectName, DialectRules>> = Object.freeze({
  // Powers within laws: ngspice-powers.ts.
  ngspice: rules('^', { sqr: 'square', ternary_fcn: 'if' }, [], { leftPowers: true }),
  // pow is a real part; ^ is exclusive or, ** the power.
  ltspice: rules('xor', { pow: 'powreal', tbl: 'table' }, ['gmin']),
  pspice: rules('xor', {}, ['gmin', 'vt']),
  xyce: rules('xor', { ...XYCE_FILES, log: 'log10', nint: 'round' }, ['gmin', 'vt'], { draws: false }),
});
