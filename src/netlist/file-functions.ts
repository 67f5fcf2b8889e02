/**
 * table("name"), spline("name", samples) and their kind: the points of a file, as a function of time. With
 * `samples`, the file is first thinned to that many points at equal distances. The points are brought into order, as Xyce does.
 */
import type { Expression } from '../expression/ast.js';
import { FUNCTIONS } from '../expression/functions.js';
import { mapExpression } from '../expression/map-expression.js';
import { numberAt } from '../expression/simplify.js';
import { readNumbers } from './data-file.js';
import type { Session } from './session.js';

/** Puts the points of files into an expression; undefined after reporting. */
export function withFilePoints(expression: Expression, session: Session): Expression | undefined {
  let failed = false;
  const result = mapExpression(expression, (node) => {
    if (node.kind !== 'call') return node;
    const [file, samples, logScale] = node.args;
    if (file?.kind !== 'name' || !file.name.startsWith('"')) return node;
    const read = readNumbers(file.name.slice(1, -1), file.span, session);
    const numbers = read && ordered(read);
    const count = samples?.kind === 'number' ? samples.value : sampleCount(samples, session);
    const name = withoutSuffix(node.name, session);
    const points = numbers && (count === undefined ? numbers : thinned(name, numbers, count));
    if (logScale && isTrue(logScale, session))
      session.diagnostics.note(
        'equal-samples',
        `${name}(): samples stand at equal distances, not at those of logarithms`,
        logScale.span,
      );
    if (!points) failed = true;
    const { span } = node;
    const args = (points ?? []).map((value) => numberAt(value, span));
    return { ...node, name, args: [{ kind: 'name', name: 'time', span }, ...args] };
  });
  return failed ? undefined : result;
}

/** Xyce's tablefile("name") is table("name"), splinefile and their kind alike. */
function withoutSuffix(name: string, { scope }: Session): string {
  const base = name.replace(/file$/, '');
  return base !== name && FUNCTIONS.has(base) && !scope.functionOf?.(name) ? base : name;
}

function isTrue(flag: Expression, { scope }: Session): boolean {
  if (flag.kind === 'number') return flag.value !== 0;
  if (flag.kind !== 'name') return false;
  return flag.name === 'true' || (scope.lookup(flag.name) ?? 0) !== 0;
}

/** Pairs by their abscissa. */
function ordered(numbers: readonly number[]): readonly number[] {
  const pairs: (readonly [number, number])[] = [];
  for (let k = 0; k + 1 < numbers.length; k += 2) pairs.push([numbers[k] ?? NaN, numbers[k + 1] ?? NaN]);
  return pairs.sort(([a], [b]) => a - b).flat();
}

function sampleCount(samples: Expression | undefined, { scope }: Session): number | undefined {
  return samples?.kind === 'name' ? (scope.lookup(samples.name) ?? undefined) : undefined;
}

/** The function itself at equally spaced points from the first to the last. */
function thinned(name: string, numbers: readonly number[], count: number): readonly number[] {
  const first = numbers[0] ?? 0;
  const last = numbers.at(-2) ?? first;
  const curve = FUNCTIONS.get(name);
  if (!curve || !(count >= 2) || numbers.length / 2 <= count) return numbers;
  return Array.from({ length: Math.floor(count) }, (_, k) => {
    const x = first + ((last - first) * k) / (Math.floor(count) - 1);
    return [x, curve.apply(x, ...numbers)];
  }).flat();
}
