/**
 * One block of a descriptor system as a descriptor system of its own: its unknowns z_b in local numbers, everything that it
 * reads of blocks before it as inputs,
 *
 *     d/dt (Q_bb z_b + q(z_b, u_b)) + K_bb z_b + f(z_b, u_b) + S_b u_b(t) = 0,      u_b = (unknowns of other blocks, inputs).
 *
 * What stores a quantity of another block (a capacitor towards an ideal source) is a linear law that reads an input.
 * Blocks that are alike (`block-shape.ts`) are worked out once. Cost: linear in the entries of all blocks.
 */
import { Triplets } from '../../../numerics/sparse/sparse-matrix.js';
import type {
  ComplementarityPair,
  DescriptorDelay,
  DescriptorGuard,
  DescriptorSystem,
  SparseForm,
} from '../../modeling/descriptor-system.js';
import type { LocalGroup, LocalLaw } from '../../modeling/laws/local-law.js';
import type { Signal } from '../../modeling/signals/signal.js';
import { BlockContents, type ContentVisitor } from './block-contents.js';
import { BlockShapes, type LocalPlaces } from './block-shape.js';
import type { DependencyBlocks } from './dependency-blocks.js';

/** A block before it has its inputs. */
export interface BlockParts {
  /** A number that it shares with blocks that are alike: they have one `system`. */
  readonly kind: number;
  /** Its unknowns and rows in the whole system, by local number. */
  readonly unknowns: readonly number[];
  readonly rows: readonly number[];
  /** The whole system's unknowns that it reads: its inputs 0 .. length - 1. */
  readonly externals: readonly number[];
  /** The whole system's inputs that it reads: its inputs behind those. */
  readonly inputs: readonly number[];
  /** Its guards by the whole system's numbers. */
  readonly guards: readonly number[];
  /** Everything but the signals; named after the first block of its kind. */
  readonly system: Omit<DescriptorSystem, 'inputs'>;
  /** The block is k z + (what other blocks and inputs say) = 0: it needs no steps. k; undefined for other blocks. */
  readonly explicit: number | undefined;
}

/** A system cut into its blocks. */
export interface SystemBlocks {
  /** In their order. */
  readonly parts: readonly BlockParts[];
  /** Block k as a system, given its inputs in the order of `externals`, then `inputs`. */
  system(k: number, inputs: readonly Signal[]): DescriptorSystem;
}

/** One system of each kind that is solved at all. */
export function systemsOf(parts: readonly BlockParts[]): BlockParts['system'][] {
  const ofKind = new Map<number, BlockParts['system']>();
  for (const { kind, explicit, system } of parts) if (explicit === undefined) ofKind.set(kind, system);
  return [...ofKind.values()];
}

/** A system with its blocks: steps take over what an operating point has found. */
export interface CutSystem {
  readonly system: DescriptorSystem;
  readonly dependencies: DependencyBlocks;
  readonly cut: SystemBlocks;
}

/** Whether two systems differ in their inputs alone. */
export function areAlike(one: DescriptorSystem, other: DescriptorSystem): boolean {
  return one.K === other.K && one.Q === other.Q && one.S === other.S && one.groups === other.groups;
}

/** Cuts the system into its blocks. */
export function blockParts(system: DescriptorSystem, blocks: DependencyBlocks): SystemBlocks {
  const places = localPlaces(blocks);
  const contents = new BlockContents(system, blocks);
  const shapes = new BlockShapes(system, blocks, places, contents);
  const firsts = new Map<number, BlockParts>();
  const notes = new InputNotes(system);
  const build = (k: number): BlockBuilder => {
    const builder = new BlockBuilder(system, blocks, places, notes, k);
    contents.visit(k, builder);
    for (const delay of system.delays) builder.addDelay(delay);
    return builder;
  };
  const parts = Array.from({ length: blocks.count }, (_, k): BlockParts => {
    const { kind, isFirst } = shapes.of(k);
    if (isFirst) {
      const first = build(k).build(kind);
      firsts.set(kind, first);
      return first;
    }
    const { externals, inputs } = shapes;
    const [from, to] = [blocks.start[k]!, blocks.start[k + 1]!];
    const { guards, explicit, system: own } = firsts.get(kind)!;
    const [unknowns, rows] = [listOf(blocks.unknowns, from, to), listOf(blocks.rows, from, to)];
    return { kind, unknowns, rows, externals, inputs, guards, explicit, system: own };
  });
  return {
    parts,
    system: (k, inputs) => {
      const own = parts[k]!;
      const isFirst = firsts.get(own.kind) === own;
      // Built again for its names, which messages need.
      return { ...(isFirst ? own : build(k).build(own.kind)).system, inputs };
    },
  };
}

