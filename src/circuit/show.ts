/** The compiled system as text for people: tree, states, multipliers, facts and matrices (`nscircuit show`). */
import { formatEngineering, formatNumber } from '../base/units.js';
import { relativeDegree, type RelativeDegree } from '../kernel/modeling/relations/relative-degree.js';
import { classifyMatrix } from '../numerics/lcp/matrix-class.js';
import type { CompiledCircuit, MultiplierRow } from './compiler/compiled-circuit.js';
import type { Branch } from './primitives.js';

/** Digits of matrix entries. */
const digits = 6;

/** Formats a compiled circuit; lines end in "\n". */
export function showCircuit(compiled: CompiledCircuit): string {
  const sections = [
    treeLines(compiled),
    stateLines(compiled),
    multiplierLines(compiled),
    guardLines(compiled),
    inputLines(compiled),
    factLines(compiled),
    matrixLines(compiled),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function treeLines({ descriptor: { tree, branches } }: CompiledCircuit): string[] {
  const names = (taken: boolean): string =>
    tree.order
      .filter((index) => tree.inTree[index] === taken)
      .map((index) => branches[index]?.name ?? '')
      .join(' ');
  return [`nodes: ${tree.nodes.join(' ')}`, `tree:  ${names(true)}`, `links: ${names(false)}`];
}

function stateLines({ system: { n, index, states }, x0, initialJump }: CompiledCircuit): string[] {
  const lines = [`states x: ${n}, index ${index}`];
  states.forEach(({ name, unit }, k) => {
    lines.push(`  x${k + 1} = ${name}, starts at ${formatEngineering(x0[k] ?? 0, unit)}`);
  });
  if (initialJump) lines.push('  the initial values given are inconsistent: the start is a jump');
  return lines;
}

function multiplierLines({ system: { rows, branches } }: CompiledCircuit): string[] {
  if (rows.length === 0) return ['multipliers lambda: none, the circuit is linear'];
  return [
    `multipliers lambda: ${rows.length}`,
    ...rows.map((row, k) => `  lambda${k + 1} = ${meaning(row, branches[row.branch])}`),
  ];
}

function meaning({ name, multiplier, law }: MultiplierRow, branch: Branch | undefined): string {
  if (multiplier === 'form') {
    const rule = law === 'ideal-switch' ? 'chosen by its condition' : '0 <= y _|_ lambda >= 0';
    return `${name}, a segment of the function of ${branch?.element ?? ''}; ${rule}`;
  }
  const voltage = idealVoltage(name, branch);
  const pair =
    multiplier === 'voltage' ? `${negated(voltage)}, y = i(${name})` : `i(${name}), y = ${negated(voltage)}`;
  return law === 'unilateral'
    ? `${pair}; 0 <= y _|_ lambda >= 0`
    : `${pair}; open: i(${name}) = 0, closed: ${voltage} = 0`;
}

/** The voltage of the ideal part: without threshold and series resistance. */
function idealVoltage(name: string, branch: Branch | undefined): string {
  const parts = [`v(${name})`];
  if (branch?.kind === 'unilateral' && branch.threshold !== 0)
    parts.push(formatNumber(branch.threshold, digits));
  if ((branch?.kind === 'unilateral' || branch?.kind === 'ideal-switch') && branch.resistance !== 0) {
    parts.push(`${formatNumber(branch.resistance, digits)} i(${name})`);
  }
  return parts.join(' - ');
}

function negated(sum: string): string {
  return sum.includes(' - ') ? `-(${sum})` : `-${sum}`;
}

function guardLines({ guards }: CompiledCircuit): string[] {
  return guards.map(
    ({ name, on, off, initially, sourceOnly }) =>
      `ideal switch ${name}: on above ${formatEngineering(on, 'V')}, off below ${formatEngineering(off, 'V')}, ` +
      `starts ${initially}, controlled by ${sourceOnly ? 'sources alone' : 'the circuit'}`,
  );
}

function inputLines({ system: { inputNames } }: CompiledCircuit): string[] {
  return inputNames.length === 0 ? [] : [`inputs u: ${inputNames.join(', ')}`];
}

function factLines({ facts, descriptor: { branches } }: CompiledCircuit): string[] {
  const names = (list: readonly number[]): string => list.map((k) => branches[k]?.name ?? '').join(' ');
  return [
    ...facts.capacitorLoops.map((loop) => `loop of capacitors and voltage sources: ${names(loop)}`),
    ...facts.inductorCutsets.map((cutset) => `cutset of inductors and current sources: ${names(cutset)}`),
    ...facts.floatingGroups.map((group) => `tied to ground by ideal elements only: ${group.join(' ')}`),
  ];
}

/** How often y must be differentiated until lambda appears: as a whole, or row by row where that has no answer. */
function degreeLine({ uniform, rows }: RelativeDegree): string {
  const word = (degree: number): string => (degree === Infinity ? 'none' : String(degree));
  if (uniform !== undefined) return `relative degree: ${word(uniform)}, uniform`;
  return `relative degree by row: ${rows.map((degree, k) => `lambda${k + 1} ${word(degree)}`).join(', ')}`;
}

function matrixLines({ system }: CompiledCircuit): string[] {
  const { n, m, p, M, A, B, C, D, E, F } = system;
  const lines = ["M x' = A x + B lambda + F u,  y = C x + D lambda + E u"];
  for (const [name, rows, cols, values] of [
    ['M', n, n, M],
    ['A', n, n, A],
    ['B', n, m, B],
    ['F', n, p, F],
    ['C', m, n, C],
    ['D', m, m, D],
    ['E', m, p, E],
  ] as const) {
    if (rows > 0 && cols > 0) lines.push(...matrixText(name, rows, cols, values));
  }
  if (m > 0) {
    const { class: name, proof } = classifyMatrix(m, D);
    lines.push(`class of D: ${name} (${proof})`, degreeLine(relativeDegree(system)));
  }
  return lines;
}

function matrixText(name: string, rows: number, cols: number, values: Float64Array): string[] {
  const cells = Array.from(values, (value) => formatNumber(value, digits));
  // not spread: a call takes some 100 000 arguments
  const width = cells.reduce((widest, cell) => Math.max(widest, cell.length), 0);
  return Array.from({ length: rows }, (_, i) => {
    const row = cells.slice(i * cols, (i + 1) * cols).map((cell) => cell.padStart(width));
    return `${i === 0 ? `${name} =` : ' '.repeat(name.length + 2)} [ ${row.join('  ')} ]`;
  });
}
