/** Runs `.sp`: the voltages of all ports by the source of each, and what follows from them (`scattering.ts`), over frequency. */
import { Diagnostics } from '../../base/diagnostic.js';
import { formatEngineering } from '../../base/units.js';
import type { Expression } from '../../expression/ast.js';
import { complexExpression, isReal } from '../../expression/complex-expression.js';
import { variableKey, visitExpression } from '../../expression/map-expression.js';
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import { SCATTERING_PROBE, type ScatteringCard } from '../../netlist/flat-cards.js';
import type { FlatCircuit } from '../../netlist/flat-circuit.js';
import type { OutputItem } from '../../netlist/output-item.js';
import type { Column } from '../../waveform/plot.js';
import type { AnalysisJob, AnalysisReport } from '../analysis.js';
import { CircuitResponse } from './circuit-response.js';
import { linearizedCircuit } from './linearized-circuit.js';
import { type ComplexMatrix, impedancesOf, scatteringOf } from './scattering.js';
import { type SmallSignalColumn, smallSignalColumns } from './small-signal-columns.js';

const plotName = 'SP Analysis';
const scale: Column = Object.freeze({ name: 'frequency', unit: 'Hz' });

/** Frequencies between pauses. */
const pause = 16;

interface Port {
  readonly name: string;
  readonly number: number;
  readonly impedance: number;
  readonly nodes: readonly string[];
}

/** Reads a column from the parameters of a frequency, by their names. */
interface ParameterColumn extends Column {
  readonly read: (
    parameters: ReadonlyMap<string, readonly [re: number, im: number]>,
  ) => readonly [number, number];
}

export function* scatteringSteps(job: AnalysisJob<ScatteringCard>): Steps<AnalysisReport> {
  const { flat, card, sinks } = job;
  const diagnostics = new Diagnostics();
  const nothing = (): AnalysisReport => ({ name: plotName, diagnostics: diagnostics.items, final: [] });
  const ports = portsOf(flat, card, diagnostics);
  if (diagnostics.hasErrors) return nothing();
  const circuit = linearizedCircuit(
    job,
    ports.map(({ name }) => name),
    diagnostics,
  );
  if (!circuit) return nothing();
  const outputs = ports.map(({ name, nodes }): OutputItem => ({
    text: `port ${name}`,
    quantity: 'v',
    names: nodes,
    span: card.span,
  }));
  const read = smallSignalColumns(circuit.circuit, { ...flat, outputs }, circuit.z, diagnostics);
  const voltages = outputs.flatMap(({ text }) => read.find(({ name }) => name === text) ?? []);
  const columns = columnsOf(flat, ports, diagnostics);
  if (voltages.length < ports.length || diagnostics.hasErrors) return nothing();
  const response = new CircuitResponse(circuit, diagnostics, card.span);
  const columnHeads = columns.map(({ name, unit, real }): Column => ({ name, unit, ...(real && { real }) }));
  for (const sink of sinks)
    sink.begin({ title: flat.title, name: plotName, columns: [scale, ...columnHeads], complex: true });
  const row = new Float64Array(2 * (columns.length + 1));
  const missing = new Set<string>();
  let incomplete: string | undefined;
  let steps = 0;
  for (const frequency of card.frequencies) {
    if (!response.at(frequency)) {
      incomplete = `there is no response at ${formatEngineering(frequency, 'Hz', 6)}`;
      break;
    }
    const s = scatteringAt(response, ports, voltages, frequency);
    const parameters = parametersOf(s, ports, missing);
    parameters.set('freq', [frequency, 0]);
    row[0] = frequency;
    columns.forEach((column, k) => row.set(column.read(parameters), 2 * (k + 1)));
    if (!row.every(Number.isFinite)) {
      incomplete = `there is no response at ${formatEngineering(frequency, 'Hz', 6)}`;
      diagnostics.error('no-response', incomplete, card.span);
      break;
    }
    for (const sink of sinks) sink.rows(row, 1);
    if (++steps % pause === 0 && (yield { t: 0, steps }) === 'stop') {
      incomplete = 'interrupted';
      break;
    }
  }
  for (const sink of sinks) sink.end(incomplete);
  for (const letter of missing) {
    const message = `the ports have no ${letter} at some frequency: 1e20 is written there`;
    diagnostics.note('no-port-matrix', message, card.span);
  }
  const final = columns.flatMap(({ name, unit, real }, k) => {
    const [re, im] = [row[2 * (k + 1)] ?? NaN, row[2 * (k + 1) + 1] ?? NaN];
    if (real === true) return [{ name, unit, value: re }];
    return [
      { name: `re(${name})`, unit, value: re },
      { name: `im(${name})`, unit, value: im },
    ];
  });
  const finalAt = { ...scale, value: row[0] ?? NaN };
  return { ...nothing(), final: steps > 0 ? final : [], ...(steps > 0 && { finalAt }) };
}

