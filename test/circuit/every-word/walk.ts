/**
 * A walk through the parameters of an element or a model: each must change a number of a result, or be named. Circuits that differ in
 * one parameter run beside each other, as calls of subcircuits that share nothing but ground: one run tells of all of them.
 */
import { expect, it } from 'vitest';
import { circuitLanguage } from '../../../src/circuit/language-table.js';
import { simulate } from '../../../src/index.js';
import type { ElementSyntax, ParameterSpec } from '../../../src/netlist/language.js';
import type { TextSource } from '../../../src/base/host.js';

/** Words of a card with their values; an empty value is a bare word, "-" takes a word away. */
export type Words = Readonly<Record<string, string>>;

/** How a parameter is changed; a text alone is `to`. */
export interface Change {
  /** Its other value; absent: a third more than it has. */
  readonly to?: string;
  /** What both circuits have besides, where it acts only so. */
  readonly element?: Words;
  readonly model?: Words;
  /** Words that its own excludes: the other circuit lacks them. */
  readonly without?: readonly string[];
  /** Analyses, where the usual ones do not show it. */
  readonly runs?: readonly string[];
  /** What is said of it, where it may have one value only. */
  readonly told?: string;
}

export interface Bench {
  /** The letter of an element ("R"), or the type of a model (".model r"): whose parameters are walked. */
  readonly of: string;
  /** The circuit: words of the element as a text, the card of the model `mm`, and the words themselves. */
  readonly cards: (element: string, model: string, words: Words) => string;
  readonly element?: Words;
  readonly model?: Words;
  /** The type of the model, where an element is walked. */
  readonly type?: string;
  readonly runs: readonly string[];
  readonly options?: string;
  readonly changes?: Readonly<Record<string, string | Change>>;
  /** What is walked here; absent: all. */
  readonly only?: readonly string[];
  /** What is walked elsewhere. */
  readonly except?: readonly string[];
}

/** What is run beside the walked circuits has these files. */
const files: Readonly<Record<string, string>> = {
  'levels-a.txt': '0 0s 1s\n2u 1s 0s\n5u 0s 1s\n',
  'values-a.txt': '1e-6 0\n2e-6 1\n5e-6 3\n',
  'values-b.txt': '1e-6 0\n3e-6 1\n5e-6 3\n',
  'grid-2-a.txt': '2\n3\n-2 2\n-2 0 2\n0 1\n2 0\n1 3\n',
  'grid-2-b.txt': '2\n3\n-2 2\n-2 0 2\n0 1\n2 1\n1 3\n',
  'grid-3-a.txt': '2\n2\n2\n-2 2\n-2 2\n0 1\n0 1\n2 0\n1 3\n2 2\n',
  'grid-3-b.txt': '2\n2\n2\n-2 2\n-2 2\n0 1\n0 1\n2 0\n1 3\n2 4\n',
  'levels-b.txt': '0 0s 1s\n3u 1s 0s\n5u 0s 1s\n',
  'states-a.txt': '0 0s 0 -> 1\n1 1s 0 -> 2\n2 1s 0 -> 0\n',
  'states-b.txt': '0 0s 0 -> 1\n1 0s 0 -> 2\n2 1s 0 -> 0\n',
};

const textSource: TextSource = {
  resolve: (path) => path,
  read: (name) => ({ name, text: files[name] ?? '' }),
};

const usual: Readonly<Record<string, string | Change>> = {
  temp: '95',
  dtemp: '25',
  m: '2',
  tnom: '40',
  level: { to: '97', told: 'level 97' },
};

/** Rounding of sparse solutions; differences of a parameter that acts are larger. */
const ROUNDING = 1e-9;
const EFFECT = 1e-6;

interface Parameter {
  /** As it is written: its name or another one. */
  readonly word: string;
  readonly spec?: ParameterSpec;
}

