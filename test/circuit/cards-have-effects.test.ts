/** Every card, option, function and source function does what it is for, or is named: walks through their tables. */
import { describe, expect, it } from 'vitest';
import { circuitOptionsFrom } from '../../src/circuit/circuit-options.js';
import { withWholeCircuitOptions } from '../../src/circuit/whole-circuit-options.js';
import { partRatings } from '../../src/circuit/devices/parts/ratings.js';
import { circuitLanguage } from '../../src/circuit/language-table.js';
import { FUNCTIONS } from '../../src/expression/functions.js';
import { MemoryPlot, planRuns, prepare, runCard } from '../../src/index.js';
import { DOT_CARDS } from '../../src/netlist/dot-cards/table.js';
import { IGNORED_CARDS, UNSUPPORTED_CARDS } from '../../src/netlist/dot-cards/unsupported.js';
import { elaborate } from '../../src/netlist/elaborate.js';
import { outcomeOf, printOf, randomOf, safely, textSource } from './emission-print.js';

describe('every argument of a function changes its value', () => {
  // The imaginary part of what is real is 0, whatever it is of.
  const functions = [...FUNCTIONS.values()].filter(({ apply }) => apply !== FUNCTIONS.get('im')?.apply);
  it.each(functions.map((spec) => [spec.name, spec] as const))('%s', (_, { least, most, apply }) => {
    const random = randomOf(11);
    // Flags and rising points of tables are values too.
    const valueAt = (round: number, k: number): number =>
      round % 3 === 0 ? k + random() : round % 3 === 1 ? Math.floor(2 * random()) : 3 * random() - 1;
    for (let changed = 0; changed < Math.min(most ?? least, least + 4); changed++) {
      const isEffective = Array.from({ length: 400 }).some((__, round) => {
        const length = Math.min(most ?? Infinity, Math.max(changed + 1, least) + Math.floor(8 * random()));
        const args = Array.from({ length }, (___, k) => valueAt(round, k));
        const step = round % 2 === 0 ? 1 : 0.4 * random();
        const others = args.map((value, k) =>
          k === changed ? (step === 1 ? 1 - value : value + step) : value,
        );
        const [a, b] = [safely(() => String(apply(...args))), safely(() => String(apply(...others)))];
        return a !== b;
      });
      expect(isEffective, `argument ${changed + 1}`).toBe(true);
    }
  });
});

describe('every argument of a source function changes its waveform', () => {
  it.each(circuitLanguage.sourceFunctions.map((spec) => [spec.name, spec] as const))('%s', (_, spec) => {
    const random = randomOf(3);
    const printed = (args: readonly number[], more = ''): string => {
      const words = spec.words ? 'b0110' : '';
      const outcome = outcomeOf(
        `V1 a 0 ${spec.name}(${args.map(String).join(' ')} ${words}) ${more}\nR1 a 0 1\n.tran 1u 1m`,
      );
      return outcome.errors.length > 0 ? outcome.said : outcome.smooth;
    };
    const single = (): number[] =>
      spec.args.map(({ unit }) =>
        unit === 's' ? 1e-4 * random() : unit === 'Hz' ? 2e4 * random() : 1 + Math.floor(4 * random()),
      );
    const usual = (): number[] =>
      spec.pairs ? [1e-4 * random(), random(), 2e-4, 1, 5e-4, 3, 9e-4, -1] : single();
    spec.args.forEach(({ name }, changed) => {
      const isEffective = Array.from({ length: 40 }).some(() => {
        const args = usual();
        const others = args.map((value, k) => (k === changed ? 1.37 * value + 1e-7 : value));
        return printed(args) !== printed(others);
      });
      expect(isEffective, name).toBe(true);
    });
    const named = spec.parameters?.filter((one) => !spec.args.some(({ name }) => name === one.name)) ?? [];
    for (const { name } of named) {
      const args = usual();
      const forms = [`${name}=0`, `${name}=0.3m`, `${name}=2`].map((word) => printed(args, word));
      expect(new Set(forms).size, name).toBeGreaterThan(1);
    }
  });
});

/** An example of every card, and what shows that it is heeded; a card that is added needs a line here. */
const examples: Readonly<Record<string, string>> = {
  '.param': '.param r=3',
  '.func': '.func f(x) {x*7}',
  '.model': '.model dd d(is=1f)',
  '.stimulus': '.stimulus wave SIN(0 1 1k)',
  '.global': '.global c',
  '.preprocess': '.preprocess removeunused r',
  '.temp': '.temp 60',
  '.tran': '.tran 1u 2m',
  '.op': '.op',
  '.dc': '.dc v1 0 1 0.5',
  '.ac': '.ac dec 1 1 10',
  '.tf': '.tf v(b) v1',
  '.sens': '.sens v(b)',
  '.pz': '.pz a 0 b 0 vol pz',
  '.noise': '.noise v(b) v1 dec 1 1 10',
  '.sp': '.sp dec 1 1 10',
  '.lin': '.lin noisecalc=0',
  '.step': '.step v1 1 2 1',
  '.ic': '.ic v(b)=0.3',
  '.nodeset': '.nodeset v(b)=0.3',
  '.options': '.options reltol=1e-4',
  '.meas': '.meas tran most max v(b)',
  '.four': '.four 1k v(b)',
  '.print': '.print tran v(b)',
  '.plot': '.plot tran v(b)',
  '.save': '.save v(b)',
  '.probe': '.probe v(b)',
};

const plain = [
  '.param r=2',
  '.func f(x) {x}',
  'V1 a 0 DC 1 AC 1',
  'R1 a b {f(r)}',
  'C1 b 0 1u',
  'D1 b 0 dd',
  'X1 a s',
  '.subckt s p',
  'R1 p c 1',
  'R2 c 0 1',
  '.ends',
  '.model dd d',
  '.tran 1u 1m',
];