/** q = c v: what a capacitance towards another block's unknown stores. */
const storedInput: LocalLaw = Object.freeze({
  name: 'charge of an input',
  reads: 1,
  rows: 1,
  parameterCount: 1,
  conducts: Uint8Array.of(0),
  stores: Uint8Array.of(1),
  evaluate: (parameters, at, v, { f, q, df, dq }) => {
    f[0] = 0;
    df[0] = 0;
    q[0] = parameters[at]! * v[0]!;
    dq[0] = parameters[at]!;
  },
} satisfies LocalLaw);

/** Numbers from[start] .. from[end - 1] with room for no more: one that grew has room for seventeen. */
function listOf(from: ArrayLike<number>, start: number, end: number): readonly number[] {
  if (end - start === 1) return [from[start]!];
  return Array.from({ length: end - start }, (_, k) => from[start + k]!);
}

function localPlaces({ start, unknowns, rows, ofUnknown, ofRow }: DependencyBlocks): LocalPlaces {
  const unknown = new Int32Array(unknowns.length);
  const row = new Int32Array(rows.length);
  unknowns.forEach((j, place) => (unknown[j] = place - start[ofUnknown[j]!]!));
  rows.forEach((i, place) => (row[i] = place - start[ofRow[i]!]!));
  return { unknown, row };
}

/** A form over (z, u) of a system with so many unknowns, in the numbers of a block that reads all of it. */
export function formWithin(
  { unknowns, externals, inputs }: BlockParts,
  wholeSize: number,
  { index, gain }: SparseForm,
): SparseForm {
  const read = (whole: number): number => {
    const own = unknowns.indexOf(whole);
    if (own >= 0) return own;
    if (whole < wholeSize) return unknowns.length + externals.indexOf(whole);
    return unknowns.length + externals.length + inputs.indexOf(whole - wholeSize);
  };
  return { index: index.map(read), gain };
}

/** values[at[0]], values[at[1]] ... */
export function picked(values: Float64Array, at: ArrayLike<number>): Float64Array {
  const out = new Float64Array(at.length);
  for (let i = 0; i < out.length; i++) out[i] = values[at[i]!]!;
  return out;
}

/** As `Int32Array.from`, which takes an iterator for its source and is slow for a few numbers. */
function mappedNumbers(from: ArrayLike<number>, map: (value: number) => number): Int32Array {
  const out = new Int32Array(from.length);
  for (let i = 0; i < out.length; i++) out[i] = map(from[i]!);
  return out;
}

/** By themselves, so that they hold nothing of what is gathered. */
function namesIn(
  whole: DescriptorSystem,
  unknowns: Int32Array,
  rows: Int32Array,
): Pick<DescriptorSystem, 'unknownName' | 'rowName'> {
  return {
    unknownName: (unknown) => whole.unknownName(unknowns[unknown]!),
    rowName: (row) => whole.rowName(rows[row]!),
  };
}

/** Instances of one law; what they read in the whole system's numbers. */
class GroupDraft {
  readonly reads: number[] = [];
  readonly rows: number[] = [];
  readonly names: string[] = [];
  #parameters = new Float64Array(16);
  #length = 0;

