/**
 * Digital parts of Xyce's own form: `U1 AND(2) power ground in1 in2 out model`, with a model of type DIG that says what stands at
 * their nodes. An input is RLOAD beside CLOAD to ground and a comparator with hysteresis: 1 above S0VHI, 0 below S1VLO. An output
 * hangs between two resistances, beside CLO to ground and CHI to power, which go from those of its one state to those of the other
 * in S0TSW or S1TSW along straight lines. Source: Xyce Reference Guide, "Digital devices", and for the lines its N_DEV_Digital.C.
 */
import { ExpressionBuilder } from '../../expression/build.js';
import { findModel } from '../elements/model-reference.js';
import type { FlatModel } from '../flat-circuit.js';
import { ShortCard, type Connection, type PrimitiveCard } from './primitive-card.js';

interface Kind {
  /** Numbers of inputs and outputs; inputs absent: as many as nodes are left. */
  readonly inputs?: number;
  readonly outputs: number;
  add(part: XycePart): void;
}

function gate(model: string, inputs?: number): Kind {
  return {
    ...(inputs !== undefined && { inputs }),
    outputs: 1,
    add({ card, nets, outputs: [out = ''], delay }) {
      const ports = nets.map((net) => card.at(net));
      const delays = { rise_delay: delay, fall_delay: delay, inertial_delay: 1 };
      card.part(model, [...(inputs === 1 ? ports : [ports.flat()]), card.at(out)], delays);
    },
  };
}

/** What is stored, q and its complement: data, clock, preset and clear by the places of the inputs. */
function stored(model: string, clock: string, places: readonly number[], falling = false): Kind {
  const [at = 0, preset = -1, clear = -1, ...data] = places;
  return {
    inputs: places.filter((place) => place >= 0).length,
    outputs: 2,
    add({ card, nets, outputs, delay, initial }) {
      const low = (place: number): Connection => (place < 0 ? [] : card.at(nets[place] ?? '', true));
      const ports = [
        ...data.map((place) => card.at(nets[place] ?? '')),
        card.at(nets[at] ?? '', falling),
        low(preset),
        low(clear),
        ...outputs.map((net) => card.at(net)),
      ];
      const delays = { [`${clock}_delay`]: delay, set_delay: delay, reset_delay: delay };
      const ofData = clock === 'enable' ? { data_delay: delay } : {};
      card.part(model, ports, { ...delays, ...ofData, rise_delay: 0, fall_delay: 0, ic: initial });
    },
  };
}

const adder: Kind = {
  inputs: 3,
  outputs: 2,
  add({ card, nets, outputs: [sum = '', carry = ''], delay }) {
    const all = nets.flatMap((net) => card.at(net));
    const delays = { rise_delay: delay, fall_delay: delay, inertial_delay: 1 };
    const none = { rise_delay: 0, fall_delay: 0 };
    card.part('d_xor', [all, card.at(sum)], delays);
    const pairs = nets.map((net, k) => {
      const both = card.inner(`both${k + 1}`);
      card.part('d_and', [[...card.at(net), ...card.at(nets[(k + 1) % 3] ?? '')], card.at(both)], none);
      return both;
    });
    card.part('d_or', [pairs.flatMap((net) => card.at(net)), card.at(carry)], delays);
  },
};

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['inv', gate('d_inverter', 1)],
  ['not', gate('d_inverter', 1)],
  ['buf', gate('d_buffer', 1)],
  ['and', gate('d_and')],
  ['nand', gate('d_nand')],
  ['or', gate('d_or')],
  ['nor', gate('d_nor')],
  ['xor', gate('d_xor', 2)],
  ['nxor', gate('d_xnor', 2)],
  ['add', adder],
  ['dff', stored('d_dff', 'clk', [2, 0, 1, 3])],
  ['jkff', stored('d_jkff', 'clk', [2, 0, 1, 3, 4], true)],
  ['tff', stored('d_tff', 'clk', [1, -1, -1, 0])],
  ['dltch', stored('d_dlatch', 'enable', [2, 0, 1, 3])],
]);

/** Parts that PSpice does not have. */
export const XYCE_ONLY: readonly string[] = Object.freeze(['add', 'not', 'tff']);

interface XycePart {
  readonly card: PrimitiveCard;
  /** Digital nets of inputs and outputs. */
  readonly nets: readonly string[];
  readonly outputs: readonly string[];
  readonly delay: number;
  readonly initial: number;
}

