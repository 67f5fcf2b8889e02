/** The parameters of NMOS and PMOS models of BSIM4 in one table. */
import type { ParameterSpec } from '../../../netlist/language.js';
import { bsim4ChannelRows } from './bsim4-channel-rows.js';
import { bsim4JunctionRows } from './bsim4-junction-rows.js';
import { bsim4Rows } from './bsim4-rows.js';
import { type RowRules, specsOf } from './parameter-rows.js';

const rules: RowRules = {
  positive: new Set(['toxe', 'toxp', 'toxm', 'toxref', 'eot', 'w', 'l', 'epsrox', 'epsrsub']),
  notNegative: new Set(['rsh', 'rshg', 'cjs', 'cjsws', 'cjswgs', 'cjd', 'cjswd', 'cjswgd', 'gbmin']),
  aliases: new Map([['vth0', ['vtho']]]),
};

/** Returns them. */
export function bsim4ModelParameters(): readonly ParameterSpec[] {
  return [
    { name: 'level', unit: '', range: 'positive', doc: 'model level: 14 or 54' },
    {
      name: 'version',
      unit: '',
      text: 'word',
      doc: '4.0 to 4.5, which are one, 4.6, 4.7 or 4.8, which is taken where it is absent',
    },
    {
      name: 'tnom',
      unit: 'Celsius',
      default: 27,
      range: 'temperature',
      aliases: ['tref'],
      doc: 'temperature of the given values',
    },
    ...specsOf(bsim4ChannelRows, rules, true),
    ...specsOf(bsim4Rows, rules, false),
    ...specsOf(bsim4JunctionRows, rules, false),
  ];
}
