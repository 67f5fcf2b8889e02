/**
 * A digital net that bears the name of a node is joined to it by a bridge, as in ngspice: an adc_bridge where digital parts only
 * read it, with its threshold at vcc / 2, else a dac_bridge from 0 to vcc. vcc is that parameter as the innermost of its digital
 * parts sees it, else 3.3. ngspice takes a bridge of both directions where digital parts drive and read a net: parts here read
 * the net itself.
 */
import type { FlatElement, FlatPort } from '../flat-circuit.js';
import type { PortSyntax } from '../language.js';
import type { Session } from '../session.js';
import { sensedNodes } from '../sensed-nodes.js';

/** Volts, where no parameter says otherwise. */
const usualSupply = 3.3;

/** Volts of PSpice's global supply. */
const digitalSupply = 5;

/** Digital parts at one net. */
interface Joint {
  readonly net: string;
  /** The innermost of them, the first of those. */
  part: FlatElement;
  isDriven: boolean;
}

export function addBridges(session: Session): void {
  const { elements, index, diagnostics } = session;
  if (elements.every(({ ports }) => ports === undefined)) return;
  const joints = jointsOf(session);
  const [first] = joints;
  if (!first) return;
  const [read, driven] = [index.portsOf('adc_bridge'), index.portsOf('dac_bridge')];
  const told: string[] = [];
  for (const joint of joints) {
    const ports = joint.isDriven ? driven : read;
    if (!ports) continue;
    const supply = supplyOf(joint.part, session);
    elements.push(bridge(joint, ports, supply));
    const what = joint.isDriven ? `output, 0 to ${supply} V` : `input, threshold ${supply / 2} V`;
    told.push(`${joint.net} (${what})`);
  }
  const shown = told.slice(0, 4).join(', ');
  const more = told.length > 4 ? ` and ${told.length - 4} more` : '';
  diagnostics.note(
    'auto-bridge',
    `digital and analog at once, joined by bridges as in ngspice: ${shown}${more}; .param vcc= sets their levels`,
    first.part.span,
  );
}

/** Nets that are nodes as well, those of inner parts by their names. */
function jointsOf({ elements, index }: Session): readonly Joint[] {
  const nodes = new Set(elements.flatMap((element) => [...element.nodes, ...sensedNodes(element)]));
  const joints = new Map<string, Joint>();
  for (const element of elements) {
    const { ports = [], model } = element;
    const syntaxes = (model && index.portsOf(model.type)) ?? [];
    ports.forEach((several, k) => {
      const isDriven = (syntaxes[k]?.direction ?? 'in') !== 'in';
      for (const { net } of several) {
        if (net === undefined || !nodes.has(net)) continue;
        const joint = joints.get(net) ?? { net, part: element, isDriven };
        if (depthOf(element) > depthOf(joint.part)) joint.part = element;
        joint.isDriven ||= isDriven;
        joints.set(net, joint);
      }
    });
  }
  return [...joints.values()];
}

function depthOf({ name }: FlatElement): number {
  return name.split('.').length;
}

/** The parameter vcc in the subcircuit of a part, or in one around it; else, of PSpice's parts, what supplies them. */
function supplyOf({ name }: FlatElement, session: Session): number {
  const { frames, frame, digitalSupplies } = session;
  const call = name.slice(0, Math.max(name.lastIndexOf('.'), 0));
  const given = (frames.get(call) ?? frame).scope.lookup('vcc');
  const supply = digitalSupplies.get(name);
  return given ?? (supply ? voltageBetween(supply, session) : usualSupply);
}

/** The DC value of the source between power and ground of a part of PSpice. */
function voltageBetween(
  { power, ground }: { readonly power: string; readonly ground: string },
  { elements }: Session,
): number {
  const isReference = (node: string | undefined): boolean => node === ground || node === '0';
  for (const { letter, nodes, dc, value } of elements) {
    const source = dc ?? value;
    if (letter !== 'V' || source === undefined) continue;
    if (nodes[0] === power && isReference(nodes[1])) return source;
    if (nodes[1] === power && isReference(nodes[0])) return -source;
  }
  return digitalSupply;
}

function bridge({ net, part, isDriven }: Joint, ports: readonly PortSyntax[], supply: number): FlatElement {
  const digital: readonly FlatPort[] = [{ type: 'd', at: [], net }];
  const analog: readonly FlatPort[] = [{ type: 'v', at: [0] }];
  const type = isDriven ? 'dac_bridge' : 'adc_bridge';
  const levels = isDriven ? { out_low: 0, out_high: supply } : { in_low: supply / 2, in_high: supply / 2 };
  return {
    ...{ name: `bridge#${net}`, letter: 'A', nodes: [net], span: part.span, nodeSpans: [part.span] },
    ports: ports.map(({ direction }) => ((direction === 'in') === isDriven ? digital : analog)),
    model: { name: type, type, parameters: new Map(Object.entries(levels)), span: part.span },
    ...{ parameters: new Map(), flags: new Set() },
  };
}
