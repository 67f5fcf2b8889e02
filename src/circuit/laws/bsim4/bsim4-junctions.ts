/**
 * The junctions of drain and source with the bulk of BSIM4:
 *
 *     IS = JS A + JSW P + JSWG Wj NF;     JS(T) = JS e^((Eg0/Vt0 - Eg/Vt + XTI ln(T/T0)) / NJ),
 *     JT = JTS A, JTSSW P, JTSSWG Wj NF (sqrt(JTWEFF / Wj) + 1), each times e^(XTS Eg0 / Vt (T/T0 - 1)),
 *     CJ A, CJSW P, CJSWG Wj NF;     C (1 + TC (T - T0)), PB - TPB (T - T0).
 *
 * P is without the side of the gate, less Wj NF where it is given with PERMOD = 1. Parameters of the drain that are not given are those of
 * the source. An end without area and perimeter has no current, through version 4.5 that of 10 fA. Source: BSIM4.8 manual, ch. 10 to 12.
 */
import { type Bsim4Geometry, bsim4Diffusion, bsim4EndResistance, type ChannelEnd } from './bsim4-geometry.js';
import { type Bsim4Junction, bsim4JunctionParameters, type Bsim4Trap } from './bsim4-junction-law.js';
import type { Bsim4Values } from './bsim4-values.js';
import type { DepletionLayer } from '../depletion-charge.js';
import { readerOf } from '../law-parameters.js';

/** Amperes: of an end without area and perimeter of old versions. */
const usualSaturation = 1e-14;
/** Volts: potentials that are not passed, at T0 and at T. */
const leastNominal = 0.1;
const leastPotential = 0.01;
/** Logarithms that no current needs, and beyond which one is straight. */
const top = 80;
const rounding = 34;
const mostGrading = 0.99;
/** Where a current of breakdown that is asked for is below IS, it is this times IS. */
const usualBreakdown = 10;

/** Reads a parameter by its names of source and drain. */
type EndReader = (source: string, drain: string, usual: number) => number;

function readerOfEnd({ model }: Bsim4Values, end: ChannelEnd): EndReader {
  return (source, drain, usual) => (end === 'd' ? model.get(drain) : undefined) ?? model.get(source) ?? usual;
}

interface EndSize {
  /** m^2, m, and m below the gate. */
  readonly area: number;
  readonly perimeter: number;
  readonly side: number;
}

function sizeOf({ model, instance }: Bsim4Values, geometry: Bsim4Geometry, end: ChannelEnd): EndSize {
  const diffusion = bsim4Diffusion(geometry, end);
  const side = geometry.width * geometry.fingers;
  const given = instance.get(`p${end}`);
  const less = (model.get('permod') ?? 1) === 0 || given === 0 ? 0 : side;
  const perimeter = given === undefined ? diffusion.perimeter : given - less;
  return {
    area: Math.max(0, instance.get(`a${end}`) ?? diffusion.area),
    perimeter: Math.max(0, perimeter),
    side,
  };
}

/** Returns the resistance of the diffusion of an end in ohms, of one transistor; 0: there is none. */
export function bsim4SheetResistance(values: Bsim4Values, geometry: Bsim4Geometry, end: ChannelEnd): number {
  const { model, instance } = values;
  const sheet = model.get('rsh') ?? 0;
  const squares = instance.get(`nr${end}`);
  if (squares !== undefined) return sheet * squares;
  const kind = instance.get('rgeomod') ?? model.get('rgeomod') ?? 0;
  return kind > 0 && sheet > 0 ? bsim4EndResistance(geometry, end, kind, sheet) : 0;
}

/** Returns the parameters of the junction of an end, all transistors in parallel. */
export function bsim4BulkJunction(
  values: Bsim4Values,
  geometry: Bsim4Geometry,
  end: ChannelEnd,
): Float64Array {
  const { model, instance, version, vt } = values;
  const of = readerOfEnd(values, end);
  const count = instance.get('m') ?? 1;
  const size = sizeOf(values, geometry, end);
  const { area, perimeter, side } = size;
  const density = of('jss', 'jsd', 1e-4) * area + of('jsws', 'jswd', 0) * perimeter;
  const grown = Math.max(0, density + of('jswgs', 'jswgd', 0) * side) * growthOf(values, of);
  const isNone = area <= 0 && perimeter <= 0;
  const saturation = isNone ? (version < 4.6 ? usualSaturation : 0) : grown;
  const slopeVoltage = Math.max(0.1, of('njs', 'njd', 1)) * vt;
  const layer = (
    farads: number,
    name: '' | 'sw' | 'swg',
    potential: number,
    grading: number,
  ): DepletionLayer => layerOf(values, name, { farads: count * farads, potential, grading });
  const usual = (name: string, otherwise: number): number => model.get(name) ?? otherwise;
  return bsim4JunctionParameters({
    saturation: count * saturation,
    slopeVoltage,
    ...kneesOf(values, of, saturation, slopeVoltage),
    traps: trapsOf(values, end, size, geometry.width).map((trap) => ({
      ...trap,
      current: count * trap.current,
    })),
    layers: [
      layer(of('cjs', 'cjd', 5e-4) * area, '', of('pbs', 'pbd', 1), of('mjs', 'mjd', 0.5)),
      layer(
        of('cjsws', 'cjswd', 5e-10) * perimeter,
        'sw',
        of('pbsws', 'pbswd', 1),
        of('mjsws', 'mjswd', 0.33),
      ),
      layer(
        of('cjswgs', 'cjswgd', usual('cjsws', 5e-10)) * side,
        'swg',
        of('pbswgs', 'pbswgd', usual('pbsws', 1)),
        of('mjswgs', 'mjswgd', usual('mjsws', 0.33)),
      ),
    ],
  });
}

