/**
 * Parts of the junctions of VBIC, of the subset of `grammar/slopes`: growth of a current, and the charge of a depletion layer over its
 * capacitance at 0 V.
 */

/** Above this x an exponential goes on straight: no voltage overflows, and no circuit comes there. */
const top = 80;

/** e^x. */
export function exponential(x: number): number {
  if (x > top) return Math.exp(top) * (1 + x - top);
  return Math.exp(x);
}

/** x^m of a positive x. */
export function powerOf(x: number, m: number): number {
  return Math.exp(m * Math.log(x));
}

/** Of potential p and grading m: p (1 - (1 - v/p)^(1-m)) / (1-m) up to FC p, with the slope of its capacitance there beyond. */
function bent(v: number, p: number, m: number, fc: number): number {
  const beyond = v - p * fc;
  if (beyond > 0) {
    const steep = powerOf(1 - fc, -1 - m);
    const low = (p * (1 - steep * (1 - fc) * (1 - fc))) / (1 - m);
    return low + beyond * (1 - fc + (0.5 * m * beyond) / p) * steep;
  }
  return (p * (1 - powerOf(1 - v / p, 1 - m))) / (1 - m);
}

/** The voltage v - FC p below 0, rounded off over `a`, above -FC p. */
function below(v: number, p: number, fc: number, a: number): number {
  const over = v - p * fc;
  return 0.5 * (over - Math.sqrt(over * over + 4 * a * a)) + p * fc;
}

/** The same charge with a constant capacitance beyond FC p, passed into smoothly over `a`. */
function rounded(v: number, p: number, m: number, fc: number, a: number): number {
  const v0 = below(0, p, fc, a);
  const vl = below(v, p, fc, a);
  const first = (-p * powerOf(1 - v0 / p, 1 - m)) / (1 - m);
  const low = (-p * powerOf(1 - vl / p, 1 - m)) / (1 - m);
  return low + powerOf(1 - fc, -m) * (v - vl + v0) - first;
}

export function depletion(v: number, p: number, m: number, fc: number, a: number): number {
  if (a > 0) return rounded(v, p, m, fc, a);
  return bent(v, p, m, fc);
}

/** What of 2 v + VRT - FC p over VRT + FC p lies between -1 and 1, rounded off over `a` and `art`. */
function within(x: number, a: number, art: number): number {
  const near = Math.sqrt((x - 1) * (x - 1) + 4 * a * a);
  const far = Math.sqrt((x + 1) * (x + 1) + 4 * art * art);
  return (2 * x) / (near + far);
}

/** The charge where the layer reaches through at -VRT: with a constant capacitance below too. */
function reaching(v: number, p: number, m: number, fc: number, a: number, vrt: number, art: number): number {
  const end = p * fc;
  const range = vrt + end;
  const x0 = within((vrt - end) / range, a, art);
  const v0 = 0.5 * (x0 * range - vrt + end);
  const first = (p * (1 - powerOf(1 - v0 / p, 1 - m))) / (1 - m);
  const x = within((2 * v + vrt - end) / range, a, art);
  const vl = 0.5 * (x * range - vrt + end);
  const low = (p * (1 - powerOf(1 - vl / p, 1 - m))) / (1 - m);
  const part = 0.5 * (x + 1);
  const reached = powerOf(1 + vrt / p, -m);
  const open = powerOf(1 - fc, -m);
  const c = (1 - part) * reached + part * open;
  return (v - vl + v0) * c + low - first;
}

/** That of the collector, with VRT. */
export function collectorDepletion(
  v: number,
  p: number,
  m: number,
  fc: number,
  a: number,
  vrt: number,
  art: number,
): number {
  if (a > 0) {
    if (vrt > 0 && art > 0) return reaching(v, p, m, fc, a, vrt, art);
    return rounded(v, p, m, fc, a);
  }
  if (vrt > 0 && v < -vrt) {
    const whole = powerOf(1 + vrt / p, 1 - m);
    return (p * (1 - whole * (1 - ((1 - m) * (v + vrt)) / (p + vrt)))) / (1 - m);
  }
  return bent(v, p, m, fc);
}
