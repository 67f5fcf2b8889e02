/**
 * Elements of a flat circuit as cards of ngspice: one table, one line a letter. What is ideal here gets the values of a
 * `Regularization`; what ngspice has not is told.
 */
import { asOneDiode } from '../circuit/devices/semiconductors/diode-series.js';
import type { Expression } from '../expression/ast.js';
import type { FlatControl, FlatElement, FlatLaw, FlatSourceFunction } from '../netlist/flat-circuit.js';
import { codeModelCard, transferCards } from './spice-code-models.js';
import { limited } from './spice-expression.js';
import { withParasitics } from './spice-parasitics.js';
import { currentSource, type SpiceWriting, textOf, Unwritable } from './spice-writing.js';

type ElementWriter = (element: FlatElement, writing: SpiceWriting) => readonly string[];

/** The table of elements. */
export const elementWriters: Readonly<Partial<Record<string, ElementWriter>>> = Object.freeze({
  R: passive,
  C: withParasitics(passive),
  L: withParasitics(passive),
  V: withParasitics(source),
  I: source,
  K: coupling,
  E: controlled,
  F: controlled,
  G: controlled,
  H: controlled,
  B: controlled,
  D: diode,
  S: voltageSwitch,
  W: currentSwitch,
  M: transistor,
  Q: transistor,
  J: transistor,
  T: line,
  A: codeModelCard,
});

function headOf({ letter, name, nodes }: FlatElement, { names }: SpiceWriting): string {
  return [names.element(letter, name), ...nodes.map((node) => names.node(node))].join(' ');
}

