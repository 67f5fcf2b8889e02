/**
 * The parameters of VBIC at a temperature T, T0 being TNOM, r = T / T0, Vt = k T / q:
 *
 *     I(T) = I (r^X e^(-EA (1 - r) / Vt))^(1/N)      of saturation currents, with X and EA of each,
 *     R(T) = R r^X,   VO(T) = VO r^XVO,   IKF(T) = IKF r^XIKF,   GAMM(T) = GAMM r^XIS e^(-EA (1 - r) / Vt),
 *     NF(T) = NF (1 + TNF (T - T0)),   AVC2 likewise with TAVC,   VBBE with TVBBE1 and TVBBE2,   NBBE with TNBBE,
 *     P(T) = p + 2 Vt ln((1 + sqrt(1 + 4 e^(-p/Vt))) / 2),
 *            p = 2 r Vt0 ln(2 sinh(P / 2 Vt0)) - 3 Vt ln r - EA (r - 1),      C(T) = C (P / P(T))^M.
 *
 * The function is of the subset of `grammar/slopes`. Source: [McAndrew et al. 1996] (IEEE J. Solid-State Circuits 31, 1476); VBIC 1.2.
 */
import type { Int } from '../../../base/int.js';
import { vbicHeat, vbicPlace } from './vbic-places.js';

const place = vbicPlace;
const to = vbicHeat;

/** V/K, as the model has it. */
const boltzmann = 1.380662e-23 / 1.602189e-19;

/** Returns by how much a saturation current grows. */
function growth(logRatio: number, fall: number, exponent: number, gap: number, emission: number): number {
  return Math.exp((exponent * logRatio - gap * fall) / emission);
}

function power(logRatio: number, exponent: number): number {
  return Math.exp(exponent * logRatio);
}

/** Returns a built-in potential. */
function builtIn(
  potential: number,
  gap: number,
  tnom: number,
  ratio: number,
  vt: number,
  logRatio: number,
): number {
  const vt0 = boltzmann * tnom;
  const sinh = potential / (2 * vt0) + Math.log1p(-Math.exp(-potential / vt0));
  const p = 2 * vt0 * sinh * ratio - 3 * vt * logRatio - gap * (ratio - 1);
  return p + 2 * vt * Math.log(0.5 * (1 + Math.sqrt(1 + 4 * Math.exp(-p / vt))));
}

