import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languageReference } from '../../src/report/language-reference.js';

test('docs/language.md is what the tables say now (npm run reference writes it)', () => {
  expect(readFileSync('docs/language.md', 'utf8')).toBe(languageReference());
});