/** Every way in which a parameter of an element or of a model may be written; flags are parameters without a value. */
function parametersOf(of: string): Parameter[] {
  const model = circuitLanguage.models.find(({ type }) => `.model ${type}` === of);
  const element = circuitLanguage.elements.find(({ letter }) => letter === of);
  if (!model && !element) throw new Error(`${of} is not in the tables`);
  const specs = [...(model ?? element)!.parameters, ...(element ? specsOfValue(element) : [])];
  const flags = [...(model?.flags?.keys() ?? []), ...(element?.flags ?? [])];
  const named = specs.flatMap((spec) => [spec.name, ...(spec.aliases ?? [])].map((word) => ({ word, spec })));
  return [...named, ...flags.map((word) => ({ word }))];
}

function specsOfValue({ value }: ElementSyntax): readonly ParameterSpec[] {
  if (value.kind === 'number') return [value.parameter, ...(value.alternatives ?? [])];
  if (value.kind === 'model') return value.positional ?? [];
  return 'parameter' in value ? [value.parameter] : [];
}

/** As a card has it: a level tells models of one written type apart. */
export function writtenType(type: string): string {
  return type.replace(/-(?:bsim[34]|vbic)$/, '');
}

export function textOf(words: Words): string {
  return Object.entries(words)
    .filter(([, value]) => value !== '-')
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
    .join(' ');
}

interface Pair extends Pick<Change, 'told'> {
  readonly word: string;
  readonly bare: string;
  readonly changed: string;
  readonly runs: readonly string[];
}

/** The circuit without and with another value of each parameter; those without another value are left out. */
function pairsOf(bench: Bench): Pair[] {
  const isModel = bench.of.startsWith('.');
  const type = isModel ? bench.of.slice('.model '.length) : bench.type;
  const written = type && writtenType(type);
  const circuit = (element: Words, model: Words): string =>
    bench.cards(
      textOf(element),
      written === undefined ? '' : `.model mm ${written}(${textOf(model)})`,
      element,
    );
  return parametersOf(bench.of).flatMap(({ word, spec }) => {
    const name = spec?.name ?? word;
    if ((bench.only && !bench.only.includes(name)) || bench.except?.includes(name)) return [];
    const given = bench.changes?.[word] ?? bench.changes?.[name] ?? usual[name] ?? {};
    const change: Change = typeof given === 'string' ? { to: given } : given;
    const element = { ...bench.element, ...change.element };
    const model = { ...bench.model, ...change.model };
    const words = isModel ? model : element;
    const to = spec ? (change.to ?? more(words[name] ?? spec.default)) : '';
    if (to === undefined) return [];
    const others = Object.fromEntries(
      Object.entries(words).filter(([one]) => one !== name && !change.without?.includes(one)),
    );
    const changed = { ...others, [word]: to };
    return {
      word,
      bare: circuit(element, model),
      changed: isModel ? circuit(element, changed) : circuit(changed, model),
      runs: change.runs ?? bench.runs,
      ...(change.told !== undefined && { told: change.told }),
    };
  });
}

/** A third more than a value, where that is another value. */
function more(value: string | number | undefined): string | undefined {
  if (value === undefined || value === '-' || !(Number.parseFloat(String(value)) !== 0)) return undefined;
  return `{1.33*${String(value).replace(/[{}]/g, '')}}`;
}

/** Of a bench the words that act or are told, and what went wrong. */
function walk(bench: Bench): { acting: string[]; errors: string[] } {
  const pairs = pairsOf(bench);
  const told = pairs.filter((pair) => pair.told !== undefined && tellsOf(pair, bench));
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs.filter((one) => one.told === undefined)) {
    const key = pair.runs.join('\n') + (isOfOneOutput(pair.runs) ? pair.word : '');
    groups.set(key, [...(groups.get(key) ?? []), pair]);
  }
  const walked = [...groups.values()].map((group) => actingOf(group, bench));
  return {
    acting: [...told.map(({ word }) => word), ...walked.flatMap(({ acting }) => acting)],
    errors: walked.flatMap(({ errors }) => errors),
  };
}

function tellsOf({ changed, runs, told }: Pair, bench: Bench): boolean {
  return resultsOf([changed], runs, bench.options).said.includes(told!);
}

