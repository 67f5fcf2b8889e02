/** A whole number below 2^31 in size: an index, a count. It is a 32-bit integer where a function becomes machine code. */
export type Int = number;
