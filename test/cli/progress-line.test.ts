import { expect, it } from 'vitest';
import { Estimate } from '../../src/cli/progress/estimate.js';
import { ProgressLine } from '../../src/cli/progress/progress-line.js';

/** What a terminal shows in the end of what was written to it. */
function screen(written: string): string {
  const cells: string[] = [];
  let at = 0;
  for (const character of written) {
    if (character === '\r') at = 0;
    else cells[at++] = character;
  }
  return cells.join('').trimEnd();
}

const content = { which: '', t: 4.12e-3, tstop: 10e-3, steps: 0 };

it('shows part, time, speed and the time left, over the line before, and wipes itself', () => {
  let written = '';
  const line = new ProgressLine(
    (text) => (written += text),
    () => 80,
  );
  const estimate = new Estimate(0);
  estimate.note(1, 0.2);
  line.show(1, estimate, { ...content, which: 'run 1 of 2', t: 4e-3, steps: 1e6 });
  expect(screen(written)).toBe('[##----------]  20.0 %  run 1 of 2  4 ms of 10 ms  about 4 s left');
  estimate.note(2, 0.412);
  line.show(2, estimate, { ...content, steps: 2.2e6 });
  expect(screen(written)).toBe('[####--------]  41.2 %  4.12 ms of 10 ms  1.2 Msteps/s  about 2.9 s left');
  line.clear();
  expect(screen(written)).toBe('');
  expect(written.endsWith('\r')).toBe(true);
});

it('shows nothing of a short run, not too often, nothing wider than the terminal, nothing without one', () => {
  const lines: string[] = [];
  const estimate = new Estimate(0);
  const line = new ProgressLine(
    (text) => lines.push(text),
    () => 30,
  );
  const nowhere = new ProgressLine(
    (text) => lines.push(text),
    () => 0,
  );
  for (const now of [0.3, 0.6, 0.7, 0.9]) {
    estimate.note(now, now / 10);
    line.show(now, estimate, content);
    nowhere.show(now, estimate, content);
  }
  expect(lines).toEqual(['\r[------------]   6.0 %  4.12 ', '\r[#-----------]   9.0 %  4.12 ']);
  nowhere.clear();
  expect(lines).toHaveLength(2);
});
