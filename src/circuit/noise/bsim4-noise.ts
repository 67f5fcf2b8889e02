/**
 * Noise of BSIM4: its resistances, those of RDSMOD = 1 among them, shot noise of what tunnels through the gate, thermal noise of the
 * channel by TNOIMOD = 0, which is taken for all, with the channel's charge Q,
 *
 *     4 k T NTNOI u Q / (u Q Rds + Leff^2),
 *
 * and 1/f noise: KF |Id|^AF / (COXE Leff^2 f^EF) with FNOIMOD = 0, else that of traps in the oxide, of the channel and of weak
 * inversion, S Sw / (S + Sw): with the carriers N0 at the source and Nl at the drain, and N* of weak inversion,
 *
 *     S  = q^2 k T Id u / (1e10 A COXE L^2) (NOIA ln((N0 + N*) / (Nl + N*)) + NOIB (N0 - Nl) + NOIC / 2 (N0^2 - Nl^2))
 *          + k T Id^2 / (1e10 W NF L^2) dL (NOIA + NOIB Nl + NOIC Nl^2) / (Nl + N*)^2,     dL = litl ln((d / litl + EM) / Esat),
 *     Sw = NOIA k T Id^2 / (1e10 W NF L N*^2),          L = Leff - 2 LINTNOI; all over f^EF.
 *
 * Transistors in parallel are independent. Source: BSIM4.8 manual, ch. 9.
 */
import { elementaryCharge } from '../laws/bsim3/bsim3-body.js';
import { centredCapacitance, writeCurrent } from '../laws/bsim4/bsim4-current.js';
import { writeEndCurrent } from '../laws/bsim4/bsim4-end-current.js';
import { writeGateCurrent } from '../laws/bsim4/bsim4-gate-current.js';
import { writeMobility } from '../laws/bsim4/bsim4-mobility.js';
import { bsim4Jet, bsim4JetLength, bsim4Place } from '../laws/bsim4/bsim4-places.js';
import { bsim4SeriesLaw } from '../laws/bsim4/bsim4-series-law.js';
import { writeThreshold } from '../laws/bsim4/bsim4-threshold.js';
import { channelGate } from '../laws/channel-charge.js';
import { readerOf } from '../laws/law-parameters.js';
import { elementary } from '../laws/semiconductor.js';
import { noLess, upTo } from '../laws/smooth-bounds.js';
import type { LawBranch } from '../primitives.js';
import {
  type NoiseGenerator,
  type OperatingElement,
  ownLaw,
  resistanceNoise,
  shotNoise,
  thermalNoise,
} from './noise-generator.js';

const place = bsim4Place;
const jet = bsim4Jet;

/** J/K. */
const boltzmann = 1.380649e-23;
/** Traps are told per cm. */
const perCentimetre = 1e10;
const endRounding = 0.02;
const least = 1e-38;
const leastPart = 0.1;

/** Returns that of M with a model of levels 14 and 54. */
export function bsim4Noise(operating: OperatingElement): NoiseGenerator[] {
  const branch = ownLaw(operating);
  if (!branch) return [];
  const channel = channelOf(operating, branch);
  const { model, element, temperature } = operating;
  const count = element.parameters.get('m') ?? 1;
  const given = readerOf(model);
  const [drain = '', gate = '', source = '', bulk = ''] = branch.reads;
  const thermal = given('ntnoi', 1) * count * thermalConductance(channel);
  const isTrapped = given('fnoimod', 1) !== 0;
  const flicker = isTrapped ? trapNoise(channel, operating) : flickerNoise(channel, operating);
  const { jets, isForward } = channel;
  const at = (name: keyof typeof jet): number => channel.whole * count * (jets[jet[name]] ?? 0);
  const low = at('toLow') + at('lowEdge');
  const high = at('toHigh') + at('highEdge');
  return [
    ...resistanceNoise(operating),
    ...seriesNoise(operating),
    thermalNoise(branch, 'id', thermal, temperature),
    ...(flicker > 0
      ? [{ part: '1overf', a: drain, b: source, density: count * flicker, exponent: given('ef', 1) }]
      : []),
    shotNoise({ a: gate, b: source }, 'igs', isForward ? low : high),
    shotNoise({ a: gate, b: drain }, 'igd', isForward ? high : low),
    shotNoise({ a: gate, b: bulk }, 'igb', at('toBulk')),
  ].filter(({ density }) => density > 0);
}

/** Resistances that are laws. */
function seriesNoise({ branches, element, temperature, at }: OperatingElement): NoiseGenerator[] {
  return branches
    .filter((one): one is LawBranch => one.kind === 'law' && one.law === bsim4SeriesLaw)
    .map((one) =>
      thermalNoise(one, one.name.slice(element.name.length + 1), at(one).df[0] ?? 0, temperature),
    );
}

interface Channel {
  readonly p: Float64Array;
  readonly jets: Float64Array;
  readonly vds: number;
  readonly isForward: boolean;
  /** Fingers. */
  readonly whole: number;
}

