/** The parameters of NMOS and PMOS models of level 1. */
import type { ModelSyntax, ParameterSpec } from '../../netlist/language.js';
import { levelParameter } from './model-level.js';

export function channelModel(type: 'nmos' | 'pmos'): ModelSyntax {
  const spec = (
    name: string,
    unit: string,
    doc: string,
    range: ParameterSpec['range'],
    value?: number,
  ): ParameterSpec => ({
    name,
    unit,
    doc,
    ...(range && { range }),
    ...(value !== undefined && { default: value }),
  });
  return {
    type,
    doc: `${type === 'nmos' ? 'N' : 'P'}-channel MOS transistor of level 1.`,
    parameters: [
      levelParameter(1),
      { ...spec('vto', 'V', 'threshold voltage; absent: by NSUB, or 0', 'finite'), aliases: ['vt0'] },
      spec('kp', 'A/V^2', 'transconductance; absent: UO COX, or 20u', 'positive'),
      { ...spec('uo', 'cm^2/Vs', 'mobility', 'positive', 600), aliases: ['u0'] },
      spec('tox', 'm', 'oxide thickness; absent: no gate capacitance but overlaps', 'positive'),
      spec('ld', 'm', 'lateral diffusion', 'finite', 0),
      spec('rd', 'Ohm', 'drain resistance', 'non-negative', 0),
      spec('rs', 'Ohm', 'source resistance', 'non-negative', 0),
      spec('is', 'A', 'saturation current of the body diodes', 'positive', 1e-14),
      spec('n', '', 'emission coefficient of the body diodes', 'positive', 1),
      spec('cgso', 'F/m', 'gate-source overlap capacitance', 'non-negative', 0),
      spec('cgdo', 'F/m', 'gate-drain overlap capacitance', 'non-negative', 0),
      spec('cgbo', 'F/m', 'gate-bulk overlap capacitance', 'non-negative', 0),
      spec('cbd', 'F', 'bulk-drain capacitance at 0 V', 'non-negative', 0),
      spec('cbs', 'F', 'bulk-source capacitance at 0 V', 'non-negative', 0),
      spec(
        'cj',
        'F/m^2',
        'bulk junction capacitance per area, where CBD and CBS are absent',
        'non-negative',
        0,
      ),
      spec('cjsw', 'F/m', 'bulk junction capacitance per perimeter', 'non-negative', 0),
      spec('mjsw', '', 'grading coefficient of CJSW', 'non-negative', 0.5),
      spec('pb', 'V', 'bulk junction potential', 'positive', 0.8),
      spec('mj', '', 'grading coefficient of CBD, CBS and CJ; 0: constant', 'non-negative', 0.5),
      spec('fc', '', 'part of PB above which CBD and CBS are linear, below 1', 'finite', 0.5),
      spec('lambda', '1/V', 'channel length modulation; segments leave it out, noted', 'finite', 0),
      spec('gamma', 'V^0.5', 'body effect; segments leave it out, noted', 'finite'),
      spec('phi', 'V', 'surface potential', 'positive', 0.6),
      spec(
        'nsub',
        '1/cm^3',
        'doping of the bulk, for PHI, GAMMA and VTO where they are absent',
        'non-negative',
        0,
      ),
      spec('nss', '1/cm^2', 'surface states, for VTO', 'finite', 0),
      spec('tpg', '', 'gate: 1 doped as the drain, -1 as the bulk, 0 aluminium; for VTO', 'finite', 1),
      spec('js', 'A/m^2', 'saturation current of the body diodes per area', 'non-negative', 0),
      spec('rsh', 'Ohm', 'resistance of a square of drain and source, for NRD and NRS', 'non-negative', 0),
      spec('tnom', 'Celsius', 'temperature of the given values', 'temperature', 27),
      spec('w', 'm', 'channel width of elements that give none', 'positive', 1e-4),
      spec('l', 'm', 'channel length of elements that give none', 'positive', 1e-4),
    ],
    ignored: [
      ...['jssw', 'nfs', 'xj', 'ucrit'],
      ...['uexp', 'utra', 'vmax', 'neff', 'kf', 'af', 'delta', 'theta', 'eta', 'kappa'],
      ...['xqc', 'wd', 'capop', 'rg', 'rb', 'mfg', 'dw', 'tt', 'rds'],
    ],
  };
}
