/** Circuits in which every delay of PSpice's digital parts acts: parts of least, usual and largest delays beside each other. */
import { circuitLanguage } from '../../../src/circuit/language-table.js';
import type { Bench, Change, Words } from './walk.js';

const waves =
  'V1 ia 0 pulse(0 5 0.5u 1n 1n 1u 2u)\nV2 ib 0 pulse(0 5 0.2u 1n 1n 1.9u 4u)\nV3 ic 0 pulse(5 0 4.9u 1n 1n 1.2u 3u)';
const modes = [1, 2, 3];

function namesOf(type: string): readonly string[] {
  return circuitLanguage.models.find((one) => one.type === type)!.parameters.map(({ name }) => name);
}

function all(type: string, value: string): Words {
  return Object.fromEntries(namesOf(type).map((name) => [name, value]));
}

/** One part a mode; `make` writes what stands between its name and the settings. */
function bench(
  type: string,
  make: (mode: number) => readonly string[],
  changes: Readonly<Record<string, string | Change>>,
): Bench {
  return {
    of: `.model ${type}`,
    cards: (_, model) => {
      const parts = modes.flatMap((mode) =>
        make(mode).map((part, k) => {
          const [q, n] = [`q${mode}${k}`, `n${mode}${k}`];
          const card = part.replaceAll('@q', q).replaceAll('@n', n);
          return `U${mode}${k} ${card} mm io_std MNTYMXDLY=${mode}\nR${q} ${q} 0 1k`;
        }),
      );
      return [waves, ...parts, model].join('\n');
    },
    model: all(type, '100n'),
    runs: ['.tran 20n 12u'],
    changes: { ...all(type, '180n'), ...changes },
  };
}

const levels = namesOf('ugate');
const withoutLevels = Object.fromEntries(levels.map((name) => [name, '-']));
const impedance = namesOf('utgate').filter((name) => !levels.includes(name));

export const digitalTiming: readonly Bench[] = [
  bench('ugate', () => ['INV vp 0 ia @q'], {}),
  bench(
    'utgate',
    () => ['BUF3 vp 0 ia $D_HI @q'],
    Object.fromEntries(impedance.map((name) => [name, { to: '180n', model: withoutLevels }])),
  ),
  bench('udly', () => ['DLYLINE vp 0 ia @q'], {}),
  bench('ueff', () => ['DFF(1) vp 0 $D_HI ic ia ib @q $D_NC', 'DFF(1) vp 0 ic $D_HI ia ib @q $D_NC'], {}),
  bench('ugff', () => ['DLTCH(1) vp 0 $D_HI ic ib ia @q $D_NC', 'DLTCH(1) vp 0 ic $D_HI ib ia @q $D_NC'], {}),
  {
    of: '.model dig',
    cards: (_, model) =>
      `Vp p 0 5\nV1 ia 0 pulse(0 5 0.5u 0.4u 0.4u 1u 3u)\nRs ia a 500\nU1 INV p 0 a q mm\nRq q 0 1k\n${model}`,
    model: {
      ...{ delay: '0.1u', rload: '1k', cload: '1p', clo: '1p', chi: '1p', s0rlo: '100', s0rhi: '5k' },
      ...{ s0tsw: '0.2u', s0vhi: '1.7', s1rlo: '5k', s1rhi: '100', s1tsw: '0.2u', s1vlo: '0.9' },
    },
    runs: ['.tran 20n 6u'],
    changes: {
      ...{ delay: '0.2u', rload: '1.5k', cload: '50p', clo: '1n', chi: '1n', s0rlo: '150', s0rhi: '7k' },
      ...{ s0tsw: '0.3u', s0vhi: '2', s1rlo: '7k', s1rhi: '150', s1tsw: '0.3u', s1vlo: '1.2' },
    },
  },
  {
    of: '.model d_pattern',
    cards: (_, model) => `A1 [q] mm\n${model}\nR1 q 0 1k`,
    model: { times: '[0 2u 4u]', levels: '[0 1 0]' },
    runs: ['.tran 50n 16u'],
    changes: { times: '[0 3u 4u]', levels: '[0 1 1]', loop: '[1 3u]' },
  },
];
