/**
 * Noise of a VBIC transistor: thermal of its resistances, shot of the currents across its junctions, and KFN |I|^AFN / f^BFN of
 * both bases; transistors in parallel (m) are independent. Resistances inside the law are what their currents have as slopes by their own voltages.
 *
 * Source: [McAndrew et al. 1996]; ngspice's manual, "VBIC".
 */
import { localPoint } from '../../kernel/modeling/laws/local-law.js';
import { vbicFlow, vbicPlace } from '../laws/vbic/vbic-places.js';
import {
  type NoiseGenerator,
  type OperatingElement,
  ownLaw,
  resistanceNoise,
  shotNoise,
  thermalNoise,
} from './noise-generator.js';

const innerNodes = 7;

/** Places of slopes by the voltage of its own branch. */
const byOwn = Object.freeze({ irci: 6, irbi: 8, irbp: 9 });

export function vbicNoise(operating: OperatingElement): NoiseGenerator[] {
  const branch = ownLaw(operating);
  if (!branch) return [];
  const { model, element, temperature } = operating;
  const { law, parameters, reads } = branch;
  const point = localPoint(law);
  law.evaluate(parameters, 0, Float64Array.from(reads, operating.voltage), point);
  const count = parameters[vbicPlace.count] ?? 1;
  const flow = (name: keyof typeof vbicFlow, slope = 0): number =>
    count * (point.work[vbicFlow[name] + slope] ?? 0);
  const heats = reads.length >= 2 * innerNodes - 2;
  const base = heats ? 5 : 0;
  const node = (k: number): string => reads[base + k] ?? '';
  const [cx, ci, bx, bi, ei, bp, si] = Array.from({ length: innerNodes }, (_, k) => node(k));
  const ends = (a = '', b = ''): { a: string; b: string } => ({ a, b });
  const series = heats
    ? ([
        ['rc', 'ircx', reads[0], cx],
        ['rb', 'irbx', reads[1], bx],
        ['re', 'ire', reads[2], ei],
        ['rs', 'irs', reads[3], si],
      ] as const)
    : [];
  const [kfn, afn, bfn] = [model.get('kfn') ?? 0, model.get('afn') ?? 1, model.get('bfn') ?? 1];
  const parallel = element.parameters.get('m') ?? 1;
  const flicker = (part: string, between: { a: string; b: string }, current: number): NoiseGenerator[] =>
    kfn === 0
      ? []
      : [{ part, ...between, exponent: bfn, density: parallel * kfn * Math.abs(current / parallel) ** afn }];
  return [
    // Of the thermal resistance there is none.
    ...resistanceNoise(operating).filter(({ part }) => part !== 'rth'),
    ...series.map(([part, name, a, b]) => thermalNoise(ends(a, b), part, flow(name), temperature)),
    thermalNoise(ends(cx, ci), 'rci', flow('irci', byOwn.irci), temperature),
    thermalNoise(ends(bx, bi), 'rbi', flow('irbi', byOwn.irbi), temperature),
    thermalNoise(ends(bp, cx), 'rbp', flow('irbp', byOwn.irbp), temperature),
    shotNoise(ends(ci, ei), 'ic', flow('through')),
    shotNoise(ends(bi, ei), 'ib', flow('ibe')),
    shotNoise(ends(bx, bp), 'ibep', flow('ibep')),
    shotNoise(ends(bx, si), 'iccp', flow('iccp')),
    ...flicker('1overf', ends(bi, ei), flow('ibe')),
    ...flicker('1overfibep', ends(bx, bp), flow('ibep')),
  ].filter(({ a, b }) => a !== b);
}
