/** Writes docs/language.md from the built library (`npm run reference`). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { languageReference } from '../../dist/report/language-reference.js';

mkdirSync(new URL('../../docs/', import.meta.url), { recursive: true });
writeFileSync(new URL('../../docs/language.md', import.meta.url), languageReference());
