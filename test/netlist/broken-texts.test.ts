/** Texts that somebody tore, overwrote or built to do harm, read with the whole language. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { circuitLanguage } from '../../src/circuit/language-table.js';
import { elaborate } from '../../src/netlist/elaborate.js';

const folder = new URL('../../netlists/', import.meta.url);
const texts = readdirSync(folder)
  .filter((name) => name.endsWith('.cir'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'));

/** Errors, or a circuit: never both, never neither, and never an exception. */
function isAnswered(text: string): boolean {
  const { circuit, diagnostics } = elaborate({ name: 'a.cir', text }, circuitLanguage);
  return (circuit === undefined) === diagnostics.some(({ severity }) => severity === 'error');
}

function codesOf(lines: readonly string[]): readonly string[] {
  const { diagnostics } = elaborate({ name: 'a.cir', text: ['t', ...lines].join('\n') }, circuitLanguage);
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
}

const chosen = fc.constantFrom(...texts);
const place = fc.double({ min: 0, max: 1, noNaN: true });

describe('blocks within blocks', () => {
  it.each([
    ['.if (1)', '.endif'],
    ['.subckt s a', '.ends'],
  ])('%s 300 deep is told once, whatever closes it', (open, close) => {
    const lines = [
      ...Array<string>(300).fill(open),
      'R1 a 0 1',
      ...Array<string>(300).fill(close),
      'V1 a 0 1',
      'R2 a 0 1',
      '.op',
    ];
    expect(codesOf(lines)).toEqual(['nesting-too-deep']);
  });
});

describe('a broken text', () => {
  it('that ends anywhere is answered', () => {
    fc.assert(
      fc.property(chosen, place, (text, at) => isAnswered(text.slice(0, Math.floor(at * text.length)))),
      { seed: 21, numRuns: 300 },
    );
  });

  it('with characters overwritten is answered', () => {
    const changes = fc.array(fc.tuple(place, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 8 });
    fc.assert(
      fc.property(chosen, changes, (text, list) => {
        let broken = text;
        for (const [at, put] of list) {
          const k = Math.floor(at * broken.length);
          broken = broken.slice(0, k) + put + broken.slice(k + put.length);
        }
        return isAnswered(broken);
      }),
      { seed: 22, numRuns: 300 },
    );
  });

  it('with its lines mixed with those of others is answered', () => {
    const lines = fc.array(fc.constantFrom(...texts.flatMap((text) => text.split('\n'))), { maxLength: 40 });
    fc.assert(
      fc.property(lines, (list) => isAnswered(list.join('\n'))),
      { seed: 23, numRuns: 300 },
    );
  });
});

describe('growth without bound', () => {
  it('of subcircuits whose calls double level by level is refused', () => {
    const levels = Array.from({ length: 40 }, (_, k) => [
      `.subckt s${k} a`,
      `X1 a s${k + 1}`,
      `X2 a s${k + 1}`,
      '.ends',
    ]);
    expect(codesOf([...levels.flat(), '.subckt s40 a', 'R1 a 0 1', '.ends', 'X0 a s0', '.op'])).toEqual([
      'circuit-too-large',
    ]);
  });

  it.each([
    ['of a number', 'R1 b 0 {f0(1)}', 'endless-call'],
    ['of a voltage', 'E1 b 0 VALUE={f0(v(a))}', 'expression-too-large'],
  ])('of functions that call the next one twice is refused: %s', (_, card, code) => {
    const functions = Array.from({ length: 40 }, (_, k) => `.func f${k}(x) {f${k + 1}(x)+f${k + 1}(x)}`);
    expect(codesOf([...functions, '.func f40(x) {x}', 'V1 a 0 1', 'R2 b 0 1', card, '.op'])).toEqual([code]);
  });
});

describe('expressions', () => {
  it.each([
    'process.exit(1)',
    'constructor("return 1")()',
    'a=>a',
    '`x`',
    'globalThis',
    '__proto__',
    'this.x',
  ])('are no JavaScript: %s', (written) => {
    expect(codesOf([`R1 a 0 {${written}}`, 'V1 a 0 1', '.op']).length).toBeGreaterThan(0);
  });
});
