/** The noise of all elements of a circuit at its operating point, each by its device. */
import type { FlatElement } from '../../netlist/flat-circuit.js';
import { type LocalPoint, localPoint } from '../../kernel/modeling/laws/local-law.js';
import type { CircuitOptions } from '../circuit-options.js';
import type { Device } from '../device.js';
import { temperaturesOf } from '../devices/parts/element-parts.js';
import { zeroCelsius } from '../laws/semiconductor.js';
import type { LawBranch, SmoothBranch } from '../primitives.js';
import { Diagnostics } from '../../base/diagnostic.js';
import type { NoiseGenerator } from './noise-generator.js';

export interface ElementNoise {
  readonly element: string;
  readonly generators: readonly NoiseGenerator[];
}

/** What the noise of a circuit follows from. */
export interface NoisyCircuit {
  readonly elements: readonly FlatElement[];
  readonly branches: readonly SmoothBranch[];
  readonly devices: readonly Device[];
  readonly options: CircuitOptions;
  /** Volts from ground. */
  readonly voltage: (node: string) => number;
  /** Whether the ideal switch with this index among the branches is closed. */
  readonly isClosed: (branch: number) => boolean;
}

/** Letters of elements that conduct as matter does: what is not modelled of their noise is missing in the whole. */
const conducting = new Set(['R', 'S', 'W', 'D', 'Q', 'J', 'M', 'Z']);

export interface CircuitNoise {
  /** Elements that make noise, in the order of the netlist. */
  readonly noisy: readonly ElementNoise[];
  /** Names of elements that conduct by a law whose noise is not modelled. */
  readonly unmodelled: readonly string[];
}

/** Returns the noise of all elements. */
export function noiseOf({
  elements,
  branches,
  devices,
  options,
  voltage,
  isClosed,
}: NoisyCircuit): CircuitNoise {
  const own = new Map<string, SmoothBranch[]>();
  const indexOf = new Map<SmoothBranch, number>();
  branches.forEach((branch, index) => {
    indexOf.set(branch, index);
    // Parts have names of their own behind that of their element: q1#rb.
    const [element = ''] = branch.element.split('#', 1);
    const list = own.get(element);
    if (list) list.push(branch);
    else own.set(element, [branch]);
  });
  const deviceOf = new Map(devices.map((device) => [device.syntax.letter, device]));
  const unwanted = new Diagnostics();
  const noisy: ElementNoise[] = [];
  const unmodelled: string[] = [];
  for (const element of elements) {
    const mine = own.get(element.name);
    if (element.model?.isNoiseless === true) continue;
    const generators =
      mine &&
      deviceOf.get(element.letter)?.noise?.({
        element,
        model: element.model?.parameters ?? new Map<string, number>(),
        temperature: temperaturesOf(element, { options, diagnostics: unwanted }).celsius + zeroCelsius,
        branches: mine,
        voltage,
        at: (branch) => lawAt(branch, voltage),
        isClosed: (branch) => isClosed(indexOf.get(branch) ?? -1),
      });
    if (generators && generators.length > 0) noisy.push({ element: element.name, generators });
    else if (conducting.has(element.letter) && mine?.some(({ kind }) => kind === 'law'))
      unmodelled.push(element.name);
  }
  return { noisy, unmodelled };
}

function lawAt({ law, parameters, reads }: LawBranch, voltage: (node: string) => number): LocalPoint {
  const point = localPoint(law);
  law.evaluate(parameters, 0, Float64Array.from(reads, voltage), point);
  return point;
}
