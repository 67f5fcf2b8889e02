/**
 * What the certificate says of a run by events besides residuals: impulses with the energy that they cost, where
 * events accumulated, and what slid. A run may have millions of each; the first are kept, all are counted.
 */
import type { ReducedSystem } from '../../../circuit/compiler/compiled-circuit.js';
import type { Observer, SimulationEvent, SlidingInterval } from '../../../kernel/simulation/stream.js';
import type { MechanicalDomains } from '../../../netlist/flat-circuit.js';
import type { ZenoPoint, Impulse, ImpulseUnit, Slide } from '../certificate.js';
import type { ExactEnergyLedger } from '../energy/exact-energy-ledger.js';
import { dot } from '../energy/energy-ledger.js';
import { frictionForces } from './friction-elements.js';
import { impulseUnit, roundingPart } from './impact-list.js';
import { type JumpPoint, jumpPoint } from '../jump-point.js';

/** Entries of each kind that are kept. */
const maxKept = 1000;

export class JumpRecorder implements Observer {
  readonly impulses: Impulse[];
  readonly zenoPoints: ZenoPoint[] = [];
  readonly slides: Slide[] = [];
  /** Entries that are not kept. */
  readonly leftOut = { impulses: 0, zenoPoints: 0, slides: 0 };

  /** Of friction over the point: its rows have parts of its bound. */
  readonly #frictionForce: ReadonlyMap<string, Float64Array>;

  constructor(
    private readonly system: ReducedSystem,
    private readonly energy: ExactEnergyLedger,
    start: readonly Impulse[],
    private readonly domains?: MechanicalDomains,
  ) {
    this.impulses = [...start];
    this.#frictionForce = frictionForces(system, domains);
  }

  /** Jumps, Zeno points and slides are told by the loop itself. */
  skippable(): number {
    return Infinity;
  }

  event(event: SimulationEvent): void {
    const { kind } = event;
    if (kind === 'switch' || kind === 'mode' || kind === 'source') return;
    const { time, rows, sliding } = event;
    if (kind === 'zeno') this.#keep('zenoPoints', { time, elements: this.#names(rows) });
    if (sliding) this.#keep('slides', this.#slide(sliding));
    const jump = jumpPoint(event, this.system);
    if (jump) this.#jump(event, jump);
  }

  #jump({ time, rows, impulse }: SimulationEvent, { before, after, impulses }: JumpPoint): void {
    let energyLost = this.energy.addJump(before, after, impulses);
    const ofFriction = new Set<string>();
    const found = rows.flatMap((row): Omit<Impulse, 'time' | 'energyLost'>[] => {
      const [element, unit] = [this.#name(row), this.#unit(row)];
      const force = this.#frictionForce.get(element);
      if (force === undefined) {
        const sign = this.system.rows[row]?.multiplier === 'voltage' ? -1 : 1;
        return [{ element, unit, size: sign * (impulse?.[row] ?? 0) }];
      }
      if (ofFriction.has(element)) return [];
      ofFriction.add(element);
      return [{ element, unit, size: dot(force, impulses) }];
    });
    const largest = new Map<ImpulseUnit, number>();
    for (const { size, unit } of found) largest.set(unit, Math.max(largest.get(unit) ?? 0, Math.abs(size)));
    for (const { size, unit, element } of found) {
      if (Math.abs(size) <= roundingPart * (largest.get(unit) ?? 0)) continue;
      this.#keep('impulses', { time, element, size, unit, energyLost });
      energyLost = 0;
    }
  }

  #unit(row: number): Impulse['unit'] {
    const isFlow = this.system.rows[row]?.multiplier !== 'voltage';
    return impulseUnit(isFlow, this.domains?.ports.get(this.#name(row)));
  }

  #slide({ row, ...interval }: SlidingInterval): Slide {
    return { element: this.#name(row), ...interval };
  }

  #name(row: number): string {
    const element = this.system.branches[this.system.rows[row]?.branch ?? -1]?.element ?? `row ${row}`;
    // The parts of a contact are in series.
    const whole = element.replace(/#.*/, '');
    return this.domains?.ports.has(whole) === true ? whole : element;
  }

  #names(rows: readonly number[]): string[] {
    return [...new Set(rows.map((row) => this.#name(row)))];
  }

  #keep<Kind extends keyof JumpRecorder['leftOut']>(kind: Kind, entry: JumpRecorder[Kind][number]): void {
    const list: JumpRecorder[Kind][number][] = this[kind];
    if (list.length < maxKept) list.push(entry);
    else this.leftOut[kind]++;
  }
}
