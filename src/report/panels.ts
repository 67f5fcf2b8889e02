/** Which panels there are, in what order, and their labels: one a unit, of complex columns two. */
import { formatEngineering } from '../base/units.js';
import type { ColumnUnit } from '../waveform/plot.js';

const panelLabels: Readonly<Record<ColumnUnit, string>> = Object.freeze({
  V: 'Voltages',
  A: 'Currents',
  W: 'Powers',
  J: 'Energies',
  m: 'Positions',
  'm/s': 'Velocities',
  N: 'Forces',
  rad: 'Angles',
  'rad/s': 'Angular velocities',
  'N m': 'Torques',
  'V s': 'Fluxes',
  'A s': 'Charges',
  'N s': 'Impulses',
  'N m s': 'Angular impulses',
  'V/s': 'Slopes of voltages',
  'A/s': 'Slopes of currents',
  'm/s^2': 'Accelerations',
  'rad/s^2': 'Angular accelerations',
  'V/sqrt(Hz)': 'Noise voltages',
  'A/sqrt(Hz)': 'Noise currents',
  dB: 'Levels',
  s: 'Times',
  Hz: 'Frequencies',
  '': 'Other quantities',
});

/** What a trace shows of its column: its value, or of a complex one its magnitude or phase. */
export type TracePart = 'value' | 'magnitude' | 'phase';

export interface PanelTrace {
  readonly columnUnit: ColumnUnit;
  readonly part: TracePart;
}

export interface Panel<Trace> {
  /** "Voltages", "Voltages, phase". */
  readonly label: string;
  /** A `ColumnUnit`, "dB" or "°". */
  readonly unit: string;
  readonly traces: readonly Trace[];
}

const parts = ['value', 'magnitude', 'phase'] as const;

/** A root as its sign, so that labels of ticks have room beside a panel. */
const shownUnit = (unit: ColumnUnit): string => unit.replace(/sqrt\((\w+)\)/, '√$1');

/** Sorts traces into panels, none of them empty. */
export function intoPanels<Trace extends PanelTrace>(traces: readonly Trace[]): Panel<Trace>[] {
  return (Object.keys(panelLabels) as ColumnUnit[]).flatMap((unit) =>
    parts.flatMap((part) => {
      const own = traces.filter((trace) => trace.columnUnit === unit && trace.part === part);
      if (own.length === 0) return [];
      const label = part === 'value' ? panelLabels[unit] : `${panelLabels[unit]}, ${part}`;
      return [{ label, unit: { value: shownUnit(unit), magnitude: 'dB', phase: '°' }[part], traces: own }];
    }),
  );
}

/** "v(out)", at a point of a sweep "v(out), r1 = 1000". */
export function traceName(name: string, point: readonly (readonly [what: string, value: number])[]): string {
  return [name, ...point.map(([what, value]) => `${what} = ${formatEngineering(value, '', 6)}`)].join(', ');
}
