/** Work in pauses, for whoever does not pause. */

/** Does the work without pauses; returns what comes of it. */
export function resultOf<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** Work that has no pauses, for whoever pauses. */
export function* withoutPause<Result>(work: () => Result): Generator<void, Result> {
  yield* [];
  return work();
}
