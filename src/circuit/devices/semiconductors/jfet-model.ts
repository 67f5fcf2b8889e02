/** The parameters of NJF and PJF models: level 1, and what level 2 (Parker-Skellern) has beside and instead. */
import type { ModelSyntax, ParameterSpec } from '../../../netlist/language.js';
import { flickerParameters } from '../parts/flicker-parameters.js';
import { spec } from '../parts/parameter-spec.js';

export const parkerSkellernLevel = 2;

/** What straight segments leave out; the smooth form of level 1 has it. */
export const smoothOnly: readonly ParameterSpec[] = Object.freeze<ParameterSpec[]>([
  spec('b', '', 1, 'finite', 'doping tail: 1 is a parabola; level 1'),
  spec('eg', 'eV', 1.11, 'finite', 'energy gap, for IS at other temperatures; level 1'),
  spec('xti', '', 0, 'finite', 'temperature exponent of IS; PSpice has 3; level 1'),
  spec('betatce', '%/K', 0, 'finite', 'exponential growth of BETA; level 1'),
  spec('bex', '', undefined, 'finite', 'temperature exponent of BETA, instead of BETATCE; level 1'),
  spec('vtotc', 'V/K', undefined, 'finite', 'drift of VTO; level 1'),
  spec('tcv', 'V/K', 0, 'finite', 'minus the drift of VTO, where VTOTC is absent; level 1'),
]);

const shared: readonly ParameterSpec[] = [
  { ...spec('vto', 'V', -2, 'finite', 'threshold voltage'), aliases: ['vt0'] },
  spec('beta', 'A/V^2', 1e-4, 'positive', 'transconductance; level 2: A/V^Q'),
  spec('lambda', '1/V', 0, 'finite', 'channel length modulation; segments leave it out, noted'),
  spec('rd', 'Ohm', 0, 'non-negative', 'drain resistance'),
  spec('rs', 'Ohm', 0, 'non-negative', 'source resistance'),
  spec('cgs', 'F', 0, 'non-negative', 'gate-source capacitance at 0 V'),
  spec('cgd', 'F', 0, 'non-negative', 'gate-drain capacitance at 0 V'),
  { ...spec('pb', 'V', 1, 'positive', 'gate junction potential'), aliases: ['vbi'] },
  spec('m', '', 0.5, 'non-negative', 'grading coefficient; 0: constant; level 1'),
  spec('fc', '', 0.5, 'finite', 'part of PB above which capacitances are linear, below 1'),
  spec('is', 'A', 1e-14, 'positive', 'saturation current of the gate junctions'),
  spec('n', '', 1, 'positive', 'emission coefficient of the gate junctions'),
  spec('tnom', 'Celsius', 27, 'temperature', 'temperature of the given values'),
];

/** What level 2 alone has. */
export const ofParkerSkellern: readonly ParameterSpec[] = Object.freeze<ParameterSpec[]>([
  spec('p', '', 2, 'positive', 'exponent of the linear region'),
  spec('q', '', 2, 'positive', 'exponent of the saturated region'),
  spec('xi', '', 1000, 'positive', 'saturation voltage over VBI - VTO far above the threshold'),
  spec('mxi', '', 0, 'non-negative', 'XI by the gate voltage'),
  spec('z', '', 1, 'non-negative', 'roundness of the knee'),
  spec('vst', 'V', 0, 'non-negative', 'in what the current falls by e below the threshold, over Q'),
  spec('mvst', '1/V', 0, 'non-negative', 'VST by the drain voltage'),
  spec('lfgam', '', 0, 'finite', 'threshold by vgd, slowly'),
  spec('lfg1', '1/V', 0, 'finite', 'LFGAM by vgs'),
  spec('lfg2', '1/V', 0, 'finite', 'LFGAM by vgd'),
  spec('hfgam', '', undefined, 'finite', 'threshold by vgd, at once; absent: LFGAM'),
  spec('hfg1', '1/V', 0, 'finite', 'HFGAM by vgs'),
  spec('hfg2', '1/V', 0, 'finite', 'HFGAM by vgd'),
  spec('hfeta', '', 0, 'finite', 'threshold by vgs, at once'),
  spec('hfe1', '1/V', 0, 'finite', 'HFETA by vgd'),
  spec('hfe2', '1/V', 0, 'finite', 'HFETA by vgs'),
  spec('taug', 's', 0, 'non-negative', 'time between at once and slowly'),
  spec('delta', '1/W', 0, 'non-negative', 'what the power takes from the current'),
  spec('taud', 's', 0, 'non-negative', 'time over which the power counts'),
  spec('ibd', 'A', 0, 'non-negative', 'breakdown current of the gate junctions; 0: none'),
  spec('vbd', 'V', 1, 'positive', 'in what it grows by e'),
  spec('acgam', '', 0, 'finite', 'gate capacitances by the drain voltage'),
  spec('xc', '', 0, 'unit-interval', 'part of CGS that pinch-off leaves'),
  spec('cds', 'F', 0, 'non-negative', 'drain-source capacitance'),
]);

const ofFirst: readonly string[] = ['m', ...smoothOnly.map(({ name }) => name)];

/** Returns the names of a model's parameters that its level does not have. */
export function passedOver(parameters: ReadonlyMap<string, number>, level: number): string[] {
  const others = level === parkerSkellernLevel ? ofFirst : ofParkerSkellern.map(({ name }) => name);
  return others.filter((name) => parameters.has(name)).map((name) => name.toUpperCase());
}

export function jfetModel(type: 'njf' | 'pjf'): ModelSyntax {
  return {
    type,
    doc: `${type === 'njf' ? 'N' : 'P'}-channel junction FET; level 2 is that of Parker and Skellern.`,
    parameters: [
      spec('level', '', 1, 'positive', 'model level: 1 or 2; others are refused'),
      ...shared,
      ...smoothOnly,
      ...ofParkerSkellern.map((one) => ({ ...one, doc: `${one.doc}; level 2` })),
      ...flickerParameters,
    ],
    ignored: ['nlev', 'gdsnoi', 'isr', 'nr', 'alpha', 'vk', 'ver'],
  };
}
