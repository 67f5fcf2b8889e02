/**
 * A netlist with its `.step` sweep and its `.control` block -> plain runs, one an analysis and point. Each is elaborated and
 * compiled when it is run, and released after it: memory does not grow with the number of points. Before the first one the ends of
 * every axis are prepared, so that a value out of range is told before anything runs.
 */
import { type Diagnostic, formatDiagnostic } from '../base/diagnostic.js';
import type { SourceText, Span } from '../base/span.js';
import type { Change, StepPlan } from '../netlist/flat-cards.js';
import type { AnalysisCard } from '../netlist/flat-circuit.js';
import type { Overrides } from '../netlist/session.js';
import { countPoints, mergeOverrides, overrideOf, stepPoint, targetName } from '../netlist/step-points.js';
import { prepareWith, type Preparation, type PrepareOptions } from './preparation.js';
import type { PreparedCircuit } from './preparation/prepared-circuit.js';

/** What `.step` has set, then `.control`: ["r1", 1000]. */
export type RunValues = readonly (readonly [name: string, value: number])[];

export interface PlannedRun {
  readonly values: RunValues;
  /** Which point of the sweep, the first `.step` innermost. */
  readonly point: number;
  /** Which analysis of the netlist; those that an `.alter` has more come behind them. */
  readonly at: number;
  /** The analysis as it is with the values of the text. */
  readonly card: AnalysisCard;
  /** Elaborates and compiles; what was told of an earlier run is left out. */
  readonly prepare: () => RunPreparation;
}

export interface RunPreparation {
  readonly diagnostics: readonly Diagnostic[];
  /** Present when there is no error among the diagnostics. */
  readonly circuit?: PreparedCircuit;
  readonly card?: AnalysisCard;
}

export interface RunPlan {
  /** Of the text, and of the ends of every axis. */
  readonly diagnostics: readonly Diagnostic[];
  /** With the values of the text; absent when anything is wrong. */
  readonly circuit?: PreparedCircuit;
  /** Point by point, the analyses of one in the order of the text; empty when anything is wrong. */
  readonly runs: readonly PlannedRun[];
}

/** Plans the runs of a netlist, those of each `.alter` behind those of the text; one without `.step` has one point. */
export function planRuns(text: string | SourceText, options: PrepareOptions = {}): RunPlan {
  const told = new Set<string>();
  const news = (found: readonly Diagnostic[]): Diagnostic[] =>
    found.filter((diagnostic) => {
      const key = formatDiagnostic(diagnostic);
      return !told.has(key) && told.add(key);
    });
  const latest = new Latest((overrides) => prepareWith(text, options, overrides));
  const first = planRunsOf({ text, options, set: {}, news, points: 0, latest });
  const { alterations = [] } = first.circuit?.flat ?? {};
  if (alterations.length === 0) return first;
  const plans = [first];
  for (let alteration = 1; alteration <= alterations.length; alteration++) {
    const points = 1 + Math.max(-1, ...plans.flatMap(({ runs }) => runs.map(({ point }) => point)));
    plans.push(planRunsOf({ text, options, set: { alteration }, news, points, latest }));
  }
  const diagnostics = plans.flatMap((plan) => plan.diagnostics);
  if (diagnostics.some(({ severity }) => severity === 'error')) return { diagnostics, runs: [] };
  const kinds: AnalysisCard['kind'][] = [];
  const runs = plans.flatMap((plan, alteration) => {
    const places = placesOf(plan.circuit?.flat.analyses ?? [], kinds);
    return plan.runs.map((run): PlannedRun => {
      return { ...run, at: places[run.at] ?? run.at, values: [['alter', alteration], ...run.values] };
    });
  });
  return { ...first, diagnostics, runs };
}

/** Of the analyses of a run their places among those of all, `kinds`: the second .tran is the second one of every run. */
function placesOf(analyses: readonly AnalysisCard[], kinds: AnalysisCard['kind'][]): readonly number[] {
  const taken = new Set<number>();
  return analyses.map(({ kind }) => {
    const free = kinds.findIndex((known, at) => known === kind && !taken.has(at));
    const place = free >= 0 ? free : kinds.push(kind) - 1;
    taken.add(place);
    return place;
  });
}

interface Planned {
  readonly text: string | SourceText;
  readonly options: PrepareOptions;
  /** Of all of its runs. */
  readonly set: Overrides;
  /** What of diagnostics was not told before. */
  readonly news: (found: readonly Diagnostic[]) => Diagnostic[];
  /** Points of the runs before. */
  readonly points: number;
  readonly latest: Latest;
}

