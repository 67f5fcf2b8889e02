/** T: a lossless line is a delay, which no solver here carries yet: it is refused by name. */
import type { Device } from '../device.js';

export const transmissionLine: Device = {
  syntax: {
    letter: 'T',
    name: 'lossless line',
    doc: 'Lossless transmission line; refused.',
    terminals: ['1+', '1-', '2+', '2-'],
    value: { kind: 'none' },
    parameters: [
      { name: 'z0', unit: 'Ohm', range: 'positive', aliases: ['zo'], doc: 'characteristic impedance' },
      { name: 'td', unit: 's', range: 'positive', doc: 'delay' },
      { name: 'f', unit: 'Hz', range: 'positive', doc: 'frequency at which the line is nl wavelengths long' },
      { name: 'nl', unit: '', default: 0.25, range: 'positive', doc: 'length in wavelengths at f' },
    ],
    ignored: ['ic', 'rel', 'm'],
  },
  models: [],
  branches({ name, span }, { diagnostics }) {
    diagnostics.error('unsupported-element', `${name}: lossless lines (T) are not supported`, span, {
      cure: 'replace it by LC sections, about twenty for each wavelength that matters',
    });
    return [];
  },
};
