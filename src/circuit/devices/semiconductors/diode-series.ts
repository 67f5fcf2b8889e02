/**
 * A diode's card and model as the law takes them: IBV and NR where the dialect has another default, and LTspice's n diodes in series as one,
 *
 *     i(v / n) of one  =  i(v) of one with n N, n RS, n BV ... and a charge of n times the potential and an n-th of the capacitance.
 *
 * EG and XTI stand beside N in the growth of IS and grow with it.
 */
import type { Dialect, FlatElement } from '../../../netlist/flat-circuit.js';
import { softNames } from './soft-diode.js';

/** LTspice's and PSpice's manuals; 1 mA elsewhere. */
const smallBreakdownCurrent = 1e-10;
/** ngspice 39, as measured (its manual's table gives 1 too); 2 elsewhere. */
const recombinationOfNgspice = 1;

/** What grows with the number of diodes in series: each with its default where an absent one is not 0 or none. */
const growing: readonly (readonly [name: string, absent?: number])[] = Object.freeze([
  ['n', 1],
  ['eg', 1.11],
  ['xti', 3],
  ['vj', 1],
  ['php', 1],
  ['nr', 2],
  ['rs'],
  ['bv'],
  ['nbv'],
  ['ron'],
  ['roff'],
  ['vfwd'],
  ['vrev'],
  ['rrev'],
  ['epsilon'],
  ['revepsilon'],
] as const);
const shrinking: readonly string[] = Object.freeze(['cjo', 'cjp']);
/** Where one of these stands the law has regions of resistances, in which RON is 1 Ohm without a value and ROFF 1 TOhm. */
const regions: readonly string[] = Object.freeze(['ron', 'roff', 'vfwd', 'vrev', 'rrev', ...softNames]);
const regionDefaults = Object.freeze({ ron: 1, roff: 1e12 });

export function diodesInSeries({ parameters }: FlatElement): number {
  return parameters.get('n') ?? 1;
}

/** What a model leaves open that the dialect has another value for than the table of parameters. */
function dialectDefaults(
  given: ReadonlyMap<string, number>,
  dialect: Dialect | undefined,
): readonly (readonly [name: string, value: number])[] {
  const lacks = (name: string, beside: string): boolean => given.has(beside) && !given.has(name);
  const isOther = dialect === 'ltspice' || dialect === 'pspice';
  if (isOther && lacks('ibv', 'bv')) return [['ibv', smallBreakdownCurrent]];
  if (dialect === 'ngspice' && lacks('nr', 'isr')) return [['nr', recombinationOfNgspice]];
  return [];
}

/** Returns the element with the model that its law is made of. */
export function asOneDiode(element: FlatElement, dialect: Dialect | undefined): FlatElement {
  const { model } = element;
  if (!model) return element;
  const count = diodesInSeries(element);
  const defaults = dialectDefaults(model.parameters, dialect);
  if (count === 1 && defaults.length === 0) return element;
  const parameters = new Map([...model.parameters, ...defaults]);
  if (count !== 1) {
    const isPiecewise = regions.some((name) => parameters.has(name));
    for (const [name, absent] of growing) {
      const value = parameters.get(name) ?? (isPiecewise ? undefined : absent);
      if (value !== undefined) parameters.set(name, count * value);
    }
    for (const name of shrinking) {
      const value = parameters.get(name);
      if (value !== undefined) parameters.set(name, value / count);
    }
    if (isPiecewise) {
      for (const name of ['ron', 'roff'] as const)
        if (!model.parameters.has(name)) parameters.set(name, count * regionDefaults[name]);
    }
  }
  return { ...element, model: { ...model, parameters } };
}
