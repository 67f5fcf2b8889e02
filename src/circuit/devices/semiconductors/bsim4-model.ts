/** The model of BSIM4, levels 14 and 54; its hundreds of parameters are read where a card asks for them. */
import type { ModelSyntax, ParameterSpec } from '../../../netlist/language.js';
import { bsim4ModelParameters } from './bsim4-table.js';

/** Levels of a model card that mean it. */
export const bsim4Levels = Object.freeze([14, 54]);

/** What no simulator takes from these cards, or what only those have that are not modelled. */
const ignored = Object.freeze([
  ...['ketac', 'xrcrg1', 'lxrcrg1', 'wxrcrg1', 'pxrcrg1', 'xrcrg2', 'lxrcrg2', 'wxrcrg2', 'pxrcrg2'],
  ...['tnoia', 'tnoib', 'tnoic', 'rnoia', 'rnoib', 'rnoic', 'idovvds'],
  ...['vgs_max', 'vgd_max', 'vgb_max', 'vds_max', 'vbs_max', 'vbd_max'],
  ...['vgsr_max', 'vgdr_max', 'vgbr_max', 'vbsr_max', 'vbdr_max'],
]);

export function bsim4Model(type: 'nmos' | 'pmos'): ModelSyntax {
  let parameters: readonly ParameterSpec[] | undefined;
  return {
    type: `${type}-bsim4`,
    written: { type, with: 'level', values: bsim4Levels },
    doc: `${type === 'nmos' ? 'N' : 'P'}-channel MOS transistor of levels 14 and 54: BSIM4. Names of binned parameters may begin with l, w or p: what is added by 1/L, 1/W and 1/(L W).`,
    get parameters() {
      return (parameters ??= bsim4ModelParameters());
    },
    ignored,
  };
}
