/** Parameters as the tables of code models write them. */
import type { ModelSyntax, ParameterSpec, PortSyntax } from '../../netlist/language.js';

type Range = NonNullable<ParameterSpec['range']>;

/** A number with a default; without one, absent stays absent. */
export function real(
  name: string,
  fallback: number | undefined,
  doc: string,
  { unit = '', range = 'finite' }: { readonly unit?: string; readonly range?: Range } = {},
): ParameterSpec {
  return { name, unit, range, doc, ...(fallback !== undefined && { default: fallback }) };
}

/** A time or delay. */
export function seconds(name: string, fallback: number, doc: string): ParameterSpec {
  return real(name, fallback, doc, { unit: 's', range: 'non-negative' });
}

/** Several numbers in square brackets. */
export function list(name: string, doc: string, unit = ''): ParameterSpec {
  return { name, unit, range: 'finite', list: true, doc };
}

/** True or false. */
export function truth(name: string, fallback: boolean, doc: string): ParameterSpec {
  return { name, unit: '', range: 'unit-interval', default: fallback ? 1 : 0, doc: `${doc} (true or false)` };
}

/** A word or a text in quotes. */
export function word(name: string, doc: string): ParameterSpec {
  return { name, unit: '', text: 'word', doc };
}

/** The name of a file, which is read. */
export function file(name: string, doc: string): ParameterSpec {
  return { name, unit: '', text: 'file', doc };
}

/** What a model of this type is: its ports and parameters, and those that change nothing here. */
export function codeSyntax(
  type: string,
  doc: string,
  ports: readonly PortSyntax[],
  parameters: readonly ParameterSpec[],
  ignored: readonly string[] = [],
): ModelSyntax {
  return { type, doc, ports, parameters, ignored };
}

/** Only smooths the corners of a characteristic, which are sharp here. */
export const smoothing: readonly string[] = Object.freeze([
  'limit_range',
  'input_domain',
  'fraction',
  'den_domain',
]);
