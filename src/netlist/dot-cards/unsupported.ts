/**
 * Dot cards of SPICE that are known but not supported, with what to do instead; and those that change
 * nothing here. A block is skipped up to its end, so that its lines are not read as cards.
 */

export interface UnsupportedCard {
  readonly name: string;
  /** The card that ends the block which this one begins. */
  readonly blockEnd?: string;
  /** An analysis: left out with a warning where another one stands beside it. */
  readonly analysis?: true;
  /** Imperative sentence. */
  readonly hint: string;
}

const CARDS: readonly UnsupportedCard[] = [
  // Of the main file it is carried out (`passes/apply-alterations.ts`).
  { name: '.alter', hint: 'write .alter in the main file, not in one that it includes' },
  { name: '.disto', analysis: true, hint: 'remove it' },
  { name: '.hb', analysis: true, hint: 'use .tran until the circuit is periodic' },
  { name: '.mpde', analysis: true, hint: 'use .tran' },
  { name: '.machine', blockEnd: '.endmachine', hint: 'write the logic with B sources' },
  { name: '.net', analysis: true, hint: 'remove it' },
  { name: '.sampling', hint: 'run once a value with --set' },
  { name: '.embeddedsampling', hint: 'run once a value with --set' },
  { name: '.pce', hint: 'run once a value with --set' },
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
  // Behind a script whose other lines are comments.
  ['.endc', undefined],
  ['.connect', undefined],
  ['.loadbias', undefined],
  ['.savebias', undefined],
  ['.load', undefined],
  ['.result', undefined],
  ['.autoconverge', undefined],
  ['.chkpt', undefined],
  ['.watch', undefined],
  ['.external', undefined],
  ['.vector', undefined],
  ['.wave', undefined],
  ['.distribution', undefined],
  ['.wcase', undefined],
  ['.mc', undefined],
  ['.aliases', '.endaliases'],
  ['.ferret', undefined],
  ...['.protect', '.unprotect', '.prot', '.unprot'].map((name) => [name, undefined] as const),
]);

/** Model types of other simulators that are known, but nothing here is made of. */
const CIDER = { what: 'devices solved in space', hint: 'write a compact model: D, Q or M' } as const;

export const UNSUPPORTED_MODELS: ReadonlyMap<string, { readonly what: string; readonly hint: string }> =
  new Map([
    ['numd', CIDER],
    ['nbjt', CIDER],
    ['numos', CIDER],
    ['ltra', { what: 'lossy lines', hint: 'use a lossless line (T) with resistors at its ends' }],
    ['urc', { what: 'RC lines', hint: 'write the line as some ten sections of R and C' }],
    ['transline', { what: 'lumped lines', hint: 'use a lossless line (T), or some ten sections of L and C' }],
  ]);