/** The ports in the order of their numbers. */
function portsOf(
  { elements }: FlatCircuit,
  { span }: ScatteringCard,
  diagnostics: Diagnostics,
): readonly Port[] {
  const ports = elements.flatMap(({ name, letter, nodes, parameters }): Port[] => {
    const number = letter === 'V' ? parameters.get('portnum') : undefined;
    return number === undefined ? [] : [{ name, number, nodes, impedance: parameters.get('z0') ?? 50 }];
  });
  const sorted = ports.toSorted((one, other) => one.number - other.number);
  const twice = sorted.findIndex(({ number }, k) => number === sorted[k - 1]?.number);
  if (sorted.length === 0)
    diagnostics.error('no-ports', '.sp finds no port', span, {
      hint: 'write portnum 1 z0 50 on the card of a voltage source',
    });
  if (twice > 0) {
    const [one, other] = [sorted[twice - 1]?.name ?? '', sorted[twice]?.name ?? ''];
    diagnostics.error('two-ports', `${one} and ${other} are both port ${sorted[twice]?.number ?? 0}`, span, {
      hint: 'number the ports 1, 2, 3 ...',
    });
  }
  return sorted;
}

function scatteringAt(
  response: CircuitResponse,
  ports: readonly Port[],
  voltages: readonly SmallSignalColumn[],
  frequency: number,
): ComplexMatrix {
  const n = ports.length;
  const found = new Float64Array(2 * n * n);
  ports.forEach(({ name }, j) => {
    const changes = response.toSources([{ name, re: 1, im: 0 }]);
    voltages.forEach(({ value }, i) => {
      found.set(value.read(changes, 2 * Math.PI * frequency), 2 * (i * n + j));
    });
  });
  return scatteringOf(
    found,
    ports.map(({ impedance }) => impedance),
  );
}

/** All parameters by name; letters of matrices that do not exist are added to `missing`. */
function parametersOf(
  s: ComplexMatrix,
  ports: readonly Port[],
  missing: Set<string>,
): Map<string, readonly [number, number]> {
  const impedances = ports.map(({ impedance }) => impedance);
  const z = impedancesOf(s, impedances);
  const y = impedancesOf(
    s.map((value) => -value),
    impedances.map((impedance) => 1 / impedance),
  );
  if (!z.exists) missing.add('Z');
  if (!y.exists) missing.add('Y');
  const found = new Map<string, readonly [number, number]>();
  for (const [letter, matrix] of [
    ['s', s],
    ['y', y.matrix],
    ['z', z.matrix],
  ] as const) {
    pairsOf(ports).forEach((pair, k) =>
      found.set(`${letter}_${pair}`, [matrix[2 * k] ?? NaN, matrix[2 * k + 1] ?? NaN]),
    );
  }
  return found;
}

/** "2_1" of all pairs of ports, row by row. */
function pairsOf(ports: readonly Port[]): readonly string[] {
  return ports.flatMap((to) => ports.map((from) => `${to.number}_${from.number}`));
}

/** What is asked for, else all parameters. */
function columnsOf(
  { outputs }: FlatCircuit,
  ports: readonly Port[],
  diagnostics: Diagnostics,
): readonly ParameterColumn[] {
  const all = ['s', 'y', 'z'].flatMap((letter) => pairsOf(ports).map((pair) => `${letter}_${pair}`));
  const asked = outputs.filter(({ analyses }) => analyses?.includes('sp'));
  if (asked.length === 0)
    return all.map((name) => ({ name, unit: '', read: (parameters) => parameters.get(name) ?? [NaN, NaN] }));
  return asked.flatMap(({ text, expression, span }) => {
    const column = expression && expressionColumn(text, expression, new Set(all));
    if (typeof column === 'object') return [column];
    diagnostics.warning('unknown-output', `${text}: ${column ?? 'that'} is not of .sp: left out`, span, {
      hint: `it has ${all.slice(0, 6).join(', ')} ...`,
    });
    return [];
  });
}

function expressionColumn(
  name: string,
  expression: Expression,
  known: ReadonlySet<string>,
): ParameterColumn | string {
  const names = new Map<string, string>();
  let unknown: string | undefined;
  visitExpression(expression, (node) => {
    if (node.kind === 'name' && ['freq', 'frequency', 'hertz'].includes(node.name))
      names.set(node.name, 'freq');
    if (node.kind !== 'probe') return;
    const [parameter = ''] = node.names;
    if (node.quantity === SCATTERING_PROBE && known.has(parameter)) names.set(variableKey(node), parameter);
    else unknown ??= node.quantity === SCATTERING_PROBE ? parameter : variableKey(node);
  });
  if (unknown !== undefined) return unknown;
  const keys = [...names.keys()];
  const evaluate = complexExpression(expression, keys, 'conditions');
  if (typeof evaluate === 'string') return evaluate;
  const real = isReal(expression, (key) => names.get(key) === 'freq');
  const unit = expression.kind === 'call' && expression.name === 'db' ? 'dB' : '';
  return {
    ...{ name, unit },
    ...(real && { real }),
    read: (parameters) => evaluate(keys.map((key) => parameters.get(names.get(key) ?? '') ?? [NaN, NaN])),
  };
}