/** Adds the parts of a card with a DIG model; false where it has none. */
export function readXycePart(card: PrimitiveCard): boolean {
  const { session } = card;
  const at = card.rest.findIndex(({ text }) => findModel(text.toLowerCase(), session)?.model?.type === 'dig');
  const kind = KINDS.get(card.type);
  if (at < 0 || !kind) return false;
  const nodes = card.nodes(at, 'a node');
  const model = card.model(['dig'], 'its model');
  if (!model) return true;
  const inputs = nodes.slice(0, nodes.length - kind.outputs);
  if (kind.inputs === undefined ? inputs.length < 1 : inputs.length !== kind.inputs)
    throw new ShortCard(`${card.type} takes ${kind.inputs ?? 'more'} inputs and ${kind.outputs} outputs`);
  const settings = card.assignments();
  const initial = settings.get('ic') ?? settings.get('ic1') ?? card.option('diginitstate', fromData);
  const ends = new PartEnds(card, model);
  const nets = inputs.map((node, k) => ends.input(node, k));
  const outputs = nodes.slice(inputs.length).map((node, k) => ends.output(node, k));
  kind.add({ card, nets, outputs, delay: ends.value('delay'), initial });
  return true;
}

const DEFAULTS: Readonly<Record<string, number>> = Object.freeze({
  ...{ rload: 1000, cload: 1e-6, clo: 1e-6, chi: 1e-6, delay: 1e-8 },
  ...{ s0rlo: 100, s0rhi: 100, s0tsw: 1e-8, s0vhi: 1.7, s1rlo: 100, s1rhi: 100, s1tsw: 1e-8, s1vlo: 0.9 },
});

/** DIGINITSTATE where nothing is said: q is the level of data, J or T. */
const fromData = 3;

/** What stands between the nodes of a part and the nets of its logic. */
class PartEnds {
  constructor(
    private readonly card: PrimitiveCard,
    private readonly model: FlatModel,
  ) {}

  value(name: string): number {
    return this.model.parameters.get(name) ?? DEFAULTS[name] ?? NaN;
  }

  /** Returns the net of an input. */
  input(node: string, k: number): string {
    const { ground } = this.card;
    const net = this.card.inner(`in${k + 1}`);
    this.#passive('R', `rin${k + 1}`, [node, ground], this.value('rload'));
    this.#passive('C', `cin${k + 1}`, [node, ground], this.value('cload'));
    const levels = { in_low: this.value('s0vhi'), in_high: this.value('s1vlo') };
    const model = this.#bridge('adc_bridge', { ...levels, rise_delay: 0, fall_delay: 0 });
    const ports = [[{ type: 'vd', at: [0, 1] } as const], this.card.at(net)];
    this.card.element(`a${k + 1}`, 'A', [node, ground], { model, ports });
    return net;
  }

  /** Returns the net of an output. */
  output(node: string, k: number): string {
    const { power, ground } = this.card;
    const net = this.card.inner(`out${k + 1}`);
    const state = this.card.inner(`state${k + 1}`);
    const times = { t_rise: this.value('s1tsw'), t_fall: this.value('s0tsw') };
    const model = this.#bridge('dac_bridge', { out_low: 0, out_high: 1, ...times });
    this.card.element(`d${k + 1}`, 'A', [state], {
      model,
      ports: [this.card.at(net), [{ type: 'v', at: [0] }]],
    });
    this.#resistance(`rlo${k + 1}`, [node, ground], this.value('s0rlo'), this.value('s1rlo'), state);
    this.#resistance(`rhi${k + 1}`, [power, node], this.value('s0rhi'), this.value('s1rhi'), state);
    this.#passive('C', `clo${k + 1}`, [node, ground], this.value('clo'));
    this.#passive('C', `chi${k + 1}`, [power, node], this.value('chi'));
    return net;
  }

  #bridge(type: string, parameters: Readonly<Record<string, number>>): FlatModel {
    const { span } = this.card.card;
    return { name: type, type, parameters: new Map(Object.entries(parameters)), span };
  }

  #passive(letter: 'R' | 'C', what: string, nodes: readonly string[], value: number): void {
    if (value > 0) this.card.element(what, letter, nodes, { value });
  }

  /** From one resistance to another as v(state) goes from 0 to 1. */
  #resistance(what: string, nodes: readonly string[], at0: number, at1: number, state: string): void {
    if (at0 === at1) return this.#passive('R', what, nodes, at0);
    const of = new ExpressionBuilder(this.card.card.span);
    const r = of.add(of.number(at0), of.scaled(of.voltage(state, '0'), at1 - at0));
    this.card.element(what, 'R', nodes, { expressions: new Map([['r', r]]) });
  }
}
