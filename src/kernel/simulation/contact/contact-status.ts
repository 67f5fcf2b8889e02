/** What contacts do in a step, and the numbers of modes made of it. */

/** Absent by forecast, open, closed (between bounds), sliding. */
export const contactStatus = Object.freeze({ absent: 0, open: 1, closed: 2, sliding: 3 });

/** An impulse this near to its cone, relative, slides. */
export const slidingPart = 1e-9;

/** Numbers of modes by what every contact does; beyond `keptModes` every change is a new one. */
export class ModeNumbers {
  readonly #numbers = new Map<string, number>();
  #next = 0;

  get seen(): number {
    return this.#next;
  }

  numberOf(status: Uint8Array): number {
    const key = String.fromCharCode(...status.subarray(0, keyLength));
    let number = status.length <= keyLength ? this.#numbers.get(key) : undefined;
    if (number === undefined) {
      number = this.#next++;
      if (this.#numbers.size < keptModes) this.#numbers.set(key, number);
    }
    return number;
  }
}

const keptModes = 4096;
/** Contacts of a key; with more of them modes practically never return, and keys would cost more than steps. */
const keyLength = 256;
