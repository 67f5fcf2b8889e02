/**
 * Carries out the commands of `.control` blocks as far as they need no results: analyses join those of the cards, with what was
 * set before them. A command that nobody knows is listed; nothing in a block is fatal.
 */
import { firstWord } from '../cards.js';
import { withVariables } from '../script/command-line.js';
import { ScriptRunner, statementsOf } from '../script/control-flow.js';
import { SCRIPT_COMMANDS_BY_NAME, SILENT_COMMANDS } from '../script/script-commands.js';
import { Script } from '../script/script.js';
import type { Session } from '../session.js';

export function readCommands(session: Session): void {
  if (session.commands.length === 0) return;
  const script = new Script(session);
  const runner = new ScriptRunner(script, (line) => {
    const word = firstWord(line.text);
    const command = SCRIPT_COMMANDS_BY_NAME.get(word);
    if (command) command.read(withVariables(line, script), script);
    else if (!SILENT_COMMANDS.has(word)) {
      session.ignore('commands', word, { ...line.span, end: line.span.start + word.length });
    }
  });
  const lines = [...session.commands];
  while (lines.length > 0 && !script.ended) {
    runner.runAll(statementsOf(lines));
    // An end or else that closes nothing.
    lines.shift();
  }
  script.finish();
  if (!script.hasPending) return;
  const [first] = session.commands;
  session.diagnostics.warning(
    'script-command',
    'alterparam counts after a reset only, and none follows',
    first?.span,
  );
}
