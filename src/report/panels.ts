/** In what order panels stand, and their labels: one panel a unit. */
import type { ColumnUnit } from '../waveform/plot.js';

export const panelLabels: Readonly<Record<ColumnUnit, string>> = Object.freeze({
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
  s: 'Times',
  Hz: 'Frequencies',
  '': 'Other quantities',
});

export const panelUnits: readonly ColumnUnit[] = Object.freeze(Object.keys(panelLabels) as ColumnUnit[]);
