/**
 * Long texts take linear time: each of these takes about a second, and minutes where any stage is quadratic; then
 * the runner's own limit ends the test.
 */
import { describe, expect, it } from 'vitest';
import { circuitLanguage } from '../../src/circuit/language-table.js';
import { elaborate } from '../../src/netlist/elaborate.js';

const words = 1_000_000;

function read(cards: string) {
  const text = `t\nV1 in 0 1\nR1 in 0 1k\n${cards}\n.op\n`;
  return elaborate({ name: 'long.cir', text }, circuitLanguage);
}

/** Messages that are kept of one kind, and the one for the rest. */
const kept = 1001;

describe('a line of a million words', () => {
  it.each([
    ['nodes of a call', `X1 ${'a '.repeat(words)}s`, 'unknown-subcircuit', 1],
    ['surplus words', `R2 in 0 1 ${'a '.repeat(words)}`, 'too-many-arguments', kept],
    ['an unknown card', `.foo ${'a '.repeat(words)}`, 'unknown-card', 1],
    ['a wrong word at the end', `R2 in 0 ${'a '.repeat(words)}"`, 'syntax', 1],
    ['a file name', `.include ${'a '.repeat(words)}`, 'unreadable-file', 1],
    ['a chain of comparisons', `R2 in 0 {${'1<'.repeat(words)}1}`, 'nesting-too-deep', 1],
  ])('%s', (_, cards, code, count) => {
    const { diagnostics } = read(cards);
    expect(diagnostics.filter((item) => item.code === code)).toHaveLength(count);
  });

  it('one sum, which is right', () => {
    const { circuit } = read(`R2 in 0 {${'1+'.repeat(words)}1}`);
    expect(circuit?.elements.at(-1)?.value).toBe(words + 1);
  });

  it('unknown options, each with its nearest known name', () => {
    const names = Array.from({ length: words / 5 }, (_, k) => `thet${k}=1`);
    const { circuit, diagnostics } = read(`.options ${names.join(' ')}`);
    expect(circuit).toBeDefined();
    const found = diagnostics.filter(({ code }) => code === 'unknown-option');
    expect(found[0]?.hint).toBe('did you mean "theta"?');
    expect(found.at(-1)).toMatchObject({ message: '199000 more of this kind', count: 199_000 });
  });
});

describe('a hundred thousand', () => {
  const many = 100_000;
  const numbers = Array.from({ length: many }, (_, k) => k);

  it('parameters, each of the one before it', () => {
    const chain = numbers.map((k) => `.param p${k + 1}={p${k}+1}\n`).join('');
    const { circuit } = read(`.param p0=1\n${chain}R2 in 0 {p${many}}`);
    expect(circuit?.elements.at(-1)?.value).toBe(many + 1);
  });

  it('parameters of which none is known', () => {
    const { diagnostics } = read(`.param ${numbers.map((k) => `p${k}=q${k}`).join(' ')}`);
    expect(diagnostics.filter(({ code }) => code === 'unknown-parameter')).toHaveLength(kept);
  });

  it('controls of a polynomial', () => {
    const { circuit } = read(`E1 b 0 poly(${many}) ${'in 0 '.repeat(many)} 1\nR2 b 0 1`);
    expect(circuit?.elements[2]?.law).toMatchObject({ kind: 'poly', coefficients: [1] });
  });

  it('functions, each of the one before it, are refused', () => {
    const chain = numbers.map((k) => `.func f${k + 1}(x) {f${k}(x)+1}\n`).join('');
    const { diagnostics } = read(`.func f0(x) {x}\n${chain}R2 in 0 {f${many}(1)}`);
    expect(diagnostics.map(({ code }) => code)).toContain('endless-call');
  });

  it('continuation lines', () => {
    const { circuit } = read(`.param\n${numbers.map((k) => `+ p${k}=${k}\n`).join('')}R2 in 0 {p7}`);
    expect(circuit?.elements.at(-1)?.value).toBe(7);
  });
});

describe('ten thousand brackets or operators inside each other are refused', () => {
  const deep = 10_000;
  it.each([
    ['brackets', `{${'('.repeat(deep)}1${')'.repeat(deep)}}`],
    ['signs', `{${'-'.repeat(deep)}1}`],
    ['conditionals', `{${'1?1:'.repeat(deep)}1}`],
    ['powers', `{${'2**'.repeat(deep)}1}`],
    ['calls', `{${'abs('.repeat(deep)}1${')'.repeat(deep)}}`],
    ['braces', `${'{'.repeat(deep)}1${'}'.repeat(deep)}`],
    ['groups', `${'a('.repeat(deep)}1${')'.repeat(deep)}`],
  ])('%s', (_, value) => {
    expect(read(`R2 in 0 ${value}`).diagnostics.map(({ code }) => code)).toContain('nesting-too-deep');
  });
});
