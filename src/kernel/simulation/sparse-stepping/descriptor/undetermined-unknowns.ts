/**
 * What a mode leaves undetermined, the voltage of a node with capacitors alone at an operating point, or of a group that
 * nothing ties to ground, gets 1e-12 S to ground (more where rounding hides that): there and only there, once, and it is said.
 * Where the column depends on the others all the same (a loop of gain 1, a mode that pairs pass through) it was not that node,
 * and loses it again.
 */
import type { DescriptorAssembly } from './assembly.js';
import { nearestUnknown } from './nearest-unknown.js';

/** Siemens: SPICE's gmin. */
const CONDUCTANCE = 1e-12;
/** Where that is below rounding of a resistor of milliohms beside it. */
const STRONGER = 1e-9;

export class UndeterminedUnknowns {
  /** In the order in which they were found. */
  readonly grounded: number[] = [];
  #shares = false;
  /** The column that grounding is to make independent, -1 where none is; and the unknowns that did not. */
  #column = -1;
  readonly #inVain = new Set<number>();

  constructor(private readonly assembly: DescriptorAssembly) {}

  /** Grounds what the dependent column belongs to; false where no voltage of a node is near that is not grounded yet. */
  ground(column: number): boolean {
    if (column === this.#column) {
      if (this.#strengthen()) return true;
      this.#takeBack();
    } else this.isRegular();
    const unknown = this.#nearestNode(column);
    if (unknown < 0) {
      this.isRegular();
      return false;
    }
    this.#column = column;
    this.assembly.shunts[unknown] = CONDUCTANCE;
    this.assembly.forgetLinearPart();
    this.grounded.push(unknown);
    return true;
  }

  /** What was grounded last has made J regular, or its column independent. */
  isRegular(): void {
    if (this.#column < 0) return;
    this.#column = -1;
    this.#inVain.clear();
  }

  #strengthen(): boolean {
    const { shunts } = this.assembly;
    const unknown = this.grounded.at(-1);
    if (unknown === undefined || shunts[unknown] !== CONDUCTANCE) return false;
    shunts[unknown] = STRONGER;
    this.assembly.forgetLinearPart();
    return true;
  }

  #takeBack(): void {
    const unknown = this.grounded.pop();
    if (unknown === undefined) return;
    this.assembly.shunts[unknown] = 0;
    this.assembly.forgetLinearPart();
    this.#inVain.add(unknown);
  }

  /** Says that multipliers of a mode were shared evenly. */
  share(): void {
    this.#shares = true;
  }

  /** Names of what was grounded. */
  get names(): string[] {
    return this.grounded.map((unknown) => this.assembly.system.unknownName(unknown));
  }

  /** For messages. */
  notes(): string[] {
    const { system, shunts } = this.assembly;
    const notes = this.grounded.map((unknown) => {
      const name = system.unknownName(unknown);
      return `nothing determines ${name}: it got ${shunts[unknown] ?? CONDUCTANCE} S to ground`;
    });
    if (this.#shares)
      notes.push('nothing determines how ideal parts share a current or a voltage: they share it evenly');
    return notes;
  }

  /** The first voltage of a node on the way from a column over rows to columns, breadth first. */
  #nearestNode(column: number): number {
    const { assembly } = this;
    const { pattern, shunts } = assembly;
    const isFree = (unknown: number): boolean =>
      assembly.canShunt(unknown) && shunts[unknown] === 0 && !this.#inVain.has(unknown);
    if (isFree(column)) return column;
    if (assembly.canShunt(column)) return -1;
    return nearestUnknown(pattern, column, isFree);
  }
}
