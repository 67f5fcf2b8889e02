import { describe } from 'vitest';
import { mechanics } from './mechanics.js';
import { walks } from './walk.js';

describe('every parameter of mechanical elements changes a result', () => walks(mechanics));
