/**
 * Machine code of the loop over hot modes (`compiled-event-loop.ts`), the stages of `lcs-flow.ts` in the same order: a
 * segment, the event at its end, the mode that is known to come next where it is admissible, and so on. It calls the modes'
 * own functions (`segment-code.ts`, `row-code.ts`) by a table and takes breakpoints, commutations of clocks and the generators from the
 * event queue. What it cannot decide it leaves, with the reason, where it stands in the region "run".
 */
import type { CodeTable } from '../../../numerics/code/wasm-interface.js';
import { tableType, wasmModule, type WasmImport } from '../../../numerics/code/wasm-module.js';
import { WasmBody } from '../../../numerics/code/wasm-writer.js';
import { rootPart, tellablePart } from './motion/rounding.js';
import { number, range } from './motion/code-parts.js';
import { eventQueue, frame, hot, run, type FlowMemory } from './motion/flow-memory.js';
import { fullAngle } from './motion/mode-integrals.js';

/** Why the loop stopped. */
export const stopped = Object.freeze({
  /** At the end, or after the segments that were asked for, in the middle of nowhere. */
  done: 0,
  /** The event at the end of the last segment takes a closer look. */
  atEvent: 1,
  /** What follows the guards that fired, or the clocks that are due, is not known; it may go on from there. */
  unknown: 2,
  /** The last segment does not count by its ends; it may go on from there. */
  uncounted: 3,
  /** The event queue is at its end; it may go on with a segment. */
  refill: 4,
  /** Too many segments in a row have ended in the middle of nowhere; it may go on with a segment. */
  impatient: 5,
  /** The last segment ends behind the end. */
  inProgress: 6,
  /** After the segments that were asked for, with an event at the end of the last one. */
  due: 7,
});

/** The functions of a slot in the table. */
export const slotFunctions = Object.freeze({ segment: 0, addEnds: 1, holds: 2, rows: 3, size: 4 });

/** Writes the generators at the present time to the point. */
const generatorsImport: WasmImport = Object.freeze({ name: 'generators', parameters: [] as const });

export interface EventLoopContext {
  readonly memory: FlowMemory;
  /** Length of the state part of xi, and of the generators'. */
  readonly n: number;
  readonly order: number;
  readonly evtol: number;
  /** Events closer than this are looked at one by one, seconds. */
  readonly closeEvents: number;
  /** Longest segment, seconds. */
  readonly longest: number;
  /** Largest h |A| of a segment, radians. */
  readonly angle: number;
  /** Writes the generators at the present time to the point; absent where they are affine and carry on exactly. */
  readonly generators: (() => number) | undefined;
  /** Rows of every segment are recorded (`row-code.ts`). */
  readonly records: boolean;
}

/** run(resume) -> why it stopped; not 0: goes on behind the last segment. */
export type EventLoopCode = (resume: number) => number;

/** Returns the loop over the functions of a table; undefined where code may not be compiled. */
export function generateEventLoopCode(
  context: EventLoopContext,
  table: CodeTable,
): EventLoopCode | undefined {
  const { generators, memory, n, order, evtol, closeEvents, longest, angle, records } = context;
  const bytes = (): Uint8Array => {
    const body = new EventLoopBody(context).emit();
    const code = { name: 'run', parameters: ['integer'] as const, integerLocals: 4, numberLocals: 1, body };
    return wasmModule([code], generators ? [generatorsImport] : [], true);
  };
  const known = [n, order, evtol, closeEvents, longest, angle, records, generators !== undefined];
  const functions = { t: table, ...(generators && { generators }) };
  return memory.compileShared(`loop ${known.join(' ')}`, bytes, functions)?.['run'];
}

class EventLoopBody {
  readonly #body = new WasmBody();
  readonly #resume = 0;
  /** Byte addresses of the present mode's entries, of the eventQueue's item, of a transition and of the last one. */
  readonly #mode = 1;
  readonly #item = 2;
  readonly #known = 3;
  readonly #last = 4;
  /** Length of the series, seconds. */
  readonly #step = 5;

  constructor(private readonly context: EventLoopContext) {}

