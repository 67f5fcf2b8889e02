/** Weight of 1 kg. */
export function ballFExt(_t, out) {
  out.fill(0);
  out[0] = -9.81;
}
