/**
 * Every form of the table of .MEASURE in Xyce's guide, with all its qualifiers, on a sine of 1 V and 1 kHz and a pulse of 10 V:
 * against closed forms.
 */
import { expect, it } from 'vitest';
import { beside, measure } from './measure-run.js';

const circuit = `V1 1 0 sin(0 1 1k)
R1 1 0 1k
V2 2 0 pulse(0 10 0.2m 0.2m 0.2m 0.5m 2m)
R2 2 0 1k
.param t1=0.2m t2=0.3m a1=0.1 a2=0.7
.tran 1u 4m`;
const ref = 'Index TIME V(1)\n0 0 0.01\n1 0.25e-3 1\n2 0.5e-3 0\nEnd of Xyce(TM) Simulation\n';
const ms = 1e-3;
/** When the sine passes a level on the way up, of the first period. */
const up = (level: number): number => (Math.asin(level) / (2 * Math.PI)) * ms;

it.each<[string, number]>([
  ['AVG v(1) min_thresh=0 max_thresh=2 from=0 to=1m td=0 default_val=-1 precision=4 print=all', 2 / Math.PI],
  ['AVG v(1) rise=1 rfc_level=0.5', 0],
  ['AVG v(1) from=0.1m to=0.5m td=0.25m', (1 / (2 * Math.PI) / 0.25) * 1],
  ['DERIV v(1) at=0.25m minval=1e-3', 0],
  ['DERIVATIVE v(1) when v(1)=0 minval=1e-3 from=0.1m rise=1', 2000 * Math.PI],
  // above 0.74 from the first passage on until it falls below 0.24, of 4 periods
  ['DUTY v(1) on=0.75 off=0.25 minval=0.01', (0.5 * ms - up(0.24) - up(0.74)) / ms],
  ['EQN {v(1)*2} from=0 to=0.25m', 2],
  ['PARAM={peak*2}', 2],
  ['EQUATION peak*2', 2],
  ['FIND v(1) when v(2)=5 minval=0.1 rise=1', Math.sin(0.6 * Math.PI)],
  ['FOUR v(1) at=1k numfreq=5 gridsize=100 from=0 to=3m td=1m', 0],
  ['FREQ v(1) on=0.5 off=-0.5 minval=0.01 from=0 td=0.5m', 1000],
  ['INTEGRAL v(1) from=0 to=0.5m', ms / Math.PI],
  ['MAX v(1) rise=1 output=value', 1],
  ['MAX v(1) output=time from=1m', 1.25 * ms],
  ['MIN v(1) fall=2', -1],
  // below 0.001, of 4 periods
  ['OFF_TIME v(1) off=0 minval=0.001', 0.5 * ms + 2 * up(0.001)],
  ['ON_TIME v(1) on=0 minval=0.001', 0.5 * ms + 2 * up(0.001)],
  ['PP v(1) fall=1', 2],
  ['RMS v(1) cross=1', Math.SQRT1_2],
  ['WHEN v(1)=0.75 minval=0.02', up(0.75)],
  ['WHEN v(1)=0.75 minval=0.08 rise=2', ms + up(0.75)],
  ['TRIG v(2)=1 rise=1 TARG v(2)=9 rise=1 from=0 to=4m td=0', 0.16 * ms],
  ['TRIG at=0.1m TARG v(2)=5 fall=last', 2.9 * ms],
  ['trig v(2) frac_max=0.5 targ v(2) frac_max=0.5 FALL=1', 0.7 * ms],
  ["FIND v(1) when v(2)=PAR('a1*50')", Math.sin(0.6 * Math.PI)],
  ["FIND v(2) when v(1)=('-a1') rise=2", 0],
  ['TRIG {v(1)-0.1} VAL={a1} TARG {v(1)-0.5} VAL={a2-0.3}', up(0.9) - up(0.2)],
  ["PP v(1) FROM='0.1m+t1'", 2],
  ['PP v(1) TO={t2}', 1],
  ['ERROR v(1) file=ref.prn indepvarcol=1 depvarcol=2 comp_function=infnorm', 0.01],
])('%s', (question, expected) => {
  const cards = `.measure tran m ${question}\n.measure tran peak MAX v(1)`;
  const { value, told } = measure(`${circuit}\n${cards}`, { textSource: beside({ 'ref.prn': ref }) });
  // of some periods of length 1, or of a slope of 6e3
  const size = Math.max(Math.abs(expected), expected < 0.1 && expected !== 0 ? 0 : 1);
  expect(Math.abs(value('m') - expected)).toBeLessThan(1e-9 * size);
  expect(told.filter((text) => text.includes('.meas:'))).toEqual([]);
});
