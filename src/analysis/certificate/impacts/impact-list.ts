/**
 * The impulses P of contacts that hit, and what each costs,
 *
 *     - P (w- + w+)/2,     w- and w+ its velocities before and behind
 *
 * which is the work of the impulse, whatever its law is (Kelvin). The first are kept, all are counted.
 */
import type { MechanicalDomain, MechanicalDomains } from '../../../netlist/flat-circuit.js';
import type { Certificate, Impulse, ImpulseUnit } from '../certificate.js';

const maxKept = 1000;
/** Impulses below this part of the largest of their impact are rounding. */
export const roundingPart = 1e-12;

/** Energy that an impact gains, in parts of what its impulses move, is more than rounding. */
const clearGain = 1e-6;

/** An impact that gives more energy than it takes. */
export interface ImpactGain {
  /** Seconds, joules. */
  readonly time: number;
  readonly energy: number;
  readonly elements: readonly string[];
}

/** A contact as the certificate names it. */
export interface ImpactContact {
  readonly element: string;
  readonly unit: 'N s' | 'N m s';
}

/** Returns the contact that a branch is a part of. */
export function contactOf(branch: string, domains: MechanicalDomains | undefined): ImpactContact {
  const element = branch.replace(/#.*/, '');
  return { element, unit: domains?.ports.get(element) === 'rotational' ? 'N m s' : 'N s' };
}

/** The unit of the impulse of what flows through an element, or of what is across it; `domain`: absent where it is electrical. */
export function impulseUnit(isFlow: boolean, domain: MechanicalDomain | undefined): ImpulseUnit {
  if (!domain) return isFlow ? 'A s' : 'V s';
  if (domain === 'rotational') return isFlow ? 'N m s' : 'rad';
  return isFlow ? 'N s' : 'm';
}

/** What an impact does to one contact; velocities before and behind it. */
export interface ContactImpulse {
  readonly contact: ImpactContact;
  readonly size: number;
  readonly before: number;
  readonly after: number;
}

export class ImpactList {
  readonly impulses: Impulse[] = [];
  /** Lost in all, joules. */
  energyLost = 0;
  /** The largest gain of an impact. */
  gain: ImpactGain | undefined;
  #leftOut = 0;

  /** Adds one impact. */
  add(time: number, impact: readonly ContactImpulse[]): void {
    this.#noteGain(time, impact);
    const largest = impact.reduce((most, { size }) => Math.max(most, Math.abs(size)), 0);
    for (const { contact, size, before, after } of impact) {
      const energyLost = (-size * (before + after)) / 2;
      this.energyLost += energyLost;
      if (Math.abs(size) <= roundingPart * largest) continue;
      const { element, unit } = contact;
      if (this.impulses.length < maxKept) this.impulses.push({ time, element, size, unit, energyLost });
      else this.#leftOut++;
    }
  }

  #noteGain(time: number, impact: readonly ContactImpulse[]): void {
    let [gained, moved] = [0, 0];
    for (const { size, before, after } of impact) {
      gained += (size * (before + after)) / 2;
      moved += (Math.abs(size) * (Math.abs(before) + Math.abs(after))) / 2;
    }
    if (gained <= clearGain * moved || gained <= (this.gain?.energy ?? 0)) return;
    this.gain = { time, energy: gained, elements: impact.map(({ contact }) => contact.element) };
  }

  /** Entries of the certificate that say how many are not kept. */
  get leftOut(): Pick<Certificate, 'leftOut'> {
    return this.#leftOut === 0 ? {} : { leftOut: { impulses: this.#leftOut, zenoPoints: 0, slides: 0 } };
  }
}