function assignments(parameters: ReadonlyMap<string, number | string>): string {
  return [...parameters].map(([key, value]) => `${key}=${value}`).join(' ');
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

function passive(element: FlatElement, writing: SpiceWriting): readonly string[] {
  const { letter, value, model, parameters, expressions } = element;
  const own = letter.toLowerCase();
  const varying = [...(expressions ?? [])].map(
    ([key, expression]) => `${key}='${textOf(expression, writing)}'`,
  );
  const modelled = model ? writing.model(model, model.type, model.parameters) : '';
  const number =
    value === undefined ? '' : String(letter === 'R' && value === 0 ? writing.regularization.ron : value);
  const kept = new Map([...parameters].filter(([key]) => key !== own));
  return [joined(headOf(element, writing), modelled, number, ...varying, assignments(kept))];
}

function source(element: FlatElement, writing: SpiceWriting): readonly string[] {
  const { dc, ac, waveform, parameters } = element;
  const parts = [
    ...(dc === undefined ? [] : [`dc ${dc}`]),
    ...(ac ? [`ac ${ac.magnitude} ${ac.phase}`] : []),
    ...(waveform ? [functionText(waveform)] : []),
  ];
  return [
    joined(headOf(element, writing), parts.length === 0 ? 'dc 0' : parts.join(' '), assignments(parameters)),
  ];
}

const sameFunctions: ReadonlySet<string> = new Set(['pulse', 'sin', 'exp', 'pwl', 'sffm', 'am', 'trnoise']);

function functionText({ name, args, parameters = new Map<string, number>() }: FlatSourceFunction): string {
  if (!sameFunctions.has(name)) throw new Unwritable(`${name}() is no source of ngspice`);
  return joined(`${name}(${args.join(' ')})`, assignments(parameters));
}

function coupling(
  { name, controls = [], value = 1, model }: FlatElement,
  { names }: SpiceWriting,
): readonly string[] {
  if (model) throw new Unwritable(`the core of ${name} has no card in ngspice`);
  // ngspice couples two inductors at a time
  return controls.flatMap((one, k) =>
    controls.slice(k + 1).map((other, j) => {
      const card = names.element('K', name, controls.length > 2 ? `_${k}_${k + 1 + j}` : '');
      return `${card} ${names.element('L', one)} ${names.element('L', other)} ${value}`;
    }),
  );
}

function controlled(element: FlatElement, writing: SpiceWriting): readonly string[] {
  const { law, name, nodes, parameters } = element;
  if (!law) throw new Unwritable(`${name} has no law`);
  const { names } = writing;
  const factor = parameters.get('m') ?? 1;
  if (law.kind === 'linear')
    return [joined(headOf(element, writing), controlText(law.control, writing), String(factor * law.gain))];
  if (law.kind === 'poly') {
    const controls = law.controls.map((control) => controlText(control, writing)).join(' ');
    const isCurrent = law.controls[0]?.quantity === 'i';
    const letter = law.output === 'v' ? (isCurrent ? 'H' : 'E') : isCurrent ? 'F' : 'G';
    return [
      joined(
        headOf({ ...element, letter }, writing),
        `poly(${law.controls.length})`,
        controls,
        law.coefficients.map((c) => factor * c).join(' '),
      ),
    ];
  }
  if (law.kind === 'response')
    throw new Unwritable(`the frequency response of ${name} has no card in ngspice`);
  if (law.kind === 'laplace') return transferCards(element, law, writing);
  const ends = nodes.slice(0, 2).map((node) => names.node(node));
  const text = law.kind === 'expression' ? textOf(law.expression, writing) : tableText(law, writing);
  const scaled = factor === 1 ? text : `${factor}*(${text})`;
  return [`${names.element('B', name)} ${ends.join(' ')} ${law.output}=${scaled}`];
}

function tableText(
  { input, points, straightEnds }: Extract<FlatLaw, { kind: 'table' }>,
  writing: SpiceWriting,
): string {
  const { span } = input;
  const end = (value = 0): Expression => ({ kind: 'number', value, span });
  const read = straightEnds ? input : limited(input, end(points[0]?.x), end(points.at(-1)?.x));
  return `pwl(${textOf(read, writing)}, ${points.map(({ x, y }) => `${x},${y}`).join(', ')})`;
}

function controlText(control: FlatControl, writing: SpiceWriting): string {
  if (control.quantity === 'i') return currentSource(control.element, writing);
  return `${writing.names.node(control.plus)} ${writing.names.node(control.minus)}`;
}

const regionNames: readonly string[] = ['ron', 'roff', 'vfwd', 'vrev', 'rrev'];
const shapeNames: readonly string[] = ['is', 'n', 'rs', 'bv', 'ibv'];

/** Whether a diode has a kink here, and a steep exponential there. */
export function isKinked({ letter, model }: FlatElement, idealDiodes: boolean): boolean {
  const has = (name: string): boolean => model?.parameters.has(name) ?? false;
  return letter === 'D' && (regionNames.some(has) || (idealDiodes && !shapeNames.some(has)));
}

function diode(card: FlatElement, writing: SpiceWriting): readonly string[] {
  const element = asOneDiode(card, writing.dialect);
  const { model, name, nodes, parameters } = element;
  const { names, regularization } = writing;
  const isNone = (key: string, value: number): boolean => key === 'bv' && value === 0;
  const given = new Map([...(model?.parameters ?? [])].filter(([key, value]) => !isNone(key, value)));
  const rest = new Map([...given].filter(([key]) => !regionNames.includes(key)));
  const ideal = new Map([...rest, ['is', regularization.is], ['n', regularization.n]] as const);
  const [anode, cathode] = nodes.map((node) => names.node(node));
  const kept = assignments(new Map([...parameters].filter(([key]) => key !== 'temp' && key !== 'n')));
  if (!regionNames.some((key) => given.has(key))) {
    const isIdeal = isKinked(element, writing.idealDiodes);
    return [joined(headOf(element, writing), writing.model(model, 'd', isIdeal ? ideal : given), kept)];
  }
  const { ron: least, roff: most } = regularization;
  const [ron, roff] = [Math.max(given.get('ron') ?? 1, least), given.get('roff') ?? 1e12];
  const [vfwd, vrev] = [given.get('vfwd') ?? 0, given.get('vrev')];
  const branch = (
    suffix: string,
    from = '',
    to = '',
    voltage: number,
    resistance: number,
  ): readonly string[] => {
    const inner = names.node(`${name}${suffix}`);
    const own = writing.model(undefined, 'd', new Map([...ideal, ['rs', resistance]]));
    return [
      `${names.element('V', name, suffix)} ${from} ${inner} ${voltage}`,
      joined(names.element('D', name, suffix), inner, to, own, kept),
    ];
  };
  return [
    ...branch('_on', anode, cathode, vfwd, ron),
    ...(vrev === undefined || !Number.isFinite(vrev)
      ? []
      : branch('_off', cathode, anode, vrev, Math.max(given.get('rrev') ?? ron, least))),
    ...(roff >= 1e30
      ? []
      : [
          `${names.element('R', name, '_leak')} ${anode ?? ''} ${cathode ?? ''} ${Math.min(roff, 1e3 * most)}`,
        ]),
  ];
}

function switchModel({ model, name }: FlatElement, writing: SpiceWriting): string {
  if (model?.type !== 'sw' && model?.type !== 'csw')
    throw new Unwritable(`the model of ${name} is of type ${model?.type ?? '?'}, which ngspice has not`);
  const { ron, roff } = writing.regularization;
  const given = model.parameters;
  const parameters = new Map([
    ...given,
    ['ron', Math.max(given.get('ron') ?? 1, ron)] as const,
    ['roff', Math.min(given.get('roff') ?? roff, roff)] as const,
  ]);
  return writing.model(model, model.type, parameters);
}

function voltageSwitch(element: FlatElement, writing: SpiceWriting): readonly string[] {
  const control = element.expressions?.get('control');
  const model = switchModel(element, writing);
  if (!control) return [joined(headOf(element, writing), model, ...element.flags)];
  const { names } = writing;
  const inner = names.node(`${element.name}_control`);
  return [
    `${names.element('B', element.name, '_control')} ${inner} 0 v=${textOf(control, writing)}`,
    joined(headOf(element, writing), inner, '0', model, ...element.flags),
  ];
}

function currentSwitch(element: FlatElement, writing: SpiceWriting): readonly string[] {
  const [control = ''] = element.controls ?? [];
  return [
    joined(
      headOf(element, writing),
      currentSource(control, writing),
      switchModel(element, writing),
      ...element.flags,
    ),
  ];
}

function transistor(element: FlatElement, writing: SpiceWriting): readonly string[] {
  const { model, parameters, name } = element;
  if (!model) throw new Unwritable(`${name} has no model`);
  const flags = [...model.parameters]
    .filter(([key, value]) => key === 'pchan' && value === 1)
    .map(([key]) => key);
  const numbers = new Map([...model.parameters].filter(([key]) => key !== 'pchan'));
  return [
    joined(
      headOf(element, writing),
      writing.model(model, model.type, numbers, flags),
      assignments(element.letter === 'J' ? withInitialList(parameters) : parameters),
    ),
  ];
}

/** ngspice takes the initial voltages of J together alone. */
function withInitialList(parameters: ReadonlyMap<string, number>): ReadonlyMap<string, number | string> {
  const { icvds, icvgs, ...others } = Object.fromEntries(parameters);
  if (icvds === undefined && icvgs === undefined) return parameters;
  return new Map<string, number | string>([...Object.entries(others), ['ic', `${icvds ?? 0},${icvgs ?? 0}`]]);
}

function line(element: FlatElement, writing: SpiceWriting): readonly string[] {
  const kept = new Map([...element.parameters].filter(([key]) => ['z0', 'td', 'f', 'nl'].includes(key)));
  return [joined(headOf(element, writing), assignments(kept))];
}
