import { describe } from 'vitest';
import { codeModels } from './code-models.js';
import { walks } from './walk.js';

describe('every parameter of code models changes a result', () => walks(codeModels));
