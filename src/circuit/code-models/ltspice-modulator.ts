/** LTspice's MODULATE: an oscillator whose phase is the integral of a controlled frequency. */
import type { CodeModel } from './code-model.js';
import { common, complement, nodeAt, output, syntaxOf } from './ltspice-output.js';
import { real } from './model-syntax.js';

/** Oscillator: node 1 controls the frequency, node 2 (1 where it is left out) the amplitude; sine at node 7, cosine at 6. */
export const modulators: readonly CodeModel[] = Object.freeze(['modulator', 'modulate'].map(modulator));

function modulator(type: string): CodeModel {
  return {
    syntax: syntaxOf(type, 'oscillator of frequency space + (mark - space) v(1) and amplitude v(2).', [
      real('mark', 1, 'frequency at 1 V', { unit: 'Hz' }),
      real('space', 0, 'frequency at 0 V', { unit: 'Hz' }),
    ]),
    branches(part) {
      const { build } = part;
      const ground = nodeAt(part, common);
      const at = (place: number): string => nodeAt(part, place);
      const [mark, space] = [part.number('mark'), part.number('space')];
      const control = build.voltage(at(0), ground);
      const { node, branches } = part.state('phase', 0, (_, formOf) =>
        formOf(build.scaled(build.scaled(control, mark - space), 1, space)),
      );
      const angle = build.scaled(build.voltage(node, '0'), 2 * Math.PI);
      const size = at(1) === ground ? build.number(1) : build.voltage(at(1), ground);
      for (const [place, wave] of [
        [output, 'sin'],
        [complement, 'cos'],
      ] as const) {
        if (at(place) === ground) continue;
        const value = build.multiply(size, build.call(wave, angle));
        const port = { type: 'vd', at: [place, common] } as const;
        branches.push(...part.driveBy(port, value, `${part.name}#${place + 1}`));
      }
      return branches;
    },
  };
}
