/**
 * BUF INV AND NAND OR NOR XOR NXOR, arrays of them (...A), with three states (...3, ...3A); AO OA AOI OAI; PULLUP PULLDN; DLYLINE. A pulse
 * shorter than its delay passes through no gate, through a delay line all do.
 */
import type { DigitalPrimitive } from './digital-primitive.js';
import type { Connection, PrimitiveCard } from './primitive-card.js';
import { delaysOf, type Delays } from './timing.js';

interface GateKind {
  readonly model: string;
  /** Inputs; absent: the first number in brackets. */
  readonly width?: number;
}

const KINDS: Readonly<Record<string, GateKind>> = Object.freeze({
  buf: { model: 'd_buffer', width: 1 },
  inv: { model: 'd_inverter', width: 1 },
  and: { model: 'd_and' },
  nand: { model: 'd_nand' },
  or: { model: 'd_or' },
  nor: { model: 'd_nor' },
  xor: { model: 'd_xor', width: 2 },
  nxor: { model: 'd_xnor', width: 2 },
});

export function gateDelays(delays: Delays, inertial = 1): Readonly<Record<string, number>> {
  const [rise, fall] = [delays('tplh') ?? 0, delays('tphl') ?? 0];
  return { rise_delay: rise, fall_delay: fall, inertial_delay: inertial };
}

export const noDelay = Object.freeze({ rise_delay: 0, fall_delay: 0 });

/** Of outputs with three states one delay: the longer, of those to and from levels before those of high impedance. */
export function enableDelays(delays: Delays): Readonly<Record<string, number>> {
  const longest = (names: readonly string[]): number | undefined => {
    const known = names.map(delays).filter((delay) => delay !== undefined);
    return known.length > 0 ? Math.max(...known) : undefined;
  };
  const delay = longest(['tplh', 'tphl']) ?? longest(['tplz', 'tphz', 'tpzl', 'tpzh']) ?? 0;
  return { delay, inertial_delay: 1 };
}

/** A gate's input ports: one, or several in one. */
function inputsOf(card: PrimitiveCard, kind: GateKind, inputs: readonly string[]): readonly Connection[] {
  const ports = inputs.map((net) => card.input(net));
  return kind.width === 1 ? ports : [ports.flat()];
}

function gate(name: string, kind: GateKind, isArray: boolean): DigitalPrimitive {
  const sizes =
    kind.width === undefined ? (isArray ? '(inputs,gates)' : '(inputs)') : isArray ? '(gates)' : '';
  const type = `${name}${isArray ? 'a' : ''}`;
  return {
    name: type,
    usage: `${type.toUpperCase()}${sizes} power ground input ... output${isArray ? ' ...' : ''} timing interface`,
    doc: `${isArray ? 'Gates' : 'A gate'}; timing UGATE.`,
    read(card) {
      const inputs = takeInputs(card, kind, isArray);
      const outputs = card.nodes(inputs.length, 'an output');
      const model = card.model(['ugate'], 'a timing model');
      const delays = gateDelays(delaysOf(card, model, card.settings()));
      const ports = inputs.map((nets) => inputsOf(card, kind, nets));
      outputs.forEach((net, k) => {
        card.part(kind.model, [...(ports[k] ?? []), card.at(net)], delays);
      });
    },
  };
}

/** Takes the inputs of each gate. */
function takeInputs(
  card: PrimitiveCard,
  { width }: GateKind,
  isArray: boolean,
): readonly (readonly string[])[] {
  const own = width ?? card.count(0);
  const gates = isArray ? card.count(width === undefined ? 1 : 0) : 1;
  return Array.from({ length: gates }, () => card.nodes(own, 'an input'));
}

function triState(name: string, kind: GateKind, isArray: boolean): DigitalPrimitive {
  const sizes =
    kind.width === undefined ? (isArray ? '(inputs,gates)' : '(inputs)') : isArray ? '(gates)' : '';
  const type = `${name}3${isArray ? 'a' : ''}`;
  return {
    name: type,
    usage: `${type.toUpperCase()}${sizes} power ground input ... enable output${isArray ? ' ...' : ''} timing interface`,
    doc: 'With outputs of high impedance while enable is 0; timing UTGATE, of which the longer of TPLH and TPHL counts.',
    read(card) {
      const inputs = takeInputs(card, kind, isArray);
      const [enable = ''] = card.nodes(1, 'its enable');
      const nets = card.nodes(inputs.length, 'an output');
      const model = card.model(['utgate'], 'a timing model');
      const delays = enableDelays(delaysOf(card, model, card.settings()));
      nets.forEach((net, k) => {
        const own = inputs[k] ?? [];
        let level = own[0] ?? '';
        if (name !== 'buf') {
          level = card.inner(`in${k + 1}`);
          card.part(kind.model, [...inputsOf(card, kind, own), card.at(level)], noDelay);
        }
        card.part('d_tristate', [card.input(level), card.input(enable), card.at(net)], delays);
      });
    },
  };
}

/** Gates of gates: the inner ones without delay. */
function compound(name: string, inner: string, outer: string): DigitalPrimitive {
  return {
    name,
    usage: `${name.toUpperCase()}(inputs,gates) power ground input ... output timing interface`,
    doc: `${inner.slice(2)} gates into one ${outer.slice(2)} gate; timing UGATE.`,
    read(card) {
      const [width, gates] = [card.count(0), card.count(1)];
      const inputs = Array.from({ length: gates }, () => card.nodes(width, 'an input'));
      const [output = ''] = card.nodes(1, 'its output');
      const model = card.model(['ugate'], 'a timing model');
      const delays = gateDelays(delaysOf(card, model, card.settings()));
      const products = inputs.map((nets, k) => {
        const net = card.inner(`in${k + 1}`);
        card.part(inner, [nets.flatMap((one) => card.input(one)), card.at(net)], noDelay);
        return card.at(net);
      });
      card.part(outer, [products.flat(), card.at(output)], delays);
    },
  };
}

function pull(name: string, model: string, level: number): DigitalPrimitive {
  return {
    name,
    usage: `${name.toUpperCase()}(nodes) power ground node ... interface`,
    doc: `A resistive ${level} at each node.`,
    read(card) {
      const nets = card.nodes(card.count(0), 'a node');
      card.settings();
      for (const net of nets) card.part(model, [card.at(net)], {});
    },
  };
}

const delayLine: DigitalPrimitive = {
  name: 'dlyline',
  usage: 'DLYLINE power ground input output timing interface',
  doc: 'A delay for pulses of any length; timing UDLY.',
  read(card) {
    const [input = '', output = ''] = card.nodes(2, 'a node');
    const model = card.model(['udly'], 'a timing model');
    const delay = delaysOf(card, model, card.settings())('dly') ?? 0;
    const times = { rise_delay: delay, fall_delay: delay, inertial_delay: 0 };
    card.part('d_buffer', [card.input(input), card.at(output)], times);
  },
};

export const gatePrimitives: readonly DigitalPrimitive[] = Object.freeze([
  ...Object.entries(KINDS).flatMap(([name, kind]) => [
    gate(name, kind, false),
    gate(name, kind, true),
    triState(name, kind, false),
    triState(name, kind, true),
  ]),
  compound('ao', 'd_and', 'd_or'),
  compound('aoi', 'd_and', 'd_nor'),
  compound('oa', 'd_or', 'd_and'),
  compound('oai', 'd_or', 'd_nand'),
  pull('pullup', 'd_pullup', 1),
  pull('pulldn', 'd_pulldown', 0),
  delayLine,
]);