/** Of a netlist: what is run, and what is said. */
function whole(lines: readonly string[]): { run: string; said: string } {
  const { circuit, diagnostics } = elaborate(
    { name: 't.cir', text: ['title', ...lines].join('\n') },
    circuitLanguage,
    textSource,
  );
  const run = planRuns({ name: 't.cir', text: ['title', ...lines].join('\n') }, {}).runs.length;
  return {
    run: `${run} ${printOf(circuit)}`,
    said: diagnostics.map(({ message }) => message.toLowerCase()).join('\n'),
  };
}

describe('every card is heeded, or named', () => {
  it.each(DOT_CARDS.map(({ name, aliases }) => [name, aliases ?? []] as const))('%s', (name, aliases) => {
    const example = examples[name] ?? '';
    expect(example, `an example of ${name}`).not.toBe('');
    const key = example.split(/[= (]/).slice(0, 2).join(' ');
    const others = plain.filter((line) => !line.startsWith(key) || name === '.tran');
    const without = name === '.param' || name === '.func' || name === '.model' ? plain : others;
    const text = [...others, example];
    for (const line of [example, ...aliases.map((alias) => example.replace(name, alias))]) {
      const given = whole([...text.slice(0, -1), line]);
      const bare = whole(without);
      expect(given.run !== bare.run || given.said !== bare.said, line).toBe(true);
    }
  });

  // Carried out but in files that are included.
  const others = [...UNSUPPORTED_CARDS.keys()].filter((name) => name !== '.alter');

  it.each([...others, ...IGNORED_CARDS.keys()])('%s is named', (name) => {
    expect(whole([...plain, `${name} 1`]).said).toContain(name);
  });

  it('.alter has a run of its own', () => {
    const runs = (lines: readonly string[]): string => whole(lines).run.split(' ', 1)[0] ?? '';
    expect([runs(plain), runs([...plain, '.alter', 'R1 a b 5'])]).toEqual(['1', '2']);
  });
});

/** Options that the cards of digital parts ask for. */
const digital: ReadonlyMap<string, string> = new Map([
  ['diginitstate', '1'],
  ['digmntymx', '3'],
  ['digmntyscale', '.8'],
  ['digtymxscale', '3'],
]);

describe('every option is read by what it is for, or named', () => {
  it.each([...digital])('%s, by digital parts', (name, value) => {
    const parts = `UI INV dp 0 a q ti io
UD DFF(1) dp 0 $D_HI $D_HI q $D_HI d $D_NC tf io
.model ti ugate(tplhty=1u tphlty=1u)
.model least ugate(tplhty=1u tphlty=1u)
UL INV dp 0 a l least io MNTYMXDLY=1
UM INV dp 0 a m least io MNTYMXDLY=3
.model tf ueff
.model io uio
RQ q 0 1k
RD d 0 1k
RL l 0 1k
RM m 0 1k`;
    const valuesOf = (options: string): readonly Float64Array[] => {
      const text = `t\nV1 a 0 PULSE(0 5 1u 1n 1n 50u 100u)\n${parts}\n${options}\n.tran 1u 20u\n.save v(q) v(d) v(l) v(m)\n`;
      const { circuit } = prepare(text);
      if (!circuit) throw new Error('not read');
      const plot = new MemoryPlot();
      runCard(circuit, circuit.flat.analyses[0]!, [plot]);
      return plot.plots[0]!.columns;
    };
    expect(valuesOf(`.options ${name}=${value}`)).not.toEqual(valuesOf(''));
  });

  it('as circuits run by every method', () => {
    const asked = new Set<string>();
    class Listening<Value> extends Map<string, Value> {
      override get(name: string): Value | undefined {
        asked.add(name);
        return super.get(name);
      }
    }
    for (const method of ['auto', 'events', 'theta', 'stepping']) {
      const text = `t\nV1 a 0 SIN(0 5 1k)\nR1 a b 1k\nD1 b 0 dd\nC1 b 0 1u\n.model dd d(is=1f)\n.options method=${method}\n.tran 10u 1m\n.op\n`;
      const { circuit } = prepare(text);
      if (!circuit) throw new Error('not read');
      const { flat } = circuit;
      const listening = { ...flat, options: new Listening(flat.options) };
      circuitOptionsFrom(listening.options);
      withWholeCircuitOptions(listening);
      const heard = { ...circuit, flat: listening };
      for (const card of flat.analyses) runCard(heard, card, [new MemoryPlot()]);
    }
    // The longest step is that of the card (`written-on-schematics.test.ts`).
    const elsewhere = (name: string): boolean => digital.has(name) || name === 'maxstep';
    const unheard = circuitLanguage.options.filter(({ name }) => !asked.has(name) && !elsewhere(name));
    expect(unheard.map(({ name }) => name)).toEqual([]);
  });

  it.each(circuitLanguage.ignoredOptions)('%s is named', (name) => {
    expect(whole([...plain, `.options ${name}=1`]).said).toContain(name);
  });

  it('names the ratings of models and parts', () => {
    const words = (names: readonly string[]): string => names.map((name) => `${name}="3 of it"`).join(' ');
    const cards = ['R9 a 0 1k', 'L9 a 0 1m rser=1', 'C9 a 0 1u'].map(
      (card) => `${card} ${words(partRatings)}`,
    );
    const { said } = whole([...plain, ...cards, `.model rated njf(is=1f ${words(circuitLanguage.ratings)})`]);
    for (const name of circuitLanguage.ratings) expect(said).toContain(`njf ${name}`);
    for (const name of partRatings) for (const letter of 'rlc') expect(said).toContain(`${letter} ${name}`);
  });
});