/** A card that names what is in the circuit (`v(@out)`) needs a run for each copy. */
function isOfOneOutput(runs: readonly string[]): boolean {
  return runs.some((run) => run.includes('@'));
}

/** Runs circuits beside each other, the first of them twice. */
function actingOf(pairs: readonly Pair[], bench: Bench): { acting: string[]; errors: string[] } {
  const { runs, bare: first } = pairs[0]!;
  const copies = [...new Set(pairs.flatMap(({ bare, changed }) => [bare, changed]))];
  const { results, errors } = resultsOf([...copies, first], runs, bench.options);
  const at = (cards: string): Columns => results[copies.indexOf(cards)]!;
  if (errors.length === 0)
    expect(distance(at(first), results.at(-1)!), `${bench.of}: alike`).toBeLessThan(ROUNDING);
  const acting = pairs.filter(({ bare, changed }) => distance(at(bare), at(changed)) > EFFECT);
  return { acting: acting.map(({ word }) => word), errors };
}

/** What circuits come to beside each other: their columns, what is said, and errors. */
function resultsOf(
  copies: readonly string[],
  runs: readonly string[],
  options = '',
): { results: Columns[]; said: string; errors: string[] } {
  const results = copies.map(() => new Map<string, Float64Array>());
  const errors: string[] = [];
  const said: string[] = [];
  const isAlone = isOfOneOutput(runs);
  const all = copies.map((_, k) => k);
  for (const batch of isAlone ? all.map((k) => [k]) : [all]) {
    const calls = batch.map((k) => `.subckt c${k + 1}\n${copies[k]}\n.ends\nX${k + 1} c${k + 1}`);
    const cards = runs.map((run) => run.replaceAll('@', `x${batch[0]! + 1}.`));
    const text = ['walk', ...calls, `.options temp=60 ${options}`, ...cards, '.end', ''].join('\n');
    const { diagnostics, runs: done } = simulate(text, { textSource });
    for (const { severity, message, hint } of diagnostics) {
      said.push(message.toLowerCase());
      if (severity === 'error') errors.push(`${message}; ${hint ?? ''}`);
    }
    done.forEach(({ plot }, run) => {
      plot?.header.columns.forEach(({ name }, k) => {
        const copy = isAlone ? batch[0]! : Number(/x(\d+)\./.exec(name)?.[1] ?? 0) - 1;
        results[copy]?.set(`${run} ${name.replace(/x\d+\./g, '')}`, plot.columns[k]!);
      });
    });
  }
  return { results, said: said.join('\n'), errors };
}

/** By analysis and name. */
type Columns = ReadonlyMap<string, Float64Array>;

/** Largest difference of columns that both have, relative to their largest values; -Infinity where there are none. */
function distance(a: Columns, b: Columns): number {
  const distances = [...a].map(([name, column]) => {
    const other = b.get(name);
    if (!other) return -Infinity;
    const size = column.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-18);
    return column.reduce((most, value, row) => Math.max(most, Math.abs(value - other[row]!) / size), 0);
  });
  return Math.max(-Infinity, ...distances);
}

/** Tests: each parameter of what benches are of acts, or is told, in one of them. */
export function walks(benches: readonly Bench[]): void {
  it.each([...new Set(benches.map(({ of }) => of))])('%s', (of) => {
    const walked = benches.filter((bench) => bench.of === of).map(walk);
    const acting = new Set(walked.flatMap(({ acting }) => acting));
    const asked = benches.every(({ of: each, only }) => each !== of || only);
    const names = new Set(benches.flatMap(({ of: each, only = [] }) => (each === of ? only : [])));
    const silent = parametersOf(of).filter(
      ({ word, spec }) => !acting.has(word) && !(asked && !names.has(spec?.name ?? word)),
    );
    const errors = walked.flatMap((one) => one.errors);
    expect({ silent: silent.map(({ word }) => word), errors }).toEqual({ silent: [], errors: [] });
  });
}
