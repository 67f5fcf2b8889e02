/** delay: its input a constant time ago, as `delay()` of behavioural sources. */
import type { PortSyntax } from '../../netlist/language.js';
import { inPort, outPort, type CodeModel } from './code-model.js';
import { codeSyntax, seconds, truth } from './model-syntax.js';

const control: PortSyntax = { ...inPort, name: 'cntrl', optional: true };

export const delay: CodeModel = {
  syntax: codeSyntax(
    'delay',
    'Its input a constant time ago; the control, which varies the time in ngspice, is refused.',
    [inPort, control, outPort],
    [
      seconds('delay', 0, 'that time'),
      truth('has_delay_cnt', false, 'whether the control says the delay: true is refused'),
    ],
    ['buffer_size', 'delmin', 'delmax'],
  ),
  branches(part) {
    if (part.number('has_delay_cnt') !== 0) {
      part.error(
        'varying-delay',
        'a delay by its control is not supported',
        'write delay=, without has_delay_cnt',
      );
      return [];
    }
    const { build } = part;
    const time = build.number(part.number('delay'));
    return part.driveBy(part.port('out'), build.call('delay', part.input(part.port('in')), time));
  },
};
