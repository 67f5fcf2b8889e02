/** How the columns of a part are read in one of its modes, or, where they are no forms of a series, by script. */
import { fillRows, jumpsAt, leaveAt } from '../../kernel/simulation/event-driven/rows/fill-rows.js';
import {
  stepsAtOnce,
  type RowsOfMode,
  type RowsOfPart,
} from '../../kernel/simulation/event-driven/rows/part-arrays.js';
import { askRows } from '../../kernel/simulation/event-driven/rows/wanted-rows.js';
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import type { RecordedForms } from '../../kernel/simulation/time-stepping/row-memory.js';
import type { FormsOfPart } from '../../kernel/simulation/stream.js';
import {
  floatsIn,
  integersIn,
  type NumberRoom,
  type WithoutRecord,
} from '../../numerics/code/number-room.js';
import type { PartRowRoom } from './part-row-room.js';

/** Its columns over a series, the bound of its rate, 1/s, and the inputs that it does not follow, with that of theirs. */
export interface ModeSeries {
  readonly forms: RecordedForms;
  readonly rate: number;
  readonly inputs: readonly Signal[];
  readonly inputRate: number;
  /** The first breakpoint of these after a time. */
  readonly nextBreakpoint: (t: number) => number;
  /** That of the segments of the mode. */
  readonly projection: Float64Array;
}

export class ModeOfPart {
  readonly fillRows: WithoutRecord<typeof fillRows>;
  readonly leaveAt: WithoutRecord<typeof leaveAt>;
  readonly #jumpsAt: WithoutRecord<typeof jumpsAt>;
  readonly #askRows: WithoutRecord<typeof askRows>;

  constructor(
    room: PartRowRoom,
    part: RowsOfPart,
    readonly series?: ModeSeries,
  ) {
    const { numbers } = room;
    const forms = series?.forms;
    const record: RowsOfMode = {
      ...{ room: room.arrays, part, isSeries: series !== undefined, directs: series?.inputs.length ?? 0 },
      values: formsIn(numbers, forms?.values),
      curvatures: formsIn(numbers, forms?.curvatures),
      direct: formsIn(numbers, forms?.direct),
    };
    this.fillRows = numbers.bind('fillRows', fillRows, record);
    this.leaveAt = numbers.bind('leaveAt', leaveAt, record);
    this.#jumpsAt = numbers.bind('jumpsAt', jumpsAt, record);
    this.#askRows = numbers.bind('askRows', askRows, record);
  }

  get projection(): Float64Array | undefined {
    return this.series?.projection;
  }

  jumpsAt(series: Float64Array, sizes: Int32Array, t: number): boolean {
    // Machine code knows numbers alone.
    return Number(this.#jumpsAt(series, sizes, t)) === 1;
  }

  /** Asks for rows between two times of the present segment. */
  ask(series: Float64Array, sizes: Int32Array, from: number, to: number, step: number): void {
    for (let begin = from; begin < to;) {
      const end = Math.min(to, (Math.floor(begin / step) + stepsAtOnce) * step);
      // A step that is lost in the rounding of time.
      const until = end > begin ? end : to;
      this.#askRows(series, sizes, begin, until);
      begin = until;
    }
  }
}

function formsIn(numbers: NumberRoom, forms: FormsOfPart | undefined): FormsOfPart {
  const { start = [0], column = [], factor = [] } = forms ?? {};
  return {
    ...{ start: integersIn(numbers, start), column: integersIn(numbers, column) },
    factor: floatsIn(numbers, factor),
  };
}
