/** Nothing in the tables of elements and models is left out of the walks; words without effect and refused words are named. */
import { describe, expect, it } from 'vitest';
import { circuitLanguage } from '../../../src/circuit/language-table.js';
import { prepare } from '../../../src/index.js';
import { bsim3Transistors } from './bsim3-transistors.js';
import { bsim4Transistors } from './bsim4-transistors.js';
import { codeModels } from './code-models.js';
import { controlled, lines } from './controlled.js';
import { mechanics } from './mechanics.js';
import { mosTransistors } from './mos-transistors.js';
import { passive } from './passive.js';
import { semiconductors } from './semiconductors.js';
import { textOf, writtenType, type Bench } from './walk.js';

const benches = [
  ...passive,
  ...controlled,
  ...lines,
  ...semiconductors,
  ...mosTransistors,
  ...bsim3Transistors,
  ...bsim4Transistors,
  ...mechanics,
  ...codeModels,
];

function benchOf(name: string): Bench | undefined {
  return benches.find(({ of }) => of === name);
}

function told(cards: string): string {
  const text = `walk\n${cards}\n.tran 1u 2u\n.end\n`;
  return prepare(text, { textSource: { resolve: (path) => path, read: (name) => ({ name, text: '' }) } })
    .diagnostics.map(({ message, hint }) => `${message} ${hint ?? ''}`)
    .join('\n')
    .toLowerCase();
}

describe('the walks', () => {
  it('pass by every element and model that has parameters', () => {
    const elements = circuitLanguage.elements.filter(
      ({ value, parameters, flags = [] }) => parameters.length + flags.length > 0 || 'parameter' in value,
    );
    const models = circuitLanguage.models.filter(({ parameters }) => parameters.length > 0);
    const all = [...elements.map(({ letter }) => letter), ...models.map(({ type }) => `.model ${type}`)];
    expect(all.filter((name) => !benchOf(name))).toEqual([]);
  });

  it('of elements: words without effect are named', () => {
    const unnamed = circuitLanguage.elements.flatMap(({ letter, ignored = [], refused = {} }) => {
      const bench = benchOf(letter);
      const type = bench?.type === undefined ? '' : `.model mm ${bench.type}(${textOf(bench.model ?? {})})`;
      return [...ignored, ...Object.keys(refused)]
        .filter((word) => {
          const element = { ...bench?.element, [word]: '1' };
          const cards = bench?.cards(textOf(element), type, element) ?? '';
          const named = word in refused ? `\\b${word}\\b` : `\\b${letter.toLowerCase()} ${word}\\b`;
          return cards === '' || !new RegExp(named).test(told(cards));
        })
        .map((word) => `${letter} ${word}`);
    });
    expect(unnamed).toEqual([]);
  });

  it('of models: words without effect are named', () => {
    const unnamed = circuitLanguage.models.flatMap(({ type, ignored = [] }) => {
      const bench = benchOf(`.model ${type}`);
      if (!bench) return [];
      const words = { ...bench.model, ...Object.fromEntries(ignored.map((word) => [word, '1'])) };
      const shown = writtenType(type).replace('code-', '');
      const said = told(
        bench.cards(textOf(bench.element ?? {}), `.model mm ${shown}(${textOf(words)})`, words),
      );
      return ignored
        .filter((word) => !new RegExp(`\\b${shown} ${word}\\b`).test(said))
        .map((word) => `${type} ${word}`);
    });
    expect(unnamed).toEqual([]);
  });
});
