/**
 * Inverters of level-1 transistors with 50 fF behind each: one chain with a wave in it, or chains of ten that all switch, as
 * many times the same or each with a load of its own.
 */

const header = (title) => [
  `* ${title}`,
  '.model mn nmos(level=1 vto=1 kp=0.000129492 lambda=0 gamma=0)',
  '.model mp pmos(level=1 vto=-1 kp=4.31642e-05 lambda=0 gamma=0)',
  'Vdd vdd 0 5',
];

const inverter = (k, input, load = 50) => [
  `Mp${k} n${k} ${input} vdd vdd mp w=1u l=1u`,
  `Mn${k} n${k} ${input} 0 0 mn w=1u l=1u`,
  `C${k} n${k} 0 ${load}f`,
];

const footer = (n) => [
  '.options reltol=0.001',
  '.tran 0.1n 100n',
  `.save v(n1) v(n2) v(n10) v(n${n})`,
  '.end',
  '',
];

/** One chain of n stages: few are active at a time. */
export function waveChain(n) {
  const stages = Array.from({ length: n }, (_, i) => inverter(i + 1, `n${i}`)).flat();
  const source = 'Vin n0 0 pulse(0 5 1n 0.1n 0.1n 20n 50n)';
  return [...header(`one wave in ${n} stages`), source, ...stages, ...footer(n)].join('\n');
}

/** n / 10 chains of ten stages, driven in four phases with a period of 10 ns: all are active all the time. */
export function activeChains(n, load = () => 50) {
  const sources = [0, 1, 2, 3].map(
    (phase) => `Vin${phase} i${phase} 0 pulse(0 5 ${1 + 2.5 * phase}n 0.1n 0.1n 4.9n 10n)`,
  );
  const stages = Array.from({ length: n }, (_, i) =>
    inverter(i + 1, i % 10 === 0 ? `i${(i / 10) % 4}` : `n${i}`, load(Math.floor(i / 10))),
  ).flat();
  return [...header(`${n} stages that switch`), ...sources, ...stages, ...footer(n)].join('\n');
}

/** The same with another load in each chain, so that no two do the same. */
export function unlikeChains(n) {
  return activeChains(n, (chain) => (40 + (20 * chain) / (n / 10)).toFixed(5));
}

/** A ring of an odd number of inverters, pushed off its balance; some ten periods. */
export function ringOscillator(n) {
  const stages = Array.from({ length: n }, (_, i) => inverter(i + 1, `n${i === 0 ? n : i}`)).flat();
  const kick = 'Ik 0 n1 pwl(0 0 0.1n 100u 0.5n 100u 0.6n 0)';
  const analysis = ['.options reltol=0.001', '.tran 0.1n 300n', '.save v(n1)', '.end', ''];
  return [...header(`ring of ${n} inverters`), ...stages, kick, ...analysis].join('\n');
}