  emit(): WasmBody {
    const body = this.#body;
    body.loop();
    this.#locate();
    body.getLocal(this.#resume).not().ifTrue();
    this.#flow();
    body.end();
    body.constInteger(0).setLocal(this.#resume);
    this.#behindSegment();
    this.#isEvent();
    body.ifTrue();
    this.#follow();
    body.otherwise();
    this.#keep();
    body.end();
    this.#raise(run.events);
    this.#set(run.byGuard, () => this.#isQuiet().not().toNumber());
    this.#set(run.lastTransition, () => this.#get(run.now));
    this.#isQuiet().ifTrue();
    this.#raise(run.item);
    body.end().branch(0).end();
    return body.constInteger(stopped.done);
  }

  /** Addresses of the mode and the item. */
  #locate(): void {
    const { layout } = this.context.memory;
    this.#address(layout.hot, hot.size, () => this.#get(run.slot)).setLocal(this.#mode);
    const width = eventQueue.z + this.context.order;
    this.#address(layout.eventQueue, width, () => this.#get(run.item)).setLocal(this.#item);
  }

  /** One segment. */
  #flow(): void {
    const body = this.#body;
    const { memory, evtol, angle, longest } = this.context;
    const resolution = memory.layout.frame + number * frame.resolution;
    this.#get(run.left).constNumber(0).atMost();
    this.#get(run.now);
    this.#get(run.until).atLeast().or();
    this.#leaveIf(stopped.done);
    this.#get(run.item);
    this.#get(run.items).atLeast();
    this.#leaveIf(stopped.refill);
    this.#set(run.end, () => this.#ofItem(eventQueue.time));
    this.#set(run.from, () => this.#get(run.now));
    this.#set(run.last, () => this.#get(run.slot));
    this.#get(run.unfinished).constNumber(0).equal().ifTrue();
    this.#set(run.since, () => this.#get(run.now));
    body.end();
    this.#get(run.end);
    this.#get(run.now).subtract().constNumber(longest).minimum().setLocal(this.#step);
    this.#ofMode(hot.rate).getLocal(this.#step).multiply().constNumber(angle).greaterThan().ifTrue();
    body.constNumber(angle);
    this.#ofMode(hot.rate).divide().setLocal(this.#step).end();
    this.#makeTellable();
    this.#set(run.step, () => body.getLocal(this.#step));
    body.constInteger(0).constNumber(evtol).getLocal(this.#step).divide();
    body.constNumber(rootPart).minimum().store(resolution);
    this.#set(run.left, () => this.#get(run.left).constNumber(1).subtract());
    this.#segment();
    this.#get(run.now);
    this.#get(run.until).greaterThan();
    this.#leaveIf(stopped.inProgress);
    if (this.context.records) this.#record();
    this.#count();
  }

  /** `tellable`, where the segment does not go all the way. */
  #makeTellable(): void {
    const body = this.#body;
    const told = (): WasmBody => {
      this.#get(run.now).getLocal(this.#step).add();
      return this.#get(run.now).subtract();
    };
    body.getLocal(this.#step);
    this.#get(run.end);
    this.#get(run.now).subtract().lessThan();
    told().getLocal(this.#step).subtract().absolute();
    body.getLocal(this.#step).constNumber(tellablePart).multiply().atMost().and().ifTrue();
    told().setLocal(this.#step);
    body.end();
  }

  /** Writes the rows of the segment; it is the last one where they are left to be written. */
  #record(): void {
    const body = this.#body;
    body.constNumber(0);
    this.#call(run.slot, slotFunctions.rows).ifTrue();
    this.#set(run.unrecorded, () => body.constNumber(1));
    this.#set(run.remaining, () => this.#get(run.left));
    this.#set(run.left, () => body.constNumber(0));
    body.end();
  }

  /** Runs the segment; `now` becomes its end. */
  #segment(): void {
    const body = this.#body;
    const part = this.context.memory.layout.frame + number * frame.part;
    this.#set(run.fired, () => {
      body.getLocal(this.#step);
      return this.#call(run.slot, slotFunctions.segment).toNumber();
    });
    this.#set(run.now, () =>
      this.#get(run.from).constInteger(0).load(part).getLocal(this.#step).multiply().add(),
    );
    // The whole way ends where it was to end, not a rounding beside it.
    body.constInteger(0).load(part).constNumber(1).equal();
    this.#get(run.end);
    this.#get(run.from).subtract().getLocal(this.#step).equal().and().ifTrue();
    this.#set(run.now, () => this.#get(run.end));
    body.end();
  }

  /** Adds the segment to the integrals of its mode by its ends, or leaves it to be added. */
  #count(): void {
    const body = this.#body;
    const part = this.context.memory.layout.frame + number * frame.part;
    this.#ofMode(hot.skippable).constNumber(0).greaterThan();
    this.#ofMode(hot.rate).getLocal(this.#step).multiply().constNumber(fullAngle).atMost().and().ifTrue();
    body.getLocal(this.#mode);
    this.#ofMode(hot.skippable)
      .constNumber(1)
      .subtract()
      .store(number * hot.skippable);
    body.getLocal(this.#step).constInteger(0).load(part).multiply();
    this.#call(run.slot, slotFunctions.addEnds).setLocal(this.#known);
    body.otherwise().constInteger(stopped.uncounted).leave().end();
  }

  /** Goes on where the segment ended in the middle of nowhere, leaves where it was the last. */
  #behindSegment(): void {
    const body = this.#body;
    this.#isQuiet();
    this.#get(run.now);
    this.#get(run.end).lessThan().and().ifTrue();
    this.#raise(run.unfinished);
    this.#get(run.unfinished);
    this.#ofMode(hot.patience).greaterThan();
    this.#leaveIf(stopped.impatient);
    body.branch(1).end();
    this.#set(run.unfinished, () => body.constNumber(0));
    this.#get(run.left).constNumber(0).atMost();
    this.#get(run.now);
    this.#get(run.until).atLeast().or();
    this.#leaveIf(stopped.due);
  }

