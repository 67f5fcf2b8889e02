/** Commands that set values for the analyses behind them: alter, altermod, alterparam, option, set temp=, reset. */
import type { Span } from '../../base/span.js';
import { evaluate } from '../../expression/evaluate.js';
import type { LogicalCard } from '../cards.js';
import type { StepTarget } from '../flat-cards.js';
import { findElement } from '../resolve-names.js';
import { restOf } from './command-line.js';
import type { Script, ScriptCommand } from './script.js';
import { vectorExpression } from './vector-expression.js';

/** `@name[parameter] = value`, `name parameter = value`, `name = value`, `name value`. */
const SETTING =
  /^(?:@([^\s[\]=]+)\s*\[\s*([\w]+)\s*\]|([^\s=]+)(?:\s+([a-z]\w*)(?=\s*[\s=]\s*\S))?)\s*(?:=\s*|\s)(\S.*)$/is;

interface Setting {
  readonly name: string;
  readonly parameter: string | undefined;
  readonly value: number;
}

function settingOf(line: LogicalCard, script: Script): Setting | undefined {
  const text = restOf(line);
  const [, at, atParameter, bare = '', bareParameter, written = ''] = SETTING.exec(text) ?? [];
  const name = (at ?? bare).toLowerCase();
  const parameter = (atParameter ?? bareParameter)?.toLowerCase();
  if (name === '' || written.trim().startsWith('[')) {
    const what = name === '' ? 'sets nothing' : `sets several values of ${name}, which is not supported`;
    warn(
      line,
      `${text === '' ? line.text.trim() : line.text.trim().split(/\s/)[0]} ${what}: left out`,
      script,
    );
    return undefined;
  }
  const value = numberIn(written.replace(/^=/, ''), line.span, script);
  return value === undefined ? undefined : { name, parameter, value };
}

/** The number that an expression is, now; undefined after a warning. */
export function numberIn(text: string, span: Span, script: Script): number | undefined {
  const { session } = script;
  const bare = text.trim().replace(/^\{(.*)\}$/s, '$1');
  const source = { name: span.source.name, text: bare };
  const place = { source, start: 0, end: bare.length };
  return session.diagnostics.forgiving('left out', () => {
    const expression = vectorExpression(bare, place, script);
    return expression && evaluate(expression, session.scope, session.diagnostics);
  });
}

function warn({ span }: LogicalCard, message: string, { session }: Script): void {
  session.diagnostics.warning('script-command', message, span);
}

/** `@v1[sin] = [ 0 1 1k ]`: all arguments of a source function; `v1 sin = [ 0 1 1k ]` is the same, and so is either without "=". */
const WAVEFORM = /^(?:@([^\s[\]=]+)\s*\[\s*(\w+)\s*\]|([^\s=]+)\s+([a-z]\w*))\s*=?\s*\[(.*)\]\s*$/is;

/** Sets the arguments of a source function one by one; false where the line is none of that kind. */
function alterWaveform(line: LogicalCard, script: Script): boolean {
  const [, at, atFunction, bare = '', bareFunction = '', written = ''] = WAVEFORM.exec(restOf(line)) ?? [];
  const { session } = script;
  const source = findElement((at ?? bare).toLowerCase(), session.frame, session);
  const syntax = session.index.sourceFunctions.get((atFunction ?? bareFunction).toLowerCase());
  if (source === undefined || !syntax || syntax.pairs === true) return false;
  const words = written.split(/[\s,]+/).filter((word) => word !== '');
  words.slice(0, syntax.args.length).forEach((word, k) => {
    const [value, parameter] = [numberIn(word, line.span, script), syntax.args[k]?.name];
    if (value === undefined || parameter === undefined) return;
    script.alter({ target: { kind: 'element', name: source, parameter }, value });
  });
  return true;
}

/** Sets a value of an element or a model, or what its source function is. */
function alter(line: LogicalCard, script: Script): void {
  if (alterWaveform(line, script)) return;
  const setting = settingOf(line, script);
  if (!setting) return;
  const { name, parameter, value } = setting;
  const target = modelTarget(line, setting, script) ?? targetOf(name, parameter, script);
  if (target) script.alter({ target, value });
  else warn(line, `there is no element and no model parameter "${name}": left out`, script);
}