function planRunsOf({ text, options, set: own, news, points, latest }: Planned): RunPlan {
  const { circuit, diagnostics } = prepareWith(text, options, own);
  const all = news(diagnostics);
  if (!circuit) return { diagnostics: all, runs: [] };
  const { steps, analyses } = circuit.flat;
  const always: Overrides = { sweeps: new Map(), ...own };
  for (const overrides of ends(steps, analyses)) {
    const found = prepareWith(text, options, { ...always, ...overrides }).diagnostics;
    all.push(...news(found));
    if (found.some(({ severity }) => severity === 'error')) return { diagnostics: all, runs: [] };
  }
  if (steps.length === 0 && points === 0) latest.keep(always, { circuit, diagnostics: [] });
  const runs: PlannedRun[] = [];
  for (let point = 0; point < countPoints(steps); point++) {
    const { values } = stepPoint(steps, point);
    for (const [at, card] of analyses.entries()) {
      const { changes = [] } = card;
      const prepareRun = (): RunPreparation => {
        const { overrides: stepped } = stepPoint(steps, point);
        const set = withChanges(point === 0 ? stepped : { ...stepped, draw: point }, changes);
        const { circuit: made, diagnostics: found } = latest.prepare({ ...always, ...set });
        if (!made) return { diagnostics: news(found) };
        // What a script has set may lead the same script another way: it is carried out as it was with the values of the text.
        const again = made.flat.analyses[at];
        const isSame = again?.kind === card.kind && isSamePlace(again.span, card.span);
        return { diagnostics: news(found), circuit: made, card: atPoint(isSame ? again : card, point) };
      };
      const changed = changes.map(({ target, value }) => [targetName(target), value] as const);
      runs.push({
        values: [...values, ...changed],
        point: points + point,
        at,
        card: atPoint(card, point),
        prepare: prepareRun,
      });
    }
  }
  return { diagnostics: all, circuit, runs };
}

function isSamePlace(one: Span, other: Span): boolean {
  return one.start === other.start && one.end === other.end && one.source.name === other.source.name;
}

/** Of an analysis whose frequencies belong to the points the one of this point. */
function atPoint<Card extends AnalysisCard | undefined>(card: Card, point: number): Card {
  if ((card?.kind !== 'ac' && card?.kind !== 'noise') || card.byPoint !== true) return card;
  const { frequencies } = card;
  return { ...card, frequencies: frequencies.slice(point % frequencies.length).slice(0, 1) };
}

/** The circuit of the latest run: the analyses of one point share it. */
class Latest {
  #key: string | undefined;
  #preparation: Preparation | undefined;

  constructor(private readonly make: (overrides: Overrides) => Preparation) {}

  keep(overrides: Overrides, preparation: Preparation): void {
    this.#key = JSON.stringify(overrides);
    this.#preparation = preparation;
  }

  prepare(overrides: Overrides): Preparation {
    const known = this.#key === JSON.stringify(overrides) ? this.#preparation : undefined;
    if (known) return known;
    // The one before goes first: two never stand beside each other.
    this.#preparation = undefined;
    const made = this.make(overrides);
    this.keep(overrides, made);
    return made;
  }
}

function withChanges(overrides: Overrides, changes: readonly Change[]): Overrides {
  return changes.reduce(
    (merged, { target, value }) => mergeOverrides(merged, overrideOf(target, value)),
    overrides,
  );
}

/** What to prepare before anything runs: of each axis its smallest and its largest value, and what scripts set. */
function ends(steps: readonly StepPlan[], analyses: readonly AnalysisCard[]): readonly Overrides[] {
  const found: Overrides[] = [];
  let stride = 1;
  for (const { values } of steps) {
    const least = values.reduce((best, value, k) => (value < (values[best] ?? NaN) ? k : best), 0);
    const most = values.reduce((best, value, k) => (value > (values[best] ?? NaN) ? k : best), 0);
    for (const k of new Set([least, most])) found.push(stepPoint(steps, k * stride).overrides);
    stride *= values.length;
  }
  for (const changes of extremes(
    analyses.flatMap(({ changes = [] }) => (changes.length > 0 ? [changes] : [])),
  ))
    found.push(withChanges({}, changes));
  return found;
}

/** Of what scripts set, all in which something has the least or the largest value that it is set to. */
function extremes(all: readonly (readonly Change[])[]): ReadonlySet<readonly Change[]> {
  interface End {
    readonly value: number;
    readonly changes: readonly Change[];
  }
  const found = new Map<string, { readonly least: End; readonly most: End }>();
  for (const changes of all)
    for (const { target, value } of changes) {
      const own = { value, changes };
      const { least, most } = found.get(targetName(target)) ?? { least: own, most: own };
      found.set(targetName(target), {
        least: value < least.value ? own : least,
        most: value > most.value ? own : most,
      });
    }
  return new Set([...found.values()].flatMap(({ least, most }) => [least.changes, most.changes]));
}
