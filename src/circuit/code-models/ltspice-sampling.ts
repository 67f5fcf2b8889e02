/**
 * LTspice's SAMPLEHOLD and PHASEDET.
 *
 * SAMPLEHOLD: v(1,2) as it was when node 3 last passed ref upwards; above ref node 4 lets it through. A first capacitor follows the
 * input while node 3 is low, a second one takes its voltage while it is high; both follow within a picosecond.
 *
 * PHASEDET: a state from -1 to 1, raised by edges of node 1 and lowered by those of node 2, times iout out of node 7.
 */
import type { LogicProbe } from '../../kernel/modeling/signals/logic-network.js';
import { LogicSignal } from '../../kernel/modeling/signals/logic-signal.js';
import type { ParameterSpec } from '../../netlist/language.js';
import { scaled, termForm } from '../behavioural/form-arithmetic.js';
import type { Branch, LinearForm } from '../primitives.js';
import { watch } from './bridges.js';
import type { CodeModel, CodePart } from './code-model.js';
import { clamps, common, currentOutput, nodeAt, output, syntaxOf } from './ltspice-output.js';
import { real } from './model-syntax.js';

/** Ohms, farads and ohms: a picosecond to follow, days to forget. */
const following = 1e-3;
const holding = 1e-9;
const leaking = 1e15;

const threshold = real('ref', 0.5, 'threshold of the clocks', { unit: 'V' });
const bounds = (high: number, low: number): readonly ParameterSpec[] => [
  real('vhigh', high, 'limit of the output', { unit: 'V' }),
  real('vlow', low, 'limit of the output', { unit: 'V' }),
];

function between(part: CodePart, place: number, other = common): LinearForm {
  return termForm({ gain: 1, quantity: 'voltage', a: nodeAt(part, place), b: nodeAt(part, other) });
}

export const sampleHold: CodeModel = {
  syntax: syntaxOf(
    'samplehold',
    'the voltage between nodes 1 and 2 at the last rising edge of node 3, or as it is while node 4 is high.',
    [
      threshold,
      ...bounds(10, -10),
      real('rout', 1000, 'output resistance', { unit: 'Ohm', range: 'positive' }),
    ],
    { ignored: ['td', 'cout', 'tau', 'trise', 'tfall'] },
  ),
  branches(part) {
    const { build, name } = part;
    const ground = nodeAt(part, common);
    if (nodeAt(part, output) === ground) return [];
    const nodes = {
      input: `${name}#input`,
      first: `${name}#first`,
      copy: `${name}#copy`,
      held: `${name}#held`,
    };
    const source = (node: string, form: LinearForm): Branch => ({
      ...{ kind: 'controlled', name: node, element: node, a: node, b: ground, output: 'voltage', form },
    });
    const above = (place: number, sign: 1 | -1, key: string, [a, b]: readonly [string, string]): Branch => ({
      ...{ kind: 'ideal-switch', name: `${name}#${key}`, element: `${name}#${key}`, a, b },
      ...{ resistance: following, control: scaled(sign, between(part, place)) },
      ...{ on: sign * part.number('ref'), off: sign * part.number('ref'), initially: 'off' },
    });
    const store = (node: string): Branch[] => [
      { kind: 'capacitance', name: node, element: node, a: node, b: ground, capacitance: holding },
      { kind: 'resistance', name: `${node}#leak`, element: node, a: node, b: ground, resistance: leaking },
    ];
    const branches: Branch[] = [source(nodes.input, between(part, 0, 1)), ...store(nodes.held)];
    const isTracking = nodeAt(part, 3) !== ground;
    if (isTracking) branches.push(above(3, 1, 'track', [nodes.input, nodes.held]));
    if (nodeAt(part, 2) !== ground) {
      const copied = termForm({ gain: 1, quantity: 'voltage', a: nodes.first, b: ground });
      branches.push(
        ...store(nodes.first),
        source(nodes.copy, copied),
        above(2, -1, 'follow', [nodes.input, nodes.first]),
        above(2, 1, 'take', [nodes.copy, nodes.held]),
        ...(isTracking ? [above(3, 1, 'track2', [nodes.input, nodes.first])] : []),
      );
    }
    const value = build.voltage(nodes.held, ground);
    const most = build.call('min', value, build.number(part.number('vhigh')));
    const limited = build.call('max', most, build.number(part.number('vlow')));
    return [
      ...branches,
      ...part.driveNode(`${name}#out`, ground, limited),
      {
        ...{ kind: 'resistance', name, element: name, resistance: part.number('rout') },
        ...{ a: `${name}#out`, b: nodeAt(part, output) },
      },
    ];
  },
};

export const phaseDetector: CodeModel = {
  syntax: syntaxOf(
    'phasedet',
    'phase detector: current out of node 7 from an edge of node 1 to one of node 2, into it from one of node 2 to one of node 1.',
    [
      threshold,
      real('iout', 1e-4, 'the current', { unit: 'A' }),
      ...bounds(10, -10),
      { name: 'rout', unit: 'Ohm', range: 'positive', doc: 'output resistance; absent: 1e12' },
    ],
    { ignored: ['td', 'cout', 'tau', 'trise', 'tfall'] },
  ),
  branches(part) {
    const { name } = part;
    const { logic } = part.context;
    const [node, ground] = [nodeAt(part, output), nodeAt(part, common)];
    if (node === ground) return [];
    const signal = new LogicSignal(0);
    const probes: (LogicProbe | undefined)[] = [];
    const index = logic.add({
      ...{ name, reads: [], drives: [] },
      begin: () => {
        let state = 0;
        const before = [true, true];
        return (call) => {
          const now = probes.map((probe) => probe !== undefined && logic.probed(probe));
          const edges = now.map((isHigh, k) => (isHigh && before[k] !== true ? 1 : 0));
          now.forEach((isHigh, k) => (before[k] = isHigh));
          if (call.atRest) state = 0;
          else state = Math.max(-1, Math.min(1, state + (edges[0] ?? 0) - (edges[1] ?? 0)));
          call.send(signal, state * part.number('iout'), 0);
        };
      },
    });
    const branches: Branch[] = [{ kind: 'current', name, element: name, a: ground, b: node, signal }];
    [0, 1].forEach((place) => {
      if (nodeAt(part, place) === ground) return;
      const probe = logic.probe(index);
      probes[place] = probe;
      const level = part.number('ref');
      branches.push(
        watch(`${name}#in${place + 1}`, [{ on: level, off: level, probe }], between(part, place)),
      );
    });
    return [...branches, currentOutput(part, node), ...clamps(part, node, 1)];
  },
};
