/**
 * How far Newton's method may move the voltages of a field-effect transistor in one step: its law is a parabola on one side of
 * the threshold and nothing on the other, so that tangents from either side know little of the other one. Gate voltages that
 * cross the threshold stop beside it, others move by at most twice their distance from it and 2 V more; drain voltages at most
 * treble. Source: [Nagel 1975] 5.2, [Quarles 1989] ch. 4.
 */

/** Volts beyond the threshold up to which a step that crosses it goes, on and off. */
const beyondOn = 0.5;
const beyondOff = -0.5;
/** Volts above the threshold from which on a transistor is well conducting, and where a step towards it stops. */
const wellOn = 3.5;
const barelyOn = 2;

/** Returns the gate voltage to take where Newton's method went from `last` to `wanted`. */
export function limitedGate(wanted: number, last: number, threshold: number): number {
  const from = last - threshold;
  const to = wanted - threshold;
  const farthest = 2 * Math.abs(from) + 2;
  const near = Math.max(from - farthest, Math.min(from + farthest, to));
  let taken: number;
  if (from < 0) taken = to > beyondOn ? Math.min(near, beyondOn) : near;
  else if (to >= from) taken = from < wellOn ? Math.min(near, 4) : near;
  else if (from >= wellOn) taken = to < wellOn ? Math.max(to, barelyOn) : near;
  else taken = Math.max(near, beyondOff);
  // What is not limited comes back to the bit: else an iteration would never end.
  return taken === to ? wanted : threshold + taken;
}

/** Volts by which each end may move and neither rule limits anything: the narrowest of their bounds is .5 V between two ends. */
const little = 0.2;

/** Whether drain, gate and source are all so near to where they were that nothing is limited, whatever the threshold. */
export function moveLittle(v: Float64Array, last: Float64Array): boolean {
  return (
    Math.abs((v[0] as number) - (last[0] as number)) <= little &&
    Math.abs((v[1] as number) - (last[1] as number)) <= little &&
    Math.abs((v[2] as number) - (last[2] as number)) <= little
  );
}

/** Volts: a drain voltage below is that of a triode. */
const triode = 3.5;

/** Returns the drain voltage, counted from the source. */
export function limitedDrain(wanted: number, last: number): number {
  if (last >= triode) {
    if (wanted > last) return Math.min(wanted, 3 * last + 2);
    return wanted < triode ? Math.max(wanted, 2) : wanted;
  }
  return wanted > last ? Math.min(wanted, 4) : Math.max(wanted, Math.min(last, -0.5));
}

/**
 * Limits d, g, s of v = (d, g, s, b) in place by the threshold VTH + K1 sqrt(PHI - vbs) where the transistor was. Returns whether anything
 * moved.
 */
export function limitWithBody(
  v: Float64Array,
  last: Float64Array,
  sign: number,
  atZero: number,
  k1: number,
  phi: number,
): boolean {
  if (moveLittle(v, last)) return false;
  const isForward = sign * ((last[0] as number) - (last[2] as number)) >= 0;
  const vbs = sign * ((last[3] as number) - (last[isForward ? 2 : 0] as number));
  return limitTransistor(v, last, sign, atZero + k1 * Math.sqrt(Math.max(0, phi - vbs)));
}

/**
 * Limits d, g, s, the first three of v, in place, from the end that was the source; `sign` is 1 for n channels. Returns whether
 * anything moved.
 */
export function limitTransistor(
  v: Float64Array,
  last: Float64Array,
  sign: number,
  threshold: number,
): boolean {
  if (moveLittle(v, last)) return false;
  const drain = v[0] as number;
  const gate = v[1] as number;
  const source = v[2] as number;
  const lastDrain = last[0] as number;
  const lastGate = last[1] as number;
  const lastSource = last[2] as number;
  const across = sign * (drain - source);
  const lastAcross = sign * (lastDrain - lastSource);
  if (lastAcross >= 0) {
    const g = limitedGate(sign * (gate - source), sign * (lastGate - lastSource), threshold);
    const d = limitedDrain(across, lastAcross);
    v[0] = d === across ? drain : source + sign * d;
    v[1] = g === sign * (gate - source) ? gate : source + sign * g;
  } else {
    const g = limitedGate(sign * (gate - drain), sign * (lastGate - lastDrain), threshold);
    const s = limitedDrain(-across, -lastAcross);
    v[2] = s === -across ? source : drain + sign * s;
    v[1] = g === sign * (gate - drain) ? gate : drain + sign * g;
  }
  return v[0] !== drain || v[1] !== gate || v[2] !== source;
}
