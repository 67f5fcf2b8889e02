/** The certificate in words, row by row, for the terminal and the HTML report. */
import {
  type ZenoPoint,
  type Certificate,
  energyTolerance,
  numericalLossIsLarge,
  numericalLossShare,
  type Slide,
  type WorstResidual,
} from '../../analysis/certificate/certificate.js';
import { unbalanced } from '../../analysis/certificate/energy/energy-share.js';
import { shareOfLoss } from '../../analysis/certificate/energy/numerical-loss.js';
import { describeExceeded } from '../../analysis/certificate/laws/exceeded-fits.js';
import { formatEngineering } from '../../base/units.js';
import type { SummaryRow } from '../../waveform/writer.js';

/** Impulses and names beyond these are counted, not listed. */
const longestList = 8;

export function certificateRows(certificate: Certificate): SummaryRow[] {
  const { tolerance, undetermined, uniqueness } = certificate;
  const residual = (label: string, worst: WorstResidual): SummaryRow => ({
    label,
    value: describeResidual(worst),
    verdict: worst.value > tolerance ? 'bad' : 'good',
  });
  return [
    ...workRows(certificate),
    residual('complementarity', certificate.complementarity),
    ...(Number.isNaN(certificate.switches.time) ? [] : [residual('switch states', certificate.switches)]),
    residual('Kirchhoff', certificate.kirchhoff),
    residual('element laws', certificate.elementLaws),
    ...listRow('fitted laws', certificate.fits.map(describeExceeded)).map((row) => ({
      ...row,
      verdict: 'warning' as const,
    })),
    ...energyRows(certificate),
    { label: 'impulses', value: describeImpulses(certificate) },
    ...listRow('sliding', (certificate.slides ?? []).map(describeSlide), certificate.leftOut?.slides),
    ...listRow(
      'Zeno points',
      (certificate.zenoPoints ?? []).map(describeZenoPoint),
      certificate.leftOut?.zenoPoints,
    ),
    {
      label: 'undetermined',
      value: undetermined.length === 0 ? 'nothing' : `${listed(undetermined)} by the model; least norm taken`,
    },
    { label: 'uniqueness', value: uniqueness },
  ];
}

/** The last line of a certificate: it holds, or what it misses. */
export function verdictRow({ missed, tolerance, incomplete }: Certificate): SummaryRow {
  if (missed.length > 0)
    return { label: 'certificate', value: `missed: ${missed.join('; ')}`, verdict: 'bad' };
  const value = `holds (tolerance ${tolerance})`;
  if (incomplete === undefined) return { label: 'certificate', value, verdict: 'good' };
  return { label: 'certificate', value: `${value} as far as the run went`, verdict: 'warning' };
}

/** What was done: modes and their solves, or steps with an error estimate and Newton's method. */
function workRows(certificate: Certificate): SummaryRow[] {
  const { stepping } = certificate;
  if (!stepping) {
    return [
      { label: 'steps', value: describeSteps(certificate) },
      { label: 'LCP solves', value: describeSolves(certificate) },
    ];
  }
  const { rejected, failed, newtonIterations, factorizations, refactorizations } = stepping;
  const { steps, events, pointsChecked, sampling } = certificate;
  const parts = [
    String(steps),
    `${rejected} rejected for their error`,
    `${failed} without convergence`,
    `shortest ${formatEngineering(stepping.smallestStep, 's')}`,
    ...(events > 0 ? [count(events, 'located event')] : []),
    `${count(pointsChecked, 'point')} checked${sampling === 'sampled' ? ' (sampled)' : ''}`,
  ];
  const fallbacks = stepping.fallbacks.map(({ name, count: times }) => `${name} ${times} times`);
  const factors = `${count(factorizations, 'factorization')}, ${count(refactorizations, 'refactorization')}`;
  return [
    { label: 'steps', value: parts.join(', ') },
    ...(stepping.blocks
      ? [
          {
            label: 'blocks',
            value: `${stepping.blocks.count}, of which ${short(stepping.blocks.awake)} step at a time`,
          },
        ]
      : []),
    { label: 'error of a step', value: `at most ${stepping.reltol} relative, as estimated` },
    {
      label: 'Newton',
      value: `${count(newtonIterations, 'iteration')}, ${factors}, ${fallbacks.length === 0 ? 'no fallback' : listed(fallbacks)}`,
    },
  ];
}

function describeSteps({
  steps,
  events,
  modeChanges,
  modesSeen,
  pointsChecked,
  sampling,
}: Certificate): string {
  const parts = [
    String(steps),
    ...(events > 0 ? [count(events, 'switching')] : []),
    count(modeChanges, 'mode change'),
    `${count(modesSeen, 'mode')} seen`,
    `${count(pointsChecked, 'point')} checked${sampling === 'sampled' ? ' (sampled)' : ''}`,
  ];
  return parts.join(', ');
}

