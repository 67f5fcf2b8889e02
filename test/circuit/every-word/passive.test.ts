import { describe } from 'vitest';
import { passive } from './passive.js';
import { walks } from './walk.js';

describe('every parameter of passive elements and of sources changes a result', () => walks(passive));
