/**
 * oneshot: a pulse at each edge of its clock, as wide as a piecewise-linear function of a control says at that edge. From an edge
 * at t on the output
 *
 *     rises from t + rise_delay on within rise_time,
 *     falls from t + rise_delay + rise_time + width + fall_delay on within fall_time;
 *
 * edges before its end are passed over, or with retrig move the fall and bring back what falls already. While clear is above
 * clk_trig the output is out_low at once, and nothing of the clock is seen. Before the start the clock is low. All as ngspice has it.
 */
import type { LogicProbe } from '../../kernel/modeling/signals/logic-network.js';
import { LogicSignal } from '../../kernel/modeling/signals/logic-signal.js';
import type { PortSyntax } from '../../netlist/language.js';
import type { Branch } from '../primitives.js';
import { drivenBy, watch } from './bridges.js';
import { inPort, outPort, type CodeModel, type CodePart } from './code-model.js';
import { addPart, type StateBehaviour } from './logic-part.js';
import { codeSyntax, list, real, seconds, truth } from './model-syntax.js';
import { pointsOf } from './pwl.js';

/** Seconds, where none are given. */
const usualWidth = 1e-6;
/** Seconds: a clock that is high at the start has an edge so much behind it, where what it finds is known. */
const firstLook = 1e-15;

const optional = (name: string): PortSyntax => ({ ...inPort, name, optional: true });

/** A pulse: `begun` and `ending` once its edges are under way. */
interface Pulse {
  rises: number;
  falls: number;
  begun: boolean;
  ending: boolean;
}

export const oneshot: CodeModel = {
  syntax: codeSyntax(
    'oneshot',
    'Pulse of controlled width at every edge of a clock.',
    [{ ...inPort, name: 'clk' }, optional('cntl_in'), optional('clear'), outPort],
    [
      real('clk_trig', 0.5, 'level of the clock, and of clear'),
      truth('pos_edge_trig', true, 'whether rising edges of the clock count, not falling ones'),
      list('cntl_array', 'values of the control, rising; default [0 1]'),
      list('pw_array', 'widths there, straight on beyond; default [1e-6 1e-6]', 's'),
      real('out_low', 0, 'output between pulses'),
      real('out_high', 1, 'output of a pulse'),
      seconds('rise_time', 1e-9, 'from out_low to out_high'),
      seconds('rise_delay', 1e-9, 'from the edge of the clock to the rise'),
      seconds('fall_delay', 1e-9, 'added to the width'),
      seconds('fall_time', 1e-9, 'from out_high to out_low'),
      truth('retrig', false, 'whether an edge within a pulse begins its width anew'),
    ],
  ),
  branches(part) {
    const widthAt = widthsOf(part);
    const [out, clock, control, clear] = ['out', 'clk', 'cntl_in', 'clear'].map((name) => part.port(name));
    if (!widthAt || !out || !clock) return [];
    const signal = new LogicSignal(part.number('out_low'));
    const { logic } = part.context;
    const index = addPart(part, [], [], () => {
      const isOn = (probe: LogicProbe | undefined): boolean => probe !== undefined && logic.probed(probe);
      const width = (): number => widthAt(control ? logic.measured(clocked) : 0);
      return pulses(part, signal, { clock: () => isOn(clocked), cleared: () => isOn(clearing), width });
    });
    const level = { on: part.number('clk_trig'), off: part.number('clk_trig') };
    const clocked = logic.probe(index);
    const measured = control && { measured: part.inputForm(control) };
    const branches: Branch[] = [
      watch(`${part.name}#clk`, [{ ...level, probe: clocked, ...measured }], part.inputForm(clock)),
      ...drivenBy(part, out, signal, part.name),
    ];
    const clearing = clear && logic.probe(index);
    if (clear && clearing)
      branches.push(watch(`${part.name}#clear`, [{ ...level, probe: clearing }], part.inputForm(clear)));
    return branches;
  },
};

/** The width of a pulse by the control. */
function widthsOf(part: CodePart): ((control: number) => number) | undefined {
  const usual = { x: [0, 1], y: [usualWidth, usualWidth] };
  const points = pointsOf(part, 'cntl_array', 'pw_array', usual);
  return (
    points &&
    ((control) => {
      const after = points.findIndex(({ x }, k) => k > 0 && (control <= x || k === points.length - 1));
      const [from, to] = [points[after - 1], points[after]];
      if (!from || !to) return 0;
      return Math.max(0, from.y + ((to.y - from.y) * (control - from.x)) / (to.x - from.x));
    })
  );
}

function pulses(
  part: CodePart,
  signal: LogicSignal,
  reads: { clock(): boolean; cleared(): boolean; width(): number },
): StateBehaviour {
  const [low, high] = [part.number('out_low'), part.number('out_high')];
  const [rise, fall] = [part.number('rise_time'), part.number('fall_time')];
  const [riseDelay, fallDelay] = [part.number('rise_delay'), part.number('fall_delay')];
  const [isRising, again] = [part.number('pos_edge_trig') !== 0, part.number('retrig') !== 0];
  let before = false;
  let pulse: Pulse | undefined;
  return (call) => {
    const { t } = call;
    const clock = reads.clock();
    if (call.atRest) {
      call.send(signal, low, 0);
      if (clock) call.wakeAt(t + firstLook);
      return;
    }
    if (reads.cleared()) {
      if (pulse?.begun === true) call.send(signal, low, 0);
      pulse = undefined;
      return;
    }
    const isEdge = clock !== before && clock === isRising;
    before = clock;
    if (pulse && t >= pulse.falls + fall) pulse = undefined;
    if (isEdge && (!pulse || again)) {
      const falls = t + riseDelay + rise + reads.width() + fallDelay;
      if (pulse?.ending === true) call.send(signal, high, 0);
      pulse = pulse?.begun === true ? pulse : { rises: t + riseDelay, falls, begun: false, ending: false };
      pulse.falls = falls;
      pulse.ending = false;
      if (!pulse.begun) call.wakeAt(pulse.rises);
      call.wakeAt(falls);
    }
    if (!pulse) return;
    if (!pulse.begun && t >= pulse.rises) {
      pulse.begun = true;
      call.send(signal, high, rise);
    }
    if (!pulse.ending && t >= pulse.falls) {
      pulse.ending = true;
      call.send(signal, low, fall);
    }
  };
}
