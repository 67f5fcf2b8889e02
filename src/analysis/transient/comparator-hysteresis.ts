/**
 * Comparators that slide while something else commutates with every turn of them (`sliding-commutation.ts`) get a small
 * hysteresis: duty and means are then those of its limit, where those of the sliding mode are not. So do those that turn over a
 * switch which turns them back: a switch is on or off, and nothing in between, where a comparator that acts on itself may slide. And
 * those that are at their thresholds where events follow each other without end: two of them, each of which acts on what the other
 * compares, draw ever closer circles about the point at which both would have to slide.
 *
 * Whether there are any is found by a run that nobody watches, as long as none is met: twice the cost for circuits in which a
 * comparison acts on itself beside ideal elements, nothing for all others. What a comparator does before it slides is moved by
 * no more than its hysteresis.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import { compileCircuit } from '../../circuit/compile.js';
import type { CircuitOptions } from '../../circuit/circuit-options.js';
import type { CompiledCircuit } from '../../circuit/compiler/compiled-circuit.js';
import { EventDrivenFailure } from '../../kernel/simulation/event-driven/event-driven-failure.js';
import type { LcsFlow } from '../../kernel/simulation/event-driven/lcs-flow.js';
import type { SlidingCommutation } from '../../kernel/simulation/event-driven/sliding-commutation.js';
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import type { TransientCard } from '../../netlist/flat-circuit.js';
import type { AnalysisJob } from '../analysis.js';
import { EventRun } from './event-run.js';
import { elementsOf } from '../preparation/run-failure.js';
import { reportCommutation, reportEndlessSwitching } from '../operating-point/several-solutions.js';
import type { TransientOptions } from '../preparation/transient-options.js';
import { comparisonsAtThreshold } from './comparisons-at-threshold.js';
import { pointAt } from './transient-run.js';
import { findStart } from './transient-start.js';

/** The circuit of a job, with hysteresis where comparators need it; warnings go to the diagnostics. */
export function* withHysteresis(
  job: Pick<AnalysisJob<TransientCard>, 'flat' | 'compiled' | 'circuitOptions' | 'devices' | 'card'>,
  options: TransientOptions,
  diagnostics: Diagnostics,
): Steps<CompiledCircuit> {
  let { compiled } = job;
  const hysteretic = new Set<string>();
  for (;;) {
    const met =
      mayCommutate(compiled) || swingsByItself(compiled)
        ? yield* firstCommutation({ ...job, compiled, sinks: [] }, options)
        : {};
    const comparators = comparatorsOf(met, compiled).filter((comparator) => !hysteretic.has(comparator));
    if (comparators.length === 0) return compiled;
    for (const comparator of comparators) hysteretic.add(comparator);
    const chosen: CircuitOptions = { ...job.circuitOptions, hysteretic };
    const again = compileCircuit(job.flat, chosen, { devices: job.devices }).compiled;
    if (!again) return compiled;
    if (met.sliding) reportCommutation(met.sliding, compiled.system, diagnostics);
    else if (met.endless) {
      const switches = elementsOf(met.endless.rows, compiled.system);
      reportEndlessSwitching({ time: met.endless.time, comparators, switches }, diagnostics);
    }
    compiled = again;
  }
}

/** What a comparator meets that it is given a hysteresis for: it slides, or switches do not settle, which are those of these rows. */
interface Met {
  readonly sliding?: SlidingCommutation;
  readonly endless?: { readonly time: number; readonly rows: readonly number[] };
}

function comparatorsOf({ sliding, endless }: Met, compiled: CompiledCircuit): readonly string[] {
  if (sliding) return elementsOf([sliding.relay], compiled.system).slice(0, 1);
  return endless ? comparatorsBehind(endless.rows, compiled) : [];
}

/** Elements whose comparisons these rows are, or decide the states of switches: their multipliers are part of the controls, or of what those compare. */
function comparatorsBehind(
  switching: readonly number[],
  { system, guards }: CompiledCircuit,
): readonly string[] {
  const { n, m, rows, D } = system;
  const branches = new Set(rows.flatMap(({ beginsRelay, branch }) => (beginsRelay === true ? branch : [])));
  const isCompared = rows.map(({ branch }) => branches.has(branch));
  const controls = guards.filter(({ row }) => switching.includes(row)).map(({ control }) => control);
  const found = new Set(
    switching.flatMap((row) => (isCompared[row] === true ? (rows[row]?.branch ?? []) : [])),
  );
  const follow = (form: Float64Array): void => {
    for (let row = 0; row < m; row++) {
      const branch = rows[row]?.branch;
      if (form[row] === 0 || isCompared[row] !== true || branch === undefined || found.has(branch)) continue;
      found.add(branch);
      for (let k = 0; k < m; k++) if (rows[k]?.branch === branch) follow(D.subarray(k * m, (k + 1) * m));
    }
  };
  for (const control of controls) follow(control.subarray(n, n + m));
  return elementsOf(
    rows.flatMap(({ branch }, row) => (found.has(branch) ? row : [])),
    system,
  );
}

