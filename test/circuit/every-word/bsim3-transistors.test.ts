import { describe } from 'vitest';
import { bsim3Transistors } from './bsim3-transistors.js';
import { walks } from './walk.js';

describe('every parameter of BSIM3 transistors changes a result', () => walks(bsim3Transistors));
