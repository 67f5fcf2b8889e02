/**
 * Numbers for sets of small integers: equal sets, whatever their size, have equal numbers, the empty one 0. Cost of a look
 * at a set: one map entry a member.
 */

/** Members are below this; with at most 2^31 sets a pair of both is an exact double. */
const maxMember = 2 ** 21;

export class SetInterner {
  readonly #next = new Map<number, number>();
  readonly #members: (readonly number[])[] = [[]];

  /** The number of a set, given its members in rising order. */
  of(members: readonly number[]): number {
    let set = 0;
    for (let k = 0; k < members.length; k++) set = this.with(set, members[k]!);
    return set;
  }

  /** The number of a set and one larger member. */
  with(set: number, member: number): number {
    const key = set * maxMember + member;
    let next = this.#next.get(key);
    if (next === undefined) {
      next = this.#members.length;
      this.#members.push([...this.members(set), member]);
      this.#next.set(key, next);
    }
    return next;
  }

  /** The members of a set, rising. */
  members(set: number): readonly number[] {
    return this.#members[set] ?? none;
  }
}

const none: readonly number[] = Object.freeze([]);
