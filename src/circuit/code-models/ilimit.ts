/**
 * ilimit: the voltage gain (in + in_offset) behind r_out_source or r_out_sink, limited between its power pins and to
 * i_limit_source and i_limit_sink; what it delivers it takes from pos_pwr, what it sinks it gives to neg_pwr.
 */
import type { PortSyntax } from '../../netlist/language.js';
import { inPort, type CodeModel } from './code-model.js';
import { codeSyntax, real } from './model-syntax.js';

const power = (name: string): PortSyntax => ({
  name,
  direction: 'inout',
  types: ['g', 'gd'],
  optional: true,
});

export const ilimit: CodeModel = {
  syntax: codeSyntax(
    'ilimit',
    'Amplifier with limits of voltage and current.',
    [inPort, power('pos_pwr'), power('neg_pwr'), { name: 'out', direction: 'inout', types: ['g', 'gd'] }],
    [
      real('in_offset', 0, 'added to the input'),
      real('gain', 1, 'output over input'),
      real('r_out_source', 1, 'output resistance while it delivers', { unit: 'Ohm', range: 'positive' }),
      real('r_out_sink', 1, 'output resistance while it sinks', { unit: 'Ohm', range: 'positive' }),
      real('i_limit_source', 1e-2, 'largest current that it delivers', { unit: 'A', range: 'positive' }),
      real('i_limit_sink', 1e-2, 'largest current that it sinks', { unit: 'A', range: 'positive' }),
    ],
    ['v_pwr_range', 'i_source_range', 'i_sink_range', 'r_out_domain'],
  ),
  branches(part) {
    const { build } = part;
    const out = part.port('out');
    if (!out) return [];
    const [plus, minus] = [part.port('pos_pwr'), part.port('neg_pwr')];
    let wanted = build.scaled(part.input(part.port('in')), part.number('gain'), part.number('in_offset'));
    if (plus) wanted = build.call('min', wanted, part.input(plus));
    if (minus) wanted = build.call('max', wanted, part.input(minus));
    const { a, b } = part.ends(out);
    const excess = build.subtract(wanted, build.voltage(a, b));
    // Positive: delivered.
    const source = build.call(
      'min',
      build.scaled(build.call('max', excess, build.number(0)), 1 / part.number('r_out_source')),
      build.number(part.number('i_limit_source')),
    );
    const sink = build.call(
      'min',
      build.scaled(
        build.call('max', build.scaled(excess, -1), build.number(0)),
        1 / part.number('r_out_sink'),
      ),
      build.number(part.number('i_limit_sink')),
    );
    return [
      ...part.driveBy(out, build.subtract(sink, source)),
      ...part.driveBy(plus, source, `${part.name}#plus`),
      ...part.driveBy(minus, build.scaled(sink, -1), `${part.name}#minus`),
    ];
  },
};
