/**
 * `.pz`: poles and zeros of the linear circuit about the operating point, in rad/s. With b the injection at the input, c the
 * voltage at the output and P(s) = G + s C, each is the list of all s at which a determinant is 0:
 *
 *     cur   v(out)/i(in):  poles det P,                      zeros det [P b; c 0],
 *     vol   v(out)/v(in):  poles det [P b; b' 0] (shorted),  zeros the same.
 *
 * So what cancels stands in both lists. As in ngspice a voltage source with an AC value carries no current here, so that it
 * may stand at the input as it does for `.ac`. Source: [Rosenbrock 1970], [Vlach-Singhal 1994] ch. 7.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import { sparseProbe } from '../../circuit/sparse/sparse-probe.js';
import type { SparseForm } from '../../kernel/modeling/descriptor-system.js';
import type { PoleZeroCard } from '../../netlist/flat-cards.js';
import { finiteEigenvalues } from '../../numerics/dense/finite-eigenvalues.js';
import type { Triplets } from '../../numerics/sparse/sparse-matrix.js';
import type { AnalysisJob, AnalysisReport, FinalValue } from '../analysis.js';
import { linearizedCircuit, type LinearizedCircuit } from './linearized-circuit.js';
import { writeSingleRow } from '../single-row.js';

const plotName = 'Pole-Zero Analysis';

/** The work grows as the cube of the unknowns. */
const maxUnknowns = 1500;

/** Runs `.pz`: a plot of one row. */
export function runPoleZero(job: AnalysisJob<PoleZeroCard>): AnalysisReport {
  const { flat, card, sinks } = job;
  const diagnostics = new Diagnostics();
  const report = (final: readonly FinalValue[] = []): AnalysisReport => ({
    ...{ name: plotName, diagnostics: diagnostics.items, final },
  });
  const driven = flat.elements.filter(
    ({ letter, ac }) => letter === 'V' && ac !== undefined && ac.magnitude !== 0,
  );
  const opened = driven.map(({ name }) => name);
  const circuit = linearizedCircuit(job, opened, diagnostics);
  if (!circuit) return report();
  const { size, delays } = circuit.linear;
  if (delays.length > 0 || size > maxUnknowns) {
    const why =
      delays.length > 0
        ? 'delays (T elements) and responses by frequency give infinitely many poles'
        : `${size} unknowns are more than ${maxUnknowns}`;
    diagnostics.error('pole-zero', `.pz: ${why}`, card.span, {
      hint:
        delays.length > 0
          ? 'write the line as sections of L and C, a response as a quotient of polynomials of s'
          : 'look at the response by .ac',
    });
    return report();
  }
  const pencil = new BorderedPencil(circuit, opened);
  const { drive, input, output, poles, zeros } = card;
  const lists = [
    { name: 'pole', wanted: poles, of: drive === 'vol' ? pencil.bordered(input, input) : pencil.plain() },
    { name: 'zero', wanted: zeros, of: pencil.bordered(input, output) },
  ];
  const final: FinalValue[] = [];
  for (const { name, wanted, of } of lists) {
    if (!wanted) continue;
    const found = finiteEigenvalues(of.size, of.G, of.C);
    if (!found) {
      diagnostics.error('pole-zero', `.pz: every s is a ${name}: ${causes[name] ?? ''}`, card.span, {
        hint: 'look at the nodes of the card, and for nodes that nothing but capacitors or the port joins to ground',
      });
      return report();
    }
    if (found.length === 0) diagnostics.note('pole-zero', `.pz: there is no ${name}`);
    found.forEach(({ re, im }, k) => {
      final.push({ name: `re(${name}(${k + 1}))`, unit: 'rad/s', value: re });
      final.push({ name: `im(${name}(${k + 1}))`, unit: 'rad/s', value: im });
    });
  }
  writeSingleRow(flat.title, plotName, final, sinks);
  return report(final);
}

const causes: Readonly<Record<string, string>> = Object.freeze({
  pole: 'the input is open or short whatever the circuit does',
  zero: 'nothing leads from the input to the output',
});

interface Pencil {
  readonly size: number;
  readonly G: Float64Array;
  readonly C: Float64Array;
}

/** G + s C as dense matrices, alone or with one more row and column. */
class BorderedPencil {
  readonly #forms: ReadonlyMap<number, SparseForm | undefined>;

  constructor(
    private readonly circuit: LinearizedCircuit,
    opened: readonly string[],
  ) {
    const { linear, inputOf } = circuit;
    const { numbering } = circuit.circuit.model;
    // The row of a source is the one that its value enters: v+ - v- - u = 0.
    this.#forms = new Map(
      opened.map((name) => {
        const entry = linear.S.col.indexOf(inputOf(name));
        return [linear.S.row[entry] ?? -1, sparseProbe(numbering, 'i', [name])?.direct];
      }),
    );
  }

  plain(): Pencil {
    return this.#of(this.circuit.linear.size);
  }

  /** With a current into one port, so that the voltage of another one is 0. */
  bordered(port: readonly [string, string], none: readonly [string, string]): Pencil {
    const { size: last } = this.circuit.linear;
    const pencil = this.#of(last + 1);
    const { node } = this.circuit.circuit.model.numbering;
    [1, -1].forEach((sign, k) => {
      const row = node(port[k] ?? '');
      if (row >= 0) addTo(pencil.G, row * (last + 1) + last, -sign);
    });
    this.#addForm(pencil, last, sparseProbe(this.circuit.circuit.model.numbering, 'v', none)?.direct);
    return pencil;
  }

  #of(size: number): Pencil {
    const { linear } = this.circuit;
    const pencil = { size, G: new Float64Array(size * size), C: new Float64Array(size * size) };
    const copy = ({ row, col, value }: Triplets, to: Float64Array): void => {
      for (let k = 0; k < value.length; k++) {
        const at = row[k] ?? -1;
        if (!this.#forms.has(at)) addTo(to, at * size + (col[k] ?? 0), value[k] ?? 0);
      }
    };
    copy(linear.G, pencil.G);
    copy(linear.C, pencil.C);
    for (const [row, form] of this.#forms) this.#addForm(pencil, row, form);
    return pencil;
  }

  #addForm({ size, G }: Pencil, row: number, form: SparseForm | undefined): void {
    form?.index.forEach((index, k) => {
      if (row >= 0 && index < this.circuit.linear.size) addTo(G, row * size + index, form.gain[k] ?? 0);
    });
  }
}

function addTo(matrix: Float64Array, at: number, value: number): void {
  matrix[at] = (matrix[at] ?? 0) + value;
}
