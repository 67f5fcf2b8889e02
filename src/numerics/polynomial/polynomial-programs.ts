/** The programs of this folder: `npm run generate` writes their plain functions to `polynomial-programs.gen.ts`. */
import type { PlainModule } from '../code/emit-plain.js';
import { isClearProgram } from './clear-bound.js';
import { searchProgram } from './guarded-search.js';
import { provedRootProgram } from './proved-root.js';

export function polynomialPrograms(): Required<Pick<PlainModule, 'programs'>> {
  return { programs: [isClearProgram(), provedRootProgram(), searchProgram()] };
}
