/**
 * Evaluates the inputs of a block of steps before it runs: for the step from t_k to t_k+1
 *
 *     u~ = (1/h) integral of u over the step   or   theta u_k+1 + (1 - theta) u_k,
 *     u+ = u at the point where y is taken (t_k+1, or t_k+gamma in the full scheme),
 *
 * then one number a guard: the input's part of its control, at t_k+1 for a switch controlled by sources
 * alone, at t_k otherwise (conventions: simultaneous events). Derivatives of sources are always averaged: samples would miss
 * their impulses, and the states that they drive would no longer agree with the sources.
 */
import type { LinearStepper } from './linear-stepper.js';
import type { LinearSystem } from './linear-system.js';
import type { Signal } from '../../modeling/signals/signal.js';

/** Part of a step behind its end within which a control that turns does so at the end: times of edges are rounded. */
export const sameInstant = 1e-9;
/** Part of a time by which it and the same time as another product are off. */
const timeRounding = 8 * Number.EPSILON;

/** Writes the input 1 of every step, once for all blocks. */
export function fillConstant({ scheme, buffers }: LinearStepper): void {
  const { inputs, inputWidth, guardCount } = buffers;
  const stride = inputWidth + guardCount;
  if (!scheme.hasConstant) return;
  for (let at = inputWidth - 1; at < inputs.length; at += stride) inputs[at] = 1;
}

/** Takes the block's grid points, times[0 .. count]. */
export function fillStepInputs(
  system: LinearSystem,
  stepper: LinearStepper,
  times: Float64Array,
  count: number,
): void {
  const { inputs, inputWidth, guardCount } = stepper.buffers;
  const stride = inputWidth + guardCount;
  fillStepwise(system, stepper, times, count);
  fillSamples(system, stepper, times, count);
  system.guards.forEach(({ ku, guard }, g) => {
    for (let k = 0; k < count; k++) {
      const [from, to] = [times[k]!, times[k + 1]!];
      const t = guard.sourceOnly ? to + Math.max(sameInstant * (to - from), timeRounding * to) : from;
      let control = 0;
      for (let j = 0; j < ku.length; j++) {
        if (ku[j] !== 0) control += ku[j]! * (system.signals[j]?.value(t) ?? 0);
      }
      inputs[k * stride + inputWidth + g] = control;
    }
  });
}

/** Whether a step takes theta u_k+1 + (1 - theta) u_k of an input of the dynamics. */
function isWeighted({ scheme: { osi } }: LinearStepper, signal: Signal | undefined): boolean {
  return osi.source === 'sample' && osi.field === 'ends' && signal?.impulse === undefined;
}

/** Step by step: what one callback writes for all rows is then asked for while it still has it. */
function fillStepwise(
  system: LinearSystem,
  stepper: LinearStepper,
  times: Float64Array,
  count: number,
): void {
  const { varying, varyingInY, osi } = stepper.scheme;
  const { inputs, inputWidth, guardCount } = stepper.buffers;
  const stride = inputWidth + guardCount;
  let stepwise = varyingInY.length > 0;
  for (const j of varying) stepwise ||= !isWeighted(stepper, system.signals[j]);
  for (let k = 0; stepwise && k < count; k++) {
    const t0 = times[k]!;
    const t1 = times[k + 1]!;
    for (let a = 0; a < varying.length; a++) {
      const signal = system.signals[varying[a]!];
      if (signal && !isWeighted(stepper, signal)) inputs[k * stride + a] = osi.inputOver(signal, t0, t1);
    }
    const t = osi.relation === 'end' ? t1 : osi.gamma * t1 + (1 - osi.gamma) * t0;
    for (let a = 0; a < varyingInY.length; a++) {
      const signal = system.signals[varyingInY[a]!];
      if (signal) inputs[k * stride + varying.length + a] = signal.value(t);
    }
  }
}

/** Weighted samples signal by signal, each asked for once a grid point. */
function fillSamples(system: LinearSystem, stepper: LinearStepper, times: Float64Array, count: number): void {
  const { varying, osi } = stepper.scheme;
  const { inputs, inputWidth, guardCount } = stepper.buffers;
  const stride = inputWidth + guardCount;
  const end = times[count]!;
  for (let a = 0; a < varying.length; a++) {
    const signal = system.signals[varying[a]!];
    if (!signal || !isWeighted(stepper, signal)) continue;
    if (signal.sample) signal.sample(times, count, inputs, a, stride);
    else for (let k = 0; k < count; k++) inputs[k * stride + a] = signal.value(times[k]!);
    const last = a + (count - 1) * stride;
    weighSamples(inputs, a, last, stride, osi.theta);
    inputs[last] = osi.theta * signal.value(end) + (1 - osi.theta) * inputs[last]!;
  }
}

/** u_k becomes theta u_k+1 + (1 - theta) u_k before `last`; by itself, as short loops are optimised first. */
function weighSamples(
  inputs: Float64Array,
  first: number,
  last: number,
  stride: number,
  theta: number,
): void {
  const rest = 1 - theta;
  for (let at = first; at < last; at += stride)
    inputs[at] = theta * inputs[at + stride]! + rest * inputs[at]!;
}

/** The first entry of the inputs of `count` steps that is not finite; -1 where all are. */
export function firstNotFinite({ buffers }: LinearStepper, count: number): number {
  const { inputs, inputWidth, guardCount } = buffers;
  const length = count * (inputWidth + guardCount);
  // v - v is 0 of a finite number, else NaN.
  let zero = 0;
  for (let at = 0; at < length; at++) zero += inputs[at]! - inputs[at]!;
  return zero === 0 ? -1 : inputs.findIndex((value, at) => at < length && !Number.isFinite(value));
}
