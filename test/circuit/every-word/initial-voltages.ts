/** Circuits in which every voltage of `ic=` acts: resistances from each terminal to a rail, with `uic`. */
import { circuitLanguage } from '../../../src/circuit/language-table.js';
import type { Bench } from './walk.js';

const models: Readonly<Record<string, readonly [type: string, parameters: string]>> = {
  D: ['d', 'cjo=1n m=0.4'],
  Q: ['npn', 'cje=1n cjc=1n'],
  J: ['njf', 'cgs=1n cgd=1n'],
  Z: ['nmf', 'cgs=1n cgd=1n'],
  M: ['nmos', 'cbd=1n cgso=1u cgdo=1u'],
};

export function startsOf(letter: string): Bench {
  const [type = '', parameters = ''] = models[letter] ?? [];
  const {
    terminals = [],
    optionalTerminals = [],
    initialVoltages,
  } = circuitLanguage.elements.find((one) => one.letter === letter) ?? {};
  const nodes = letter === 'M' ? [...terminals, ...optionalTerminals.slice(0, 1)] : terminals;
  const names = initialVoltages?.of.map(({ parameter }) => parameter) ?? [];
  return {
    ...{ of: letter, type, runs: ['.tran 10n 1u uic'], only: names },
    cards: (element) =>
      [
        ...nodes.map((node, k) => `R${k} ${node} 0 ${k + 1}k`),
        `${letter}1 ${nodes.join(' ')} mm ${element}`,
        `.model mm ${type}(${parameters})`,
      ].join('\n'),
    changes: Object.fromEntries(names.map((name) => [name, '-0.3'])),
  };
}
