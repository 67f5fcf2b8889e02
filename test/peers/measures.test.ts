/**
 * Every form of `.meas` that ngspice 39 evaluates (DERIV fails there, `.meas noise` it does not know), on smooth circuits: in the
 * transient it takes steps of 0.2 us and draws lines between them, which is 2e-7 of a volt at 1 kHz; its own error of integration is below 1e-5 of a volt.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { measure } from '../analysis/measures/measure-run.js';
import { ngspiceReason, skipWithoutNgspice } from './ngspice.js';

const body = `V1 in 0 sin(0.1 1 1k)
R1 in a 100
L1 a out 5m
C1 out 0 1u
R2 out 0 1k
.tran 1u 5m 0 0.2u
.meas tran top max v(out)
.meas tran bottom MIN v(out) from=1m to=3m
.meas tran pp1 pp v(out) from=2m to=4m
.meas tran mean avg v(out) from=1m to=2m
.meas tran eff rms v(in) from=1m to=2.5m
.meas tran area integ v(out) from=0 to=0.5m
.meas tran area2 integ v(out) from=0.1m to=0.6m
.meas tran second when v(out)=0.5 rise=2
.meas tran final when v(out)=0.5 fall=last
.meas tran third when v(out)=0.5 cross=3
.meas tran both when v(out)=v(in) cross=4
.meas tran there find v(in) at=1.3m
.meas tran then find v(in) when v(out)=0.5 cross=3
.meas tran equal find v(out) when v(in)=v(out) rise=2
.meas tran delay trig v(in) val=0.5 rise=1 targ v(out) val=0.5 rise=1
.meas tran late trig v(in) val=0.5 td=2m rise=1 targ v(out) val=0.5 td=2m fall=1
.meas tran since trig at=1m targ v(out) val=0.5 rise=3
.meas tran max_place max_at v(out) from=1m to=2m
.meas tran min_place min_at v(out) from=1m to=2m
.meas tran twice param='2*top+1'
.meas tran power find par('v(in)*v(out)') at=2.3m`;

/** ngspice sums what lies between its own points within the interval: it may miss a step of 0.2 us at 1.1 V at both ends. */
const missed = 2 * 0.2e-6 * 1.1;

function boundOf(name: string, unit: string): number {
  if (unit === 'V s') return missed;
  if (name === 'mean' || name === 'eff') return missed / 1e-3;
  // places of extrema are points of ngspice's
  if (name.endsWith('_place')) return 2e-7;
  // it prints seven digits
  return unit === 's' ? 5e-9 : 2e-5;
}

/** A resonance by its points, 0.2 Hz apart, between which ngspice draws lines; of a range it misses the last one. */
const response = `V1 in 0 dc 0.5 ac 1
R1 in a 50
L1 a out 10m
C1 out 0 1u
.ac lin 20001 100 4100
.print ac v(out)
.meas ac top max vm(out)
.meas ac highest max vdb(out) from=100 to=4000
.meas ac bottom min vdb(out)
.meas ac spread pp vdb(out) from=100 to=1k
.meas ac gain find vdb(out) at=1000
.meas ac phase find vp(out) at=1000
.meas ac real find vr(out) at=2000
.meas ac imaginary find vi(out) at=2000
.meas ac corner when vdb(out)=-3 fall=1
.meas ac second when vdb(out)=3 cross=2
.meas ac last when vdb(out)=3 fall=last
.meas ac margin find vp(out) when vdb(out)=-3
.meas ac band trig vdb(out) val=3 rise=1 targ vdb(out) val=3 fall=1
.meas ac max_place max_at vdb(out)
.meas ac mean avg vm(out) from=500 to=1500
.meas ac eff rms vm(out) from=500 to=1500
.meas ac area integ vm(out) from=500 to=1500
.meas ac twice param='2*top'`;

/** 0.2 Hz of 0.0071 dB/Hz at 1 kHz, and of 2.1 V at the end of an integral. */
function responseBound(name: string, unit: string): number {
  if (name === 'spread') return 0.2 * 0.0075;
  if (name === 'mean' || name === 'eff') return (0.2 * 2.1) / 1000;
  if (name === 'area') return 0.2 * 2.1;
  // six digits are printed of a place found between points, places of extrema are points
  if (unit === 'Hz') return name.endsWith('_place') ? 0.1 : 0.01;
  return 2e-5;
}

/** A silicon diode over a sweep by 1 mV, ngspice's iterations to 1e-6. */
const transfer = `V1 in 0 0
R1 in out 1k
D1 out 0 dm
.model dm d(is=1e-14 n=1.2 rs=1)
R2 out 0 10k
.dc V1 -1 3 0.001
.meas dc top max v(out)
.meas dc bottom min v(out) from=0 to=2
.meas dc spread pp v(out) from=0.5 to=2.5
.meas dc mean avg v(out) from=1 to=2
.meas dc eff rms v(out) from=1 to=2
.meas dc area integ v(out) from=1 to=2
.meas dc there find v(out) at=2
.meas dc current find i(v1) at=2.2
.meas dc turn when v(out)=0.5
.meas dc rise when v(out)=0.5 rise=1
.meas dc then find i(v1) when v(out)=0.5
.meas dc one when v(out)=0.3 cross=1
.meas dc span trig v(out) val=0.1 rise=1 targ v(out) val=0.6 rise=1
.meas dc max_place max_at v(out)
.meas dc less param='top-bottom'`;

/** Six or seven digits are printed; lines between points are 1e-6 V off where the law bends most; a range may miss its last point. */
function transferBound(name: string, unit: string): number {
  if (unit === 'A') return 1e-8;
  return name === 'spread' ? 1e-3 * 0.06 : 3e-6;
}

function ngspiceMeasures(body: string): ReadonlyMap<string, number> {
  const folder = mkdtempSync(join(tmpdir(), 'ngspice-'));
  try {
    const input = join(folder, 'in.cir');
    writeFileSync(input, `measures\n${body}\n.options reltol=1e-6\n.end\n`);
    const { stdout } = spawnSync('ngspice', ['-b', input], { encoding: 'utf8' });
    return new Map(
      [...stdout.matchAll(/^(\w+)\s+=\s+(\S+)/gm)].map(([, name = '', text]) => [name, Number(text)]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.skipIf(skipWithoutNgspice)(`.meas here and in ngspice${ngspiceReason}`, () => {
  it.each([
    ['tran', body, boundOf],
    ['ac', response, responseBound],
    ['dc', transfer, transferBound],
  ])('all forms of .meas %s agree', (_, cards, boundFor) => {
    const theirs = ngspiceMeasures(cards);
    const ours = measure(cards);
    expect(ours.results.size).toBeGreaterThan(14);
    for (const name of ours.results.keys()) {
      const value = theirs.get(name);
      const bound = boundFor(name, ours.results.get(name)?.unit ?? '');
      expect(value, name).toBeDefined();
      expect(
        Math.abs(ours.value(name) - (value ?? NaN)),
        `${name}: ${ours.value(name)} and ${value}`,
      ).toBeLessThan(bound);
    }
  });
});
