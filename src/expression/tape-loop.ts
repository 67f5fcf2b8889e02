/**
 * Runs a tape (`tape.ts`): operations on registers in the order of evaluation, over arrays that stay where they are: as it stands here, or
 * as machine code of the same function (`MachineRoom`).
 */
import type { Int } from '../base/int.js';

/** Numbers of an operation on a tape: its code, the register that it writes, and those that it reads. */
export const OPERATION_LENGTH = 4;

/** What operations do with x and y; a jump goes to the operation that its second operand counts to. */
export const tapeCodes = Object.freeze({
  ...{ add: 0, subtract: 1, multiply: 2, quotient: 3, negate: 4, copy: 5 },
  ...{ jumpIfZero: 6, jump: 7, exp: 8, power: 9, powerAsWritten: 10 },
  ...{ less: 11, lessOrEqual: 12, equal: 13, differs: 14, and: 15, or: 16, not: 17 },
  ...{ min: 18, max: 19, abs: 20, sign: 21, sqrt: 22, log: 23, log10: 24 },
  ...{ sin: 25, cos: 26, tan: 27, atan: 28, tanh: 29, sinh: 30, cosh: 31, asin: 32, acos: 33 },
});

/** a / b in a law, where 0 / 0 is 0 as in ngspice: vendors write x / abs(x) for a sign, and iterations begin where nothing has a voltage. */
export function quotientOf(a: number, b: number): number {
  return a === 0 && b === 0 ? 0 : a / b;
}

/**
 * a to the power b. Of a negative number with an exponent that is no whole number (but for rounding, for exponents are solved for, too)
 * it is that of the absolute value, as in ngspice: iterations pass where a waveform does not go.
 */
export function powerOf(a: number, b: number): number {
  if (a >= 0) return a ** b;
  // Beyond 2^52 all numbers are whole.
  const whole = Math.abs(b) < 4503599627370496 ? Math.floor(b + 0.5) : b;
  if (whole === b && Math.abs(b) < Infinity) return a ** b;
  return Math.abs(b - whole) <= 10 * Number.EPSILON * Math.abs(b) ? a ** whole : Math.abs(a) ** b;
}

function arithmetic(code: Int, x: number, y: number): number {
  if (code === tapeCodes.quotient) return quotientOf(x, y);
  return code === tapeCodes.negate ? -x : x;
}

function truth(code: Int, x: number, y: number): number {
  if (code === tapeCodes.less) return x < y ? 1 : 0;
  if (code === tapeCodes.lessOrEqual) return x <= y ? 1 : 0;
  if (code === tapeCodes.equal) return x === y ? 1 : 0;
  if (code === tapeCodes.differs) return x !== y ? 1 : 0;
  if (code === tapeCodes.and) return x !== 0 && y !== 0 ? 1 : 0;
  if (code === tapeCodes.or) return x !== 0 || y !== 0 ? 1 : 0;
  return x === 0 ? 1 : 0;
}

/** -1, 0 or 1; 0 and what is no number are themselves. */
function signOf(x: number): number {
  if (x > 0) return 1;
  return x < 0 ? -1 : x;
}

function algebraic(code: Int, x: number, y: number): number {
  if (code === tapeCodes.min) return Math.min(x, y);
  if (code === tapeCodes.max) return Math.max(x, y);
  if (code === tapeCodes.abs) return Math.abs(x);
  if (code === tapeCodes.sign) return signOf(x);
  if (code === tapeCodes.sqrt) return Math.sqrt(x);
  return code === tapeCodes.log ? Math.log(x) : Math.log10(x);
}

function transcendental(code: Int, x: number): number {
  if (code === tapeCodes.sin) return Math.sin(x);
  if (code === tapeCodes.cos) return Math.cos(x);
  if (code === tapeCodes.tan) return Math.tan(x);
  if (code === tapeCodes.atan) return Math.atan(x);
  if (code === tapeCodes.tanh) return Math.tanh(x);
  if (code === tapeCodes.sinh) return Math.sinh(x);
  if (code === tapeCodes.cosh) return Math.cosh(x);
  return code === tapeCodes.asin ? Math.asin(x) : Math.acos(x);
}

function operationOf(code: Int, x: number, y: number): number {
  if (code <= tapeCodes.copy) return arithmetic(code, x, y);
  if (code === tapeCodes.exp) return Math.exp(x);
  if (code === tapeCodes.power) return powerOf(x, y);
  if (code === tapeCodes.powerAsWritten) return x ** y;
  if (code <= tapeCodes.not) return truth(code, x, y);
  return code <= tapeCodes.log10 ? algebraic(code, x, y) : transcendental(code, x);
}

/** Runs `count` operations, the first one of which stands in `tape` at `begin`, on registers. */
export function runTape(tape: Float64Array, begin: Int, count: Int, registers: Float64Array): void {
  let at = begin;
  const end = begin + count * OPERATION_LENGTH;
  for (; at < end;) {
    const code = (tape[at] as number) | 0;
    const x = registers[(tape[at + 2] as number) | 0] as number;
    const second = (tape[at + 3] as number) | 0;
    at += OPERATION_LENGTH;
    if (code === tapeCodes.jump || (code === tapeCodes.jumpIfZero && x === 0))
      at = begin + second * OPERATION_LENGTH;
    else if (code !== tapeCodes.jumpIfZero) {
      const to = (tape[at - 3] as number) | 0;
      const y = registers[second] as number;
      // Written out: most operations are these, and a call takes longer than they do.
      if (code === tapeCodes.multiply) registers[to] = x * y;
      else if (code === tapeCodes.add) registers[to] = x + y;
      else if (code === tapeCodes.subtract) registers[to] = x - y;
      else registers[to] = operationOf(code, x, y);
    }
  }
}
