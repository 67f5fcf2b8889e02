/**
 * A flat circuit as a netlist of ngspice: everything with numbers, subcircuits and parameters put in, ideal parts regularized.
 * Currents that somebody reads of other elements than voltage sources go through a source of 0 V in series. Every problem is
 * a diagnostic at the element's place.
 */
import { Diagnostics } from '../base/diagnostic.js';
import type { Expression } from '../expression/ast.js';
import { visitExpression } from '../expression/map-expression.js';
import type { AnalysisCard, FlatCircuit, FlatElement, FlatModel } from '../netlist/flat-circuit.js';
import { defaultRegularization, type Regularization } from './regularization.js';
import { elementWriters, isKinked } from './spice-elements.js';
import { SpiceNames } from './spice-names.js';
import { currentSource, type SpiceWriting, Unwritable } from './spice-writing.js';

export interface SpiceNetlist {
  /** Absent where something cannot be written. */
  readonly text?: string;
  readonly diagnostics: Diagnostics;
  /** Names in ngspice's output: of a node voltage "v(x)", of a current "i(x)". */
  node(name: string): string;
  current(element: string): string;
}

export interface SpiceNetlistOptions {
  readonly regularization?: Regularization;
  /** Whether a diode without parameters is the ideal one; default true. */
  readonly idealDiodes?: boolean;
  /** Elements besides those in the circuit's own laws whose current is to be in the output. */
  readonly currents?: readonly string[];
}

export function spiceNetlist(flat: FlatCircuit, options: SpiceNetlistOptions = {}): SpiceNetlist {
  const { regularization = defaultRegularization, idealDiodes = true, currents = [] } = options;
  const diagnostics = new Diagnostics();
  const names = new SpiceNames();
  const models = new Map<string, { readonly name: string; readonly card: string }>();
  const writing: SpiceWriting = {
    ...{ names, regularization, idealDiodes, dialect: flat.dialect },
    elements: new Map(flat.elements.map((element) => [element.name, element])),
    model: (model, type, parameters, flags = []) => modelName(models, model, type, parameters, flags),
  };
  const sensed = sensedElements(flat, currents);
  const cards = flat.elements.flatMap((element) => {
    try {
      return elementCards(element, sensed.has(element.name), writing);
    } catch (error) {
      if (!(error instanceof Unwritable)) throw error;
      diagnostics.error('not-in-spice', error.message, element.span, {
        hint: 'write it with elements that ngspice has, or compare by --reference with a file',
      });
      return [];
    }
  });
  const lines = [
    `* ${flat.title.replace(/^\*\s*/, '')}`,
    ...cards,
    ...[...models.values()].map(({ card }) => card),
    ...initialCards(flat, names),
    ...optionCards(flat, idealDiodes),
    ...flat.analyses.flatMap((card) => analysisCards(card, regularization)),
    '.end',
  ];
  return {
    ...(!diagnostics.hasErrors && { text: `${lines.join('\n')}\n` }),
    diagnostics,
    node: (name) => names.node(name),
    current: (name) =>
      isNative(writing.elements.get(name))
        ? names.element(letterOf(writing, name), name)
        : currentSource(name, writing),
  };
}

function letterOf({ elements }: SpiceWriting, name: string): string {
  return elements.get(name)?.letter ?? 'V';
}

/** Whether ngspice's output has its current anyway. */
function isNative(element: FlatElement | undefined): boolean {
  return element?.letter === 'V' || element?.letter === 'L';
}

function elementCards(element: FlatElement, isSensed: boolean, writing: SpiceWriting): readonly string[] {
  const writer = elementWriters[element.letter];
  if (!writer) throw new Unwritable(`${element.name} has no card in ngspice`);
  if (!isSensed) return writer(element, writing);
  const [first = '0', ...rest] = element.nodes;
  const inner = `${element.name}#sense`;
  const sense = `${currentSource(element.name, writing)} ${writing.names.node(first)} ${writing.names.node(inner)} 0`;
  return [sense, ...writer({ ...element, nodes: [inner, ...rest] }, writing)];
}

