/**
 * Evaluates the inputs of a block of steps before it runs: for the step from t_k to t_k+1
 *
 *     u~ = (1/h) integral of u over the step   or   theta u_k+1 + (1 - theta) u_k,
 *     u+ = u at the point where y is taken (t_k+1, or t_k+gamma in the full scheme),
 *
 * then one number a guard: the input's part of its control, at t_k+1 for a switch controlled by sources
 * alone, at t_k otherwise (CONVENTIONS 10). Derivatives of sources are always averaged: samples would miss
 * their impulses, and the states that they drive would no longer agree with the sources.
 */
import type { LinearStepper } from './linear-stepper.js';
import type { LinearSystem } from './linear-system.js';

export function fillStepInputs(
  system: LinearSystem,
  stepper: LinearStepper,
  k0: number,
  count: number,
  time: (k: number) => number,
): void {
  const { scheme, buffers } = stepper;
  const { varying, varyingInY, hasConstant, osi } = scheme;
  const { inputs, inputWidth, guardCount } = buffers;
  const stride = inputWidth + guardCount;
  // Step by step: what one callback writes for all rows is then asked for while it still has it.
  const steps = varying.length + varyingInY.length > 0 ? count : 0;
  const weighted = steps > 0 && osi.source === 'sample' && osi.field === 'ends';
  let t1 = time(k0);
  for (let k = 0; k < steps; k++) {
    const t0 = t1;
    t1 = time(k0 + k + 1);
    for (let a = 0; a < varying.length; a++) {
      const signal = system.signals[varying[a]!];
      if (!signal) continue;
      inputs[k * stride + a] = weighted && !signal.impulse ? signal.value(t0) : osi.inputOver(signal, t0, t1);
    }
    const t = osi.relation === 'end' ? t1 : osi.gamma * t1 + (1 - osi.gamma) * t0;
    for (let a = 0; a < varyingInY.length; a++) {
      const signal = system.signals[varyingInY[a]!];
      if (signal) inputs[k * stride + varying.length + a] = signal.value(t);
    }
  }
  if (weighted) weighSamples(system, stepper, count, t1);
  if (hasConstant) for (let k = 0; k < count; k++) inputs[k * stride + inputWidth - 1] = 1;
  system.guards.forEach(({ ku, guard }, g) => {
    for (let k = 0; k < count; k++) {
      const t = time(guard.sourceOnly ? k0 + k + 1 : k0 + k);
      let control = 0;
      for (let j = 0; j < ku.length; j++) {
        if (ku[j] !== 0) control += ku[j]! * (system.signals[j]?.value(t) ?? 0);
      }
      inputs[k * stride + inputWidth + g] = control;
    }
  });
}

/** Turns the samples u_k of a block into theta u_k+1 + (1 - theta) u_k: each grid point was asked for once. */
function weighSamples(
  system: LinearSystem,
  { scheme, buffers }: LinearStepper,
  count: number,
  end: number,
): void {
  const { varying, osi } = scheme;
  const { inputs, inputWidth, guardCount } = buffers;
  const stride = inputWidth + guardCount;
  const { theta } = osi;
  for (let a = 0; a < varying.length; a++) {
    const signal = system.signals[varying[a]!];
    if (!signal || signal.impulse) continue;
    let sample = inputs[a]!;
    for (let k = 0; k < count; k++) {
      const next = k + 1 < count ? inputs[(k + 1) * stride + a]! : signal.value(end);
      inputs[k * stride + a] = theta * next + (1 - theta) * sample;
      sample = next;
    }
  }
}
