import { describe, expect, it } from 'vitest';
import { nearestName } from '../../src/base/nearest-name.js';

describe('nearestName', () => {
  it.each([
    ['metod', ['gamma', 'method'], 'method'],
    ['tarn', ['tran', 'temp'], 'tran'],
    ['r10', ['r1', 'c10'], 'r1'],
    ['abcdef', ['uvwxyz'], undefined],
    ['x', ['e', 'y'], undefined],
  ])('of %s among %j is %s', (word, known, nearest) => {
    expect(nearestName(word, known)).toBe(nearest);
  });

  it('looks at a bounded number of names', () => {
    let looked = 0;
    function* names(): Iterable<string> {
      for (; ; looked++) yield `far${looked}`;
    }
    expect(nearestName('misspelt', names())).toBeUndefined();
    expect(looked).toBeLessThan(1000);
  });
});
