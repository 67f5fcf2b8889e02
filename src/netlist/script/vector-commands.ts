/** Commands on vectors and files: let, define, print, plot, write, wrdata, echo. */
import type { LogicalCard } from '../cards.js';
import { formatNumber } from '../../base/units.js';
import { FUNC } from '../dot-cards/param.js';
import { restOf, wordsOf } from './command-line.js';
import { measuresAgain } from './derived-measures.js';
import type { Script, ScriptCommand } from './script.js';
import { vectorExpression } from './vector-expression.js';
import { writtenVectors } from './written-vectors.js';

const LET: ScriptCommand = {
  name: 'let',
  usage: 'let name = expression',
  doc: 'Names an expression of vectors: print, plot, meas and further expressions may use it.',
  read: (line, script) => {
    const { diagnostics } = script.session;
    const [head = '', name = ''] = /^\s*\S+\s+([a-z_]\w*)\s*=(?!=)/i.exec(line.text) ?? [];
    diagnostics.forgiving('left out', () => {
      if (head === '') {
        diagnostics.error('script-command', 'let names no vector, or an element of one', line.span);
        return;
      }
      const span = { ...line.span, start: line.span.start + head.length };
      const expression = vectorExpression(line.text.slice(head.length), span, script);
      if (!expression || measuresAgain(name.toLowerCase(), expression, line.span, script.session)) return;
      script.setVector(name.toLowerCase(), expression, line.span);
    });
  },
};

const DEFINE: ScriptCommand = {
  name: 'define',
  usage: 'define name(parameter,...) expression',
  doc: 'Defines a function of expressions, as .func does.',
  read: (line, script) => {
    const { session } = script;
    const { content, scope } = session;
    const card = session.parse(line, true);
    if (!card) return;
    session.diagnostics.forgiving('left out', () => FUNC.define?.(card, content, session));
    for (const [name, definition] of content.functions) scope.functions.set(name, definition);
  },
};

function show(line: LogicalCard, script: Script): void {
  const { diagnostics } = script.session;
  diagnostics.forgiving('left out', () =>
    writtenVectors(wordsOf(line), line, script, (name, value) => {
      script.act({ kind: 'echo', text: `${name} = ${formatNumber(value, 9)}`, span: line.span });
    }),
  );
}

const PRINT: ScriptCommand = {
  name: 'print',
  aliases: ['plot', 'gnuplot', 'asciiplot', 'hardcopy', 'iplot', 'trace'],
  usage: 'print vector ..., plot vector ...',
  doc: 'Names quantities to be written; of a number its value is told.',
  read: (line, script) => {
    const isNamed = /^\s*(?:gnuplot|hardcopy)\b/i.test(line.text);
    show(isNamed ? withoutFirstWord(line) : line, script);
  },
};

/** The line with blanks for the name of the file, so that places stay. */
function withoutFirstWord(line: LogicalCard): LogicalCard {
  const [file] = wordsOf(line);
  if (!file) return line;
  const { text } = line;
  const end = file.at + file.text.length;
  return { ...line, text: text.slice(0, file.at) + ' '.repeat(file.text.length) + text.slice(end) };
}

const WRITE: ScriptCommand = {
  name: 'write',
  aliases: ['wrdata'],
  usage: 'write file [vector ...], wrdata file vector ...',
  doc: 'Names quantities to be written; the files are those of -o and -r.',
  read: (line, script) => {
    const { session } = script;
    const [file] = wordsOf(line);
    if (!file) return;
    show(withoutFirstWord(line), script);
    session.ignore('output files', file.text, line.span);
  },
};

const ECHO: ScriptCommand = {
  name: 'echo',
  usage: 'echo text',
  doc: 'Tells a text with the results; $&name is a vector that is a number, or a measure.',
  read: (line, script) => {
    const rest = restOf(line);
    const [redirection = '', file = ''] = /\s*>>?\s*(\S+)$/.exec(rest) ?? [];
    if (file !== '') script.session.ignore('output files', file, line.span);
    const text = rest.slice(0, rest.length - redirection.length).replace(/^"(.*)"$/s, '$1');
    script.act({ kind: 'echo', text, span: line.span });
  },
};

export const VECTOR_COMMANDS: readonly ScriptCommand[] = Object.freeze([LET, DEFINE, PRINT, WRITE, ECHO]);
