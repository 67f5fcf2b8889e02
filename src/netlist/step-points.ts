/**
 * `.step` plans -> the points of the sweep: what to elaborate again with. The first plan is the innermost.
 */
import type { StepPlan, StepTarget } from './flat-cards.js';
import type { Overrides } from './session.js';

export interface StepPoint {
  /** What is set, one entry a target: ["r1", 1000]. */
  readonly values: readonly (readonly [name: string, value: number])[];
  /** To be merged over the caller's own overrides (see `mergeOverrides`). */
  readonly overrides: Overrides;
}

/** How many points there are; a circuit without steps has one, without values. */
export function countPoints(plans: readonly StepPlan[]): number {
  return plans.reduce((product, { values }) => product * values.length, 1);
}

/** The point with that index. */
export function stepPoint(plans: readonly StepPlan[], index: number): StepPoint {
  let rest = index;
  let overrides: Overrides = {};
  const values = plans.flatMap((plan) => {
    const at = rest % plan.values.length;
    rest = Math.floor(rest / plan.values.length);
    return [plan, ...(plan.together ?? [])].map(({ target, values: all }) => {
      const value = all[at] ?? NaN;
      overrides = mergeOverrides(overrides, overrideOf(target, value));
      return [targetName(target), value] as const;
    });
  });
  return { values, overrides };
}

/** The name of a target in tables: "r1", "c1:ic", "temp". */
export function targetName(target: StepTarget): string {
  if (target.kind === 'temperature') return 'temp';
  if (target.kind === 'model') return `${target.name}:${target.parameter}`;
  const parameter = target.kind === 'element' ? target.parameter : undefined;
  return parameter === undefined ? target.name : `${target.name}:${parameter}`;
}

/** What a value of a target is elaborated with. */
export function overrideOf(target: StepTarget, value: number): Overrides {
  const entry = { [targetName(target)]: value };
  switch (target.kind) {
    case 'parameter':
      return { params: entry };
    case 'element':
      return { elements: entry };
    case 'model':
      return { models: entry };
    case 'temperature':
      return { temperature: value };
    case 'option':
      return { options: entry };
  }
}

/** Puts overrides over others; the second win. */
export function mergeOverrides(first: Overrides, second: Overrides): Overrides {
  return {
    ...first,
    ...second,
    params: { ...first.params, ...second.params },
    options: { ...first.options, ...second.options },
    elements: { ...first.elements, ...second.elements },
    models: { ...first.models, ...second.models },
  };
}
