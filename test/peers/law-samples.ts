/** Random devices for comparisons of laws with ngspice, and what they are held to. Both have Vt in common (`sameThermalVoltage`). */
import { expect } from 'vitest';
import { RandomStream } from '../../src/base/random.js';
import { type Instance, valuesAt } from '../circuit/laws/law-checks.js';
import {
  type BiasedDevice,
  ngspiceCapacitances,
  ngspiceCurrents,
  sameThermalVoltage,
} from './ngspice-devices.js';

export interface Sample extends BiasedDevice {
  readonly ours: (celsius: number, nominal: number) => Instance;
  /** Amperes and farads by which the laws are known to differ, from an instance's parameters. */
  readonly apart?: (parameters: Float64Array) => readonly [current: number, capacitance: number];
}

const samples = 60;

/** Draws from a range. */
export type Draw = (low: number, high: number) => number;

export function drawn<Drawn extends Sample>(
  seed: number,
  draw: (uniform: Draw, decade: Draw, either: () => boolean) => Drawn,
): Drawn[] {
  const random = new RandomStream(seed);
  const uniform: Draw = (low, high) => low + (high - low) * random.uniform();
  const decade: Draw = (low, high) => 10 ** uniform(Math.log10(low), Math.log10(high));
  return Array.from({ length: samples }, () => draw(uniform, decade, () => random.uniform() < 0.5));
}

export function expectCurrents(devices: readonly Sample[], celsius: number, relative: number): void {
  const theirs = ngspiceCurrents(devices, celsius);
  devices.forEach((device, k) => {
    const instance = device.ours(sameThermalVoltage(celsius), sameThermalVoltage(27));
    const { f } = valuesAt(instance, device.volts);
    const [apart = 0] = device.apart?.(instance.parameters) ?? [];
    const largest = f.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    f.forEach((current, terminal) => {
      const wanted = theirs[k]?.[terminal] ?? NaN;
      // A current that is the difference of larger ones has their rounding.
      const allowed = relative * Math.abs(wanted) + 1e-12 * largest + apart;
      expect(
        Math.abs(current - wanted),
        `${device.model} at ${device.volts.join(' ')}: ${current}, ${wanted}`,
      ).toBeLessThanOrEqual(allowed);
    });
  });
}

export function expectCapacitances(
  devices: readonly Sample[],
  celsius: number,
  relative: number,
  frequency = 1e3,
): void {
  const theirs = ngspiceCapacitances(devices, celsius, frequency);
  devices.forEach((device, k) => {
    const instance = device.ours(sameThermalVoltage(celsius), sameThermalVoltage(27));
    const { dq } = valuesAt(instance, device.volts);
    const [, apart = 0] = device.apart?.(instance.parameters) ?? [];
    const largest = dq.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    dq.forEach((capacitance, entry) => {
      const wanted = theirs[k]?.[entry] ?? NaN;
      expect(
        Math.abs(capacitance - wanted),
        `${device.model} at ${device.volts.join(' ')}, ${entry}: ${capacitance}, ${wanted}`,
      ).toBeLessThanOrEqual(relative * largest + apart);
    });
  });
}

/**
 * Compares the drain's currents. `threshold` is the difference of thresholds in volts: ours is 1e-4 K warmer, for the same Vt.
 * ngspice's VDMOS has 1e15 Ohm from drain to source.
 */
export function expectChannels(
  devices: readonly Sample[],
  celsius: number,
  relative: number,
  threshold: number,
): void {
  const theirs = ngspiceCurrents(devices, celsius);
  devices.forEach((device, k) => {
    const instance = device.ours(sameThermalVoltage(celsius), sameThermalVoltage(27));
    const { f, df } = valuesAt(instance, device.volts);
    const wanted = theirs[k]?.[0] ?? NaN;
    const moved = threshold * Math.abs(df[1] ?? NaN);
    expect(
      Math.abs((f[0] ?? NaN) - wanted),
      `${device.model} at ${device.volts.join(' ')}: ${f[0]}, ${wanted}`,
    ).toBeLessThanOrEqual(relative * Math.abs(wanted) + moved + 4e-14);
  });
}
