import { describe } from 'vitest';
import { semiconductors } from './semiconductors.js';
import { walks } from './walk.js';

describe('every parameter of diodes, bipolar transistors and junction FETs changes a result', () =>
  walks(semiconductors));
