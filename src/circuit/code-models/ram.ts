/**
 * d_ram: words of bits at an address, whose lines and those of the data have the lowest bit first. It is selected where its select lines
 * are the bits of select_value. Selected and written (write_en = 1) it keeps what comes in at every change, and its outputs are of
 * high impedance; selected and not written it gives out the word. A write at an unknown address makes all of it unknown. Outputs follow
 * after read_delay. Source: ngspice's manual, "RAM".
 */
import { one, unknown, zero } from '../../kernel/modeling/signals/logic-level.js';
import type { CodeModel } from './code-model.js';
import { addPart, digitalIn, digitalOut, loads } from './logic-part.js';
import { codeSyntax, real, seconds } from './model-syntax.js';

/** Strengths of outputs. */
const strong = 0;
const highImpedance = 2;
/** Lines of an address, beyond which no memory is meant. */
const mostLines = 24;

export const ram: CodeModel = {
  syntax: codeSyntax(
    'd_ram',
    'Memory: words of data at an address.',
    [
      { ...digitalIn, name: 'data_in', list: true },
      { ...digitalOut, name: 'data_out', list: true },
      { ...digitalIn, name: 'address', list: true },
      { ...digitalIn, name: 'write_en' },
      { ...digitalIn, name: 'select', list: true },
    ],
    [
      real('select_value', 1, 'what the select lines are while it is selected, the first the lowest bit', {
        range: 'non-negative',
      }),
      real('ic', 2, 'every bit at the start: 0, 1, or 2 (unknown)', { range: 'non-negative' }),
      seconds('read_delay', 100e-9, 'until its outputs follow'),
    ],
    loads,
  ),
  branches(part) {
    const [data, outputs, address, enable, select] = [
      ...['data_in', 'data_out', 'address', 'write_en', 'select'].map((name) => part.ports(name)),
    ];
    if (!data || !outputs || !address || !enable || !select) return [];
    if (data.length !== outputs.length) {
      const message = `it has ${data.length} inputs and ${outputs.length} outputs of data`;
      part.error('ram-width', message, 'write as many of both');
      return [];
    }
    if (address.length > mostLines) {
      part.error('ram-size', `its address has ${address.length} lines`, `write ${mostLines} at most`);
      return [];
    }
    const width = data.length;
    const wanted = part.number('select_value');
    const delay = part.number('read_delay');
    const initial = part.number('ic');
    const places = { address: width, enable: width + address.length, select: width + address.length + 1 };
    addPart(part, [...data, ...address, ...enable, ...select], outputs, () => {
      const words = new Uint8Array(2 ** address.length * width).fill(initial);
      const last = outputs.map(() => -1);
      let wasSelected = false;
      return (call) => {
        const isWritten = call.state(places.enable);
        const isSelected = select.every(
          (_, k) => call.state(places.select + k) === (Math.floor(wanted / 2 ** k) % 2 === 1 ? one : zero),
        );
        const give = (k: number, state: number, strength: number): void => {
          const next = 3 * strength + state;
          if (next === last[k] && !call.atRest) return;
          last[k] = next;
          call.output(k, state, delay, strength);
        };
        const at = addressOf(address.map((_, k) => call.state(places.address + k)));
        const turned = isSelected !== wasSelected;
        wasSelected = isSelected;
        if (call.atRest) {
          words.fill(initial);
          const isOpen = !isSelected || isWritten !== zero;
          outputs.forEach((_, k) => {
            give(k, isOpen ? unknown : initial, isOpen ? highImpedance : strong);
          });
        } else if (!isSelected) {
          if (!turned || isWritten !== zero) return;
          outputs.forEach((_, k) => {
            give(k, unknown, highImpedance);
          });
        } else if (isWritten === one || (turned && isWritten !== zero)) {
          if (at === undefined) words.fill(unknown);
          data.forEach((_, k) => {
            const state = at === undefined ? unknown : call.state(k);
            if (at !== undefined) words[at * width + k] = state;
            give(k, state, highImpedance);
          });
        } else {
          outputs.forEach((_, k) => {
            give(k, at === undefined ? unknown : (words[at * width + k] ?? unknown), strong);
          });
        }
      };
    });
    return [];
  },
};

/** The number that lines are, the first the lowest bit; undefined where one is unknown. */
function addressOf(states: readonly number[]): number | undefined {
  if (states.includes(unknown)) return undefined;
  return states.reduce((sum, state, k) => sum + (state === one ? 2 ** k : 0), 0);
}
