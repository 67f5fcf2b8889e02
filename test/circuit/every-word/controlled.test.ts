import { describe } from 'vitest';
import { controlled, lines } from './controlled.js';
import { walks } from './walk.js';

describe('every parameter of controlled sources and switches changes a result', () => walks(controlled));
describe('every parameter of lines changes a result', () => walks(lines));
