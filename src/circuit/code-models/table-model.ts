/**
 * table2d and table3d: a function of two or three inputs by its values over a grid, linear along each input within a cell (bilinear,
 * trilinear), times gain plus offset. Beyond the grid it has the value at its border; ngspice keeps what it had last. Its file has, without
 * lines that begin with *, the counts of values of x, y (and z), these values, rising, and rows of outputs over x, one for each y (and z,
 * which changes last).
 */
import { parseNumber } from '../../base/units.js';
import { scaled, sum, constantForm } from '../behavioural/form-arithmetic.js';
import type { SmoothFunction } from '../primitives.js';
import { inPort, outPort, type CodeModel, type CodePart } from './code-model.js';
import { codeSyntax, file, real } from './model-syntax.js';

export const tableModels: readonly CodeModel[] = Object.freeze([
  tableModel('table2d', ['inx', 'iny']),
  tableModel('table3d', ['inx', 'iny', 'inz']),
]);

interface Grid {
  /** Of each input its values, rising. */
  readonly axes: readonly (readonly number[])[];
  /** The first input changes first. */
  readonly values: Float64Array;
}

function tableModel(type: string, inputs: readonly string[]): CodeModel {
  const ports = inputs.map((name) => ({ ...inPort, name }));
  return {
    syntax: codeSyntax(
      type,
      `Function of ${inputs.length} inputs by its values over a grid, linear along each of them.`,
      [...ports, { ...outPort, types: ['i', 'id', 'v', 'vd'] }],
      [
        file('file', 'its name: numbers of values, the values of each input, rows of outputs'),
        real('offset', 0, 'added to the output'),
        real('gain', 1, 'factor of the table'),
      ],
      ['order', 'verbose'],
    ),
    branches(part) {
      const grid = readGrid(part.text('file') ?? '', inputs.length);
      if (typeof grid === 'string') {
        part.error(
          'table-file',
          `${grid} of its file`,
          'write counts, values of each input, and a row of outputs a line',
        );
        return [];
      }
      return part.driveForm(part.port('out'), (builder, formOf) => {
        const forms = inputs.map((name) => formOf(part.input(part.port(name))));
        const value = builder.smooth({ ...multilinear(grid, part), arguments: forms });
        return sum(constantForm(part.number('offset')), scaled(part.number('gain'), value));
      });
    },
  };
}

/** The interpolation and its slopes, each cell by itself. */
function multilinear({ axes, values }: Grid, { name }: CodePart): Omit<SmoothFunction, 'arguments'> {
  const count = axes.length;
  const corners = 1 << count;
  const strides = axes.map((_, k) => axes.slice(0, k).reduce((product, axis) => product * axis.length, 1));
  const cell = new Int32Array(count);
  const share = new Float64Array(count);
  const width = new Float64Array(count);
  const locate = (at: Float64Array): void => {
    axes.forEach((axis, k) => {
      const x = at[k] ?? NaN;
      let [low, high] = [0, axis.length - 1];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if ((axis[middle] ?? NaN) <= x) low = middle;
        else high = middle;
      }
      const [from, to] = [axis[low] ?? NaN, axis[high] ?? NaN];
      const isWithin = x >= from && x <= to;
      cell[k] = low;
      share[k] = isWithin ? (x - from) / (to - from) : x < from ? 0 : 1;
      width[k] = isWithin ? to - from : Infinity;
    });
  };
  /** The sum over the corners of the cell, of the slope by one input where `by` is one. */
  const total = (by: number): number => {
    let whole = 0;
    for (let corner = 0; corner < corners; corner++) {
      let weight = 1;
      let place = 0;
      for (let k = 0; k < count; k++) {
        const isUpper = (corner >> k) & 1;
        place += ((cell[k] as number) + isUpper) * (strides[k] as number);
        const part = isUpper === 1 ? (share[k] as number) : 1 - (share[k] as number);
        weight *= k === by ? (isUpper === 1 ? 1 : -1) / (width[k] as number) : part;
      }
      if (weight !== 0) whole += weight * (values[place] as number);
    }
    return whole;
  };
  return {
    text: `table of ${name}`,
    value(at) {
      locate(at);
      return total(-1);
    },
    gradient(at, out) {
      locate(at);
      for (let k = 0; k < count; k++) out[k] = total(k);
    },
  };
}

/** Reads it; a text tells what is wrong. */
function readGrid(text: string, inputs: number): Grid | string {
  const lines = text.split('\n').filter((line) => !/^\s*(?:\*|$)/.test(line));
  const rows = lines.map((line) =>
    line
      .trim()
      .split(/[\s,;]+/)
      .map((word) => parseNumber(word) ?? NaN),
  );
  const counts = rows.slice(0, inputs).map(([count = NaN]) => count);
  if (counts.length < inputs || !counts.every((count) => Number.isInteger(count) && count >= 2))
    return `the first ${inputs} lines are no numbers of values, 2 or more,`;
  const axes = rows.slice(inputs, 2 * inputs);
  const wrong = counts.findIndex((count, k) => {
    const axis = axes[k] ?? [];
    return (
      axis.length !== count || axis.some((x, j) => !(j === 0 ? Number.isFinite(x) : x > (axis[j - 1] ?? NaN)))
    );
  });
  if (wrong >= 0)
    return `line ${inputs + wrong + 1} (comments aside) has no ${counts[wrong] ?? 0} rising values`;
  const [width = 0, ...others] = counts;
  const height = others.reduce((product, count) => product * count, 1);
  const outputs = rows.slice(2 * inputs);
  const short = outputs.findIndex((row) => row.length !== width || !row.every(Number.isFinite));
  if (short >= 0) return `line ${2 * inputs + short + 1} (comments aside) has no ${width} outputs`;
  if (outputs.length !== height) return `${outputs.length} rows of outputs stand instead of the ${height}`;
  return { axes, values: Float64Array.from(outputs.flat()) };
}
