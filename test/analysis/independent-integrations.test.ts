/**
 * Demonstrations beside integrations of their equations that share nothing with this program: the motion by SciPy's LSODA and DOP853
 * (relative tolerance 1e-9 and below), contacts, restitution, switches and diodes by conditions of its own written by hand.
 */
import { describe, expect, test } from 'vitest';
import { netlistText, run } from './run-netlist.js';

interface Impact {
  /** Seconds, m/s before the impact. */
  readonly time: number;
  readonly speed: number;
}

const demonstrations: Readonly<
  Record<
    string,
    { readonly mass: number; readonly e: number; readonly off: number; readonly impacts: readonly Impact[] }
  >
> = {
  // A period of 4.28 ms in which the contact breaks and makes: the phase gathers what is off.
  buzzer: {
    ...{ mass: 3e-3, e: 0.4, off: 1e-5 },
    impacts: [
      { time: 1.3608413701e-3, speed: 0.94823312 },
      { time: 5.5143145731e-3, speed: 0.73481848 },
      { time: 9.8852448778e-3, speed: 0.80920955 },
      { time: 14.1497857439e-3, speed: 0.8021937 },
      { time: 18.4253013719e-3, speed: 0.80179666 },
      { time: 22.7013106275e-3, speed: 0.80190159 },
      { time: 26.9771635441e-3, speed: 0.80189888 },
      { time: 31.2530215819e-3, speed: 0.8018979 },
      { time: 35.5288810077e-3, speed: 0.801898 },
      { time: 39.8047402827e-3, speed: 0.801898 },
      { time: 44.0805995526e-3, speed: 0.801898 },
      { time: 48.3564584248e-3, speed: 0.801898 },
    ],
  },
  // The driver chops between the impacts.
  valve: {
    ...{ mass: 8e-3, e: 0.3, off: 1e-4 },
    impacts: [
      { time: 1.9375717139e-3, speed: 1.55186868 },
      { time: 2.0791605824e-3, speed: 0.52315277 },
      { time: 2.1162892926e-3, speed: 0.16129437 },
      { time: 2.1270508777e-3, speed: 0.04876135 },
      { time: 2.1302475715e-3, speed: 0.01466151 },
    ],
  },
  // It hangs for 1.4 ms at the voltage of its pull-in.
  'mems-switch': {
    ...{ mass: 1e-9, e: 0.3, off: 1e-5 },
    impacts: [
      { time: 82.398593571e-3, speed: 0.2047032708 },
      { time: 82.3990925769e-3, speed: 0.0612148933 },
      { time: 82.3992292203e-3, speed: 0.0183478028 },
    ],
  },
};

describe.each(Object.entries(demonstrations))('%s', (file, { mass, e, off, impacts }) => {
  test('hits as an independent integration has it', () => {
    const text = netlistText(`electromechanics/${file}.cir`).replace(/^\.(meas|options).*\n/gm, '');
    const { certificate } = run(text, { certificate: 'sampled', reltol: 1e-6 });
    expect(certificate.missed).toEqual([]);
    // P = m (1 + e) v-; steps keep relative errors of the largest speeds.
    const impulse = (speed: number): number => mass * (1 + e) * speed;
    const largest = impulse(Math.max(...impacts.map(({ speed }) => speed)));
    impacts.forEach(({ time, speed }, k) => {
      const found = certificate.impulses[k];
      expect(Math.abs((found?.time ?? NaN) / time - 1)).toBeLessThan(off);
      expect(Math.abs((found?.size ?? NaN) - impulse(speed))).toBeLessThan(1e-3 * largest);
    });
  });
});

test('the MEMS switch has its hysteresis: it opens at the voltage at which it may, far below that at which it closed', () => {
  const text = netlistText('electromechanics/mems-switch.cir')
    .replace(/^\.(meas|options).*\n/gm, '')
    .replace(/^\.end/m, '.meas tran at FIND v(p) WHEN f(ystop1)=-1f RISE=LAST\n.end');
  const { report } = run(text, { certificate: 'sampled', reltol: 1e-6 });
  // sqrt(2 k g h^2/(eps0 A)) with g = 2 um, h = 0.1 um; the integration has it at 0.950540387 V.
  const closed = Math.sqrt((2 * 2 * 2e-6 * 1e-14) / (8.8541878128e-12 * 1e-8));
  expect(Math.abs((report.measures?.[0]?.value ?? NaN) / closed - 1)).toBeLessThan(1e-6);
  expect(Math.abs(closed - 0.950540387)).toBeLessThan(1e-6);
});
