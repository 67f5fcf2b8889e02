/**
 * Currents and charges of VBIC between its inner nodes (b, e, c with x outside and i inside of their resistances, s the substrate, p the
 * parasitic transistor), voltages counted forward; parameters are those of `vbic-heat.ts`. With d(v) the charge of a depletion layer
 * over its capacitance (`vbic-junctions.ts`) and E(v, N) = e^(v / N Vt) - 1:
 *
 *     If = IS E(vbei, NF),   Ir = IS ISRR E(vbci, NR),   q1 = 1 + d_be/VER + d_bc/VEF (no less than 1e-4),   q2 = If/IKF + Ir/IKR,
 *     qb = (q1 + (q1^(1/NKF) + 4 q2)^NKF) / 2,  with QBM:  q1 (1 + (1 + 4 q2)^NKF) / 2,
 *     transport  If / qb - Ir / qb,   base  WBE (IBEI E(vbei, NEI) + IBEN E(vbei, NEN) - breakdown), 1 - WBE of vbex,
 *     collector  IBCI E(vbci, NCI) + IBCN E(vbci, NCN) - (transport - both) AVC1 vl e^(-AVC2 vl^(MC - 1)),
 *                vl = (PC - vbci + sqrt((PC - vbci)^2 + 0.01)) / 2,
 *     epitaxy    (vrci + Vt (Ki - Kx - ln((Ki + 1)/(Kx + 1)))) / RCI = i0,   K = sqrt(1 + GAMM e^(v/Vt)) of vbci and vbcx,
 *                i = i0 / sqrt(1 + (RCI i0 / VO / (1 + sqrt(vrci^2 + 0.01) / (2 VO HRCF)))^2),
 *     base resistance RBI / qb, parasitic RBP / qbp,   Ip = ISP (WSP e^(vbep/NFP Vt) + (1 - WSP) e^(vbci/NFP Vt) - 1),
 *     qbp = (1 + sqrt(1 + 4 Ip/IKP)) / 2,   to the substrate (Ip - ISP E(vbcp, NFP)) / qbp, and IBEIP, IBENP, IBCIP, IBCNP,
 *     Qbe = CJE WBE d + TF (1 + QTF q1) (1 + XTF e^(vbci / 1.44 VTF) (If/(If + ITF))^2) If / qb,   Qbc = CJC d + TR Ir + QCO Ki,
 *     Qbep = CJEP d + TR Ip,   Qbcp = CJCP d + CCSO vbcp,   Qbcx = QCO Kx.
 *
 * The function is of the subset of `grammar/slopes`. Source: [McAndrew et al. 1996] (IEEE J. Solid-State Circuits 31, 1476); VBIC 1.2.
 */
import type { Int } from '../../../base/int.js';
import { collectorDepletion, depletion, exponential, powerOf } from './vbic-junctions.js';
import { vbicFlow, vbicHeat, vbicPlace } from './vbic-places.js';

const place = vbicPlace;
const from = vbicHeat;
const to = vbicFlow;

/** q1 and vl are rounded off over these. */
const leastWidth = 1e-4;
const avalancheRounding = 0.01;

function reciprocal(x: number): number {
  if (x > 0) return 1 / x;
  return 0;
}

/** Of base and emitter: what flows without its share WBE. */
function emitterCurrent(
  v: number,
  vt: number,
  ideal: number,
  nei: number,
  other: number,
  nen: number,
  broken: number,
): number {
  const growing = ideal * (exponential(v / (nei * vt)) - 1);
  if (other > 0) return growing + other * (exponential(v / (nen * vt)) - 1) - broken;
  return growing - broken;
}

function breakdown(
  v: number,
  vt: number,
  vbbe: number,
  nbbe: number,
  current: number,
  atZero: number,
): number {
  if (vbbe > 0) return current * (exponential((-vbbe - v) / (nbbe * vt)) - atZero);
  return 0;
}

