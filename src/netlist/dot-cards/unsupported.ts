/**
 * Dot cards of SPICE that are known but not supported, with what to do instead; and those that change
 * nothing here. A block is skipped up to its end, so that its lines are not read as cards.
 */

export interface UnsupportedCard {
  readonly name: string;
  /** The card that ends the block which this one begins. */
  readonly blockEnd?: string;
  /** An analysis: left out with a warning where a transient stands beside it. */
  readonly analysis?: true;
  /** Imperative sentence. */
  readonly cure: string;
}

const CARDS: readonly UnsupportedCard[] = [
  { name: '.noise', analysis: true, cure: 'remove it' },
  { name: '.disto', analysis: true, cure: 'remove it' },
  { name: '.pz', analysis: true, cure: 'remove it' },
  { name: '.sens', analysis: true, cure: 'run twice with --set' },
  { name: '.tf', analysis: true, cure: 'use .op twice with two source values' },
  { name: '.hb', analysis: true, cure: 'use .tran until the circuit is periodic' },
  { name: '.mpde', analysis: true, cure: 'use .tran' },
  { name: '.machine', blockEnd: '.endmachine', cure: 'write the logic with B sources' },
  { name: '.net', analysis: true, cure: 'remove it' },
  { name: '.sp', analysis: true, cure: 'remove it' },
  { name: '.sampling', cure: 'run once a value with --set' },
  { name: '.embeddedsampling', cure: 'run once a value with --set' },
  { name: '.pce', cure: 'run once a value with --set' },
  { name: '.lin', analysis: true, cure: 'remove it' },
];

export const UNSUPPORTED_CARDS: ReadonlyMap<string, UnsupportedCard> = new Map(
  CARDS.map((card) => [card.name, card]),
);

/** Cards without effect here, with the end of the block they begin. */
export const IGNORED_CARDS: ReadonlyMap<string, string | undefined> = new Map([
  ['.backanno', undefined],
  ['.width', undefined],
  ['.fft', undefined],
  ['.endl', undefined],
  ['.preprocess', undefined],
  ['.connect', undefined],
  ['.loadbias', undefined],
  ['.savebias', undefined],
  ['.load', undefined],
  ['.result', undefined],
  ['.autoconverge', undefined],
  ['.stmlib', undefined],
  ['.wave', undefined],
  ['.distribution', undefined],
  ['.wcase', undefined],
  ['.mc', undefined],
  ['.aliases', '.endaliases'],
  ['.ferret', undefined],
]);

/** Model types of other simulators that are known, but nothing here is made of. */
export const UNSUPPORTED_MODELS: ReadonlyMap<string, { readonly what: string; readonly cure: string }> =
  new Map([
    ['ltra', { what: 'lossy lines', cure: 'use a lossless line (T) with resistors at its ends' }],
    ['urc', { what: 'RC lines', cure: 'write the line as some ten sections of R and C' }],
    ['transline', { what: 'lumped lines', cure: 'use a lossless line (T), or some ten sections of L and C' }],
    ['vdmos', { what: 'power MOSFETs', cure: 'use a switch with a diode beside it' }],
    ['nmf', { what: 'MESFETs', cure: 'use a JFET (njf)' }],
    ['pmf', { what: 'MESFETs', cure: 'use a JFET (pjf)' }],
  ]);
