/**
 * Machine code for whole segments of a mode that is met often: the programs of the series, of the guards, of the
 * point at which the segment ends, of what it adds to the integrals of the mode, and of whether the mode is admissible at
 * a point, one behind the other over the same variables. `exact-flow.ts` runs the same programs one by one.
 *
 * The numbers of the mode are constants of its code, or stand in memory: then modes of the same pattern in memories of the
 * same layout, those of alike parts of a circuit, share one module.
 */
import { wasmFunction } from '../../../../numerics/code/emit-wasm.js';
import {
  buildProgram,
  type Program,
  type ProgramBuilder,
} from '../../../../numerics/code/program-builder.js';
import {
  absolute,
  larger,
  less,
  maximum,
  minimum,
  multiply,
  ofPair,
  ofPlace,
  toNumber,
  twice,
  type Value,
} from '../../../../numerics/code/value.js';
import { wasmModule } from '../../../../numerics/code/wasm-module.js';
import { number, type GuardSearch } from '../motion/code-parts.js';
import { writeEnds } from '../motion/ends-program.js';
import type { ExactMode } from './exact-mode.js';
import {
  endsLength,
  frame,
  knownRootsOf,
  maxModeNumbers,
  modeNumbersOf,
  triangleLength,
  wasmPlaces,
  type FlowMemory,
} from '../motion/flow-memory.js';
import { admissibleProgram } from '../motion/flow-programs.js';
import { writePoint } from '../motion/horner-program.js';
import { floors, frameRegion, writeFired, writeRoots, xi, type Shape } from '../motion/locate-program.js';
import {
  countModeNumbers,
  knownMode,
  modePattern,
  patternMode,
  writeModeNumbers,
  type ModeData,
} from '../motion/mode-tables.js';
import { pairCount } from '../motion/motion-arrays.js';
import { knownMotion, patternMotion } from '../motion/motion-tables.js';
import { searchImport } from '../motion/search-code.js';
import { scaleOf, terms, writeMagnitudes, writeSeries } from '../motion/series-program.js';

export interface SegmentContext {
  readonly memory: FlowMemory;
  readonly search: GuardSearch;
}

/** The functions of a hot mode over the point "xi" of the memory. */
export interface SegmentCode {
  /** Flows over h seconds, or to the first guard; returns the guards that fire as bits. "frame" says where it ended. */
  readonly segment: (h: number) => number;
  /** Adds the ends of the last segment, of so many seconds, to the slot of the mode. */
  readonly addEnds: (length: number) => number;
  /** 1 where the mode is admissible; `after`, a number that is not 0: and right after it. 0 also where it takes a closer look. */
  readonly holds: (after: number) => number;
}

/** Returns the code of a mode of at most 30 guards whose ends go to a slot; undefined where code may not be compiled. */
export function generateSegmentCode(
  mode: Pick<ExactMode, 'size' | 'n' | 'data'>,
  slot: number,
  { memory, search }: SegmentContext,
): SegmentCode | undefined {
  const { size, n, data } = mode;
  const pattern = sharedPattern(mode, memory);
  const numbers = pattern === undefined ? undefined : modeNumbersOf(memory, slot);
  if (numbers) writeModeNumbers(data, numbers);
  const change = memory.layout.ends + number * slot * endsLength(size, size - n);
  const bytes = (): Uint8Array => {
    const shapeOf = numbers ? patternShape(data) : knownShape(data);
    const programs = [segmentProgram(shapeOf, size, n), addEndsProgram(size, n), admissibleProgram(shapeOf)];
    // The import counts first.
    const places = wasmPlaces(memory, ['search', ...programs.map(({ name }) => name)], {
      ...{ change, generators: change + number * triangleLength(size) },
      knownRoots: knownRootsOf(memory, slot).byteOffset,
      modeNumbers: numbers?.byteOffset ?? 0,
    });
    return wasmModule(
      programs.map((program) => wasmFunction(program, places)),
      [searchImport],
    );
  };
  const made = numbers
    ? memory.compileShared(`segment ${slot} ${pattern}`, bytes, { search })
    : memory.compile(bytes(), { search });
  const { segment, addEnds, admissible } = made ?? {};
  return segment && addEnds && admissible && { segment, addEnds, holds: admissible };
}

/** What modes have in common that share code in memories like this one; undefined where the mode shares none. */
export function sharedPattern({ data }: Pick<ExactMode, 'data'>, { shared }: FlowMemory): string | undefined {
  return shared && countModeNumbers(data) <= maxModeNumbers ? modePattern(data) : undefined;
}

type ShapeOf = (program: ProgramBuilder) => Shape;

function knownShape(data: ModeData): ShapeOf {
  const shape = { motion: knownMotion(data), mode: knownMode(data) };
  return () => shape;
}

const modeNumbers = Object.freeze({ name: 'modeNumbers' });

function patternShape(data: ModeData): ShapeOf {
  return (program) => ({
    motion: patternMotion(data, program, modeNumbers),
    mode: patternMode(data, program, modeNumbers),
  });
}

const lengthParameter = Object.freeze([{ name: 'h', kind: 'number' }] as const);

function addEndsProgram(size: number, n: number): Program {
  return buildProgram(
    { name: 'addEnds', parameters: lengthParameter, result: 'integer' },
    (program, length) => {
      writeEnds(program, size, n, length);
    },
  );
}

function segmentProgram(shapeOf: ShapeOf, size: number, n: number): Program {
  return buildProgram({ name: 'segment', parameters: lengthParameter, result: 'integer' }, (program, h) => {
    const shape = shapeOf(program);
    writeStart(program, size, n);
    const { motion } = shape;
    const { count, end, bound } = writeSeries(program, motion, h);
    const largest = program.keep('pair', twice(program.load(frameRegion, frame.largest)));
    const magnitudes = writeMagnitudes(program, motion, (p) => {
      return multiply(largest, program.loadPair(floors, multiply(p, 2))) as Value;
    });
    const located = writeRoots(program, shape, {
      count,
      boundOf: (_, r) => bound.get(r),
      scaleOf: (guard) => scaleOf(program, motion, guard, { h, magnitudes }),
    });
    const part = program.keep('number', minimum(located.first, 1));
    program.store(frameRegion, frame.part, part);
    program.store(frameRegion, frame.terms, toNumber(ofPlace(count)));
    program.when(less(part, 1), () => {
      const point = writePoint(program, motion, count, part);
      program.each(0, pairCount(size), (p) => end.set(p, point.get(p)));
    });
    program.each(0, pairCount(size), (p) => program.store(xi, multiply(p, 2), end.get(p)));
    program.return(writeFired(program, shape, located));
  });
}

const weights = Object.freeze({ name: 'weights' });

/** v_0 = xi, and the largest state. */
function writeStart(program: ProgramBuilder, size: number, n: number): void {
  let largest = program.keep('pair', twice(0));
  for (let p = 0; p < pairCount(size); p++) {
    const pair = program.keep('pair', program.loadPair(xi, 2 * p));
    program.store(terms, 2 * p, pair);
    if (2 * p >= n) continue;
    const weighted = multiply(absolute(pair), program.loadPair(weights, 2 * p)) as Value;
    largest = program.keep('pair', p > 0 ? larger(largest, weighted) : weighted);
  }
  if (n === 0) return;
  const sofar = program.load(frameRegion, frame.largest);
  const all = maximum(maximum(sofar, ofPair(largest, 0)), ofPair(largest, 1));
  program.store(frameRegion, frame.largest, all);
}
