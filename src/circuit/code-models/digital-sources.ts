/** d_pullup, d_pulldown, d_source (levels over time from a file) and d_osc (a digital oscillator whose frequency is controlled). */
import { parseNumber } from '../../base/units.js';
import { levelOf, one, stateOf, strengthOf, zero } from '../../kernel/modeling/signals/logic-level.js';
import { scaled } from '../behavioural/form-arithmetic.js';
import { termForm } from '../behavioural/form-arithmetic.js';
import { ground } from '../compiler/tree.js';
import { watch } from './bridges.js';
import { inPort, type CodeModel } from './code-model.js';
import { addPart, digitalOut, edgeDelay, edgeDelays, levelNamed, loads } from './logic-part.js';
import { codeSyntax, file, list, real } from './model-syntax.js';
import { phaseRamp } from './oscillators.js';

export const pulls: readonly CodeModel[] = Object.freeze([pull('d_pullup', one), pull('d_pulldown', zero)]);

function pull(type: string, state: number): CodeModel {
  return {
    syntax: codeSyntax(type, `A resistive ${state}.`, [digitalOut], [], loads),
    branches(part) {
      addPart(part, [], part.ports('out'), () => (call) => {
        call.output(0, state, 0, 1);
      });
      return [];
    },
  };
}

export const digitalSource: CodeModel = {
  syntax: codeSyntax(
    'd_source',
    'Digital source: a file of lines with a time and one level an output (0s, 1s, Us ...; strengths s, r, z, u).',
    [{ ...digitalOut, list: true }],
    [file('input_file', 'its name')],
    loads,
  ),
  branches(part) {
    const outputs = part.ports('out');
    const rows = readSource(part.text('input_file') ?? '', outputs.length);
    if (typeof rows === 'string') {
      part.error('source-file', rows, 'write a time and one level for each output on every line');
      return [];
    }
    addPart(part, [], outputs, () => (call) => {
      const [first] = rows;
      if (call.atRest && first) {
        for (const [row, { t }] of rows.entries()) if (row > 0 || t > call.t) call.wakeAt(t);
        const now = first.t <= call.t ? first.levels : outputs.map(() => levelOf(2, 3));
        now.forEach((level, k) => {
          call.output(k, stateOf(level), 0, strengthOf(level));
        });
        return;
      }
      const row = rows.findLast(({ t }) => t <= call.t);
      row?.levels.forEach((level, k) => {
        call.output(k, stateOf(level), 0, strengthOf(level));
      });
    });
    return [];
  },
};

function readSource(
  text: string,
  outputs: number,
): { readonly t: number; readonly levels: readonly number[] }[] | string {
  const rows: { readonly t: number; readonly levels: readonly number[] }[] = [];
  for (const [line, words] of text
    .split('\n')
    .map((one) => one.trim().split(/[\s,]+/))
    .entries()) {
    const [time = ''] = words;
    if (time === '' || time.startsWith('*')) continue;
    const t = parseNumber(time);
    const levels = words.slice(1, outputs + 1).map(levelNamed);
    const known = levels.filter((level) => level !== undefined);
    if (t === undefined || !(t >= (rows.at(-1)?.t ?? -Infinity)) || known.length < outputs)
      return `line ${line + 1} of its input_file is no rising time with ${outputs} levels`;
    rows.push({ t, levels: known });
  }
  return rows;
}

export const digitalOscillator: CodeModel = {
  syntax: codeSyntax(
    'd_osc',
    'Digital oscillator whose frequency is controlled.',
    [{ ...inPort, name: 'cntl_in' }, digitalOut],
    [
      list('cntl_array', 'values of the control, rising; default [0 1]'),
      list('freq_array', 'frequencies there; default [1e6 2e6]', 'Hz'),
      real('duty_cycle', 0.5, 'part of the period in which it is 1', { range: 'unit-interval' }),
      real('init_phase', 0, 'where in its period it begins; at 0 its output is at the begin of a 0', {
        unit: 'deg',
      }),
      ...edgeDelays,
    ],
  ),
  branches(part) {
    const turns = part.number('init_phase') / 360;
    const begin = turns - Math.floor(turns);
    const ramp = phaseRamp(part, 1 - part.number('duty_cycle'), { frequencies: [1e6, 2e6], begin });
    if (!ramp) return [];
    const first = ramp.initially === 'on' ? zero : one;
    const { logic } = part.context;
    const [rise, fall] = [part.number('rise_delay'), part.number('fall_delay')];
    const index = addPart(part, [], part.ports('out'), () => (call) => {
      // The phase runs up while the output is low.
      const next = call.atRest ? first : logic.probed(probe) ? zero : one;
      call.output(0, next, edgeDelay(1 - next, next, rise, fall));
    });
    const probe = logic.probe(index);
    const phase = termForm({ gain: 1, quantity: 'voltage', a: ramp.node, b: ground });
    const up = watch(`${part.name}#up`, [{ on: 0, off: -1, probe }], scaled(-1, phase), ramp.initially);
    return [...ramp.branches, up];
  },
};
