/** Commands that start analyses: `run`, and the cards of analyses without their dot. */
import type { LogicalCard } from '../cards.js';
import { DOT_CARDS } from '../dot-cards/table.js';
import { UNSUPPORTED_CARDS } from '../dot-cards/unsupported.js';
import type { Reader } from '../session.js';
import type { ScriptCommand } from './script.js';

const RUN: ScriptCommand = {
  name: 'run',
  usage: 'run',
  doc: 'Runs the analyses of the cards with what is set by now; where nothing is, they run anyway.',
  read: (_, script) => {
    script.run();
  },
};

/** A dot card as a command; what is wrong with it leaves it out. */
function command(card: Reader, usage: string, doc: string): ScriptCommand {
  const aliases = card.aliases?.map((alias) => alias.slice(1)) ?? [];
  return {
    name: card.name.slice(1),
    aliases,
    usage,
    doc,
    read: (line, script) => {
      const { session } = script;
      const parsed = session.parse(line, true);
      if (!parsed) return;
      script.start(() => {
        session.diagnostics.forgiving('left out', () => card.read?.(parsed, session));
      });
    },
  };
}

const OF_RUNS: ReadonlySet<string> = new Set(['.meas', '.four', '.save', '.probe']);

/** One for each analysis that the front end knows, and for what is asked of its result. */
const OF_CARDS = DOT_CARDS.filter(({ name, analysis }) => analysis === true || OF_RUNS.has(name)).map(
  (card) => command(card, card.usage.slice(1), `As the card ${card.name}.`),
);

/** An analysis that nothing here does. */
function refused(name: string, hint: string): ScriptCommand {
  return {
    name: name.slice(1),
    usage: name.slice(1),
    doc: 'Not supported: left out.',
    read: ({ span }: LogicalCard, { session }) => {
      session.analysisSeen = true;
      session.unsupported.push({ name: name.slice(1), hint, span });
    },
  };
}

const REFUSED = [...UNSUPPORTED_CARDS.values()]
  .filter(({ analysis }) => analysis === true)
  .map(({ name, hint }) => refused(name, hint));

/** What ends a run within, or goes on from there with what was altered. */
const OF_BREAKPOINTS = ['stop', 'resume', 'step'].map((name): ScriptCommand => ({
  name,
  usage: name,
  doc: 'Not supported: a run goes on to its end.',
  read: ({ span }, { session }) => {
    const message = `${name} is left out: a run goes on to its end, and what is altered counts from the next one`;
    session.diagnostics.warning('script-command', message, span, {
      hint: 'let a source or a switch change the circuit within a run',
    });
  },
}));

export const ANALYSIS_COMMANDS: readonly ScriptCommand[] = Object.freeze([
  RUN,
  ...OF_CARDS,
  ...REFUSED,
  ...OF_BREAKPOINTS,
]);