/** Works out the channel of one finger at the operating point. */
function channelOf({ voltage, element }: OperatingElement, { reads, parameters: p }: LawBranch): Channel {
  const [vd = 0, vg = 0, vs = 0, vb = 0] = reads.map(voltage);
  const sign = p[place.sign] ?? 1;
  const isForward = sign * (vd - vs) >= 0;
  const lowest = isForward ? vs : vd;
  const [vgs, vds, vbs] = [sign * (vg - lowest), Math.abs(vd - vs), sign * (vb - lowest)];
  const jets = new Float64Array(bsim4JetLength);
  writeThreshold(p, 0, vgs, vds, vbs, jets);
  writeMobility(p, 0, jets);
  writeCurrent(p, 0, vds, jets);
  if ((p[place.isTunnelling] ?? 0) > 0) {
    writeGateCurrent(p, 0, jets);
    const [low, high] = isForward ? [place.source, place.drain] : [place.drain, place.source];
    writeEndCurrent(p, 0, low, high, vgs, vds, vbs, jets);
  }
  return { p, jets, vds, isForward, whole: element.parameters.get('nf') ?? 1 };
}

function thermalConductance({ p, jets, vds, whole }: Channel): number {
  const of = (name: keyof typeof place): number => p[place[name]] ?? NaN;
  const vgsteff = jets[jet.vgsteff] ?? NaN;
  const steep = (jets[jet.bulk0] ?? NaN) * of('chargeFactor');
  const end = vds === 0 ? 0 : upTo(vds, vgsteff / steep, endRounding);
  const perOxide = of('area') / of('oxide');
  const capacitance = whole * perOxide * centredCapacitance(p, 0, vgsteff);
  // Of the gate's charge what is not that of the bulk.
  const x = steep * end;
  const charge = channelGate(capacitance, vgsteff, x, x);
  const mobility = (jets[jet.mobility] ?? NaN) * Math.abs(charge);
  const series = (jets[jet.series] ?? 0) / (of('isOld') > 0 ? 1 : whole);
  return mobility / (mobility * series + of('length') ** 2);
}

/** FNOIMOD = 0, of one transistor. */
function flickerNoise({ p, jets, whole }: Channel, { model }: OperatingElement): number {
  const given = readerOf(model);
  const current = Math.max(least, whole * Math.abs(jets[jet.drain] ?? 0));
  const [length = NaN, oxide = NaN] = [p[place.length], p[place.oxide]];
  return (given('kf', 0) * current ** given('af', 1)) / (length * length * oxide);
}

/** FNOIMOD = 1, of one transistor. */
function trapNoise({ p, jets, vds, whole }: Channel, { model, temperature }: OperatingElement): number {
  const given = readerOf(model);
  const of = (name: keyof typeof place): number => p[place[name]] ?? NaN;
  const at = (name: keyof typeof jet): number => jets[jet[name]] ?? NaN;
  const isN = of('sign') > 0;
  const [a, b, c] = [
    given('noia', isN ? 6.25e41 : 6.188e40),
    given('noib', isN ? 3.125e26 : 1.5e25),
    given('noic', 8.75e9),
  ];
  const current = whole * Math.abs(at('drain'));
  const length = of('length') - 2 * given('lintnoi', 0);
  const characteristic = of('characteristic');
  const em = given('em', 4.1e7);
  const critical = (2 * of('velocity')) / at('mobility');
  const past = ((vds - at('end')) / characteristic + em) / critical;
  const shortened = em > 0 ? Math.max(0, characteristic * Math.log(Math.max(past, least))) : 0;
  const energy = boltzmann * temperature;
  const vgsteff = at('vgsteff');
  const oxide = of('oxide');
  const full = (oxide * vgsteff) / elementary;
  const rest = full * (1 - (at('bulk') * at('end')) / (vgsteff + 2 * of('thermal')));
  const depletion = (of('depletion') * at('rootPhi')) / of('rootPhi');
  // A is that without KETA here.
  const unheld = at('bulk') * noLess(1 + of('keta') * at('vbs'), leastPart);
  const weak =
    (of('thermal') / elementaryCharge) * (oxide + of('substrate') / depletion + of('interfaces') * oxide);
  const crowd = Math.log(Math.max((full + weak) / (rest + weak), least));
  const along =
    ((elementary * elementary * energy * current * at('mobility')) /
      (perCentimetre * unheld * oxide * length * length)) *
    (a * crowd + b * (full - rest) + 0.5 * c * (full * full - rest * rest));
  const width = of('width') * whole;
  const beyond =
    ((energy * current * current) / (perCentimetre * length * length * width)) *
    shortened *
    ((a + b * rest + c * rest * rest) / ((rest + weak) * (rest + weak)));
  const strong = along + beyond;
  const below = (a * energy * current * current) / (perCentimetre * width * of('length') * weak * weak);
  return strong + below > 0 ? (strong * below) / (strong + below) : 0;
}
