/**
 * Circuits of one family by number, and their judgement: the method that is taken unasked beside sparse steps, and ngspice
 * where somebody wants that. Of every quantity mean and rms are compared: a converter that turns by itself keeps them, whatever its phase.
 */
import { spiceNetlist } from '../../src/compare/spice-netlist.js';
import { prepare } from '../../src/analysis/preparation.js';
import type { Plot } from '../../src/waveform/plot.js';
import { runNgspice } from '../peers/ngspice.js';
import { Draw, text as written } from './draw.js';
import { runText, type Judgement } from './judge.js';
import * as power from './power-families.js';
import { textOf } from './random-circuit.js';

export const families: Readonly<Record<string, (draw: Draw) => number>> = Object.freeze({ ...power });

/** Rows over the run. */
const rows = 500;

export function familyCircuit(family: string, number: number): string {
  const draw = new Draw(104729 * (number + 1));
  const draws = families[family];
  if (!draws) throw new RangeError(`no family ${family}: ${Object.keys(families).join(', ')}`);
  const stop = draws(draw);
  return textOf(`${family} ${number}`, draw.cards, `.tran ${written(stop / rows)} ${written(stop)} uic`);
}

/** Ten times the reltol of the steps that are compared leaves room for turns that are a little late. */
const reltol = 1e-5;
const tolerated = 1e-2;
/** Ranges below this part of the largest of their unit are no signal. */
const silent = 2e-2;

export interface FamilyJudgement extends Judgement {
  /** How far both are apart, in the worst quantity; NaN where there is nothing to compare. */
  readonly steps: number;
  readonly ngspice: number;
}

export function judgeFamily(family: string, number: number, withNgspice: boolean): FamilyJudgement {
  const text = familyCircuit(family, number);
  const own = runText(text, {});
  const nothing = { steps: NaN, ngspice: NaN };
  if (own.verdict !== 'ok' || !own.plot) return { verdict: own.verdict, says: own.says, ...nothing };
  const stepped = runText(text, { method: 'stepping', reltol });
  const steps = stepped.plot && stepped.verdict === 'ok' ? apart(own.plot, stepped.plot) : undefined;
  const theirs = withNgspice ? peer(text) : undefined;
  const ngspice = theirs ? apart(own.plot, theirs) : undefined;
  const distances = { steps: steps?.off ?? NaN, ngspice: ngspice?.off ?? NaN };
  if (steps && steps.off > tolerated)
    return { verdict: 'wrong', says: `${steps.column}: off by ${steps.off.toPrecision(2)}`, ...distances };
  return steps
    ? { verdict: 'ok', says: '', ...distances }
    : { verdict: 'unjudged', says: `no steps: ${stepped.says}`, ...distances };
}

/** What ngspice makes of a text; undefined where it makes nothing. */
function peer(text: string): Plot | undefined {
  const { circuit } = prepare(text, { options: {} });
  const netlist = circuit && spiceNetlist(circuit.flat);
  if (netlist?.text === undefined) return undefined;
  try {
    return runNgspice(netlist.text);
  } catch {
    return undefined;
  }
}

interface Apart {
  readonly off: number;
  readonly column: string;
}

/** The largest distance of mean or rms of a quantity that both have, by its rms in the second or a part of the largest. */
export function apart(own: Plot, other: Plot): Apart {
  const moments = other.columns.map((values, k) => (k === 0 ? [0, 0] : momentsOf(other.columns[0]!, values)));
  const largest = new Map<string, number>();
  other.header.columns.forEach(({ unit }, k) => {
    largest.set(unit, Math.max(largest.get(unit) ?? 0, moments[k]![1]));
  });
  let worst: Apart = { off: 0, column: '' };
  other.header.columns.forEach(({ name, unit }, k) => {
    const at = own.header.columns.findIndex((column) => column.name === name);
    if (k === 0 || at < 0) return;
    const theirs = moments[k]!;
    const scale = Math.max(theirs[1], silent * largest.get(unit)!, 1e-12);
    momentsOf(own.columns[0]!, own.columns[at]!).forEach((value, moment) => {
      const off = Math.abs(value - theirs[moment]!) / scale;
      if (!(off <= worst.off)) worst = { off, column: name };
    });
  });
  return worst;
}

/** Mean and rms of the lines between rows. */
function momentsOf(times: Float64Array, values: Float64Array): readonly [mean: number, rms: number] {
  let [area, square] = [0, 0];
  for (let k = 1; k < times.length; k++) {
    const [length, a, b] = [times[k]! - times[k - 1]!, values[k - 1]!, values[k]!];
    area += (length * (a + b)) / 2;
    square += (length * (a * a + a * b + b * b)) / 3;
  }
  const span = times.at(-1)! - times[0]!;
  return [area / span, Math.sqrt(square / span)];
}