function layerOf(
  { model, warmer }: Bsim4Values,
  name: '' | 'sw' | 'swg',
  { farads, potential, grading }: { farads: number; potential: number; grading: number },
): DepletionLayer {
  const given = readerOf(model);
  const heated = Math.max(leastNominal, potential) - given(`tpb${name}`, 0) * warmer;
  return {
    capacitance: Math.max(0, farads) * Math.max(0, 1 + given(`tcj${name}`, 0) * warmer),
    potential: Math.max(leastPotential, heated),
    grading: Math.min(mostGrading, grading),
    linearFrom: 0,
  };
}

/** By how much JS, JSW and JSWG grow. */
function growthOf(
  { material, vt, nominalVt, nominalKelvin, rise, warmer }: Bsim4Values,
  of: EndReader,
): number {
  if (warmer === 0) return 1;
  const gaps = material.gapAt(nominalKelvin) / nominalVt - material.gapAt(nominalKelvin + warmer) / vt;
  return Math.exp((gaps + of('xtis', 'xtid', 3) * Math.log(1 + rise)) / of('njs', 'njd', 1));
}

type Knees = Pick<Bsim4Junction, 'knee' | 'breakdown' | 'breakdownVoltage' | 'breakdownKnee' | 'isBent'>;

/** Where currents are straight by DIOMOD. */
function kneesOf(
  { model, version }: Bsim4Values,
  of: EndReader,
  saturation: number,
  slopeVoltage: number,
): Knees {
  const asked = Math.round(model.get('diomod') ?? 1);
  const kind = asked === 0 || asked === 2 ? asked : 1;
  // What is not positive was reset to the default by old versions, by new ones to 0.
  const positive = (value: number, old: number): number => (value > 0 ? value : version < 4.6 ? old : 0);
  const breakdownVoltage = positive(of('bvs', 'bvd', 10), 10);
  const part = of('xjbvs', 'xjbvd', 1);
  const breakdown = kind === 1 ? 0 : kind === 0 && part === 0 ? 0 : positive(part, 1);
  const forward = positive(of('ijthsfwd', 'ijthdfwd', 0.1), 0.1) / saturation;
  if (kind === 0) return { knee: top, breakdown, breakdownVoltage, breakdownKnee: top, isBent: false };
  const rest = breakdown * Math.exp(-Math.min(rounding, breakdownVoltage / slopeVoltage));
  const sum = 1 + forward - rest;
  const asks = positive(of('ijthsrev', 'ijthdrev', 0.1), 0.1) / saturation;
  const back = asks < 1 ? usualBreakdown : asks;
  const knee = Math.log(0.5 * (sum + Math.sqrt(sum * sum + 4 * rest)));
  return {
    knee: Number.isFinite(knee) ? knee : top,
    breakdown,
    breakdownVoltage,
    breakdownKnee: breakdown > 0 ? Math.min(top, Math.log((back - 1) / breakdown)) : top,
    isBent: kind === 2,
  };
}

/** What traps carry at the bottom, along the field's sides and below the gate. */
function trapsOf(values: Bsim4Values, end: ChannelEnd, size: EndSize, width: number): Bsim4Trap[] {
  const { model, material, vt, nominalVt, nominalKelvin, rise, version } = values;
  const of = readerOfEnd(values, end);
  const isOld = version < 4.6;
  const wider = isOld ? 1 : Math.sqrt(Math.max(0, model.get('jtweff') ?? 0) / width) + 1;
  const rows = [
    { side: '', metres: size.area },
    { side: 'sw', metres: size.perimeter },
    { side: 'swg', metres: size.side * wider },
  ] as const;
  return rows.map(({ side, metres }) => {
    const exponent = (of(`xts${side}s`, `xts${side}d`, 0.02) * material.gapAt(nominalKelvin) * rise) / vt;
    const own = isOld ? `njts${side}` : `njts${side}d`;
    const ideality = of(`njts${side}`, own, 20);
    const heated = of(`tnjts${side}`, isOld ? `tnjts${side}` : `tnjts${side}d`, 0);
    return {
      current: of(`jts${side}s`, `jts${side}d`, 0) * metres * Math.exp(Math.min(rounding, exponent)),
      slopeVoltage: nominalVt * ideality * (1 + heated * rise),
      voltage: of(`vts${side}s`, `vts${side}d`, 10),
    };
  });
}
