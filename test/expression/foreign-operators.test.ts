/** What is said of operators of other languages, and of signs that are not on the keyboard. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/index.js';

/** The hint of the one error of a netlist with a card. */
function hintOf(card: string): string | undefined {
  const { diagnostics } = simulate(`t\nV1 a 0 1\nR1 a c 1\n${card}\n.op\n.end`);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors).toHaveLength(1);
  return errors[0]!.hint;
}

describe('an operator that is none here', () => {
  it.each([
    ['v(a)=>1', 'write >='],
    ['v(a)=<1', 'write <='],
    ['v(a)===1', 'write =='],
    ['v(a)!==1', 'write !='],
    ['v(a)~=1', 'write !='],
    ['v(a) and 1', 'write &&'],
    ['v(a) OR 1', 'write ||'],
    ['v(a) mod 2', 'write %, or fmod(x, y)'],
    ['v(a)\u20131', 'write - of the keyboard'],
    ['v(a)\u00d72', 'write *'],
    ['v(a)\u00b2', 'write **2'],
    ['v(a)\u22651', 'write >='],
    ['v[a]', 'write round brackets'],
    ['|v(a)|', 'write abs(x)'],
    ['2v(a)', 'write * between factors'],
    ['3(v(a)+1)', 'write * between factors'],
    ['v(a)=1', 'write == where two values are compared'],
  ])('%s: %s', (expression, hint) => {
    expect(hintOf(`B1 c 0 V={${expression}}`)).toBe(hint);
    expect(hintOf(`B1 c 0 V='${expression}'`)).toBe(hint);
  });

  it.each(['v(a)>=', '(v(a)', 'v(a) 1'])('says nothing of what is no operator: %s', (expression) => {
    expect(hintOf(`B1 c 0 V={${expression}}`)).toBeUndefined();
  });
});
