/**
 * Every form of `.meas` that ngspice 39 evaluates (DERIV fails there), on a smooth circuit: ngspice takes steps of 0.2 us and draws lines between them, which
 * is 2e-7 of a volt at 1 kHz; its own error of integration is below 1e-5 of a volt.
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

function ngspiceMeasures(): ReadonlyMap<string, number> {
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
  it('all forms agree', () => {
    const theirs = ngspiceMeasures();
    const ours = measure(body);
    for (const name of ours.results.keys()) {
      const value = theirs.get(name);
      const bound = boundOf(name, ours.results.get(name)?.unit ?? '');
      expect(value, name).toBeDefined();
      expect(
        Math.abs(ours.value(name) - (value ?? NaN)),
        `${name}: ${ours.value(name)} and ${value}`,
      ).toBeLessThan(bound);
    }
  });
});