  #isQuiet(): WasmBody {
    return this.#get(run.fired).constNumber(0).equal();
  }

  /** 1 where guards or clocks are due, 0 at a mere breakpoint. */
  #isEvent(): void {
    this.#isQuiet();
    this.#ofItem(eventQueue.due).constNumber(0).equal().and();
    this.#body.not();
  }

  /** Stays in the mode behind a breakpoint where it holds. */
  #keep(): void {
    const body = this.#body;
    this.#sinceLast().constNumber(this.context.evtol).atMost();
    this.#ofMode(hot.keeps).constNumber(0).equal().or();
    this.#leaveIf(stopped.atEvent);
    this.#takeGenerators();
    body.constNumber(0);
    this.#call(run.slot, slotFunctions.holds).not();
    this.#leaveIf(stopped.atEvent);
  }

  /** Goes to the mode that is known to come next, where it is admissible. */
  #follow(): void {
    const body = this.#body;
    this.#sinceLast().constNumber(this.context.closeEvents).atMost();
    this.#leaveIf(stopped.atEvent);
    this.#findKnown();
    this.#isQuiet().ifTrue();
    this.#takeGenerators();
    if (this.context.generators) body.otherwise().call(0).setLocal(this.#step);
    body.end();
    body.constNumber(1);
    this.#callOf(() => body.getLocal(this.#known).load(number), slotFunctions.holds).not();
    this.#leaveIf(stopped.atEvent);
    body.getLocal(this.#known).load(number);
    this.#get(run.slot).equal().not().ifTrue();
    this.#raise(run.modeChanges);
    this.#set(run.slot, () => body.getLocal(this.#known).load(number));
    body.end();
  }

  /** Leaves the address of the transition of the guards and clocks that are due, or leaves the function. */
  #findKnown(): void {
    const body = this.#body;
    this.#set(run.code, () => {
      this.#get(run.fired);
      this.#get(run.fired).constNumber(0).equal().toNumber();
      this.#ofItem(eventQueue.due).multiply();
      return this.#ofMode(hot.shift).multiply().add();
    });
    body
      .getLocal(this.#mode)
      .constInteger(number * (hot.known + 1))
      .addIntegers()
      .setLocal(this.#known);
    this.#ofMode(hot.known)
      .toInteger()
      .constInteger(2 * number)
      .multiplyIntegers();
    body.getLocal(this.#known).addIntegers().setLocal(this.#last);
    body.block().loop();
    body.getLocal(this.#known).getLocal(this.#last).integerAtLeast();
    this.#leaveIf(stopped.unknown);
    body.getLocal(this.#known).load(0);
    this.#get(run.code).equal().branchIf(1);
    body
      .getLocal(this.#known)
      .constInteger(2 * number)
      .addIntegers()
      .setLocal(this.#known);
    body.branch(0).end().end();
  }

  /** The generators behind a breakpoint. */
  #takeGenerators(): void {
    const { n, order, memory } = this.context;
    for (const k of range(order)) {
      this.#body.constInteger(0);
      this.#ofItem(eventQueue.z + k).store(memory.layout.xi + number * (n + k));
    }
  }

  #sinceLast(): WasmBody {
    this.#get(run.now);
    return this.#get(run.lastTransition).subtract();
  }

  #get(entry: number): WasmBody {
    return this.#body.constInteger(0).load(this.context.memory.layout.run + number * entry);
  }

  #set(entry: number, value: () => WasmBody): void {
    this.#body.constInteger(0);
    value().store(this.context.memory.layout.run + number * entry);
  }

  #raise(entry: number): void {
    this.#set(entry, () => this.#get(entry).constNumber(1).add());
  }

  #ofMode(entry: number): WasmBody {
    return this.#body.getLocal(this.#mode).load(number * entry);
  }

  #ofItem(entry: number): WasmBody {
    return this.#body.getLocal(this.#item).load(number * entry);
  }

  /** The address of an entry of a region, which is `width` numbers wide. */
  #address(region: number, width: number, index: () => WasmBody): WasmBody {
    index()
      .toInteger()
      .constInteger(number * width)
      .multiplyIntegers();
    return this.#body.constInteger(region).addIntegers();
  }

  /** Calls a function of the slot in an entry, with the number on the stack. */
  #call(entry: number, code: number): WasmBody {
    return this.#callOf(() => this.#get(entry), code);
  }

  #callOf(slot: () => WasmBody, code: number): WasmBody {
    slot().toInteger().constInteger(slotFunctions.size).multiplyIntegers();
    return this.#body
      .constInteger(code)
      .addIntegers()
      .callIndirect(tableType(this.context.generators ? 1 : 0, 1));
  }

  /** Leaves the function where the integer on the stack is not 0. */
  #leaveIf(reason: number): void {
    this.#body.ifTrue().constInteger(reason).leave().end();
  }
}
