/**
 * Switches S (controlled by a voltage) and W (by a current), by the type of their model:
 *
 * - SW, CSW: closed ron, open roff, chosen with hysteresis. On above t + |h|, off below t - |h|; inside the band as the card
 *   says, else off (conventions: initial conditions, simultaneous events). roff in parallel with an ideal switch in series with r', 1/r' = 1/ron - 1/roff, so that
 *   the closed switch is exactly ron. In files of LTspice one with h < 0 goes smoothly between both, as a VSWITCH. roff >= 1e30 or inf: no parallel path; ron = 0: a short (conventions: switches). With ron > roff
 *   it is a break contact: closed, with roff, where others are open.
 * - VSWITCH, ISWITCH: the logarithm of the resistance goes from that of roff at `off` to that of ron at `on` along
 *   3 x - 4 x^3 (SPICE's smooth step), in `rampSteps` levels of equal ratio: each level is an ideal switch with a
 *   conductance that is added at its own threshold, without hysteresis; without levels in sparse steps and under option
 *   vswitch=smooth, the default for files of Xyce (`smooth-switch.ts`). `ideal=` makes it one ideal switch half-way.
 */
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { ModelSyntax, ParameterSpec } from '../../netlist/language.js';
import type { EmissionContext } from '../device.js';
import { namer } from '../compiler/graph.js';
import type { Branch, LinearForm } from '../primitives.js';
import { endsOf, isOpen, seriesBeside } from './parts/element-parts.js';
import { seriesParameters, seriesParts } from './switch-series.js';
import { type Grading, smoothSwitch } from './smooth/smooth-switch.js';

/** Makes the models of one kind of switch: the one with hysteresis, the one that interpolates. */
export function switchModels(letter: 's' | 'w'): ModelSyntax[] {
  const [quantity, unit] = letter === 's' ? (['v', 'V'] as const) : (['i', 'A'] as const);
  const resistances = (ron: number, roff: number): ParameterSpec[] => [
    { name: 'ron', unit: 'Ohm', default: ron, range: 'non-negative', doc: 'closed resistance; 0: a short' },
    {
      name: 'roff',
      unit: 'Ohm',
      default: roff,
      range: 'positive',
      infinite: true,
      doc: 'open resistance; >= 1e30: open',
    },
  ];
  const what = letter === 's' ? 'Voltage' : 'Current';
  const on: ParameterSpec = {
    name: `${quantity}on`,
    unit,
    range: 'finite',
    aliases: ['on'],
    doc: 'control at which it is closed',
  };
  const off: ParameterSpec = {
    name: `${quantity}off`,
    unit,
    range: 'finite',
    aliases: ['off'],
    doc: 'control at which it is open',
  };
  return [
    {
      type: letter === 's' ? 'sw' : 'csw',
      doc: `${what}-controlled switch with hysteresis.`,
      parameters: [
        {
          name: `${quantity}t`,
          unit,
          default: 0,
          range: 'finite',
          doc: 'threshold; left out without hysteresis, 1 u above 0: a control that comes to rest at 0 opens',
        },
        {
          ...{ name: `${quantity}h`, unit, default: 0, range: 'finite' },
          doc: 'half width of the hysteresis band; in files of LTspice, below 0: of the band in which it goes smoothly',
        },
        ...resistances(1, 1e12),
        // LTspice and PSpice write these in SW models too.
        on,
        off,
        ...seriesParameters,
      ],
      ignored: ['level', 'epsilon'],
    },
    {
      type: letter === 's' ? 'vswitch' : 'iswitch',
      doc: `${what}-controlled switch whose resistance follows its control between two values.`,
      parameters: [
        on,
        off,
        {
          ...{ name: `${quantity}hon`, unit, range: 'finite' },
          doc: 'control at which a closed one begins to open (Xyce), a latch; absent: none',
        },
        {
          ...{ name: `${quantity}hoff`, unit, range: 'finite' },
          doc: 'control at which an open one begins to close (Xyce), a latch; absent: none',
        },
        ...resistances(1, 1e6),
      ],
      ignored: ['level'],
    },
  ];
}

/**
 * The threshold of a model that states none, V or A: logic of 0 and 1 turns such a switch, which a threshold of 0 would leave closed
 * once the control is 0 again, for it is never below it. What is smaller is noise (vntol).
 */
const leastControl = 1e-6;

/** Emits a switch with a control in volts ("v") or amperes ("i"), whose law is smooth where `auto` is said so. */
export function switchBranches(
  element: FlatElement,
  control: LinearForm,
  quantity: 'v' | 'i',
  context: EmissionContext,
  auto: 'levels' | 'smooth' = 'levels',
): Branch[] {
  const { inner, series } = seriesParts(element);
  return [...ownBranches(inner, control, quantity, context, auto), ...series];
}