/** Writes them, `rise` kelvin above the instance's own temperature. */
export function writeHeat(p: Float64Array, at: Int, rise: number, jets: Float64Array): void {
  const tnom = p[at + place.tnom] as number;
  const kelvin = (p[at + place.tdev] as number) + rise;
  const vt = boltzmann * kelvin;
  const ratio = kelvin / tnom;
  const warmer = kelvin - tnom;
  const logRatio = Math.log(ratio);
  const fall = (1 - ratio) / vt;
  const xis = p[at + place.xis] as number;
  const xii = p[at + place.xii] as number;
  const xin = p[at + place.xin] as number;
  const eaie = p[at + place.eaie] as number;
  const eaic = p[at + place.eaic] as number;
  const eais = p[at + place.eais] as number;
  const eanc = p[at + place.eanc] as number;
  const nf = p[at + place.nf] as number;
  const nr = p[at + place.nr] as number;
  const nci = p[at + place.nci] as number;
  const ncn = p[at + place.ncn] as number;
  jets[to.vt] = vt;

  const forward = (p[at + place.is] as number) * growth(logRatio, fall, xis, p[at + place.ea] as number, nf);
  jets[to.is] = forward;
  jets[to.isr] =
    forward *
    (p[at + place.isrr] as number) *
    growth(logRatio, fall, p[at + place.xisr] as number, p[at + place.dear] as number, nr);
  jets[to.isp] =
    (p[at + place.isp] as number) *
    growth(logRatio, fall, xis, p[at + place.eap] as number, p[at + place.nfp] as number);
  jets[to.ibei] =
    (p[at + place.ibei] as number) * growth(logRatio, fall, xii, eaie, p[at + place.nei] as number);
  jets[to.iben] =
    (p[at + place.iben] as number) *
    growth(logRatio, fall, xin, p[at + place.eane] as number, p[at + place.nen] as number);
  const ideal = growth(logRatio, fall, xii, eaic, nci);
  const other = growth(logRatio, fall, xin, eanc, ncn);
  jets[to.ibci] = (p[at + place.ibci] as number) * ideal;
  jets[to.ibcn] = (p[at + place.ibcn] as number) * other;
  jets[to.ibeip] = (p[at + place.ibeip] as number) * ideal;
  jets[to.ibenp] = (p[at + place.ibenp] as number) * other;
  jets[to.ibcip] =
    (p[at + place.ibcip] as number) * growth(logRatio, fall, xii, eais, p[at + place.ncip] as number);
  jets[to.ibcnp] =
    (p[at + place.ibcnp] as number) *
    growth(logRatio, fall, xin, p[at + place.eans] as number, p[at + place.ncnp] as number);

  const tnf = 1 + warmer * (p[at + place.tnf] as number);
  jets[to.nf] = nf * tnf;
  jets[to.nr] = nr * tnf;
  jets[to.avc2] = (p[at + place.avc2] as number) * (1 + warmer * (p[at + place.tavc] as number));
  const curve = (p[at + place.tvbbe1] as number) + warmer * (p[at + place.tvbbe2] as number);
  const vbbe = (p[at + place.vbbe] as number) * (1 + warmer * curve);
  const nbbe = (p[at + place.nbbe] as number) * (1 + warmer * (p[at + place.tnbbe] as number));
  jets[to.vbbe] = vbbe;
  jets[to.nbbe] = nbbe;
  jets[to.ebbe] = Math.exp(-vbbe / (nbbe * vt));

  const pe = builtIn(p[at + place.pe] as number, eaie, tnom, ratio, vt, logRatio);
  const pc = builtIn(p[at + place.pc] as number, eaic, tnom, ratio, vt, logRatio);
  const ps = builtIn(p[at + place.ps] as number, eais, tnom, ratio, vt, logRatio);
  jets[to.pe] = pe;
  jets[to.pc] = pc;
  jets[to.ps] = ps;
  const ofCollector = power(Math.log((p[at + place.pc] as number) / pc), p[at + place.mc] as number);
  jets[to.cje] =
    (p[at + place.cje] as number) *
    power(Math.log((p[at + place.pe] as number) / pe), p[at + place.me] as number);
  jets[to.cjc] = (p[at + place.cjc] as number) * ofCollector;
  jets[to.cjep] = (p[at + place.cjep] as number) * ofCollector;
  jets[to.cjcp] =
    (p[at + place.cjcp] as number) *
    power(Math.log((p[at + place.ps] as number) / ps), p[at + place.ms] as number);

  jets[to.gamm] = (p[at + place.gamm] as number) * growth(logRatio, fall, xis, p[at + place.ea] as number, 1);
  jets[to.vo] = (p[at + place.vo] as number) * power(logRatio, p[at + place.xvo] as number);
  const ikf = p[at + place.ikf] as number;
  jets[to.kneeF] = ikf > 0 ? 1 / (ikf * power(logRatio, p[at + place.xikf] as number)) : 0;
  jets[to.rcx] = (p[at + place.rcx] as number) * power(logRatio, p[at + place.xrcx] as number);
  jets[to.rci] = (p[at + place.rci] as number) * power(logRatio, p[at + place.xrci] as number);
  jets[to.rbx] = (p[at + place.rbx] as number) * power(logRatio, p[at + place.xrbx] as number);
  jets[to.rbi] = (p[at + place.rbi] as number) * power(logRatio, p[at + place.xrbi] as number);
  jets[to.re] = (p[at + place.re] as number) * power(logRatio, p[at + place.xre] as number);
  jets[to.rs] = (p[at + place.rs] as number) * power(logRatio, p[at + place.xrs] as number);
  jets[to.rbp] = (p[at + place.rbp] as number) * power(logRatio, p[at + place.xrbp] as number);
}
