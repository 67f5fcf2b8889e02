/**
 * Generates what is not written by hand: the parsers (the expression grammar on its own for `expression/`,
 * and the card grammar with the same expression rules appended for `netlist/`) the plain functions of
 * numerical programs, machine code of hot functions, and the script of the HTML report. The results are git-ignored.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import peggy from 'peggy';
import { generateChart } from './generate-chart.mjs';
import { generateMachineCode } from './generate-machine-code.mjs';
import { generatePrograms } from './generate-programs.mjs';
import { generateSlopes } from './generate-slopes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const parsers = [
  {
    target: 'src/expression/expression-parser.gen.ts',
    grammars: ['grammar/expression.peggy'],
    start: ['ExpressionOnly'],
  },
  {
    target: 'src/netlist/card-parser.gen.ts',
    grammars: ['grammar/card.peggy', 'grammar/expression.peggy'],
    start: ['Card', 'ItemsOnly'],
  },
];

for (const { target, grammars, start } of parsers) {
  const input = grammars.map((source) => ({ source, text: readFileSync(root + source, 'utf8') }));
  const code = peggy.generate(input, {
    grammarSource: grammars[0],
    allowedStartRules: start,
    output: 'source',
    format: 'es',
  });
  writeFileSync(root + target, `// @ts-nocheck\n${code}`);
}

generateSlopes();
generateMachineCode();
await generatePrograms();
await generateChart();
