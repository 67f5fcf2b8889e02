/** LTspice's MODULATE: an oscillator whose phase is the integral of a controlled frequency. */
import type { Expression } from '../../expression/ast.js';
import type { Branch } from '../primitives.js';
import type { CodeModel, CodePart } from './code-model.js';
import { common, complement, nodeAt, output, syntaxOf } from './ltspice-output.js';
import { real } from './model-syntax.js';

/** Oscillator: node 1 controls the frequency, node 2 (1 where it is left out) the amplitude; sine at node 7, cosine at 6. */
export const modulators: readonly CodeModel[] = Object.freeze(['modulator', 'modulate'].map(modulator));

function modulator(type: string): CodeModel {
  return {
    syntax: syntaxOf(
      type,
      'oscillator of frequency space + (mark - space) v(1) and amplitude v(2), about the middle of vlow and vhigh.',
      [
        real('mark', 1, 'frequency at 1 V', { unit: 'Hz' }),
        real('space', 0, 'frequency at 0 V', { unit: 'Hz' }),
        real('vhigh', 1, 'highest value at an amplitude of 1', { unit: 'V' }),
        real('vlow', -1, 'lowest value at an amplitude of 1', { unit: 'V' }),
        { name: 'rout', unit: 'Ohm', range: 'positive', doc: 'output resistance; absent: none' },
      ],
    ),
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
      const [high, low] = [part.number('vhigh'), part.number('vlow')];
      const isModulated = at(1) !== ground;
      const size = isModulated ? build.voltage(at(1), ground) : build.number(1);
      if (isModulated && high + low !== 0) warnOfMiddle(part, (high + low) / 2);
      for (const [place, wave] of [
        [output, 'sin'],
        [complement, 'cos'],
      ] as const) {
        if (at(place) === ground) continue;
        const swing = build.multiply(size, build.call(wave, angle));
        branches.push(...driven(part, place, build.scaled(swing, (high - low) / 2, (high + low) / 2)));
      }
      return branches;
    },
  };
}

/** A voltage, behind rout where one is given. */
function driven(part: CodePart, place: number, value: Expression): Branch[] {
  const name = `${part.name}#${place + 1}`;
  if (!part.isGiven('rout')) return part.driveBy({ type: 'vd', at: [place, common] }, value, name);
  const inner = `${name}#inner`;
  return [
    ...part.driveNode(inner, nodeAt(part, common), value),
    {
      ...{ kind: 'resistance', name: `${name}#rout`, element: `${name}#rout` },
      ...{ a: inner, b: nodeAt(part, place), resistance: part.number('rout') },
    },
  ];
}

/** The manual names neither level: what it is where the amplitude is not 1 is told. */
function warnOfMiddle(part: CodePart, middle: number): void {
  part.warning(
    'modulator-middle',
    `its amplitude scales the swing about ${middle} V, the middle of vlow and vhigh`,
    'give vlow the value of vhigh with the other sign for a swing about 0 V',
  );
}