/** Elements that need a source of 0 V in series: others than voltage sources in laws, others than these and inductors in the output. */
function sensedElements({ elements }: FlatCircuit, currents: readonly string[]): ReadonlySet<string> {
  const byName = new Map(elements.map((element) => [element.name, element]));
  const sensed = new Set(currents.filter((name) => byName.has(name) && !isNative(byName.get(name))));
  const note = (name: string): void => {
    if (byName.get(name)?.letter !== 'V') sensed.add(name);
  };
  const noteIn = (expression: Expression): void => {
    visitExpression(expression, (node) => {
      if (node.kind === 'probe' && node.quantity === 'i') node.names.forEach(note);
    });
  };
  for (const { law, letter, controls = [], expressions } of elements) {
    if (letter === 'W' || letter === 'A') controls.forEach(note);
    expressions?.forEach(noteIn);
    if (law?.kind === 'linear' && law.control.quantity === 'i') note(law.control.element);
    if (law?.kind === 'poly')
      for (const control of law.controls) if (control.quantity === 'i') note(control.element);
    if (law?.kind === 'expression') noteIn(law.expression);
    if (law?.kind === 'table') noteIn(law.input);
  }
  return sensed;
}

function modelName(
  models: Map<string, { readonly name: string; readonly card: string }>,
  model: FlatModel | undefined,
  type: string,
  parameters: ReadonlyMap<string, number>,
  flags: readonly string[],
): string {
  const text = [
    ...flags,
    ...[...parameters].filter(([, value]) => Number.isFinite(value)).map(([key, value]) => `${key}=${value}`),
  ].join(' ');
  const key = `${model?.name ?? ''} ${type} ${text}`;
  const known = models.get(key);
  if (known) return known.name;
  const name = `m${models.size + 1}_${(model?.name ?? type).replaceAll(/[^a-z0-9_]/g, '_')}`;
  models.set(key, { name, card: `.model ${name} ${type}(${text})` });
  return name;
}

function initialCards(
  { initialVoltages, initialCurrents, nodesets }: FlatCircuit,
  names: SpiceNames,
): readonly string[] {
  const list = (map: FlatCircuit['nodesets']): string =>
    [...map].map(([node, { value }]) => `v(${names.node(node)})=${value}`).join(' ');
  return [
    ...(initialVoltages.size > 0 ? [`.ic ${list(initialVoltages)}`] : []),
    ...(nodesets.size > 0 ? [`.nodeset ${list(nodesets)}`] : []),
    ...[...initialCurrents.keys()].map((name) => `* .ic of the current of ${name} is not known to ngspice`),
  ];
}

/** Options that mean the same to both. */
const sameOptions: readonly string[] = ['reltol', 'abstol', 'vntol', 'chgtol', 'tnom'];

/** Emission coefficients up to this are written for diodes that are meant as ideal. */
const steepEmission = 0.1;

/**
 * Gear's rule where something switches: behind a jump the trapezoidal rule leaves currents of inductances and charges
 * to ring from step to step, undamped, which turns diodes on that are off.
 */
function methodOf({ elements }: FlatCircuit, idealDiodes: boolean): readonly string[] {
  const isSwitched = elements.some(
    (element) =>
      ['S', 'W'].includes(element.letter) ||
      isKinked(element, idealDiodes) ||
      (element.letter === 'D' && (element.model?.parameters.get('n') ?? 1) <= steepEmission),
  );
  return isSwitched ? ['method=gear'] : [];
}

function optionCards(flat: FlatCircuit, idealDiodes: boolean): readonly string[] {
  const { options, temperature } = flat;
  const kept = sameOptions.flatMap((key) => {
    const value = options.get(key)?.value;
    return value === undefined ? [] : [`${key}=${value}`];
  });
  return [`.options ${[`temp=${temperature}`, ...methodOf(flat, idealDiodes), ...kept].join(' ')}`];
}

function analysisCards(card: AnalysisCard, { stepPart }: Regularization): readonly string[] {
  if (card.kind === 'op') return ['.op'];
  if (card.kind !== 'tran') return [];
  const { tstop, tstart, uic } = card;
  const step = card.tstep !== undefined && card.tstep > 0 ? card.tstep : tstop / 1000;
  const cap = (card.tmax ?? step) * (card.tmax === undefined ? stepPart : 10 * stepPart);
  return [`.tran ${step} ${tstop} ${tstart} ${Math.min(cap, tstop / 50)}${uic ? ' uic' : ''}`];
}
