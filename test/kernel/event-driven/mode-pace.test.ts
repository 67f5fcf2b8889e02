/** When new modes cost more than what else could run a circuit: counted, so that the same run is given up at the same event. */
import { expect, test } from 'vitest';
import { ModePace, type ModePaceOptions } from '../../../src/kernel/simulation/event-driven/mode-pace.js';

/** A mode costs 1, steps 1e-3 an event: a thousand modes beside a thousandth of that. */
const options: ModePaceOptions = { mode: 1, event: 1e-3, run: 0.1, least: 10, times: 10 };

/** The time at which a run of 1 s is given up that meets an event every millisecond; `modesAt`: modes made until the event. */
function givenUp(own: Partial<ModePaceOptions>, modesAt: (event: number) => number): number | undefined {
  const pace = new ModePace({ ...options, ...own }, 0, 1);
  for (let event = 1; event < 1000; event++) {
    if (pace.isLost(event * 1e-3, modesAt(event), event)) return event * 1e-3;
  }
  return undefined;
}

test('a run all of whose events lead to new modes is given up after the second window of 32, or the first that has cost enough', () => {
  const small = { mode: 0.1, event: 1e-4, run: 0.01 };
  expect(givenUp(small, (event) => event)).toBeCloseTo(0.064, 12);
  expect(givenUp({}, (event) => event)).toBeCloseTo(0.032, 12);
});

test('modes that return are made once: a run that only begins with new ones goes on', () => {
  expect(givenUp({}, (event) => Math.min(event, 31))).toBeUndefined();
  expect(givenUp({ least: 64 }, (event) => Math.min(event, 63))).toBeUndefined();
  // One in four events is below the rate from which modes are said to return.
  expect(givenUp({}, (event) => Math.floor(event / 4))).toBeUndefined();
});

test('what takes less than steps would, or no time to speak of, goes on', () => {
  // Ten times 0.12 an event is more than a mode.
  expect(givenUp({ event: 0.12 }, (event) => event)).toBeUndefined();
  expect(givenUp({ run: 101 }, (event) => event)).toBeUndefined();
  expect(givenUp({ least: 1000 }, (event) => event)).toBeUndefined();
});

test('a run is given up no sooner than its new modes have cost twice what steps need for the rest', () => {
  // Steps need 0.05 an event, some 45 for the rest: 64 modes are less than twice that, 96 more.
  expect(givenUp({ event: 0.05 }, (event) => event)).toBeCloseTo(0.096, 12);
  expect(givenUp({ event: 0.05 }, (event) => Math.min(event, 80))).toBeUndefined();
});