function describeSolves({ lcpSolves, fallbacks }: Certificate): string {
  return fallbacks === 0 ? `${lcpSolves}, no fallback` : `${lcpSolves}, ${count(fallbacks, 'fallback')}`;
}

function describeResidual({ value, time, name }: WorstResidual): string {
  if (!Number.isFinite(time)) return value === 0 ? 'nothing to check' : short(value);
  if (value === 0) return '0';
  if (!Number.isFinite(value)) return 'beyond all numbers';
  return `${short(value)} at ${formatEngineering(time, 's', 6)}${name === '' ? '' : ` (${name})`}`;
}

/** What was lost in jumps is not shown below this part of what has flowed. */
const negligible = 1e-9;

function energyRows(certificate: Certificate): SummaryRow[] {
  const { energy } = certificate;
  if (energy === unbalanced) return [{ label: 'energy', value: 'not balanced: blocks step by themselves' }];
  const { delivered, dissipated, stored, jumps, numerical, error, relativeError } = energy;
  const joules = (value: number): string => formatEngineering(value, 'J');
  if (!Number.isFinite(relativeError))
    return [{ label: 'energy', value: 'not balanced: the energies are beyond all numbers', verdict: 'bad' }];
  const large = numericalLossIsLarge(energy);
  const flows = Math.abs(delivered) + Math.abs(dissipated) + Math.abs(stored);
  const hasJumps = Math.abs(jumps) > negligible * flows;
  const inJumps = !hasJumps ? '' : ` + lost in jumps ${joules(jumps)}`;
  const part = numericalLossShare(energy);
  const whole = !hasJumps ? 'dissipated' : 'dissipated and lost in jumps';
  const share = part === undefined ? '' : ` (${shareOfLoss(part, whole)})`;
  return [
    {
      label: 'energy',
      value: `delivered ${joules(delivered)} = dissipated ${joules(dissipated)} + stored ${joules(stored)}${inJumps} + numerical`,
    },
    {
      label: 'numerical loss',
      value: `${joules(numerical)}${share}`,
      verdict: large ? 'warning' : undefined,
    },
    {
      label: 'energy balance',
      value: `off by ${short(error)} J, ${short(relativeError)} relative`,
      verdict: relativeError <= energyTolerance(certificate) ? 'good' : 'bad',
    },
  ];
}

/** "s1 at 1 ms: 3.333 uA s, 8.333 uJ lost; ..."; where there are several, what all of them lost comes first. */
function describeImpulses({ impulses, leftOut, energy }: Certificate): string {
  if (impulses.length === 0) return 'none';
  const texts = impulses.map(({ time, element, size, unit, energyLost }) => {
    const lost = energyLost === 0 ? '' : `, ${formatEngineering(energyLost, 'J')} lost`;
    return `${element} at ${formatEngineering(time, 's', 6)}: ${formatEngineering(size, unit)}${lost}`;
  });
  const list = listed(texts, '; ', leftOut?.impulses);
  const atStart = impulses.filter(({ start }) => start).reduce((sum, { energyLost }) => sum + energyLost, 0);
  return texts.length === 1 ? list : `${formatEngineering(atStart + energy.jumps, 'J')} lost in all; ${list}`;
}

function describeSlide({ element, start, end, lower, upper, mean }: Slide): string {
  const duty = `${mean.toPrecision(6)} (${lower.toPrecision(6)} .. ${upper.toPrecision(6)})`;
  return `${element} from ${formatEngineering(start, 's', 6)} to ${formatEngineering(end, 's', 6)}, equivalent duty ${duty}`;
}

function describeZenoPoint({ time, elements }: ZenoPoint): string {
  return `events of ${elements.join(', ')} accumulate at ${formatEngineering(time, 's', 6)}`;
}

/** A row where there is something to list. */
function listRow(label: string, texts: readonly string[], leftOut = 0): SummaryRow[] {
  return texts.length === 0 ? [] : [{ label, value: listed(texts, '; ', leftOut) }];
}

function listed(texts: readonly string[], separator = ', ', leftOut = 0): string {
  const rest = texts.length - longestList + leftOut;
  return [...texts.slice(0, longestList), ...(rest > 0 ? [`${rest} more`] : [])].join(separator);
}

function count(value: number, thing: string): string {
  return `${value} ${thing}${value === 1 ? '' : 's'}`;
}

/** Two digits are enough for the size of an error. */
function short(value: number): string {
  return String(Number(value.toPrecision(2)));
}
