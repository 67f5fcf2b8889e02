/** Whatever is drawn, a run ends with a certificate that holds or with a diagnostic that says why it does not. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cardSteps } from '../../src/analysis/simulate.js';
import { prepare } from '../../src/analysis/preparation.js';
import { MemoryPlot } from '../../src/waveform/memory-plot.js';

const node = fc.integer({ min: 0, max: 4 });
/** Two decades around 1, whole tenths: values that meet exactly are as likely as in netlists of people. */
const value = fc.constantFrom(0.1, 0.2, 0.5, 1, 2, 5, 10);
const letter = fc.constantFrom('R', 'R', 'R', 'L', 'L', 'C', 'C', 'D', 'D', 'D', 'V', 'I', 'S');
const wave = fc.constantFrom(
  ...['1', '-2', 'sin(0 1 1)', 'sin(1 2 0.5 0 0 30)', 'pulse(-1 2 0.3 0 0 0.5 1.1)'],
  ...['pulse(0 1 0 0.2 0.2 0.3 1)', 'pwl(0 0 1 1 1 -1 2 3)', 'exp(0 2 0.2 0.3 1 0.5)'],
);
const model = fc.constantFrom('ideal', 'ideal', 'drop', 'lossy');

interface Part {
  readonly letter: string;
  readonly ends: readonly [number, number];
  readonly control: readonly [number, number];
  readonly value: number;
  readonly wave: string;
  readonly model: string;
}

const part: fc.Arbitrary<Part> = fc.record({
  letter,
  ends: fc.tuple(node, node),
  control: fc.tuple(node, node),
  value,
  wave,
  model,
});

function cardOf({ letter: kind, ends: [a, b], control: [c, d], ...rest }: Part, k: number): string {
  const what =
    kind === 'D'
      ? rest.model
      : kind === 'V' || kind === 'I'
        ? rest.wave
        : kind === 'S'
          ? `${c} ${d} ${rest.value > 1 ? 'real' : 'perfect'}`
          : `${rest.value}${kind !== 'R' && rest.model === 'drop' ? ' ic=0.5' : ''}`;
  return `${kind}${k} ${a} ${b} ${what}`;
}

const circuits = fc
  .record({
    parts: fc.array(part, { minLength: 3, maxLength: 10 }),
    /** A resistor to ground from every node, or only from some. */
    grounded: fc.integer({ min: 0, max: 15 }),
    uic: fc.boolean(),
  })
  .map(({ parts, grounded, uic }) =>
    [
      'random circuit',
      '.model ideal d',
      '.model drop d(ron=0 roff=inf vfwd=0.6)',
      '.model lossy d(ron=0.1 roff=100 vfwd=0.5)',
      '.model perfect sw(ron=0 roff=inf vt=0.5 vh=0.1)',
      '.model real sw(ron=0.01 roff=1k vt=0 vh=0.2)',
      ...parts.filter(({ ends: [a, b] }) => a !== b).map(cardOf),
      ...[1, 2, 3, 4].filter((n) => (grounded >> (n - 1)) & 1).map((n) => `RG${n} ${n} 0 ${n}`),
      `.tran 0.05 4${uic ? ' uic' : ''}`,
    ].join('\n'),
  );

/** Joules: values are of order 1, so that a balance off by less is one of a circuit in which nothing flows. */
const nothing = 1e-9;

/** Runs; what is wrong with how it ended, or what kind of end it was. */
function end(
  text: string,
  method: string,
): { readonly kind: string; readonly wrong?: string; readonly missed?: string } {
  const { diagnostics, circuit } = prepare(text, { options: { method } });
  if (!circuit) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    return errors.every(({ span }) => span) ? { kind: 'refused' } : { kind: 'refused', wrong: 'no place' };
  }
  const memory = new MemoryPlot();
  const steps = cardSteps(circuit, circuit.flat.analyses[0]!, [memory]);
  let pause = steps.next();
  for (let turns = 0; pause.done !== true; turns++) {
    if (turns > 20_000) return { kind: 'endless', wrong: `does not end: t = ${pause.value.t}` };
    pause = steps.next();
  }
  const { diagnostics: found, certificate, final } = pause.value;
  const errors = found.filter(({ severity }) => severity === 'error');
  const [plot] = memory.plots;
  if (errors.length > 0) {
    return plot && plot.incomplete === undefined
      ? { kind: 'failed', wrong: 'not marked' }
      : { kind: 'failed' };
  }
  if (!certificate) return { kind: 'done', wrong: 'no certificate' };
  const onlyEnergy = certificate.missed.every((miss) => miss.startsWith('energy'));
  if (certificate.missed.length > 0 && !(onlyEnergy && Math.abs(certificate.energy.error) < nothing)) {
    return { kind: 'missed', missed: certificate.missed.join('; ') };
  }
  if (!final.every((item) => Number.isFinite(item.value))) return { kind: 'done', wrong: 'not finite' };
  if (plot?.columns[0]?.at(-1) !== 4) return { kind: 'done', wrong: 'ends early' };
  return { kind: 'done' };
}

/** Part of the runs that may end with a missed certificate, which the command reports and exits 3. */
const maxMissed = 0.03;

test.each(['events', 'theta'])(
  'method=%s ends every random circuit, and says how',
  (method) => {
    const ends = new Map<string, number>();
    fc.assert(
      fc.property(circuits, (text) => {
        const { kind, wrong } = end(text, method);
        ends.set(kind, (ends.get(kind) ?? 0) + 1);
        if (wrong !== undefined) expect(`${wrong}\n${text}`).toBe('');
      }),
      { seed: 91, numRuns: 300 },
    );
    const { done = 0, missed = 0 } = Object.fromEntries(ends);
    expect(done).toBeGreaterThan(150);
    expect(missed).toBeLessThan(maxMissed * (done + missed));
  },
  240_000,
);
