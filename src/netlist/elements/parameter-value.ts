/** The value of a parameter of an element, as `r1:r` and `@r1[resistance]` ask for it. */
import type { Expression } from '../../expression/ast.js';
import { numberAt } from '../../expression/simplify.js';
import type { FlatElement } from '../flat-circuit.js';
import type { LanguageIndex } from '../language-index.js';

/** Of the circuit: its language and options. */
export interface ParameterContext {
  readonly index: LanguageIndex;
  readonly options: ReadonlyMap<string, { readonly value: number | string }>;
}

/** Celsius. */
const usualTemperature = 27;

/** The value of an element's parameter; undefined where it has none of that name. */
export function parameterOf(
  element: FlatElement,
  parameter: string,
  circuit: ParameterContext,
): number | Expression | undefined {
  const { value } = circuit.index.element(element.letter)?.syntax ?? {};
  const flat = element.expressions?.get(parameter);
  const factor = temperatureFactor(element, circuit);
  if (flat && factor !== undefined) return factor === 1 ? flat : product(factor, flat);
  // The written value is not the one at the element's temperature.
  if (factor !== 1) return undefined;
  const own =
    value?.kind === 'number' &&
    [value.parameter.name, ...(value.parameter.aliases ?? [])].includes(parameter);
  return own ? element.value : element.parameters.get(parameter);
}

/** How much more than written the value at the element's own temperature is; undefined where that is the circuit's. */
function temperatureFactor({ parameters }: FlatElement, { options }: ParameterContext): number | undefined {
  if (!parameters.has('tc1') && !parameters.has('tc2')) return 1;
  const celsius = parameters.get('temp');
  const nominal = options.get('tnom')?.value ?? usualTemperature;
  if (celsius === undefined || typeof nominal !== 'number') return undefined;
  const rise = celsius - nominal;
  return 1 + (parameters.get('tc1') ?? 0) * rise + (parameters.get('tc2') ?? 0) * rise ** 2;
}

function product(factor: number, right: Expression): Expression {
  const { span } = right;
  return { kind: 'binary', operator: '*', left: numberAt(factor, span), right, span };
}
