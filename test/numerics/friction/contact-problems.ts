/** Contact problems with known answers, and random ones. */
import { RandomStream } from '../../../src/base/random.js';
import {
  contactKind,
  frictionContact,
  type ContactProblem,
} from '../../../src/numerics/friction/contact-problem.js';
import { blocksOfDense } from '../../../src/numerics/sparse/block-matrix.js';
import { matrix } from '../../../src/numerics/dense/matrix.js';

export interface NamedProblem {
  readonly name: string;
  readonly problem: ContactProblem;
  readonly dimension: 1 | 2 | 3;
  /** The impulses, where they are unique. */
  readonly r?: readonly number[];
  readonly solvable: boolean;
}

function coulomb(
  dimension: 2 | 3,
  W: readonly (readonly number[])[],
  q: readonly number[],
  mu: readonly number[],
): ContactProblem {
  const sizes = mu.map(() => dimension);
  return frictionContact(
    dimension,
    blocksOfDense(sizes, matrix(W)),
    Float64Array.from(q),
    Float64Array.from(mu),
  );
}

/** W = G G^T of a body of mass 1 and unit inertia on `contacts` points. */
export function delassus(rows: number, freedoms: number, G: Float64Array): Float64Array {
  const W = new Float64Array(rows * rows);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < rows; j++) {
      for (let k = 0; k < freedoms; k++) W[i * rows + j]! += G[i * freedoms + k]! * G[j * freedoms + k]!;
    }
  }
  return W;
}

/** G of points p under a body at the origin, normal z: rows (n, t1, t2) over (v, Omega). */
function boxJacobian(points: readonly (readonly [number, number, number])[]): Float64Array {
  const G = new Float64Array(points.length * 18);
  points.forEach(([x, y, z], i) => {
    const axes = [
      [0, 0, 1],
      [1, 0, 0],
      [0, 1, 0],
    ] as const;
    axes.forEach(([a, b, c], row) => {
      // a . (v + Omega x p) = a . v + (p x a) . Omega
      G.set([a, b, c, y * c - z * b, z * a - x * c, x * b - y * a], (3 * i + row) * 6);
    });
  });
  return G;
}

/** A box on four corners, pushed down by 1 and sideways by `push`: twelve impulses, six freedoms. */
export function boxOnFloor(push: number, mu: number): ContactProblem {
  const points = [
    [1, 1, -0.2],
    [-1, 1, -0.2],
    [-1, -1, -0.2],
    [1, -1, -0.2],
  ] as const;
  const G = boxJacobian(points);
  const W = delassus(12, 6, G);
  const velocity = [push, 0, -1, 0, 0, 0];
  const q = Float64Array.from({ length: 12 }, (_, i) =>
    velocity.reduce((sum, v, k) => sum + G[i * 6 + k]! * v, 0),
  );
  return frictionContact(3, blocksOfDense([3, 3, 3, 3], W), q, new Float64Array(4).fill(mu));
}

/** A planar box on feet at (-1, -1) and (1, -1), pushed down by 1 and sideways: four impulses, three freedoms. */
function planarBox(push: number, mu: number): ContactProblem {
  const W = delassus(4, 3, Float64Array.of(0, 1, -1, 1, 0, 1, 0, 1, 1, 1, 0, 1));
  return frictionContact(
    2,
    blocksOfDense([2, 2], W),
    Float64Array.of(-1, push, -1, push),
    Float64Array.of(mu, mu),
  );
}

/** n touching bodies of mass 1 in a column above the floor, all with velocity -1: unilateral rows. */
export function column(n: number): ContactProblem {
  const W = new Float64Array(n * n);
  const q = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    W[i * n + i] = i === 0 ? 1 : 2;
    if (i > 0) W[i * n + i - 1] = W[(i - 1) * n + i] = -1;
  }
  q[0] = -1;
  return {
    W: blocksOfDense(
      Array.from({ length: n }, () => 1),
      W,
    ),
    q,
    kind: new Uint8Array(n).fill(contactKind.box),
    mu: new Float64Array(n),
    lower: new Float64Array(n),
    upper: new Float64Array(n).fill(Infinity),
  };
}

