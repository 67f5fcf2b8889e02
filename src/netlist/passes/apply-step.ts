/**
 * Values that a step sets on an element: its own (`r1`), a parameter (`c1:ic`), or an argument of its source
 * function (`v1:va`). What the element does not have is an error: a step that changes nothing would be believed.
 */
import { valuePlace } from '../element-places.js';
import type { ElementDraft } from '../elements/element-draft.js';
import type { FlatSourceFunction } from '../flat-circuit.js';
import type { ParameterSpec, SourceFunctionSyntax } from '../language.js';
import type { Session } from '../session.js';
import { inRange } from '../values.js';

export function applyStep(draft: ElementDraft, session: Session): void {
  const { element } = draft;
  for (const [key, value] of Object.entries(session.overrides.elements ?? {})) {
    const at = key.lastIndexOf(':');
    const isOwn = key === element.name;
    if (!isOwn && (at < 0 || key.slice(0, at) !== element.name)) continue;
    session.appliedOverrides.add(key);
    const isSet = isOwn
      ? setOwnValue(draft, value, session)
      : setParameter(draft, key.slice(at + 1), value, session);
    if (!isSet) report(draft, isOwn ? undefined : key.slice(at + 1), session);
  }
}

/** False where the element has no value of its own. */
function setOwnValue(draft: ElementDraft, value: number, session: Session): boolean {
  const { element, indexed } = draft;
  const { value: kind } = indexed.syntax;
  if (kind.kind === 'source') element.dc = value;
  else if (kind.kind === 'number' || kind.kind === 'coupling') {
    if (!legal(draft, kind.parameter, value, session)) return true;
    element.value = value;
    if (element.expressions?.has(kind.parameter.name) === true) {
      element.expressions = new Map(
        [...element.expressions].filter(([name]) => name !== kind.parameter.name),
      );
    }
  } else if (element.law?.kind === 'linear') element.law = { ...element.law, gain: value };
  else return false;
  return true;
}

function legal({ element }: ElementDraft, spec: ParameterSpec, value: number, session: Session): boolean {
  return inRange(value, valuePlace(element), spec, element.name, session.diagnostics);
}

/** False where the element has no such parameter. */
function setParameter(draft: ElementDraft, parameter: string, value: number, session: Session): boolean {
  const { element, indexed } = draft;
  const { value: kind } = indexed.syntax;
  const own = kind.kind === 'number' || kind.kind === 'source' ? kind.parameter : undefined;
  if ((own && isCalled(own, parameter)) || (kind.kind === 'source' && parameter === 'dcv0')) {
    return setOwnValue(draft, value, session);
  }
  if (kind.kind === 'source' && /^ac(?:mag|phase)?$/.test(parameter)) {
    const { magnitude, phase } = element.ac ?? { magnitude: 0, phase: 0 };
    element.ac = parameter === 'acphase' ? { magnitude, phase: value } : { magnitude: value, phase };
    return true;
  }
  // FREQ of SIN goes before that of a port.
  const { waveform } = element;
  const syntax = waveform && session.index.sourceFunctions.get(waveform.name);
  const changed = syntax && withArgument(waveform, syntax, parameter, value);
  if (changed) {
    element.waveform = changed;
    return true;
  }
  const spec = indexed.parameters.get(parameter);
  if (!spec) return false;
  if (!legal(draft, spec, value, session)) return true;
  element.parameters = new Map(element.parameters).set(spec.name, value);
  return true;
}

function isCalled({ name, aliases = [] }: ParameterSpec, parameter: string): boolean {
  return name === parameter || aliases.includes(parameter);
}

/** The source function with another argument; those left out before it take their defaults. */
function withArgument(
  waveform: FlatSourceFunction,
  { args, parameters, pairs }: SourceFunctionSyntax,
  name: string,
  value: number,
): FlatSourceFunction | undefined {
  const named = parameters?.find((spec) => isCalled(spec, name));
  if (named) {
    return { ...waveform, parameters: new Map(waveform.parameters).set(named.name, value) };
  }
  const k = pairs === true ? -1 : args.findIndex((spec) => isCalled(spec, name));
  if (k < 0) return undefined;
  const missing = args.slice(waveform.args.length, k).map((spec) => spec.default);
  const defaults = missing.filter((given) => given !== undefined);
  if (defaults.length < missing.length) return undefined;
  const all = [...waveform.args, ...defaults];
  const spans = [...waveform.argSpans, ...defaults.map(() => waveform.span)];
  all[k] = value;
  spans[k] ??= waveform.span;
  return { ...waveform, args: all, argSpans: spans };
}

function report({ element, indexed }: ElementDraft, parameter: string | undefined, session: Session): void {
  const syntax = element.waveform && session.index.sourceFunctions.get(element.waveform.name);
  const { value } = indexed.syntax;
  const known = [
    ...(value.kind === 'number' || value.kind === 'source' ? [value.parameter] : []),
    ...indexed.syntax.parameters,
    ...(syntax?.args ?? []),
  ].map(({ name }) => name);
  const what = parameter === undefined ? 'value' : `parameter "${parameter}"`;
  const ofModel = element.model ? `; those of its model are ${element.model.name}:name` : '';
  session.diagnostics.error(
    'unknown-target',
    `${element.name} has no ${what} that a step could change`,
    element.span,
    { hint: known.length > 0 ? `name one of: ${known.join(' ')}${ofModel}` : undefined },
  );
}
