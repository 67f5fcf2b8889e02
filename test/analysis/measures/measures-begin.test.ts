/** What ends before a measure begins is not looked at, and changes nothing of its value. */
import { describe, expect, it } from 'vitest';
import { measure } from './measure-run.js';

const circuit = `V1 a 0 sin(0 10 1k)
D1 a b dm
C1 b 0 4.7u
R1 b 0 1k
.model dm d(is=1e-14)
.tran 10u 5m`;

const windowed = `.meas tran mean avg v(b) from=3.1m to=4.7m
.meas tran top max v(b) from=3.1m
.meas tran low min_at v(b) from=2.9m to=4.2m
.meas tran ratio param='top/mean'`;

describe('measures of a window', () => {
  it.each(['stepping', 'theta', 'events'])(
    'are the same beside one of the whole run, by method=%s',
    (method) => {
      const options = `.options method=${method}`;
      const alone = measure([circuit, windowed, options].join('\n'));
      const beside = measure([circuit, windowed, '.meas tran all pp v(b)', options].join('\n'));
      // The digits to which segments are resolved.
      for (const name of ['mean', 'top', 'ratio']) {
        const value = beside.value(name);
        expect(Math.abs(alone.value(name) - value)).toBeLessThan(1e-9 * Math.abs(value));
      }
      expect(Math.abs(alone.value('low') - beside.value('low'))).toBeLessThan(1e-9);
      expect(beside.value('all')).toBeGreaterThan(beside.value('top') - beside.value('mean'));
    },
  );
});
