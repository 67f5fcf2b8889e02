/** d_fdiv (a divider), d_lut and d_genlut (tables of truth) and d_state (a state machine from a file). */
import { one, stateOf, strengthOf, unknown, zero } from '../../kernel/modeling/signals/logic-level.js';
import type { CodeModel } from './code-model.js';
import { addPart, digitalIn, digitalOut, edgeDelay, edgeDelays, levelNamed, loads } from './logic-part.js';
import { codeSyntax, file, list, real, seconds, word } from './model-syntax.js';

export const divider: CodeModel = {
  syntax: codeSyntax(
    'd_fdiv',
    'Frequency divider.',
    [
      { ...digitalIn, name: 'freq_in' },
      { ...digitalOut, name: 'freq_out' },
    ],
    [
      real('div_factor', 2, 'rising edges of a period', { range: 'positive' }),
      real('high_cycles', 1, 'of which the output is 1', { range: 'positive' }),
      real('i_count', 0, 'edges counted at the start', { range: 'non-negative' }),
      ...edgeDelays,
    ],
    loads,
  ),
  branches(part) {
    const [factor, high] = [part.number('div_factor'), part.number('high_cycles')];
    const first = part.number('i_count') < factor ? part.number('i_count') : 0;
    addPart(part, part.ports('freq_in'), part.ports('freq_out'), () => {
      let [count, before] = [first, unknown];
      return (call) => {
        const now = call.state(0);
        const rises = now === one && before !== one;
        before = now;
        if (call.atRest) call.output(0, count > 0 && count <= high ? one : zero, 0);
        else if (rises) {
          count = count >= factor ? 1 : count + 1;
          if (count === 1) call.output(0, one, part.number('rise_delay'));
          else if (count === high + 1) call.output(0, zero, part.number('fall_delay'));
        }
      };
    });
    return [];
  },
};

const tableValues = word(
  'table_values',
  'outputs as 0, 1, x: of the inputs read as a number, the first the lowest bit',
);

export const lookupTable: CodeModel = {
  syntax: codeSyntax(
    'd_lut',
    'Table of truth with one output.',
    [{ ...digitalIn, list: true }, digitalOut],
    [...edgeDelays, tableValues],
    loads,
  ),
  branches(part) {
    const inputs = part.ports('in');
    const rows = 2 ** inputs.length;
    const text = part.text('table_values') ?? '';
    if (text.length !== rows) {
      part.error('table-length', `table_values has ${text.length} values`, `write ${rows} of them`);
      return [];
    }
    const [rise, fall] = [part.number('rise_delay'), part.number('fall_delay')];
    addPart(part, inputs, part.ports('out'), () => {
      let last = -1;
      return (call) => {
        const next = entry(
          text,
          inputs.map((_, k) => call.state(k)),
          rows,
        );
        if (next === last && !call.atRest) return;
        call.output(0, next, edgeDelay(last, next, rise, fall));
        last = next;
      };
    });
    return [];
  },
};

export const generalTable: CodeModel = {
  syntax: codeSyntax(
    'd_genlut',
    'Table of truth with several outputs, the values of one after those of another.',
    [
      { ...digitalIn, list: true },
      { ...digitalOut, list: true },
    ],
    [
      list('rise_delay', 'until each output becomes 1; default 1e-9', 's'),
      list('fall_delay', 'until each becomes 0; default 1e-9', 's'),
      tableValues,
    ],
    [...loads, 'input_delay'],
  ),
  branches(part) {
    const [inputs, outputs] = [part.ports('in'), part.ports('out')];
    const rows = 2 ** inputs.length;
    const text = part.text('table_values') ?? '';
    if (text.length !== rows * outputs.length) {
      part.error('table-length', `table_values has ${text.length} values`, `write ${rows * outputs.length}`);
      return [];
    }
    const delays = (name: string, k: number): number => {
      const given = part.list(name, [1e-9]);
      return given[Math.min(k, given.length - 1)] ?? 1e-9;
    };
    addPart(part, inputs, outputs, () => {
      const last = outputs.map(() => -1);
      return (call) => {
        const states = inputs.map((_, k) => call.state(k));
        outputs.forEach((_, k) => {
          const next = entry(text.slice(k * rows, (k + 1) * rows), states, rows);
          if (next === last[k] && !call.atRest) return;
          call.output(
            k,
            next,
            edgeDelay(last[k] ?? -1, next, delays('rise_delay', k), delays('fall_delay', k)),
          );
          last[k] = next;
        });
      };
    });
    return [];
  },
};

