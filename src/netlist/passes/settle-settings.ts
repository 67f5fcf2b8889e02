/**
 * Temperature, gmin and seed, which expressions may use: what steps and the command line say, else the cards `.temp`
 * and `.options temp= seed=` of the main circuit, the last one counting; a value may be an expression of parameters. It is
 * read before any other value is computed. Each point of `.step` draws anew, from the seed and its number. What is wrong with a card is told where it is read as a whole.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import { parseNumber } from '../../base/units.js';
import { RandomStream } from '../../base/random.js';
import { DIALECTS } from '../../expression/dialect.js';
import { TEMP } from '../dot-cards/globals.js';
import { OPTIONS } from '../dot-cards/options.js';
import type { Session } from '../session.js';
import { textOf, type Item } from '../syntax.js';
import { isTemperature, readValue } from '../values.js';

const DEFAULT_CELSIUS = 27;
const DEFAULT_SEED = 1;
/** Siemens, as everywhere in SPICE. */
const DEFAULT_GMIN = 1e-12;
/** J/K and C, as the constants of expressions. */
const BOLTZMANN = 1.380649e-23;
const CHARGE = 1.602176634e-19;

export function settleSettings(session: Session): void {
  const { builtins, dialect, overrides } = session;
  setTemperature(DEFAULT_CELSIUS, session);
  for (const [name, value] of Object.entries(DIALECTS[dialect].constants)) builtins.set(name, value);
  if (DIALECTS[dialect].quantities.includes('gmin'))
    builtins.set('gmin', earlyOption('gmin', session) ?? DEFAULT_GMIN);
  const random = earlyOption('seed', session) ?? DEFAULT_SEED;
  if (DIALECTS[dialect].draws && Number.isFinite(random))
    session.draw(new RandomStream(random + (overrides.draw ?? 0)));
  settleTemperature(session);
}

/** Again once the branches of `.if` are chosen, which may hold such a card. */
export function settleTemperature(session: Session): void {
  const { overrides } = session;
  const celsius =
    overrides.temperature ??
    givenNumber(overrides.options?.['temp']) ??
    numberOf(temperatureCard(session), 'temperature', session) ??
    numberOf(optionNamed('temp', session), 'temp', session) ??
    DEFAULT_CELSIUS;
  // One that is refused where its card is read is no reason for more errors.
  session.temperature = isTemperature(celsius) ? celsius : DEFAULT_CELSIUS;
  setTemperature(session.temperature, session);
}

/** What expressions read of it, in degrees Celsius; VT in volts. */
function setTemperature(celsius: number, { builtins, dialect }: Session): void {
  for (const name of ['temper', 'temp']) builtins.set(name, celsius);
  if (DIALECTS[dialect].quantities.includes('vt'))
    builtins.set('vt', (BOLTZMANN * (celsius + 273.15)) / CHARGE);
}

/** The number that an option has, before the cards of options are read as a whole. */
export function earlyOption(name: string, session: Session): number | undefined {
  const given = givenNumber(session.overrides.options?.[name]);
  return given ?? numberOf(optionNamed(name, session), name, session);
}

function givenNumber(value: number | string | undefined): number | undefined {
  return typeof value === 'string' ? parseNumber(value) : value;
}

function temperatureCard({ content }: Session): Item | undefined {
  return content.cards.filter(({ reader }) => reader === TEMP).at(-1)?.card.items[0];
}

function optionNamed(name: string, { content }: Session): Item | undefined {
  const items = content.cards.filter(({ reader }) => reader === OPTIONS).flatMap(({ card }) => card.items);
  const assignments = items.filter((item) => item.kind === 'assignment');
  return assignments.filter(({ key }) => textOf(key.span).toLowerCase() === name).at(-1)?.value;
}

function numberOf(item: Item | undefined, name: string, { scope, rules }: Session): number | undefined {
  if (!item) return undefined;
  return readValue(item, { name }, name, { scope, rules, diagnostics: new Diagnostics() }, 'named');
}
