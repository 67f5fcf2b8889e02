/** Ideal diodes, two of them in parallel, and comparisons among smooth laws: pairs turn over in singular modes. */

/** `source`: what V1 is. */
export const diodesAmongComparisons = (source: string): string => `V1 a 0 ${source}
D1 a b di
D2 a b di
D3 0 b dm
D4 b c di
B1 d 0 v={limit(10*(v(b)-1), 0, 5)}
B2 e 0 v={max(v(c), min(v(d), 2)) + abs(v(b))}
R1 b 0 1k
R2 c d 2k
R3 e c 10k
C1 c 0 10p
L1 e f 1u
R4 f g 1k
D5 g 0 di
.model di D(vfwd=0 ron=0)
.model dm D(is=1e-14 rs=1 cjo=4p)`;
