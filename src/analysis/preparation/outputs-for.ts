/** Which of the written quantities one analysis of several writes: those of its own `.print` and those of all. */
import type { AnalysisCard, FlatCircuit } from '../../netlist/flat-circuit.js';
import { isPartOfComplex } from '../../netlist/output-item.js';

/** The circuit with the outputs of one card; none are those that are written by default. */
export function outputsFor(flat: FlatCircuit, { kind }: Pick<AnalysisCard, 'kind'>): FlatCircuit {
  const kinds = new Set<string>(flat.analyses.map((card) => card.kind));
  const outputs = flat.outputs.filter((item) => {
    const own = (item.analyses ?? []).filter((name) => kinds.has(name));
    if (own.length > 0 && !own.includes(kind)) return false;
    return kind === 'ac' || !kinds.has('ac') || !isPartOfComplex(item);
  });
  return outputs.length === flat.outputs.length ? flat : { ...flat, outputs };
}
