/**
 * sidiode: a diode of regions. With v1 = vfwd + epsilon, g = 1/ron, g0 = 1/roff, e = epsilon
 *
 *     i = g0 v                                                  below vfwd,
 *     i = g0 v + (g - g0) (v - vfwd)^2 / (2 e)                  up to v1, where it is i1,
 *     i = i1 + (ilimit - i1) tanh(g (v - v1) / ilimit)          beyond, without a limit i1 + g (v - v1);
 *
 * the same in reverse from vrev on, by rrev, revepsilon and revilimit. Without epsilon and limits it is straight, so that exact
 * events take it. Source: the ngspice manual, "Simple diode model", and what ngspice 39 answers; there, without a limit, the
 * current jumps by g e / 2 at v1, which no one means.
 */
import type { Expression } from '../../expression/ast.js';
import { regionBranches } from '../devices/semiconductors/diode-regions.js';
import type { CodeModel, CodePart } from './code-model.js';
import { codeSyntax, real } from './model-syntax.js';

/** Volts and amperes from which on a threshold or a limit means none. */
const none = 1e29;

export const sidiode: CodeModel = {
  syntax: codeSyntax(
    'sidiode',
    'Diode of regions: anode and cathode.',
    [{ name: 'ds', direction: 'inout', types: ['gd'] }],
    [
      real('ron', 1, 'on-resistance', { unit: 'Ohm', range: 'positive' }),
      real('roff', 1, 'off-resistance', { unit: 'Ohm', range: 'positive' }),
      real('vfwd', 0, 'forward threshold', { unit: 'V' }),
      real('vrev', 1e30, 'reverse breakdown voltage', { unit: 'V' }),
      real('rrev', undefined, 'slope resistance there; absent: ron', { unit: 'Ohm', range: 'positive' }),
      real('epsilon', 0, 'width of the bend behind vfwd', { unit: 'V', range: 'non-negative' }),
      real('revepsilon', 0, 'width of the bend behind vrev', { unit: 'V', range: 'non-negative' }),
      real('ilimit', 1e30, 'limit of the forward current, by a tanh', { unit: 'A', range: 'positive' }),
      real('revilimit', 1e30, 'limit of the reverse current', { unit: 'A', range: 'positive' }),
    ],
    ['limit_switch'],
  ),
  branches(part) {
    const port = part.port('ds');
    if (!port) return [];
    const [ron, roff, vfwd] = [part.number('ron'), part.number('roff'), part.number('vfwd')];
    const rrev = part.isGiven('rrev') ? part.number('rrev') : ron;
    const { a, b } = part.ends(port);
    const vrev = part.number('vrev') < none ? part.number('vrev') : Infinity;
    const { build } = part;
    const isBent = ['epsilon', 'revepsilon'].some((name) => part.number(name) > 0);
    const isLimited = ['ilimit', 'revilimit'].some((name) => part.number(name) < none);
    if (!isBent && !isLimited && ron < roff && rrev < roff)
      return regionBranches({ ron, roff, rrev, vfwd, vrev, scale: 1 }, { element: part.name, a, b });
    const across = build.voltage(a, b);
    const forward = region(part, across, {
      ...{ from: vfwd, g: 1 / ron, g0: 1 / roff },
      ...{ width: part.number('epsilon'), limit: part.number('ilimit') },
    });
    const leakage = build.scaled(across, 1 / roff);
    const straight = build.choose(build.compare('>=', across, build.number(vfwd)), forward, leakage);
    if (vrev === Infinity) return part.driveBy(port, straight);
    const reverse = region(part, build.scaled(across, -1), {
      ...{ from: vrev, g: 1 / rrev, g0: 1 / roff },
      ...{ width: part.number('revepsilon'), limit: part.number('revilimit') },
    });
    return part.driveBy(
      port,
      build.choose(build.compare('<=', across, build.number(-vrev)), build.scaled(reverse, -1), straight),
    );
  },
};

interface Region {
  /** Volts, siemens, volts, amperes. */
  readonly from: number;
  readonly g: number;
  readonly g0: number;
  readonly width: number;
  readonly limit: number;
}

/** The current of a region at x >= from. */
function region({ build }: CodePart, x: Expression, { from, g, g0, width, limit }: Region): Expression {
  const end = from + width;
  const reached = g0 * end + ((g - g0) * width) / 2;
  const isLimited = limit < none && limit > reached;
  const rest = limit - reached;
  const straight = isLimited
    ? build.scaled(build.call('tanh', build.scaled(x, g / limit, -end)), rest, reached / rest)
    : build.scaled(build.scaled(x, g, -end), 1, reached);
  if (width === 0) return straight;
  const behind = build.scaled(x, 1, -from);
  const bend = build.add(
    build.scaled(x, g0),
    build.scaled(build.multiply(behind, behind), (g - g0) / (2 * width)),
  );
  return build.choose(build.compare('>=', x, build.number(end)), straight, bend);
}
