/** YMASS, YINERTIA: m v' = F, J w' = T, against the frame; weight is a constant force. Starts with x0 and v0, `uic` or not. */
import { nodePlace } from '../../../netlist/element-places.js';
import { constantSignal } from '../../../kernel/modeling/signals/constant-signal.js';
import type { Signal } from '../../../kernel/modeling/signals/signal.js';
import type { ParameterSpec, TerminalDomain } from '../../../netlist/language.js';
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { Device, EmissionContext } from '../../device.js';
import type { Branch } from '../../primitives.js';
import { ground } from '../../compiler/tree.js';
import { derivativeSignal } from '../../sources/derivative-signal.js';
import { mechanicalEnds } from './mechanical-parts.js';
import { motionSignal } from './motion-signal.js';
import { positionParameter } from './start-position.js';
import { tiedVelocity } from './start-velocity.js';

function inertia(
  letter: string,
  name: string,
  domain: TerminalDomain,
  parameter: { readonly name: string; readonly unit: string; readonly doc: string },
): Device {
  const turns = domain === 'rotational';
  const weight: ParameterSpec = {
    ...{ name: 'gravity', unit: 'm/s^2', default: 0, range: 'finite', aliases: ['g'] },
    doc: 'acceleration of gravity, towards negative positions',
  };
  return {
    syntax: {
      letter,
      name,
      doc: `A ${parameter.doc} that moves with its node. It starts with x0 and v0.`,
      terminals: ['n'],
      domains: [domain],
      value: {
        kind: 'number',
        parameter: {
          ...parameter,
          range: 'magnitude',
          copies: 'add',
          hint: 'leave it out where nothing is to be moved',
        },
      },
      parameters: [
        positionParameter,
        {
          ...{ name: 'v0', unit: turns ? 'rad/s' : 'm/s', default: 0, range: 'finite' },
          doc: 'velocity at the start; absent: that of a mass that levers or gears tie it to, else 0',
          aliases: ['w0', 'omega0'],
        },
        ...(turns ? [] : [weight]),
      ],
    },
    models: [],
    carries: () => 0,
    branches(element, context) {
      checkFrame(element, context);
      checkStart(element, context);
      checkMotion(element, context);
      checkTies(element, context);
      const ends = mechanicalEnds(element);
      const { value: capacitance = NaN, parameters } = element;
      const initial = context.moved?.has(ends.a)
        ? 0
        : (parameters.get('v0') ?? tiedVelocity(element, context)?.value ?? 0);
      const gravity = parameters.get('gravity') ?? 0;
      const isStill = context.still?.has(ends.a) === true;
      const branches: Branch[] = [
        { kind: 'capacitance', ...ends, capacitance, ...(!isStill && { initial, held: true }) },
      ];
      const own = `${ends.name}#weight`;
      if (gravity !== 0) {
        const signal = constantSignal(capacitance * gravity);
        branches.push({ kind: 'current', name: own, element: own, a: ends.a, b: ground, signal });
      }
      return branches;
    },
  };
}

/** Tells of a mass on the frame, which does not move. */
function checkFrame(element: FlatElement, { diagnostics }: EmissionContext): void {
  if (element.nodes[0] !== ground) return;
  const message = `${element.name} stands on the frame (node 0), which does not move: it does nothing`;
  diagnostics.warning('mass-on-frame', message, nodePlace(element, 0), { hint: 'give it a node of its own' });
}

/** Tells of two masses on one node that do not start alike. */
function checkStart(element: FlatElement, { elements, diagnostics }: EmissionContext): void {
  const { name, nodes, letter, parameters } = element;
  for (const other of elements().values()) {
    if (other === element) return;
    if (other.letter !== letter || other.nodes[0] !== nodes[0]) continue;
    for (const start of ['x0', 'v0']) {
      const [own, its] = [parameters.get(start), other.parameters.get(start)];
      if (own === undefined || its === undefined || own === its) continue;
      const message = `${name} and ${other.name} are on one node and start with ${start} = ${own} and ${its}`;
      diagnostics.error('masses-apart', message, nodePlace(element, 0), {
        related: [{ span: other.span, message: `${other.name} stands here` }],
        hint: 'give both the same start, or a node each',
      });
    }
  }
}

/** Tells of masses that levers or gears tie to each other and that say to start otherwise. */
function checkTies(element: FlatElement, context: EmissionContext): void {
  const { name, nodes, parameters, span } = element;
  const [own, tied] = [parameters.get('v0'), tiedVelocity(element, context)];
  if (own === undefined || !tied || agrees(own, tied.value) || tied.by.nodes[0] === nodes[0]) return;
  for (const other of context.elements().values()) {
    if (other === element) return;
    if (other === tied.by) break;
  }
  const message = `${name} starts with v0 = ${own}, but what ties it to ${tied.by.name} asks for ${tied.value}`;
  context.diagnostics.warning('masses-tied', message, span, {
    related: [{ span: tied.by.span, message: `${tied.by.name} stands here` }],
    hint: 'leave out one v0; as it is they meet by an impact at the start with uic, without it one of them counts alone',
  });
}

/** Tells of a start that a prescribed motion against the frame contradicts: v0, and x0 where that is prescribed. */
function checkMotion(element: FlatElement, context: EmissionContext): void {
  const { name, nodes, parameters, span } = element;
  const [node = ground] = nodes;
  for (const source of context.elements().values()) {
    const { a, b } = mechanicalEnds(source);
    if (!(a === node && b === ground) && !(a === ground && b === node)) continue;
    const sign = a === node ? 1 : -1;
    const report = (start: string, signal: Signal, does: string): void => {
      const own = parameters.get(start);
      if (own === undefined) return;
      // Where the source jumps at t = 0, either side is a start.
      const [before, after] = [sign * signal.valueLeft(0), sign * signal.value(0)];
      if (agrees(own, before) || agrees(own, after)) return;
      const message = `${name} starts with ${start} = ${own}, but ${source.name} ${does} ${after}`;
      context.diagnostics.error('motion-contradicted', message, span, {
        related: [{ span: source.span, message: `${source.name} stands here` }],
        hint: `leave out ${start}`,
      });
    };
    if (source.letter === 'YVELOCITY' && !source.expressions?.has('v'))
      report('v0', motionSignal(source, 'v', context), `moves node ${node} with`);
    if (source.letter !== 'YPOSITION' || source.expressions?.has('x')) continue;
    const position = motionSignal(source, 'x', context);
    report('x0', position, `holds node ${node} at`);
    report('v0', derivativeSignal(position), `moves node ${node} with`);
  }
}

/** Equal up to the rounding of numbers that are written with ten digits. */
function agrees(written: number, prescribed: number): boolean {
  return Math.abs(prescribed - written) <= 1e-9 * Math.max(Math.abs(written), Math.abs(prescribed));
}

export const mass = inertia('YMASS', 'mass', 'translational', { name: 'm', unit: 'kg', doc: 'mass' });

export const rotor = inertia('YINERTIA', 'moment of inertia', 'rotational', {
  ...{ name: 'j', unit: 'kg m^2', doc: 'moment of inertia' },
});
