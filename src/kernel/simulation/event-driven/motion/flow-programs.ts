/**
 * The programs of a flow over motions and modes that are not known when they are built: `npm run generate` writes their plain
 * functions to `flow-programs.gen.ts`. Their machine code, for what is known of a hot motion or mode, is made in
 * `motion-code.ts` and `segment-code.ts`.
 */
import type { PlainModule } from '../../../../numerics/code/emit-plain.js';
import {
  buildProgram,
  type Program,
  type ProgramBuilder,
} from '../../../../numerics/code/program-builder.js';
import { add, multiply, ofPlace, toPlace, type Region } from '../../../../numerics/code/value.js';
import { writeAdmissible } from './admissible-program.js';
import { writeEnds } from './ends-program.js';
import { writePoint } from './horner-program.js';
import { writeFired, writeRoots, type Shape } from './locate-program.js';
import { modeNames, namedMode } from './mode-tables.js';
import { motionNames, namedMotion, type MotionShape } from './motion-tables.js';
import { distinctGuard, scaleOf, writeMagnitudes, writeSeries } from './series-program.js';

/** Regions of `flow-memory.ts`. */
const least: Region = Object.freeze({ name: 'least' });
const bounds: Region = Object.freeze({ name: 'bounds' });
const scales: Region = Object.freeze({ name: 'scales' });
const endSizes: Region = Object.freeze({ name: 'endSizes', of: 'mode' });
const point: Region = Object.freeze({ name: 'point' });
const parts: Region = Object.freeze({ name: 'parts' });
const points: Region = Object.freeze({ name: 'points' });

export function flowPrograms(): PlainModule {
  const programs = [
    expandProgram(namedMotion),
    evaluateProgram(namedMotion),
    evaluateAllProgram(namedMotion),
    locateProgram(),
    fireProgram(),
    admissibleProgram(namedShape),
    addEndsProgram(),
  ];
  const imports = { search: '../../../../numerics/polynomial/polynomial-programs.gen.js' };
  return { programs, integers: [...motionNames.integers, ...modeNames.integers, endSizes.name], imports };
}

function namedShape(program: ProgramBuilder): Shape {
  return { motion: namedMotion(program), mode: namedMode(program) };
}

/** expand(h): the series from v_0 over h seconds, the guards' polynomials, bounds and scales; returns the terms behind v_0. */
export function expandProgram(motionOf: (program: ProgramBuilder) => MotionShape): Program {
  const parameters = [{ name: 'h', kind: 'number' }] as const;
  return buildProgram({ name: 'expand', parameters, result: 'integer' }, (program, h) => {
    const motion = motionOf(program);
    const { count } = writeSeries(program, motion, h);
    const magnitudes = writeMagnitudes(program, motion, (p) => program.loadPair(least, multiply(p, 2)));
    program.each(0, motion.distinct, (r) => {
      const guard = distinctGuard(program, motion, r);
      program.store(scales, guard, scaleOf(program, motion, guard, { h, magnitudes }));
    });
    program.return(ofPlace(count));
  });
}

/** evaluate(terms, s): writes the point at s of a series of so many terms. */
export function evaluateProgram(motionOf: (program: ProgramBuilder) => MotionShape): Program {
  const parameters = [
    { name: 'terms', kind: 'integer' },
    { name: 's', kind: 'number' },
  ] as const;
  return buildProgram({ name: 'evaluate', parameters, result: 'integer' }, (program, count, s) => {
    const motion = motionOf(program);
    const even = writePoint(program, motion, program.keep('place', toPlace(count)), s);
    program.each(0, motion.pairs, (p) => program.store(point, multiply(p, 2), even.get(p)));
    program.return(0);
  });
}

/** evaluateAll(terms, count): writes the points at so many "parts" of a series; behind an odd size stands the next point. */
export function evaluateAllProgram(motionOf: (program: ProgramBuilder) => MotionShape): Program {
  const parameters = [
    { name: 'terms', kind: 'integer' },
    { name: 'count', kind: 'integer' },
  ] as const;
  return buildProgram({ name: 'evaluateAll', parameters, result: 'integer' }, (program, terms, count) => {
    const motion = motionOf(program);
    const last = program.keep('place', toPlace(terms));
    const at = program.keep('place', 0);
    program.each(program.keep('place', 0), program.keep('place', toPlace(count)), (k) => {
      const even = writePoint(program, motion, last, program.keep('number', program.load(parts, k)));
      program.each(0, motion.pairs, (p) => program.store(points, add(at, multiply(p, 2)), even.get(p)));
      program.set(at, add(at, motion.size));
    });
    program.return(0);
  });
}

/** locate(terms): the part of a segment at which the first guard turns negative, 2 for none; "roots" has all. */
function locateProgram(): Program {
  const parameters = [{ name: 'terms', kind: 'integer' }] as const;
  return buildProgram({ name: 'locate', parameters, result: 'number' }, (program, terms) => {
    const count = program.keep('place', toPlace(terms));
    const { first } = writeRoots(program, namedShape(program), {
      count,
      boundOf: (guard) => program.load(bounds, guard),
      scaleOf: (guard) => program.load(scales, guard),
    });
    program.return(first);
  });
}

/** fire(first): the guards that fire as bits, with xi put on their zeros. */
function fireProgram(): Program {
  const parameters = [{ name: 'first', kind: 'number' }] as const;
  return buildProgram({ name: 'fire', parameters, result: 'integer' }, (program, first) => {
    const shape = namedShape(program);
    const roots = program.registers('number', shape.motion.distinct, 'roots');
    program.return(writeFired(program, shape, { roots, first }));
  });
}

/** admissible(after): 1 where the mode is admissible at xi, with `after` also right after it; see `admissible-program.ts`. */
export function admissibleProgram(shapeOf: (program: ProgramBuilder) => Shape): Program {
  const parameters = [{ name: 'after', kind: 'number' }] as const;
  return buildProgram({ name: 'admissible', parameters, result: 'integer' }, (program, after) => {
    writeAdmissible(program, shapeOf(program), after);
  });
}

/** addEnds(length) over "endSizes": the length of xi and of its state part. */
function addEndsProgram(): Program {
  const parameters = [{ name: 'length', kind: 'number' }] as const;
  return buildProgram({ name: 'addEnds', parameters, result: 'integer' }, (program, length) => {
    const [size, n] = [0, 1].map((k) => program.keep('place', program.loadPlace(endSizes, k)));
    writeEnds(program, size!, n!, length);
  });
}
