/**
 * aswitch and pswitch: resistances between r_on at cntl_on and r_off at cntl_off, linear or exponential in the control.
 * Without limit an aswitch goes on beyond both; a pswitch stays within, its logarithm along SPICE's smooth step
 * 3 x - 4 x^3, and its control is a port of the resistance r_cntl_in.
 */
import type { Expression } from '../../expression/ast.js';
import type { PortSyntax } from '../../netlist/language.js';
import type { Branch } from '../primitives.js';
import { inPort, type CodeModel, type CodePart } from './code-model.js';
import { codeSyntax, real, truth } from './model-syntax.js';

const out: PortSyntax = { name: 'out', direction: 'inout', types: ['gd'] };
const parameters = [
  real('cntl_off', 0, 'control at which it is open'),
  real('cntl_on', 1, 'control at which it is closed'),
  real('r_off', 1e12, 'open resistance', { unit: 'Ohm', range: 'positive' }),
  real('r_on', 1, 'closed resistance, at least 1 mOhm', { unit: 'Ohm', range: 'non-negative' }),
  truth('log', true, 'whether the logarithm of the resistance follows the control'),
];

/** Ohms: no closed resistance is smaller, and no resistance at all. */
const minOn = 1e-3;
const minOhms = 1e-9;

export const aswitch: CodeModel = {
  syntax: codeSyntax(
    'aswitch',
    'Resistance controlled by one value.',
    [{ ...inPort, name: 'cntl_in' }, out],
    [...parameters, truth('limit', false, 'whether the resistance stays between r_on and r_off')],
  ),
  branches(part) {
    const { build } = part;
    const [on, off] = resistances(part);
    const x = shareOf(part, part.number('limit') !== 0);
    return x
      ? resistance(
          part,
          part.number('log') !== 0
            ? build.multiply(build.number(off), build.call('exp', build.scaled(x, Math.log(on / off))))
            : build.scaled(build.scaled(x, on - off), 1, off),
        )
      : [];
  },
};

export const pswitch: CodeModel = {
  syntax: codeSyntax(
    'pswitch',
    'Resistance controlled by a voltage, with a smooth way from open to closed.',
    [{ name: 'cntl_in', direction: 'inout', types: ['gd', 'g'] }, out],
    [
      ...parameters,
      real('r_cntl_in', 1e12, 'resistance of the control port', { unit: 'Ohm', range: 'positive' }),
    ],
  ),
  branches(part) {
    const { build } = part;
    const [on, off] = resistances(part);
    const x = shareOf(part, true);
    const control = part.port('cntl_in');
    if (!x || !control) return [];
    const name = `${part.name}#control`;
    const input: Branch = {
      ...{ kind: 'resistance', name, element: name, ...part.ends(control) },
      resistance: part.number('r_cntl_in'),
    };
    if (part.number('log') === 0)
      return [input, ...resistance(part, build.scaled(build.scaled(x, on - off), 1, off))];
    // ln R = mean + ln(r_on / r_off) (3 s - 4 s^3) / 2, s = x - 1/2.
    const s = build.scaled(x, 1, -0.5);
    const cube = build.multiply(build.multiply(s, s), s);
    const step = build.subtract(build.scaled(s, 1.5), build.scaled(cube, 2));
    const power = build.scaled(build.scaled(step, Math.log(on / off)), 1, Math.log(on * off) / 2);
    return [input, ...resistance(part, build.call('exp', power))];
  },
};

function resistances(part: CodePart): readonly [number, number] {
  return [Math.max(minOn, part.number('r_on')), Math.min(part.number('r_off'), 1e12)];
}

/** 0 at cntl_off, 1 at cntl_on; undefined after reporting. */
function shareOf(part: CodePart, limited: boolean): Expression | undefined {
  const { build } = part;
  const [on, off] = [part.number('cntl_on'), part.number('cntl_off')];
  if (on === off) {
    part.error('switch-thresholds', `cntl_on and cntl_off are both ${on}`, 'make them differ');
    return undefined;
  }
  const share = build.scaled(part.input(part.port('cntl_in')), 1 / (on - off), -off);
  return limited ? build.call('limit', share, build.number(0), build.number(1)) : share;
}

function resistance(part: CodePart, ohms: Expression): Branch[] {
  const port = part.port('out');
  if (!port) return [];
  const { build } = part;
  const { a, b } = part.ends(port);
  const kept = build.call('max', ohms, build.number(minOhms));
  return part.driveBy(port, build.divide(build.voltage(a, b), kept));
}
