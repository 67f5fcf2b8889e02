import type { LinearForm, SmoothBranch } from './primitives.js';

/** All forms that a branch holds. */
export function formsOf(branch: SmoothBranch): readonly LinearForm[] {
  if (branch.kind === 'ideal-switch') return [branch.control];
  if (branch.kind === 'current') return branch.delayed ? [branch.delayed.form] : [];
  if (branch.kind !== 'controlled') return [];
  return [
    branch.form,
    ...(branch.auxiliaries ?? []).flatMap(({ y, guard, smooth }) => [
      y,
      ...(guard ? [guard.control] : []),
      ...(guard?.measured ? [guard.measured] : []),
      ...(smooth?.arguments ?? []),
    ]),
  ];
}
