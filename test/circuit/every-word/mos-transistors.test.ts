import { describe } from 'vitest';
import { mosTransistors } from './mos-transistors.js';
import { walks } from './walk.js';

describe('every parameter of MOS transistors changes a result', () => walks(mosTransistors));
