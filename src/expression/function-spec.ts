/** What a function of numbers is; the table is in functions.ts. */

export interface FunctionSpec {
  readonly name: string;
  readonly doc: string;
  /** Number of arguments; `most` absent: any number from `least` on. */
  readonly least: number;
  readonly most?: number;
  readonly apply: (...args: number[]) => number;
  /** Of a curve through points: the function of its first argument alone, with the others bound. */
  readonly through?: (points: readonly number[]) => (at: number) => number;
}