  /** Adds \`count\` parameters from \`at\` on: the supply of a large circuit has those of all its gates. */
  addParameters(from: ArrayLike<number>, at: number, count: number): void {
    const start = this.#length;
    this.#length += count;
    if (this.#length > this.#parameters.length) {
      const grown = new Float64Array(2 * this.#length);
      grown.set(this.#parameters);
      this.#parameters = grown;
    }
    const to = this.#parameters;
    for (let p = 0; p < count; p++) to[start + p] = from[at + p]!;
  }

  get parameters(): Float64Array {
    return this.#parameters.slice(0, this.#length);
  }
}

/** Of unknowns and inputs of the whole system the builder that noted them last, and their places among its own: one for all builders. */
class InputNotes {
  readonly by: Int32Array;
  readonly place: Int32Array;
  /** Builders so far. */
  count = 0;

  constructor({ size, inputs }: DescriptorSystem) {
    this.by = new Int32Array(size + inputs.length);
    this.place = new Int32Array(size + inputs.length);
  }
}

/** Gathers what belongs to a block; rows in local numbers, what rows read in the whole system's until all is known. */
class BlockBuilder implements ContentVisitor {
  /** Among all builders. */
  readonly #number: number;
  readonly #unknowns: Int32Array;
  readonly #rows: Int32Array;
  readonly #K = new Triplets();
  readonly #Q = new Triplets();
  readonly #S = new Triplets();
  /** Its inputs in order: other blocks' unknowns, and inputs of the whole system. */
  readonly #externals: number[] = [];
  readonly #inputs: number[] = [];
  readonly #groups = new Map<LocalLaw, GroupDraft>();
  readonly #pairs: ComplementarityPair[] = [];
  readonly #guards: DescriptorGuard[] = [];
  readonly #guardNumbers: number[] = [];
  readonly #delays: DescriptorDelay[] = [];

  constructor(
    private readonly whole: DescriptorSystem,
    private readonly blocks: DependencyBlocks,
    private readonly places: LocalPlaces,
    private readonly notes: InputNotes,
    private readonly block: number,
  ) {
    this.#number = ++notes.count;
    const [from, to] = [blocks.start[block]!, blocks.start[block + 1]!];
    this.#unknowns = blocks.unknowns.subarray(from, to);
    this.#rows = blocks.rows.subarray(from, to);
  }

  addStatic(row: number, unknown: number, value: number): void {
    if (this.#owns(unknown)) this.#K.add(this.places.row[row]!, this.places.unknown[unknown]!, value);
    else this.#S.add(this.places.row[row]!, this.#note(unknown), value);
  }

  addStored(row: number, unknown: number, value: number): void {
    if (this.#owns(unknown)) {
      this.#Q.add(this.places.row[row]!, this.places.unknown[unknown]!, value);
      return;
    }
    const draft = this.#draft(storedInput);
    draft.reads.push(this.#note(unknown));
    draft.rows.push(this.places.row[row]!);
    draft.addParameters([value], 0, 1);
    draft.names.push(this.whole.rowName(row));
  }

  addInput(row: number, input: number, value: number): void {
    this.#S.add(this.places.row[row]!, this.#note(this.whole.size + input), value);
  }

  addPair(pair: ComplementarityPair): void {
    const [row, unknown] = [this.places.row[pair.row]!, this.places.unknown[pair.unknown]!];
    this.#pairs.push({ ...pair, row, unknown });
  }

  addGuard(guard: DescriptorGuard, number: number): void {
    this.#guardNumbers.push(number);
    const [row, unknown] = [this.places.row[guard.row]!, this.places.unknown[guard.unknown]!];
    guard.control.index.forEach((index) => this.#note(index));
    this.#guards.push({ ...guard, row, unknown });
  }

  addInstance({ law, reads, rows, parameters, names }: LocalGroup, instance: number): void {
    const draft = this.#draft(law);
    for (let j = 0; j < law.reads; j++) draft.reads.push(this.#note(reads[instance * law.reads + j]!));
    for (let i = 0; i < law.rows; i++) {
      const row = rows[instance * law.rows + i]!;
      draft.rows.push(row >= 0 && this.blocks.ofRow[row] === this.block ? this.places.row[row]! : -1);
    }
    draft.addParameters(parameters, instance * law.parameterCount, law.parameterCount);
    draft.names.push(names[instance] ?? '');
  }

  /** The block that reads what a line returns is the block that feeds it. */
  addDelay(delay: DescriptorDelay): void {
    if (this.notes.by[this.whole.size + delay.input] !== this.#number) return;
    delay.form.index.forEach((index) => this.#note(index));
    this.#delays.push(delay);
  }

  build(kind: number): BlockParts {
    const { whole } = this;
    const [unknowns, rows] = [this.#unknowns, this.#rows];
    const size = unknowns.length;
    const externals = this.#externals.length;
    const { place } = this.notes;
    /** The local input that something foreign is. */
    const input = (index: number): number => (index < whole.size ? place[index]! : externals + place[index]!);
    const read = (index: number): number => {
      if (index < 0) return -1;
      return this.#owns(index) ? this.places.unknown[index]! : size + input(index);
    };
    const form = ({ index, gain }: SparseForm): SparseForm => ({ index: index.map(read), gain });
    const S = new Triplets();
    this.#S.value.forEach((value, k) => S.add(this.#S.row[k]!, input(this.#S.col[k]!), value));
    return {
      kind,
      unknowns: [...unknowns],
      rows: [...rows],
      externals: this.#externals.slice(),
      inputs: this.#inputs.map((index) => index - whole.size),
      guards: this.#guardNumbers,
      explicit: this.#explicit(),
      system: {
        size,
        K: this.#K,
        Q: this.#Q,
        S,
        groups: Array.from(this.#groups, ([law, draft]) => ({
          law,
          count: draft.names.length,
          reads: mappedNumbers(draft.reads, read),
          rows: new Int32Array(draft.rows),
          parameters: draft.parameters,
          names: draft.names,
        })),
        pairs: this.#pairs,
        guards: this.#guards.map((guard) => ({ ...guard, control: form(guard.control) })),
        delays: this.#delays.map((delay) => ({
          ...delay,
          input: input(whole.size + delay.input),
          form: form(delay.form),
        })),
        absolute: picked(whole.absolute, unknowns),
        residual: picked(whole.residual, rows),
        ...(whole.kinds && {
          kinds: {
            unknown: mappedNumbers(unknowns, (unknown) => whole.kinds!.unknown[unknown]!),
            row: mappedNumbers(rows, (row) => whole.kinds!.row[row]!),
          },
        }),
        ...(whole.grounds && {
          grounds: mappedNumbers(unknowns, (unknown) => this.#ground(whole.grounds![unknown]!)),
        }),
        ...namesIn(whole, unknowns, rows),
      },
    };
  }

  #ground(row: number): number {
    return row >= 0 && this.blocks.ofRow[row] === this.block ? this.places.row[row]! : -1;
  }

  /** The factor of the only unknown, where nothing else in the block reads it; what is delayed is recorded by steps. */
  #explicit(): number | undefined {
    if (this.#delays.length > 0) return undefined;
    if (this.#unknowns.length > 1 || this.#Q.length > 0) return undefined;
    if (this.#pairs.length > 0 || this.#guards.length > 0) return undefined;
    const [own] = this.#unknowns;
    for (const { reads } of this.#groups.values()) if (reads.includes(own!)) return undefined;
    let factor = 0;
    for (const value of this.#K.value) factor += value;
    return factor === 0 ? undefined : factor;
  }

  /** Gives what is not the block's own a place among its inputs; returns the number as it was. */
  #note(index: number): number {
    if (index < 0 || this.#owns(index)) return index;
    const { by, place } = this.notes;
    if (by[index] !== this.#number) {
      by[index] = this.#number;
      place[index] = (index < this.whole.size ? this.#externals : this.#inputs).push(index) - 1;
    }
    return index;
  }

  #draft(law: LocalLaw): GroupDraft {
    let draft = this.#groups.get(law);
    if (!draft) {
      draft = new GroupDraft();
      this.#groups.set(law, draft);
    }
    return draft;
  }

  #owns(index: number): boolean {
    return index < this.whole.size && this.blocks.ofUnknown[index] === this.block;
  }
}
