/**
 * Dot cards of SPICE that are known but not supported, with what to do instead; and those that change
 * nothing here. A block is skipped up to its end, so that its lines are not read as cards.
 */

export interface UnsupportedCard {
  readonly name: string;
  /** The card that ends the block which this one begins. */
  readonly blockEnd?: string;
  /** Imperative sentence. */
  readonly cure: string;
}

const CARDS: readonly UnsupportedCard[] = [
  { name: '.subckt', blockEnd: '.ends', cure: 'write its elements into the main circuit' },
  { name: '.ends', cure: 'remove it' },
  { name: '.if', blockEnd: '.endif', cure: 'keep the branch that is meant' },
  { name: '.elseif', cure: 'remove it' },
  { name: '.else', cure: 'remove it' },
  { name: '.endif', cure: 'remove it' },
  { name: '.lib', cure: 'use .include with the file that holds the models' },
  { name: '.func', cure: 'write the expression out where it is used' },
  { name: '.global_param', cure: 'use .param' },
  { name: '.csparam', cure: 'use .param' },
  { name: '.global', cure: 'remove it: all nodes are in one circuit' },
  { name: '.dc', cure: 'use .op for one point, or .tran with a slow ramp' },
  { name: '.ac', cure: 'use .tran with a sine source' },
  { name: '.noise', cure: 'remove it' },
  { name: '.disto', cure: 'remove it' },
  { name: '.pz', cure: 'remove it' },
  { name: '.sens', cure: 'run twice with --set' },
  { name: '.tf', cure: 'use .op twice with two source values' },
  { name: '.four', cure: 'remove it and analyse the written waveform' },
  { name: '.fourier', cure: 'remove it and analyse the written waveform' },
  { name: '.meas', cure: 'remove it and measure the written waveform' },
  { name: '.measure', cure: 'remove it and measure the written waveform' },
  { name: '.step', cure: 'run once a value with --set' },
  { name: '.temp', cure: 'remove it: the elements do not depend on temperature' },
  { name: '.nodeset', cure: 'use .ic' },
  { name: '.hb', cure: 'use .tran until the circuit is periodic' },
];

export const UNSUPPORTED_CARDS: ReadonlyMap<string, UnsupportedCard> = new Map(
  CARDS.map((card) => [card.name, card]),
);

/** Cards without effect here, with the end of the block they begin. */
export const IGNORED_CARDS: ReadonlyMap<string, string | undefined> = new Map([
  ['.backanno', undefined],
  ['.width', undefined],
  ['.control', '.endc'],
]);