export const knownProblems: readonly NamedProblem[] = [
  {
    name: 'a contact that takes off',
    dimension: 3,
    problem: coulomb(
      3,
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      [0.5, 3, -1],
      [0.4],
    ),
    r: [0, 0, 0],
    solvable: true,
  },
  {
    name: 'a contact that sticks',
    dimension: 3,
    problem: coulomb(
      3,
      [
        [2, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      [-2, 0.1, -0.2],
      [0.4],
    ),
    r: [1, -0.1, 0.2],
    solvable: true,
  },
  {
    name: 'a contact that slides',
    dimension: 3,
    problem: coulomb(
      3,
      [
        [2, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      [-2, 3, 4],
      [0.5],
    ),
    r: [1, -0.3, -0.4],
    solvable: true,
  },
  {
    name: 'a planar contact that sticks',
    dimension: 2,
    problem: coulomb(
      2,
      [
        [2, 1],
        [1, 2],
      ],
      [-3, -3],
      [1.5],
    ),
    r: [1, 1],
    solvable: true,
  },
  {
    name: 'a planar contact that slides against its coupling',
    dimension: 2,
    problem: coulomb(
      2,
      [
        [2, 1],
        [1, 2],
      ],
      [-1, -5],
      [0.5],
    ),
    // u_N = 2 r - 1 + r_T = 0 with r_T = r / 2: r = 0.4.
    r: [0.4, 0.2],
    solvable: true,
  },
  {
    name: 'a planar contact that takes off',
    dimension: 2,
    problem: coulomb(
      2,
      [
        [2, 1],
        [1, 2],
      ],
      [0.1, -5],
      [0.5],
    ),
    r: [0, 0],
    solvable: true,
  },
  {
    name: 'a planar hyperstatic box that sticks',
    dimension: 2,
    problem: planarBox(0.1, 0.5),
    solvable: true,
  },
  { name: 'a planar hyperstatic box that slides', dimension: 2, problem: planarBox(2, 0.3), solvable: true },
  { name: 'a hyperstatic box that sticks', dimension: 3, problem: boxOnFloor(0.1, 0.5), solvable: true },
  { name: 'a hyperstatic box that slides', dimension: 3, problem: boxOnFloor(2, 0.3), solvable: true },
  {
    name: 'a column of 12 bodies that hits the floor',
    dimension: 1,
    problem: column(12),
    // The floor stops all: every contact carries the momentum of those above it.
    r: Array.from({ length: 12 }, (_, i) => 12 - i),
    solvable: true,
  },
  {
    // u_N + u_T = -2 whatever r: sliding with u_N = 0 needs (1 - mu) r_N = 1, impossible for mu > 1 [Painleve 1895].
    name: 'a rod that jams, without solution',
    dimension: 2,
    problem: coulomb(
      2,
      [
        [1, -1],
        [-1, 1],
      ],
      [-1, -1],
      [1.5],
    ),
    solvable: false,
  },
  {
    name: 'the same rod with less friction',
    dimension: 2,
    problem: coulomb(
      2,
      [
        [1, -1],
        [-1, 1],
      ],
      [-1, -1],
      [0.5],
    ),
    r: [2, 1],
    solvable: true,
  },
];

/** A random problem with W = G G^T + 0.05 I on `contacts` contacts of the dimension. */
export function randomContacts(seed: number, dimension: 1 | 2 | 3, contacts: number): ContactProblem {
  const random = new RandomStream(seed);
  const n = dimension * contacts;
  const freedoms = n + 1;
  const G = Float64Array.from({ length: n * freedoms }, () => random.normal() / Math.sqrt(freedoms));
  const W = delassus(n, freedoms, G);
  for (let i = 0; i < n; i++) W[i * n + i]! += 0.05;
  const q = Float64Array.from({ length: n }, () => random.normal());
  const mu = Float64Array.from({ length: contacts }, () => 0.9 * random.uniform());
  const sizes = Array.from({ length: contacts }, () => dimension as number);
  if (dimension > 1) return frictionContact(dimension === 2 ? 2 : 3, blocksOfDense(sizes, W), q, mu);
  return {
    W: blocksOfDense(sizes, W),
    q,
    mu,
    kind: new Uint8Array(contacts).fill(contactKind.box),
    lower: new Float64Array(n),
    upper: new Float64Array(n).fill(Infinity),
  };
}
