/** Parameters of models of junctions and channels that make 1/f noise. */
import type { ParameterSpec } from '../../../netlist/language.js';
import { spec } from './parameter-spec.js';

export const flickerParameters: readonly ParameterSpec[] = Object.freeze<ParameterSpec[]>([
  spec('kf', '', 0, 'non-negative', '1/f noise, in proportion to |I|^AF / f'),
  spec('af', '', 1, 'finite', 'exponent of the current in 1/f noise'),
]);
