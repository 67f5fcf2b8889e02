/** The certificate in words, row by row, for the terminal and the HTML report. */
import {
  type Certificate,
  energyToleranceFactor,
  type Impulse,
  numericalLossIsLarge,
  type WorstResidual,
} from '../analysis/certificate.js';
import { formatEngineering } from '../base/units.js';
import type { SummaryRow } from '../waveform/writer.js';

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
    { label: 'steps', value: describeSteps(certificate) },
    { label: 'LCP solves', value: describeSolves(certificate) },
    residual('complementarity', certificate.complementarity),
    residual('Kirchhoff', certificate.kirchhoff),
    residual('element laws', certificate.elementLaws),
    ...energyRows(certificate),
    { label: 'impulses', value: describeImpulses(certificate.impulses) },
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

function describeSteps({
  steps,
  events,
  modeChanges,
  modesSeen,
  pointsChecked,
  sampling,
}: Certificate): string {
  const parts = [
    count(steps, 'step').replace(/ steps?$/, ''),
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
  return `${short(value)} at ${formatEngineering(time, 's', 6)}${name === '' ? '' : ` (${name})`}`;
}

function energyRows(certificate: Certificate): SummaryRow[] {
  const { energy, tolerance } = certificate;
  const { delivered, dissipated, stored, numerical, error, relativeError } = energy;
  const joules = (value: number): string => formatEngineering(value, 'J');
  const large = numericalLossIsLarge(energy);
  const share = dissipated > 0 ? ` (${short((100 * numerical) / dissipated)} % of dissipated)` : '';
  return [
    {
      label: 'energy',
      value: `delivered ${joules(delivered)} = dissipated ${joules(dissipated)} + stored ${joules(stored)} + numerical`,
    },
    {
      label: 'numerical loss',
      value: `${joules(numerical)}${share}`,
      verdict: large ? 'warning' : undefined,
    },
    {
      label: 'energy balance',
      value: `off by ${short(error)} J, ${short(relativeError)} relative`,
      verdict: relativeError <= energyToleranceFactor * tolerance ? 'good' : 'bad',
    },
  ];
}

function describeImpulses(impulses: readonly Impulse[]): string {
  if (impulses.length === 0) return 'none';
  const texts = impulses.map(({ time, element, size, unit, energyLost }) => {
    const at = `${element} at ${formatEngineering(time, 's', 6)}`;
    return `${at}: ${formatEngineering(size, unit)}, ${formatEngineering(energyLost, 'J')} lost`;
  });
  return listed(texts, '; ');
}

function listed(texts: readonly string[], separator = ', '): string {
  const rest = texts.length - longestList;
  return [...texts.slice(0, longestList), ...(rest > 0 ? [`${rest} more`] : [])].join(separator);
}

function count(value: number, thing: string): string {
  return `${value} ${thing}${value === 1 ? '' : 's'}`;
}

/** Two digits are enough for the size of an error. */
function short(value: number): string {
  return String(Number(value.toPrecision(2)));
}
