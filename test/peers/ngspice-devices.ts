/** What the installed ngspice says of single devices between sources: currents, and capacitances at a bias. */
import type { Plot } from '../../src/waveform/plot.js';
import { runNgspice } from './ngspice.js';

export interface BiasedDevice {
  /** The letter of its card. */
  readonly letter: string;
  /** What stands behind its nodes, where `MODEL` is the name of its own model. */
  readonly card: string;
  /** Type and parameters: "npn(is=1e-14)". */
  readonly model: string;
  /** Volts of its terminals. */
  readonly volts: readonly number[];
}

/** ngspice's Vt is that of k and q as known in 2014: ours equals it at a temperature that is larger by this. */
const vtRatio = 1.38064852e-23 / 1.6021766208e-19 / (1.380649e-23 / 1.602176634e-19);

/** Returns the temperature in degrees Celsius at which our thermal voltage is ngspice's at `celsius`. */
export function sameThermalVoltage(celsius: number): number {
  return (celsius + 273.15) * vtRatio - 273.15;
}

function cards(
  devices: readonly BiasedDevice[],
  driven: (device: number, terminal: number) => string,
): string {
  return devices
    .map(({ letter, card, model, volts }, k) => {
      const nodes = volts.map((_, t) => `n${k}_${t}`);
      const sources = volts.map((v, t) => `v${k}_${t} ${nodes[t]} 0 ${v.toPrecision(17)} ${driven(k, t)}`);
      const name = `mod${k}`;
      return [
        `${letter}${k} ${nodes.join(' ')} ${card.replace('MODEL', name)}`,
        `.model ${name} ${model}`,
        ...sources,
      ].join('\n');
    })
    .join('\n');
}

const options = '.options gmin=1e-40 reltol=1e-9 abstol=1e-20 vntol=1e-12 itl1=2000 noopiter=0';

function columnOf({ header, columns }: Plot, name: string): Float64Array {
  const index = header.columns.findIndex((column) => column.name === name);
  const column = columns[index];
  if (!column)
    throw new Error(`ngspice wrote no ${name}: ${header.columns.map((each) => each.name).join(' ')}`);
  return column;
}

/** Returns the currents into the terminals of each device. */
export function ngspiceCurrents(devices: readonly BiasedDevice[], celsius = 27): number[][] {
  const text = `currents\n${cards(devices, () => '')}\n${options} temp=${celsius}\n.op\n.end\n`;
  const plot = runNgspice(text);
  return devices.map(({ volts }, k) => volts.map((_, t) => -(columnOf(plot, `i(v${k}_${t})`)[0] ?? NaN)));
}

/** Returns of each device di_t/dv_j, terminals x terminals, at a frequency: real and imaginary parts in pairs, in siemens. */
function ngspiceAdmittances(
  devices: readonly BiasedDevice[],
  celsius: number,
  frequency: number,
): number[][] {
  const terminals = devices[0]?.volts.length ?? 0;
  const result = devices.map(() => new Array<number>(2 * terminals * terminals).fill(NaN));
  for (let j = 0; j < terminals; j++) {
    const driven = cards(devices, (_, t) => (t === j ? 'ac 1' : ''));
    const text = `admittances\n${driven}\n${options} temp=${celsius}\n.ac lin 1 ${frequency} ${frequency}\n.end\n`;
    const plot = runNgspice(text);
    result.forEach((matrix, k) => {
      for (let t = 0; t < terminals; t++) {
        const [real = NaN, imaginary = NaN] = columnOf(plot, `i(v${k}_${t})`);
        matrix[2 * (t * terminals + j)] = -real;
        matrix[2 * (t * terminals + j) + 1] = -imaginary;
      }
    });
  }
  return result;
}

/** Returns of each device dq_t/dv_j, terminals x terminals, from the reactive part of its admittance at a frequency. */
export function ngspiceCapacitances(
  devices: readonly BiasedDevice[],
  celsius = 27,
  frequency = 1e3,
): number[][] {
  return ngspiceAdmittances(devices, celsius, frequency).map((matrix) =>
    matrix.filter((_, k) => k % 2 === 1).map((siemens) => siemens / (2 * Math.PI * frequency)),
  );
}

/** Returns of each device di_t/dv_j, terminals x terminals, from the resistive part of its admittance, in siemens. */
export function ngspiceConductances(devices: readonly BiasedDevice[], celsius = 27): number[][] {
  return ngspiceAdmittances(devices, celsius, 1e3).map((matrix) => matrix.filter((_, k) => k % 2 === 0));
}

/** Writes a model card's parameters. */
export function modelText(type: string, parameters: Readonly<Record<string, number>>): string {
  const settings = Object.entries(parameters).map(([name, value]) => `${name}=${value.toPrecision(17)}`);
  return `${type}(${settings.join(' ')})`;
}
