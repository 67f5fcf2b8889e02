/**
 * filesource: straight lines, or steps, through the rows of a file: a time and a value for each output. Output k is
 * amploffset_k + amplscale_k value at timeoffset + timescale time. As measured of ngspice 39: the line begins at 0 at t = 0, and
 * behind the last row the output is 0.
 */
import { pwlSignal } from '../sources/pwl.js';
import { drivenBy } from './bridges.js';
import { outPort, type CodeModel, type CodePart } from './code-model.js';
import { codeSyntax, file, list, real, truth } from './model-syntax.js';

interface Row {
  readonly t: number;
  readonly values: readonly number[];
}

export const fileSource: CodeModel = {
  syntax: codeSyntax(
    'filesource',
    'Sources over time: a file of lines with a time and one value an output; lines with *, # or ; are comments.',
    [{ ...outPort, list: true }],
    [
      file('file', 'its name'),
      list('amploffset', 'added to the values, one an output; default 0'),
      list('amplscale', 'factors of the values; default 1'),
      real('timeoffset', 0, 'added to the times', { unit: 's' }),
      real('timescale', 1, 'factor of the times', { range: 'positive' }),
      truth('timerelative', false, 'whether times count from the line before'),
      truth('amplstep', false, 'whether a value holds up to the next time, instead of a straight line'),
    ],
  ),
  branches(part) {
    const outputs = part.ports('out');
    const rows = readRows(part, outputs.length);
    if (!rows) return [];
    const [offsets, scales] = [part.list('amploffset'), part.list('amplscale')];
    const isStep = part.number('amplstep') !== 0;
    return outputs.flatMap((port, k) => {
      const values = rows.map((row) => (offsets[k] ?? 0) + (scales[k] ?? 1) * (row.values[k] ?? 0));
      const times = rows.map(({ t }) => t);
      const [at, y] = isStep ? steps(times, values) : lines(times, values);
      return drivenBy(part, port, pwlSignal(at, y), `${part.name}#out${k + 1}`);
    });
  },
};

function lines(times: readonly number[], values: readonly number[]): [number[], number[]] {
  const end = times.at(-1) ?? 0;
  const begins = (times[0] ?? 0) > 0;
  return [
    [...(begins ? [0] : []), ...times, end],
    [...(begins ? [0] : []), ...values, 0],
  ];
}

function steps(times: readonly number[], values: readonly number[]): [number[], number[]] {
  const before = [0, ...values.slice(0, -1)];
  return [
    times.flatMap((t) => [t, t]),
    values.flatMap((value, k) => [before[k] ?? 0, k === values.length - 1 ? 0 : value]),
  ];
}

/** The rows of the file, at their times in the circuit; undefined after reporting. */
function readRows(part: CodePart, outputs: number): readonly Row[] | undefined {
  const rows: Row[] = [];
  const [offset, scale] = [part.number('timeoffset'), part.number('timescale')];
  const isRelative = part.number('timerelative') !== 0;
  let last = 0;
  for (const [line, text] of (part.text('file') ?? '').split('\n').entries()) {
    if (/^\s*(?:[*#;]|$)/.test(text)) continue;
    const numbers = text
      .trim()
      .split(/[\s,;]+/)
      .map(Number);
    const [time = NaN, ...values] = numbers;
    const own = isRelative ? last + time : time;
    const rises = rows.length === 0 || own >= last;
    if (!rises || values.length < outputs || numbers.some(Number.isNaN)) {
      part.error(
        'source-file',
        `line ${line + 1} of its file is no rising time with ${outputs} value${outputs === 1 ? '' : 's'}`,
        'write a time and one value for each output on every line',
      );
      return undefined;
    }
    last = own;
    rows.push({ t: offset + scale * own, values });
  }
  if (rows.length > 0) return rows;
  part.error(
    'source-file',
    'its file has no rows',
    'write a time and one value for each output on every line',
  );
  return undefined;
}