/** A comparison that is a relay, beside rows that are none. */
function mayCommutate({ system: { rows, branches } }: CompiledCircuit): boolean {
  const relays = rows.filter(({ beginsRelay }) => beginsRelay === true);
  const holdsRelay = (branch: number): boolean => relays.some((row) => row.branch === branch);
  return relays.length > 0 && rows.some(({ branch }) => branches[branch] && !holdsRelay(branch));
}

/** Pauses of a run that comparisons at their thresholds are to last. */
const PAUSES = 8;
/** Steps in what is left of the run that nobody waits for. */
const MANY = 1e6;

/**
 * Looks at the pauses of a run whether two comparisons draw ever closer circles, long before the closest one that there is; or one,
 * where nothing else makes events.
 */
class Circles {
  #pauses = 0;
  readonly #least: number;
  #before = { t: 0, steps: 0 };

  constructor(
    private readonly compiled: CompiledCircuit,
    private readonly tstop: number,
  ) {
    this.#least = swingsByItself(compiled) ? 1 : 2;
  }

  /** Rows of the comparisons that do; none where none do. */
  closing({ t, x, lambda }: LcsFlow, steps: number): readonly number[] {
    const { t: since, steps: counted } = this.#before;
    this.#before = { t, steps };
    const isFast = (steps - counted) * (this.tstop - t) > MANY * (t - since);
    const rows = isFast
      ? comparisonsAtThreshold(this.compiled, pointAt(this.compiled, { x, lambda }, t))
      : [];
    this.#pauses = rows.length >= this.#least ? this.#pauses + 1 : 0;
    return this.#pauses < PAUSES ? [] : rows;
  }
}

/** Entries of reduced matrices below this part of their row are rounding of the reduction. */
const rounding = 1e-12;

/**
 * Comparisons alone, of which none reads a source that changes: what they compare moves by states, and one that acts on it through two
 * charges chatters ever faster. A carrier that is compared makes many turns that are meant.
 */
function swingsByItself({ system: { rows, inputs, n, p, C, E } }: CompiledCircuit): boolean {
  const relays = new Set(rows.flatMap(({ beginsRelay, branch }) => (beginsRelay === true ? branch : [])));
  if (n < 2 || rows.length === 0 || !rows.every(({ branch }) => relays.has(branch))) return false;
  return rows.every(({ beginsRelay }, row) => {
    if (beginsRelay !== true) return true;
    const [states, sources] = [C.subarray(row * n, (row + 1) * n), E.subarray(row * p, (row + 1) * p)];
    const largest = Math.max(...[...states, ...sources].map(Math.abs));
    return inputs.every(({ constant }, j) => constant || Math.abs(sources[j] ?? NaN) <= rounding * largest);
  });
}

function* firstCommutation(job: AnalysisJob<TransientCard>, options: TransientOptions): Steps<Met> {
  const diagnostics = new Diagnostics();
  const start = findStart(job, diagnostics);
  if (!start || diagnostics.hasErrors) return {};
  const { flow, loop } = new EventRun({ job, options, columns: [], start, diagnostics });
  const steps = loop.stepsTo(job.card.tstop, []);
  try {
    const circles = new Circles(job.compiled, job.card.tstop);
    for (let step = steps.next(); step.done !== true;) {
      if (flow.met.commutates) break;
      const { t, steps: count } = step.value;
      const rows = circles.closing(flow, count);
      if (rows.length > 0) return { endless: { time: flow.t, rows } };
      const asked = yield { t: t / 2, steps: count };
      if (asked === 'stop') return {};
      step = steps.next();
    }
  } catch (error) {
    // The run that is watched tells it.
    if (!(error instanceof EventDrivenFailure)) throw error;
    if (error.status === 'switching') return { endless: error };
    if (error.status === 'too-many-events') {
      const rows = comparisonsAtThreshold(job.compiled, pointAt(job.compiled, flow, flow.t));
      return { endless: { time: error.time, rows } };
    }
  } finally {
    flow.retire();
  }
  const { commutates } = flow.met;
  return commutates ? { sliding: commutates } : {};
}