/** What a table says of states: unknown inputs count where entries differ. */
function entry(text: string, states: readonly number[], rows: number): number {
  let found = -1;
  for (let row = 0; row < rows; row++) {
    const isMeant = states.every((state, k) => state === unknown || ((row >> k) & 1) === state);
    if (!isMeant) continue;
    const value = '01'.indexOf(text.charAt(row));
    if (value < 0 || (found >= 0 && found !== value)) return unknown;
    found = value;
  }
  return found < 0 ? unknown : found;
}

export const stateMachine: CodeModel = {
  syntax: codeSyntax(
    'd_state',
    'State machine: a file of lines "state outputs inputs -> next state", the state left out where it is that of the line before.',
    [
      { ...digitalIn, list: true, optional: true },
      { ...digitalIn, name: 'clk' },
      { ...digitalIn, name: 'reset', optional: true },
      { ...digitalOut, list: true },
    ],
    [
      seconds('clk_delay', 1e-9, 'from the clock to the outputs'),
      seconds('reset_delay', 1e-9, 'from reset to the outputs'),
      file('state_file', 'its name'),
      real('reset_state', 0, 'state at the start and behind reset'),
    ],
    loads,
  ),
  branches(part) {
    const [inputs, outputs] = [part.ports('in'), part.ports('out')];
    const states = readStates(part.text('state_file') ?? '', inputs.length, outputs.length);
    const home = part.number('reset_state');
    if (typeof states === 'string' || !states.has(home)) {
      const what = typeof states === 'string' ? states : `there is no state ${home} in its state_file`;
      part.error('state-file', what, 'write lines such as "0 0s 1s 1 -> 3"');
      return [];
    }
    const reads = [...inputs, ...part.ports('clk'), ...part.ports('reset')];
    addPart(part, reads, outputs, () => {
      let [state, before] = [home, unknown];
      return (call) => {
        const clock = call.state(inputs.length);
        const isReset = reads.length > inputs.length + 1 && call.state(inputs.length + 1) === one;
        const rises = clock === one && before !== one;
        before = clock;
        const here = states.get(state);
        if (call.atRest || isReset) state = home;
        else if (rises && here) {
          const row = here.rows.find(({ when }) =>
            when.every((wanted, k) => wanted === 'x' || String(call.state(k)) === wanted),
          );
          state = row?.next ?? state;
        } else return;
        const delay = part.number(isReset ? 'reset_delay' : 'clk_delay');
        states.get(state)?.levels.forEach((level, k) => {
          call.output(k, stateOf(level), delay, strengthOf(level));
        });
      };
    });
    return [];
  },
};

interface MachineState {
  readonly levels: readonly number[];
  readonly rows: { readonly when: readonly string[]; readonly next: number }[];
}

function readStates(text: string, inputs: number, outputs: number): Map<number, MachineState> | string {
  const states = new Map<number, MachineState>();
  let last: MachineState | undefined;
  for (const [line, words] of text
    .split('\n')
    .map((row) => row.trim().split(/[\s,]+/))
    .entries()) {
    const [first = ''] = words;
    if (first === '' || first.startsWith('*')) continue;
    const bad = `line ${line + 1} of its state_file is not "state outputs inputs -> next state"`;
    const arrow = words.indexOf('->');
    const next = Number(words[arrow + 1]);
    const before = words.slice(0, Math.max(arrow, 0));
    if (arrow < 0 || !Number.isInteger(next)) return bad;
    if (before.length === 1 + outputs + inputs) {
      const levels = before.slice(1, 1 + outputs).map(levelNamed);
      const known = levels.filter((level) => level !== undefined);
      const state = Number(first);
      if (known.length < outputs || !Number.isInteger(state)) return bad;
      last = states.get(state) ?? { levels: known, rows: [] };
      states.set(state, last);
    } else if (before.length !== inputs || !last) return bad;
    last.rows.push({ when: before.slice(before.length - inputs).map((word) => word.toLowerCase()), next });
  }
  return states;
}
