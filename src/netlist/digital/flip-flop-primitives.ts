/**
 * DFF and JKFF, which change at the edge of their clock (JKFF: the falling one), DLTCH and SRFF, which follow while their gate is 1;
 * preset and clear, where 0 counts, come before. Delays of q are those of its timing model by cause and direction; its complement has the
 * delays of its own direction. State at the start: DIGINITSTATE, 0 without it, as in ngspice (PSpice's own is unknown).
 */
import type { FlatModel } from '../flat-circuit.js';
import type { DigitalPrimitive } from './digital-primitive.js';
import type { PrimitiveCard } from './primitive-card.js';
import { delaysOf, type Delays } from './timing.js';

interface FlipFlopKind {
  readonly name: string;
  readonly model: string;
  readonly timing: 'ueff' | 'ugff';
  /** Of its clock or gate, and whether that is inverted. */
  readonly control: 'clk' | 'clkb' | 'gate';
  readonly inputs: readonly string[];
  readonly doc: string;
}

const KINDS: readonly FlipFlopKind[] = [
  { name: 'dff', model: 'd_dff', timing: 'ueff', control: 'clk', inputs: ['d'], doc: 'D flip-flops' },
  {
    name: 'jkff',
    model: 'd_jkff',
    timing: 'ueff',
    control: 'clkb',
    inputs: ['j', 'k'],
    doc: 'JK flip-flops',
  },
  { name: 'dltch', model: 'd_dlatch', timing: 'ugff', control: 'gate', inputs: ['d'], doc: 'D latches' },
  {
    name: 'srff',
    model: 'd_srlatch',
    timing: 'ugff',
    control: 'gate',
    inputs: ['s', 'r'],
    doc: 'SR latches',
  },
];

/**
 * Delays of a code model are one by cause and one by direction: those of the clock are met exactly, preset and clear in the direction
 * that they have at q, data of a latch in the mean.
 */
function timesOf(delays: Delays, { timing, model }: FlipFlopKind): Readonly<Record<string, number>> {
  const control = timing === 'ueff' ? 'tpclkq' : 'tpgq';
  const both = (name: string): readonly [number, number] => {
    const [rise, fall] = [delays(`${name}lh`), delays(`${name}hl`)];
    return [rise ?? fall ?? 0, fall ?? rise ?? 0];
  };
  const [rise, fall] = both(control);
  const base = Math.min(rise, fall);
  const [up, down] = [rise - base, fall - base];
  const [preset, clear] = both('tppcq');
  const times = {
    ...{ [timing === 'ueff' ? 'clk_delay' : 'enable_delay']: base, rise_delay: up, fall_delay: down },
    ...{ set_delay: Math.max(0, preset - up), reset_delay: Math.max(0, clear - down) },
  };
  if (timing === 'ueff') return times;
  const [dataUp, dataDown] = both('tpdq');
  const data = Math.max(0, (dataUp - up + dataDown - down) / 2);
  return { ...times, [model === 'd_dlatch' ? 'data_delay' : 'sr_delay']: data };
}

function flipFlop(kind: FlipFlopKind): DigitalPrimitive {
  const { name, inputs, control, timing, doc } = kind;
  const list = inputs.map((input) => `${input} ...`).join(' ');
  return {
    name,
    usage: `${name.toUpperCase()}(n) power ground presetb clearb ${control} ${list} q ... qb ... timing interface`,
    doc: `${doc}; timing ${timing.toUpperCase()}.`,
    read(card) {
      const count = card.count(0);
      const [preset = '', clear = '', clock = ''] = card.nodes(3, 'presetb, clearb or its clock');
      const data = inputs.map((input) => card.nodes(count, `an input ${input}`));
      const outputs = card.nodes(count, 'an output q');
      const complements = card.nodes(count, 'an output qb');
      const model: FlatModel | undefined = card.model([timing], 'a timing model');
      const times = timesOf(delaysOf(card, model, card.settings()), kind);
      const parameters = { ...times, ic: initialState(card) };
      for (let k = 0; k < count; k++) {
        const ports = [
          ...data.map((nets) => card.input(nets[k] ?? '')),
          card.at(clock, control === 'clkb'),
          activeLow(card, preset),
          activeLow(card, clear),
          card.at(outputs[k] ?? ''),
          card.at(complements[k] ?? ''),
        ];
        card.part(kind.model, ports, parameters);
      }
    },
  };
}

/** An input that 0 sets; one that is held at 1 does nothing. */
function activeLow(card: PrimitiveCard, net: string): ReturnType<PrimitiveCard['at']> {
  return net === '$d_hi' ? [] : card.at(net, true);
}

function initialState(card: PrimitiveCard): number {
  return card.option('diginitstate', 0);
}

export const flipFlopPrimitives: readonly DigitalPrimitive[] = Object.freeze(KINDS.map(flipFlop));
