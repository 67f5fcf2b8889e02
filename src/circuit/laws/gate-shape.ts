/**
 * What couples in a law of gate capacitances whose rates of voltage are unknowns: every row of a node depends on every node, a rate r
 * of the voltage from the gate to an end moves current from the one to the other, and its own row is r - d(vg - ve)/dt = 0.
 */
export interface GateShape {
  readonly reads: number;
  readonly rows: number;
  readonly rates: number;
  readonly conducts: Uint8Array;
  readonly stores: Uint8Array;
}

/** Returns the shape of `nodes` nodes, which come first, and of the `ways` [unknown of the rate, node of the end] behind them. */
export function gateShape(
  nodes: number,
  gate: number,
  ways: readonly (readonly [number, number])[],
): GateShape {
  const size = nodes + ways.length;
  const mask = (entries: readonly (readonly [row: number, column: number])[]): Uint8Array => {
    const couples = new Uint8Array(size * size);
    for (const [row, column] of entries) couples[row * size + column] = 1;
    return couples;
  };
  const all = Array.from({ length: nodes }, (_, node) => node);
  const between = all.flatMap((row) => all.map((column) => [row, column] as const));
  const moved = ways.flatMap(
    ([rate, end]) =>
      [
        [gate, rate],
        [end, rate],
        [rate, rate],
      ] as const,
  );
  return Object.freeze({
    ...{ reads: size, rows: size, rates: ways.length },
    conducts: mask([...between, ...moved]),
    stores: mask(
      ways.flatMap(
        ([rate, end]) =>
          [
            [rate, gate],
            [rate, end],
          ] as const,
      ),
    ),
  });
}
