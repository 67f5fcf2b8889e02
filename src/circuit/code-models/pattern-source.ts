/** d_pattern: levels over time, from its model; what PSpice's STIM is made of. */
import { stateOf, strengthOf } from '../../kernel/modeling/signals/logic-level.js';
import type { CodeModel } from './code-model.js';
import { addPart, digitalOut } from './logic-part.js';
import { codeSyntax, list } from './model-syntax.js';

export const patternSource: CodeModel = {
  syntax: codeSyntax(
    'd_pattern',
    'Levels over time.',
    [{ ...digitalOut, list: true }],
    [
      list('times', 'rising', 's'),
      list('levels', 'of every output at each of them: 0, 1, 2 unknown, 8 of high impedance'),
      list('loop', 'the place in times, from 0, from which on they repeat, and the period'),
    ],
  ),
  branches(part) {
    const outputs = part.ports('out');
    const [times, levels, loop] = [part.list('times'), part.list('levels'), part.list('loop')];
    if (times.length === 0 || levels.length !== times.length * outputs.length) {
      part.error('pattern', 'its levels are not one for each time and output', 'write levels=[...]');
      return [];
    }
    const [first = times.length, period = 0] = loop;
    const repeated = times.length - first;
    const timeOf = (k: number): number => {
      if (k < times.length) return times[k] ?? Infinity;
      if (repeated <= 0 || !(period > 0)) return Infinity;
      const rounds = Math.floor((k - first) / repeated);
      return (times[first + ((k - first) % repeated)] ?? Infinity) + rounds * period;
    };
    addPart(part, [], outputs, () => {
      let next = 0;
      let asked = -Infinity;
      return (call) => {
        while (timeOf(next) <= call.t) next++;
        const row =
          next === 0 ? -1 : next <= times.length ? next - 1 : first + ((next - 1 - first) % repeated);
        outputs.forEach((_, k) => {
          const level = row < 0 ? 2 : (levels[row * outputs.length + k] ?? 2);
          call.output(k, stateOf(level), 0, strengthOf(level));
        });
        const soon = timeOf(next);
        if (soon <= asked || soon === Infinity) return;
        asked = soon;
        call.wakeAt(soon);
      };
    });
    return [];
  },
};
