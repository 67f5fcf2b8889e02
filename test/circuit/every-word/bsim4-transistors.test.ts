import { describe } from 'vitest';
import { bsim4Elements, bsim4Transistors } from './bsim4-transistors.js';
import { walks } from './walk.js';

describe('every parameter of BSIM4 transistors changes a result', () => {
  walks(bsim4Transistors);
});

describe('every parameter of elements with BSIM4 changes a result', () => {
  walks(bsim4Elements);
});