/** altermod m1 vto = 1: of the model of an element. */
function modelTarget(
  { text }: LogicalCard,
  { name, parameter }: Setting,
  { session }: Script,
): StepTarget | undefined {
  if (!/^\s*altermod\b/i.test(text) || parameter === undefined) return undefined;
  const element = findElement(name, session.frame, session);
  const model = session.elements.find((one) => one.name === element)?.model?.name;
  const isOwn = model !== undefined && session.content.models.has(model);
  return isOwn ? { kind: 'model', name: model, parameter } : undefined;
}

function targetOf(name: string, parameter: string | undefined, { session }: Script): StepTarget | undefined {
  const element = findElement(name, session.frame, session);
  if (element !== undefined)
    return { kind: 'element', name: element, ...(parameter !== undefined && { parameter }) };
  if (!session.content.models.has(name) || parameter === undefined) return undefined;
  return { kind: 'model', name, parameter };
}

const ALTER: ScriptCommand = {
  name: 'alter',
  aliases: ['altermod'],
  usage:
    'alter element = value, alter element parameter = value, alter @source[function] = [ value ... ], altermod model parameter = value, altermod element parameter = value',
  doc: 'Sets a value, also as @name[parameter], for the analyses behind it, until reset.',
  read: alter,
};

const ALTERPARAM: ScriptCommand = {
  name: 'alterparam',
  usage: 'alterparam name = value',
  doc: 'Sets a parameter for the analyses behind the next reset.',
  read: (line, script) => {
    const setting = settingOf(line, script);
    if (!setting) return;
    const { name, parameter, value } = setting;
    const isKnown = parameter === undefined && script.session.content.definitions.has(name);
    if (isKnown) script.alterParameter({ target: { kind: 'parameter', name }, value });
    else
      warn(line, `alterparam: there is no parameter "${parameter ?? name}" of the circuit: left out`, script);
  },
};

const RESET: ScriptCommand = {
  name: 'reset',
  aliases: ['mc_source'],
  usage: 'reset',
  doc: 'Reads the netlist again: what alter has set is gone, what alterparam has set counts.',
  read: (_, script) => {
    script.reset();
  },
};

/** Options whose values are numbers and which a run may change. */
const OPTION: ScriptCommand = {
  name: 'option',
  aliases: ['options'],
  usage: 'option name = value',
  doc: 'Sets an option for the analyses behind it.',
  read: (line, script) => {
    for (const [, key = '', written = ''] of restOf(line).matchAll(/([a-z]\w*)\s*=\s*(\S+)/gi)) {
      setOption(key.toLowerCase(), written, line, script);
    }
  },
};

function setOption(name: string, written: string, line: LogicalCard, script: Script): void {
  const { index } = script.session;
  const isTemperature = name === 'temp';
  const known = index.options.get(name);
  if (!isTemperature && known?.value.kind !== 'number') {
    script.session.ignore('options', name, line.span);
    return;
  }
  const value = numberIn(written, line.span, script);
  if (value === undefined) return;
  script.alter({ target: isTemperature ? { kind: 'temperature' } : { kind: 'option', name }, value });
}

const SET: ScriptCommand = {
  name: 'set',
  usage: 'set name = value',
  doc: 'Sets a variable ($name); temp is the temperature of the analyses behind it.',
  read: (line, script) => {
    const text = restOf(line);
    const [, name = '', written = ''] = /^([\w.]+)\s*=\s*(.*)$/s.exec(text) ?? [];
    if (name === '') return;
    const value = written.trim().replace(/^\(\s*(.*?)\s*\)$/s, '$1');
    script.variables.set(name.toLowerCase(), value.replace(/^"(.*)"$/s, '$1'));
    // What a bridge is between a net and a node of one name stands in a table of its own.
    if (/^(no_)?auto_bridge/i.test(name)) script.session.ignore('commands', `set ${name}`, line.span);
    if (name.toLowerCase() === 'temp') setOption('temp', value, line, script);
  },
};

export const ALTER_COMMANDS: readonly ScriptCommand[] = Object.freeze([
  ALTER,
  ALTERPARAM,
  RESET,
  OPTION,
  SET,
]);
