import { describe, expect, it } from 'vitest';
import { resolveOptions } from '../../src/base/options.js';

interface SchemeOptions {
  readonly theta: number;
  readonly scheme: string;
  readonly strict: boolean;
}

const DEFAULTS: SchemeOptions = Object.freeze({ theta: 0.5, scheme: 'theta', strict: true });

describe('resolveOptions', () => {
  it('gives the defaults when nothing is given', () => {
    expect(resolveOptions('the integrator', DEFAULTS)).toEqual(DEFAULTS);
  });

  it('replaces what is given and takes undefined for absent', () => {
    expect(resolveOptions('the integrator', DEFAULTS, { theta: 1, scheme: undefined })).toEqual({
      theta: 1,
      scheme: 'theta',
      strict: true,
    });
  });

  it('freezes the result', () => {
    expect(Object.isFrozen(resolveOptions('the integrator', DEFAULTS, { theta: 1 }))).toBe(true);
  });

  it('refuses every unknown key at once, naming the nearest or the whole list', () => {
    const given: object = { tehta: 1, colour: 'red' };
    expect(() => resolveOptions('the integrator', DEFAULTS, given)).toThrow(
      'error: the integrator has no option "tehta"\n' +
        '  hint: did you mean "theta"?\n' +
        'error: the integrator has no option "colour"\n' +
        '  hint: use one of: theta, scheme, strict',
    );
  });

  it('does not take names of Object for options', () => {
    const given: object = { constructor: 1 };
    expect(() => resolveOptions('the integrator', DEFAULTS, given)).toThrow('has no option "constructor"');
  });

  it('refuses a value of another type', () => {
    const given: object = { theta: '1' };
    expect(() => resolveOptions('the integrator', DEFAULTS, given)).toThrow(
      'error: option "theta" of the integrator must be a number, not a string',
    );
  });
});