function ownBranches(
  element: FlatElement,
  control: LinearForm,
  quantity: 'v' | 'i',
  context: EmissionContext,
  auto: 'levels' | 'smooth',
): Branch[] {
  const { model } = element;
  const given = model?.parameters;
  const half = given?.get(`${quantity}h`) ?? 0;
  const blends = half < 0 && context.dialect === 'ltspice';
  if (half < 0 && context.dialect === 'ngspice') reportAhead(element, `${quantity}h`, context);
  const graded =
    blends || given?.has(`${quantity}on`) === true || model?.type === 'vswitch' || model?.type === 'iswitch';
  const ideal = context.options.ideal === 'all' || context.options.ideal === 'switches';
  const written = {
    ron: given?.get('ron') ?? 1,
    roff: given?.get('roff') ?? (graded && !blends ? 1e6 : 1e12),
    on: given?.get(`${quantity}on`) ?? (quantity === 'v' ? 1 : 1e-3),
    off: given?.get(`${quantity}off`) ?? 0,
    ...(blends && bandOf(given?.get(`${quantity}t`) ?? 0, half)),
  };
  if (written.ron === written.roff && (written.ron === 0 || isOpen(written.ron))) {
    reportOrder(element, written.ron, written.roff, context);
    return [];
  }
  if (written.ron === written.roff && !ideal) {
    const branches: Branch[] = [];
    namer(endsOf(element), branches)(true, (ends) => ({
      kind: 'resistance',
      ...ends,
      resistance: written.ron,
    }));
    return branches;
  }
  const breaks = written.ron > written.roff;
  const [least, most] = breaks ? [written.roff, written.ron] : [written.ron, written.roff];
  const [ron, roff] = ideal ? [0, Infinity] : [least, most];
  const [on, off] = breaks ? [written.off, written.on] : [written.on, written.off];
  if (graded && on !== off && !ideal && ron > 0 && !isOpen(roff)) {
    const law = context.options.vswitch === 'auto' ? auto : context.options.vswitch;
    const emit = law === 'smooth' ? smoothSwitch : gradedSwitch;
    return emit(element, control, { on, off, ron, roff });
  }
  const band = graded ? 0 : Math.abs(half);
  const usual = band > 0 ? 0 : leastControl;
  const threshold = graded ? (on + off) / 2 : (given?.get(`${quantity}t`) ?? usual);
  const sign = (graded ? on < off : breaks) ? -1 : 1;
  const thresholds = { on: sign * threshold + band, off: sign * threshold - band };
  const isOn = element.flags.has('on');
  return contactSwitch(element, signed(control, sign), { ...thresholds, ron, roff }, isOn !== breaks);
}

/** ngspice: with a negative half width it turns as its control enters the band, from either side, which needs a memory of that. */
function reportAhead(element: FlatElement, name: string, { diagnostics }: EmissionContext): void {
  const message = `switch ${element.name}: ${name} < 0 is read as its magnitude; in ngspice such a switch turns where its control enters the band, not where it leaves it`;
  diagnostics.warning('negative-hysteresis', message, element.model?.span ?? element.span, {
    hint: `write ${name} without its sign`,
  });
}

/** LTspice: with a negative half width it goes smoothly from open to closed within the band. */
function bandOf(threshold: number, half: number): Pick<Grading, 'on' | 'off'> {
  return { on: threshold - half, off: threshold + half };
}

/** An ideal switch that turns on above `on` and off below `off`, with roff beside it. */
export function contactSwitch(
  element: FlatElement,
  control: LinearForm,
  { on, off, ron, roff }: Grading,
  initially: boolean = element.flags.has('on'),
): Branch[] {
  const branches: Branch[] = [];
  const add = namer(endsOf(element), branches);
  add(true, (ends) => ({
    kind: 'ideal-switch',
    ...ends,
    resistance: seriesBeside(ron, roff),
    control,
    on,
    off,
    initially: initially ? 'on' : 'off',
  }));
  if (!isOpen(roff)) add(true, (ends) => ({ kind: 'resistance', ...ends, resistance: roff }));
  return branches;
}

/** Levels between open and closed: each changes the resistance by (roff/ron)^(1/levels). */
const rampSteps = 16;

function gradedSwitch(element: FlatElement, control: LinearForm, { on, off, ron, roff }: Grading): Branch[] {
  const branches: Branch[] = [];
  const add = namer(endsOf(element), branches);
  const conductance = (level: number): number => (roff / ron) ** (level / rampSteps) / roff;
  const sign = on > off ? 1 : -1;
  for (let level = 1; level <= rampSteps; level++) {
    // Half-way between two levels the logarithm of the resistance is that of their mean.
    const x = smoothStepInverse((level - 0.5) / rampSteps);
    const at = sign * (off + (on - off) * x);
    const resistance = 1 / (conductance(level) - conductance(level - 1));
    add(true, (ends) => ({
      kind: 'ideal-switch',
      ...ends,
      resistance,
      control: signed(control, sign),
      on: at,
      off: at,
      initially: element.flags.has('on') ? 'on' : 'off',
    }));
  }
  add(true, (ends) => ({ kind: 'resistance', ...ends, resistance: roff }));
  return branches;
}

/** x in [0, 1] with 1/2 + (3 s - 4 s^3)/2 = y, s = x - 1/2: the cubic with horizontal ends, by trisection of its angle. */
function smoothStepInverse(y: number): number {
  // With s = sin(a): 3 s - 4 s^3 = sin(3 a).
  return 0.5 + Math.sin(Math.asin(2 * y - 1) / 3);
}

function signed({ constant, terms }: LinearForm, sign: 1 | -1): LinearForm {
  if (sign === 1) return { constant, terms };
  return { constant: -constant, terms: terms.map((term) => ({ ...term, gain: -term.gain })) };
}

export function reportOrder(element: FlatElement, ron: number, roff: number, context: EmissionContext): void {
  const model = element.model;
  context.diagnostics.error(
    'switch-resistances',
    `switch ${element.name} has ron = ${ron} Ohm, not below roff = ${roff} Ohm`,
    model?.span ?? element.span,
    { hint: `make ron smaller than roff in model ${model?.name ?? ''}` },
  );
}
