/** capacitoric, inductoric, potentiometer, cmeter, lmeter and memristor: storage and resistances as code models. */
import type { PortSyntax } from '../../netlist/language.js';
import type { Branch } from '../primitives.js';
import { ground } from '../compiler/tree.js';
import { outPort, type CodeModel, type CodePart } from './code-model.js';
import { codeSyntax, real, truth } from './model-syntax.js';
import { constantForm, sum, scaled } from '../behavioural/form-arithmetic.js';

export const capacitoric: CodeModel = {
  syntax: codeSyntax(
    'capacitoric',
    'Capacitor with an initial voltage.',
    [{ name: 'cap', direction: 'inout', types: ['hd'] }],
    [
      real('c', undefined, 'capacitance', { unit: 'F', range: 'positive' }),
      real('ic', 0, 'voltage at the start', { unit: 'V' }),
    ],
  ),
  branches(part) {
    const port = part.port('cap');
    const initial = part.number('ic');
    return !port || !isPresent(part, 'c')
      ? []
      : [
          {
            ...{ kind: 'capacitance', name: part.name, element: part.name, ...part.ends(port) },
            ...{ capacitance: part.number('c'), initial, held: true },
          },
        ];
  },
};

export const inductoric: CodeModel = {
  syntax: codeSyntax(
    'inductoric',
    'Inductor with an initial current.',
    [{ name: 'ind', direction: 'inout', types: ['gd'] }],
    [
      real('l', undefined, 'inductance', { unit: 'H', range: 'positive' }),
      real('ic', 0, 'current at the start', { unit: 'A' }),
    ],
  ),
  branches(part) {
    const port = part.port('ind');
    const initial = part.number('ic');
    return !port || !isPresent(part, 'l')
      ? []
      : [
          {
            ...{ kind: 'inductance', name: part.name, element: part.name, ...part.ends(port) },
            ...{ inductance: part.number('l'), initial, held: true },
          },
        ];
  },
};

export const potentiometer: CodeModel = {
  syntax: codeSyntax(
    'potentiometer',
    'Resistance with a wiper.',
    ['r0', 'wiper', 'r1'].map((name): PortSyntax => ({ name, direction: 'inout', types: ['g'] })),
    [
      real('position', 0.5, 'of the wiper, from r0', { range: 'unit-interval' }),
      truth('log', false, 'whether the resistance follows the position exponentially'),
      real('r', 1e5, 'resistance from end to end', { unit: 'Ohm', range: 'positive' }),
      real('log_multiplier', 1, 'decades of the exponential law'),
    ],
  ),
  branches(part) {
    const position = Math.min(Math.max(part.number('position'), 1e-9), 1 - 1e-9);
    const whole = part.number('r');
    const lower =
      part.number('log') === 0 ? position * whole : whole / 10 ** (position * part.number('log_multiplier'));
    const node = (name: string): string => {
      const port = part.port(name);
      return port ? part.ends(port).a : ground;
    };
    const side = (name: string, end: string, resistance: number): Branch => ({
      ...{ kind: 'resistance', name: `${part.name}#${name}`, element: part.name },
      ...{ a: node('wiper'), b: node(end), resistance },
    });
    return [side('r0', 'r0', lower), side('r1', 'r1', whole - lower)];
  },
};

export const cmeter = meter('cmeter', 'Capacitance', 'C', (values) =>
  values.reduce((sum, value) => sum + value, 0),
);

export const lmeter = meter('lmeter', 'Inductance', 'L', (values) =>
  values.length === 0 ? 0 : 1 / values.reduce((sum, value) => sum + 1 / value, 0),
);

function meter(
  type: string,
  what: string,
  letter: 'C' | 'L',
  together: (values: readonly number[]) => number,
): CodeModel {
  return {
    syntax: codeSyntax(
      type,
      `${what} of the elements ${letter} at its input, as a value.`,
      [{ name: 'in', direction: 'in', types: ['v', 'vd'] }, outPort],
      [real('gain', 1, 'factor of the value')],
    ),
    branches(part) {
      const port = part.port('in');
      if (!port) return [];
      const { a, b } = part.ends(port);
      const there = [...part.context.elements().values()].filter(
        ({ letter: own, nodes }) =>
          own === letter && nodes.some((node) => node !== ground && (node === a || node === b)),
      );
      const value = together(there.map((element) => element.value ?? 0));
      return part.driveBy(part.port('out'), part.build.number(part.number('gain') * value));
    },
  };
}

/**
 * i = v / R with R' = f(v) between rmin and rmax, f(v) = beta v + (alpha - beta) (|v + vt| - |v - vt|) / 2: the state is a
 * capacitor's voltage between two ideal diodes. Source: [Pershin-Di Ventra 2010].
 */
export const memristor: CodeModel = {
  syntax: codeSyntax(
    'memristor',
    'Resistance that follows the voltage beyond a threshold.',
    [{ name: 'memris', direction: 'inout', types: ['gd'] }],
    [
      real('rmin', 10, 'least resistance', { unit: 'Ohm', range: 'positive' }),
      real('rmax', 1e4, 'largest resistance', { unit: 'Ohm', range: 'positive' }),
      real('rinit', 7e3, 'resistance at the start', { unit: 'Ohm', range: 'positive' }),
      real('alpha', 0, 'rate within the threshold', { unit: 'Ohm/(V s)' }),
      real('beta', 1, 'rate beyond it', { unit: 'Ohm/(V s)' }),
      real('vt', 0, 'threshold', { unit: 'V' }),
    ],
  ),
  branches(part) {
    const port = part.port('memris');
    if (!port) return [];
    const { build } = part;
    const { a, b } = part.ends(port);
    const [alpha, beta, vt] = [part.number('alpha'), part.number('beta'), part.number('vt')];
    const { node, branches } = part.state('ohms', part.number('rinit'), (builder, formOf) => {
      const v = formOf(build.voltage(a, b));
      const beyond = builder.absolute(sum(v, constantForm(vt)));
      const before = builder.absolute(sum(v, constantForm(-vt)));
      return sum(scaled(beta, v), sum(beyond, before, -1), (alpha - beta) / 2);
    });
    branches.push(...part.stops(node, part.number('rmin'), part.number('rmax')));
    return [
      ...branches,
      ...part.driveBy(port, build.divide(build.voltage(a, b), build.voltage(node, ground))),
    ];
  },
};

function isPresent(part: CodePart, name: string): boolean {
  if (part.isGiven(name)) return true;
  part.error('missing-parameter', `its model gives no ${name}`, `write ${name}=value in the model`);
  return false;
}
