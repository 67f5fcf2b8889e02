/** Parameters of M that transistors of BSIM3 and BSIM4 have, and which of them a level leaves out. */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { ParameterSpec } from '../../../netlist/language.js';
import { bsim3Levels } from './bsim3-model.js';
import { bsim4Levels } from './bsim4-model.js';

const shared: readonly ParameterSpec[] = [
  {
    name: 'delvto',
    unit: 'V',
    default: 0,
    range: 'finite',
    aliases: ['delvt0'],
    doc: 'what VTH0 has more, BSIM3 and BSIM4',
  },
  { name: 'mulu0', unit: '', default: 1, range: 'positive', doc: 'factor of U0, BSIM3 and BSIM4' },
];

type Row = readonly [
  name: string,
  unit: string,
  range: 'positive' | 'non-negative' | 'finite',
  value: number | undefined,
  doc: string,
];

const rows: readonly Row[] = [
  ['nf', '', 'positive', 1, 'fingers of the gate, each of W / NF'],
  ['min', '', 'non-negative', 0, '1: the source has the fewer diffusions of even NF'],
  ['sa', 'm', 'non-negative', 0, 'from the gate to the edge of the diffusion, on one side: stress'],
  ['sb', 'm', 'non-negative', 0, 'the same on the other side'],
  ['sd', 'm', 'non-negative', undefined, 'between fingers; absent: 2 DMCG'],
  ['sca', '', 'non-negative', 0, 'edge of the well, WPEMOD = 1'],
  ['scb', '', 'non-negative', 0, 'the same, weighted by WEB'],
  ['scc', '', 'non-negative', 0, 'the same, weighted by WEC'],
  ['sc', 'm', 'non-negative', 0, 'distance of one edge of the well, for these'],
  ['geomod', '', 'non-negative', undefined, 'GEOMOD of the model'],
  ['rgeomod', '', 'non-negative', undefined, 'RGEOMOD of the model'],
  ['rgatemod', '', 'non-negative', undefined, 'RGATEMOD of the model'],
  ['rbodymod', '', 'non-negative', undefined, 'RBODYMOD of the model'],
  ['trnqsmod', '', 'non-negative', undefined, 'TRNQSMOD of the model'],
  ['acnqsmod', '', 'non-negative', undefined, 'ACNQSMOD of the model'],
  ['xgw', 'm', 'finite', undefined, 'XGW of the model'],
  ['ngcon', '', 'positive', undefined, 'NGCON of the model'],
  ['rbpb', 'Ohm', 'non-negative', undefined, 'RBPB of the model'],
  ['rbpd', 'Ohm', 'non-negative', undefined, 'RBPD of the model'],
  ['rbps', 'Ohm', 'non-negative', undefined, 'RBPS of the model'],
  ['rbdb', 'Ohm', 'non-negative', undefined, 'RBDB of the model'],
  ['rbsb', 'Ohm', 'non-negative', undefined, 'RBSB of the model'],
];

export const bsimElementParameters: readonly ParameterSpec[] = Object.freeze([
  ...shared,
  ...rows.map(([name, unit, range, value, doc]): ParameterSpec => ({
    name,
    unit,
    range,
    doc: `${doc}; BSIM4`,
    ...(value !== undefined && { default: value }),
  })),
]);

const ofBothLevels: ReadonlySet<string> = new Set(shared.map(({ name }) => name));
const ofBsim4: ReadonlySet<string> = new Set(rows.map(([name]) => name));

/** Returns what is said of parameters that the level of an element leaves out; undefined where there are none. */
export function bsimLeftOut({ model, parameters }: FlatElement): string | undefined {
  // Few have any, of transistors that may be many.
  let hasAny = false;
  for (const name of parameters.keys()) if (ofBsim4.has(name) || ofBothLevels.has(name)) hasAny = true;
  const level = model?.parameters.get('level') ?? 1;
  if (!hasAny || bsim4Levels.includes(level)) return undefined;
  const ofBoth = bsim3Levels.includes(level) ? [] : [...ofBothLevels];
  const given = [...ofBoth, ...ofBsim4]
    .filter((name) => parameters.has(name))
    .map((name) => name.toUpperCase());
  if (given.length === 0) return undefined;
  const all =
    given.length > 1 ? `${given.slice(0, -1).join(', ')} and ${given.at(-1) ?? ''}` : (given[0] ?? '');
  const where = ofBoth.some((name) => parameters.has(name)) ? 'levels 8, 49, 14 and 54' : 'levels 14 and 54';
  return `${all} of MOS transistors act at ${where} alone: left out`;
}
