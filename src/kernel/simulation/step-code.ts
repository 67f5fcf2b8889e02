/**
 * Straight-line code for a hot mode: the loop of `run-steps.ts` with the matrices as literals, zeros left
 * out, state, multipliers and moments in local variables. The sums keep the plain loop's order, so both
 * give the same bits (but for the sign of a zero). Where code generation is forbidden (a page's content security policy) the plain loop
 * goes on.
 */
import type { LinearGuard } from './linear-system.js';
import { isOn } from './run-steps.js';
import type { RunSteps, StepMap } from './step-map.js';

/** Above this length of z the moments are kept in their array: locals would only be spilled. */
const momentsInLocals = 8;

/** Returns generated code for the map's mode, or undefined where code generation is not allowed. */
export function generateRunSteps(
  map: StepMap,
  guards: readonly LinearGuard[],
  flags: { readonly record: boolean; readonly moments: boolean },
): RunSteps | undefined {
  const body = stepSource(map, guards, flags);
  try {
    // The body is built from numbers alone; no text of the user enters it.
    return new Function('buffers', 'map', 'first', 'count', body) as RunSteps;
  } catch (error) {
    if (error instanceof EvalError) return undefined;
    throw error;
  }
}

function stepSource(
  map: StepMap,
  guards: readonly LinearGuard[],
  { record, moments }: { readonly record: boolean; readonly moments: boolean },
): string {
  const { n, m, nz, lambdaStart, inputStart } = map.scheme;
  const width = nz - inputStart;
  const z = Array.from({ length: nz }, (_, j) => {
    if (j < n) return `x${j}`;
    return j < inputStart ? `l${j - lambdaStart}` : `u${j - inputStart}`;
  });
  const range = (count: number): number[] => Array.from({ length: count }, (_, k) => k);
  const lines: string[] = ['"use strict";', 'const { x, lambda, inputs, tolerance } = buffers;'];
  const add = (...more: string[]): void => void lines.push(...more);

  for (const i of range(n)) add(`let x${i} = x[${i}];`);
  for (const i of range(m)) {
    add(`let l${i} = lambda[${i}];`);
    if (map.tested[i] === 1) add(`const e${i} = -tolerance[${i}];`);
  }
  const local = moments && nz <= momentsInLocals;
  const pairs = range(nz).flatMap((i) => range(nz - i).map((d) => [i, i + d] as const));
  if (moments) add('const g = map.moments;');
  if (local) pairs.forEach((_, at) => add(`let g${at} = g[${at}];`));
  if (record) add('const rx = buffers.recordX, rl = buffers.recordLambda;');
  add('let k = first; const end = first + count;', 'for (; k < end; k++) {');
  add(`const row = k * ${width + guards.length};`);
  for (const j of range(width)) add(`const u${j} = inputs[row + ${j}];`);
  guards.forEach((guard, index) => add(guardSource(guard, index, width, map.active)));

  // Tests first: a failed one leaves the state untouched.
  for (const i of range(m)) {
    if (map.active[i] !== 1 && map.tested[i] !== 1) continue;
    add(`const t${i} = ${sum(map.T, i, nz, z)};`);
    if (map.tested[i] === 1) add(`if (!(t${i} >= e${i})) break;`);
  }
  if (moments) {
    pairs.forEach(([i, j], at) => add(`${local ? `g${at}` : `g[${at}]`} += ${z[i] ?? ''} * ${z[j] ?? ''};`));
  }
  for (const i of range(n)) add(`const n${i} = ${sum(map.N, i, nz, z)};`);
  for (const i of range(n)) add(`x${i} = n${i};`);
  for (const i of range(m)) add(`l${i} = ${map.active[i] === 1 ? `t${i}` : '0'};`);
  if (record) {
    add(`const ax = (k + 1) * ${n}, al = (k + 1) * ${m};`);
    for (const i of range(n)) add(`rx[ax + ${i}] = x${i};`);
    for (const i of range(m)) add(`rl[al + ${i}] = l${i};`);
  }
  add('}');
  for (const i of range(n)) add(`x[${i}] = x${i};`);
  for (const i of range(m)) add(`lambda[${i}] = l${i};`);
  if (local) pairs.forEach((_, at) => add(`g[${at}] = g${at};`));
  add('map.steps += k - first;', 'return k - first;');
  return lines.join('\n');
}

/** The row's sum in the plain loop's order: (a z0 + b z1) + ..., terms with a zero coefficient left out. */
function sum(matrix: Float64Array, row: number, nz: number, z: readonly string[]): string {
  const terms: string[] = [];
  for (let j = 0; j < nz; j++) {
    const value = matrix[row * nz + j]!;
    if (value !== 0) terms.push(`${literal(value)} * ${z[j] ?? ''}`);
  }
  return terms.length === 0 ? '0' : terms.join(' + ');
}

function guardSource(linear: LinearGuard, index: number, width: number, active: Uint8Array): string {
  const { kx, kl, guard } = linear;
  const terms = [`inputs[row + ${width + index}]`];
  kx.forEach((k, j) => k !== 0 && terms.push(`${literal(k)} * x${j}`));
  kl.forEach((k, j) => k !== 0 && terms.push(`${literal(k)} * l${j}`));
  const limit = isOn(linear, active) ? `< ${literal(guard.off)}` : `> ${literal(guard.on)}`;
  return `if (${terms.join(' + ')} ${limit}) break;`;
}

/** Shortest decimal that reads back as the same double; parenthesised when negative. */
function literal(value: number): string {
  return value < 0 || Object.is(value, -0) ? `(${value})` : String(value);
}