/** Writes them. */
export function writeFlows(
  p: Float64Array,
  at: Int,
  bei: number,
  bex: number,
  bci: number,
  bep: number,
  bcp: number,
  rci: number,
  bcx: number,
  rbi: number,
  rbp: number,
  jets: Float64Array,
): void {
  const vt = jets[from.vt] as number;
  const fc = p[at + place.fc] as number;
  const me = p[at + place.me] as number;
  const mc = p[at + place.mc] as number;
  const aje = p[at + place.aje] as number;
  const ajc = p[at + place.ajc] as number;
  const vrt = p[at + place.vrt] as number;
  const art = p[at + place.art] as number;
  const pe = jets[from.pe] as number;
  const pc = jets[from.pc] as number;
  const qdbe = depletion(bei, pe, me, fc, aje);
  const qdbc = collectorDepletion(bci, pc, mc, fc, ajc, vrt, art);

  // Transport.
  const forward = (jets[from.is] as number) * (exponential(bei / ((jets[from.nf] as number) * vt)) - 1);
  const backward = (jets[from.isr] as number) * (exponential(bci / ((jets[from.nr] as number) * vt)) - 1);
  const width =
    1 +
    qdbe * reciprocal(p[at + place.ver] as number) +
    qdbc * reciprocal(p[at + place.vef] as number) -
    leastWidth;
  const q1 = 0.5 * (Math.sqrt(width * width + leastWidth * leastWidth) + width) + leastWidth;
  const q2 = forward * (jets[from.kneeF] as number) + backward * reciprocal(p[at + place.ikr] as number);
  const nkf = p[at + place.nkf] as number;
  let qb: number;
  if ((p[at + place.qbm] as number) < 0.5) qb = 0.5 * (q1 + powerOf(powerOf(q1, 1 / nkf) + 4 * q2, nkf));
  else qb = 0.5 * q1 * (1 + powerOf(1 + 4 * q2, nkf));
  const through = forward / qb;
  const back = backward / qb;
  jets[to.through] = through;
  jets[to.back] = back;

  // The parasitic transistor.
  const isp = jets[from.isp] as number;
  let parasitic = 0;
  let qbp = 1;
  let toSubstrate = 0;
  if ((p[at + place.isp] as number) > 0) {
    const nfp = p[at + place.nfp] as number;
    const wsp = p[at + place.wsp] as number;
    parasitic = isp * (wsp * exponential(bep / (nfp * vt)) + (1 - wsp) * exponential(bci / (nfp * vt)) - 1);
    qbp = 0.5 * (1 + Math.sqrt(1 + 4 * parasitic * reciprocal(p[at + place.ikp] as number)));
    toSubstrate = (parasitic - isp * (exponential(bcp / (nfp * vt)) - 1)) / qbp;
  }
  jets[to.iccp] = toSubstrate;

  // Junctions.
  const wbe = p[at + place.wbe] as number;
  const nei = p[at + place.nei] as number;
  const nen = p[at + place.nen] as number;
  const ibei = jets[from.ibei] as number;
  const iben = jets[from.iben] as number;
  const vbbe = jets[from.vbbe] as number;
  const nbbe = jets[from.nbbe] as number;
  const ebbe = jets[from.ebbe] as number;
  const ibbe = p[at + place.ibbe] as number;
  let ibe = 0;
  let ibex = 0;
  if (wbe > 0)
    ibe = wbe * emitterCurrent(bei, vt, ibei, nei, iben, nen, breakdown(bei, vt, vbbe, nbbe, ibbe, ebbe));
  if (wbe < 1)
    ibex =
      (1 - wbe) * emitterCurrent(bex, vt, ibei, nei, iben, nen, breakdown(bex, vt, vbbe, nbbe, ibbe, ebbe));
  jets[to.ibe] = ibe;
  jets[to.ibex] = ibex;
  const nci = p[at + place.nci] as number;
  const ncn = p[at + place.ncn] as number;
  const ibcj = emitterCurrent(bci, vt, jets[from.ibci] as number, nci, jets[from.ibcn] as number, ncn, 0);
  let avalanche = 0;
  const avc1 = p[at + place.avc1] as number;
  if (avc1 > 0) {
    const over = pc - bci;
    const vl = 0.5 * (Math.sqrt(over * over + avalancheRounding) + over);
    avalanche =
      (through - back - ibcj) * avc1 * vl * Math.exp(-(jets[from.avc2] as number) * powerOf(vl, mc - 1));
  }
  jets[to.ibc] = ibcj - avalanche;
  jets[to.ibep] = emitterCurrent(
    bep,
    vt,
    jets[from.ibeip] as number,
    nci,
    jets[from.ibenp] as number,
    ncn,
    0,
  );
  const ncip = p[at + place.ncip] as number;
  const ncnp = p[at + place.ncnp] as number;
  jets[to.ibcp] = emitterCurrent(
    bcp,
    vt,
    jets[from.ibcip] as number,
    ncip,
    jets[from.ibcnp] as number,
    ncnp,
    0,
  );

  // Resistances.
  const gamm = jets[from.gamm] as number;
  let ki = 1;
  let kx = 1;
  if ((p[at + place.gamm] as number) > 0) {
    ki = Math.sqrt(1 + gamm * exponential(bci / vt));
    kx = Math.sqrt(1 + gamm * exponential(bcx / vt));
  }
  let irci = 0;
  if ((p[at + place.rci] as number) > 0) {
    const resistance = jets[from.rci] as number;
    const ohmic = (rci + vt * (ki - kx - Math.log((ki + 1) / (kx + 1)))) / resistance;
    irci = ohmic;
    if ((p[at + place.vo] as number) > 0) {
      const vo = jets[from.vo] as number;
      const later = 1 + (0.5 * reciprocal(p[at + place.hrcf] as number) * Math.sqrt(rci * rci + 0.01)) / vo;
      const fast = (resistance * ohmic) / (vo * later);
      irci = ohmic / Math.sqrt(1 + fast * fast);
    }
  }
  jets[to.irci] = irci;
  let irbi = 0;
  if ((p[at + place.rbi] as number) > 0) irbi = (rbi * qb) / (jets[from.rbi] as number);
  jets[to.irbi] = irbi;
  let irbp = 0;
  if ((p[at + place.rbp] as number) > 0) irbp = (rbp * qbp) / (jets[from.rbp] as number);
  jets[to.irbp] = irbp;
  jets[to.ircx] = (p[at + place.rcx] as number) > 0 ? 1 / (jets[from.rcx] as number) : 0;
  jets[to.irbx] = (p[at + place.rbx] as number) > 0 ? 1 / (jets[from.rbx] as number) : 0;
  jets[to.ire] = (p[at + place.re] as number) > 0 ? 1 / (jets[from.re] as number) : 0;
  jets[to.irs] = (p[at + place.rs] as number) > 0 ? 1 / (jets[from.rs] as number) : 0;

  // Charges.
  let growing = 1 + (p[at + place.qtf] as number) * q1;
  const xtf = p[at + place.xtf] as number;
  if (xtf > 0 && forward > 0) {
    const itf = p[at + place.itf] as number;
    const share = itf > 0 ? forward / (forward + itf) : 1;
    const byCollector = exponential((bci * reciprocal(p[at + place.vtf] as number)) / 1.44);
    growing = growing * (1 + xtf * byCollector * (itf > 0 ? share * share : 1));
  }
  const cje = jets[from.cje] as number;
  jets[to.qbe] = cje * wbe * qdbe + (p[at + place.tf] as number) * growing * through;
  jets[to.qbex] = wbe < 1 ? cje * (1 - wbe) * depletion(bex, pe, me, fc, aje) : 0;
  const tr = p[at + place.tr] as number;
  const qco = p[at + place.qco] as number;
  jets[to.qbc] = (jets[from.cjc] as number) * qdbc + tr * backward + qco * ki;
  jets[to.qbcx] = qco * kx;
  let layer = 0;
  if ((p[at + place.cjep] as number) > 0)
    layer = (jets[from.cjep] as number) * collectorDepletion(bep, pc, mc, fc, ajc, vrt, art);
  jets[to.qbep] = layer + tr * parasitic;
  let substrate = (p[at + place.ccso] as number) * bcp;
  if ((p[at + place.cjcp] as number) > 0) {
    const ms = p[at + place.ms] as number;
    substrate =
      substrate +
      (jets[from.cjcp] as number) *
        depletion(bcp, jets[from.ps] as number, ms, fc, p[at + place.ajs] as number);
  }
  jets[to.qbcp] = substrate;
}
