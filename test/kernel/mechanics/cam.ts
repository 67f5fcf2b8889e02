/** The cam and follower of [notes] 14: three arcs of the profile, c, c' and c'' of the time. */

/** As in the reference run, whose pi has nine digits. */
const PI = 3.14159265;
const [Rb, k1, k2, rho1, rho3] = [0.4, 0.45, 0.40393320723821, 0.85, 0.15];
const rho2 = 0.55393320723821;
const [beta2, beta3] = [1.050328174371336, 1.22173047639603];

export interface CamPoint {
  readonly c: number;
  readonly rate: number;
  readonly acceleration: number;
}

/** The height c (m) of the cam, its rate and acceleration at t (s). */
export function camProfile(rpm: number, t: number): CamPoint {
  let w = (2 * PI * rpm) / 60;
  let b = (w * t + PI / 2) % (2 * PI);
  if (b > PI) {
    b = 2 * PI - b;
    w = -w;
  }
  const lifted = (c: number, rate: number, acceleration: number): CamPoint => ({
    c: c - 0.3,
    rate,
    acceleration,
  });
  if (b <= PI / 2) return lifted(Rb, 0, 0);
  if (b <= PI / 2 + beta2) {
    const [cos, sin] = [Math.cos(b), Math.sin(b)];
    const s = Math.sqrt(1 - ((cos * k1) / rho1) ** 2);
    const T = cos ** 2 - sin ** 2 - (k1 * sin * cos) ** 2 / (rho1 ** 2 * s ** 2);
    return lifted(
      -k1 * sin + rho1 * s,
      (-k1 * cos + (k1 ** 2 * sin * cos) / (rho1 * s)) * w,
      (k1 * sin + (k1 ** 2 / (rho1 * s)) * T) * w ** 2,
    );
  }
  if (b <= PI / 2 + beta3) {
    const [cos, sin] = [Math.cos(b + PI / 9), Math.sin(b + PI / 9)];
    const s = Math.sqrt(1 - ((sin * k2) / rho3) ** 2);
    const [cos3, sin3] = [Math.cos(b - beta3), Math.sin(b - beta3)];
    const s3 = Math.sqrt(1 - ((cos3 * k2) / rho3) ** 2);
    const T3 = cos3 ** 2 - sin3 ** 2 - (k2 * sin3 * cos3) ** 2 / (rho3 ** 2 * s3 ** 2);
    return lifted(
      -k2 * cos + rho3 * s,
      (k2 * sin - (k2 ** 2 * sin * cos) / (rho3 * s)) * w,
      (-k2 * sin3 + (k2 ** 2 / (rho3 * s3)) * T3) * w ** 2,
    );
  }
  return lifted(rho2, 0, 0);
}
