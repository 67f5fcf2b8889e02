import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.js';
import { readFullArguments } from '../../src/cli/full-arguments.js';
import { readPlainArguments } from '../../src/cli/plain-arguments.js';

const word = fc.constantFrom(
  ...['run', 'check', 'a.cir', 'v(a),i(l1)', 'r=1k', '', '7'],
  ...commands.flatMap(({ options }) => options.map(({ long }) => `--${long}`)),
  ...['-o', '-r'],
);

describe('the two readers of the command line', () => {
  it('agree wherever the plain one answers', () => {
    let answered = 0;
    fc.assert(
      fc.property(fc.constantFrom('run', 'check', 'show'), fc.array(word, { maxLength: 6 }), (name, rest) => {
        const words = [name, ...rest];
        const plain = readPlainArguments(words, commands);
        if (!plain) return;
        answered++;
        expect(readFullArguments(words, commands)).toEqual(plain);
      }),
      { seed: 20, numRuns: 5000 },
    );
    expect(answered).toBeGreaterThan(100);
  });

  it('know --option=value, -oFILE and -- by way of the full one', () => {
    const full = readFullArguments(['run', '--set=r=1k', '-ob.csv', '--', '-x.cir'], commands);
    expect(full).toMatchObject({
      args: {
        file: '-x.cir',
        values: new Map([
          ['set', ['r=1k']],
          ['output', ['b.csv']],
        ]),
      },
    });
  });
});
