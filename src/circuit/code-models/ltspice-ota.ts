/**
 * LTspice's OTA and VARISTOR.
 *
 * OTA: with u = (ref - v(1,2)) v(3,4), a pair of which both nodes are left out being 1, the current out of node 7 is
 *
 *     m + h tanh(g u / h) + ioffset,   h = (isrc - isink) / 2,  m = (isrc + isink) / 2
 *
 * `linear`: g u + ioffset. `asym`: isrc tanh(g u / isrc) above 0, isink tanh(g u / isink) below. Beside it rout, cout and the
 * limits vhigh and vlow behind rclamp.
 *
 * VARISTOR: open below the voltage between nodes 1 and 2, in either direction; above it rclamp.
 */
import type { Expression } from '../../expression/ast.js';
import type { ParameterSpec } from '../../netlist/language.js';
import type { Branch } from '../primitives.js';
import type { CodeModel, CodePart } from './code-model.js';
import { clamps, common, complement, currentOutput, nodeAt, output, syntaxOf } from './ltspice-output.js';
import { real, truth } from './model-syntax.js';

const limit = (name: string, doc: string): ParameterSpec => ({ name, unit: 'A', range: 'finite', doc });
const port = { type: 'id', at: [common, output] } as const;

export const ota: CodeModel = {
  syntax: syntaxOf(
    'ota',
    'transconductance amplifier: current out of node 7 by the voltages between nodes 2 and 1, and 3 and 4; tanh with its limits.',
    [
      real('g', 1, 'transconductance', { unit: 'S' }),
      real('ref', 0, 'added to the voltage between nodes 2 and 1', { unit: 'V' }),
      real('iout', 1e-5, 'largest current in both directions', { unit: 'A', range: 'positive' }),
      { ...limit('isrc', 'largest current that it delivers; absent: iout'), aliases: ['isource'] },
      limit('isink', 'least current that it delivers; absent: -iout'),
      real('ioffset', 0, 'added to the current', { unit: 'A' }),
      truth('linear', false, 'no limits of the current'),
      truth('asym', false, 'each direction has its own limit about 0'),
      truth('powerup', true, 'false: no current'),
      { name: 'rout', unit: 'Ohm', range: 'positive', doc: 'output resistance; absent: 1e12' },
      real('cout', 0, 'capacitance of the output', { unit: 'F', range: 'non-negative' }),
      real('vhigh', 2, 'limit of the output', { unit: 'V' }),
      real('vlow', 0, 'limit of the output', { unit: 'V' }),
      real('rclamp', 1, 'resistance of the limits', { unit: 'Ohm', range: 'positive' }),
    ],
    {
      ignored: ['en', 'enk', 'in', 'ink', 'incm', 'incmk', 'td', 'tau', 'trise', 'tfall', 'epsilon'],
      flags: ['linear', 'asym'],
    },
  ),
  branches(part) {
    const [node, ground] = [nodeAt(part, output), nodeAt(part, common)];
    if (nodeAt(part, complement) !== ground)
      part.warning(
        'ota-node-6',
        'node 6 of an OTA is left open',
        'connect it to the common node, the eighth',
      );
    if (node === ground) return [];
    const branches: Branch[] = [...part.driveBy(port, current(part)), currentOutput(part, node)];
    const capacitance = part.number('cout');
    if (capacitance > 0)
      branches.push({
        ...{ kind: 'capacitance', name: `${part.name}#cout`, element: part.name },
        ...{ a: node, b: ground, capacitance },
      });
    return [...branches, ...clamps(part, node, part.number('rclamp'))];
  },
};

/** Out of node 7, through the element from the common node to it. */
function current(part: CodePart): Expression {
  const { build } = part;
  if (part.number('powerup') === 0) return build.number(0);
  const gain = part.number('g');
  const first = build.scaled(pair(part, 1, 0), 1, part.number('ref'));
  const second = isLeftOut(part, 2, 3) ? undefined : pair(part, 2, 3);
  const wanted = build.scaled(second ? build.multiply(first, second) : first, gain);
  const offset = part.number('ioffset');
  if (part.number('linear') === 1) return build.scaled(wanted, 1, offset);
  const most = part.isGiven('isrc') ? part.number('isrc') : part.number('iout');
  const least = part.isGiven('isink') ? part.number('isink') : -part.number('iout');
  const limited = (bound: number): Expression =>
    build.scaled(build.call('tanh', build.scaled(wanted, 1 / bound)), bound);
  if (part.number('asym') === 0)
    return build.scaled(limited((most - least) / 2), 1, (most + least) / 2 + offset);
  const isOut = build.compare('>', wanted, build.number(0));
  return build.scaled(build.choose(isOut, limited(most), limited(least)), 1, offset);
}

function isLeftOut(part: CodePart, plus: number, minus: number): boolean {
  const ground = nodeAt(part, common);
  return nodeAt(part, plus) === ground && nodeAt(part, minus) === ground;
}

function pair(part: CodePart, plus: number, minus: number): Expression {
  return part.build.voltage(nodeAt(part, plus), nodeAt(part, minus));
}

export const varistor: CodeModel = {
  syntax: syntaxOf(
    'varistor',
    'breaks down where the voltage of node 7 is more than that between nodes 1 and 2, in either direction.',
    [real('rclamp', 1, 'resistance in breakdown', { unit: 'Ohm', range: 'positive' })],
  ),
  branches(part) {
    const { build } = part;
    const ground = nodeAt(part, common);
    if (nodeAt(part, output) === ground) return [];
    const across = build.voltage(nodeAt(part, output), ground);
    const level = build.call('abs', pair(part, 0, 1));
    const above = build.call('max', build.subtract(across, level), build.number(0));
    const below = build.call('min', build.add(across, level), build.number(0));
    const port = { type: 'id', at: [output, common] } as const;
    return part.driveBy(port, build.scaled(build.add(above, below), 1 / part.number('rclamp')));
  },
};
