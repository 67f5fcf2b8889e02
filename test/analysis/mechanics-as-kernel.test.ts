/** Netlists of masses and stops against the same models written for the kernel, and against the balance of momentum. */
import { describe, expect, test } from 'vitest';
import { RandomStream } from '../../src/base/random.js';
import type { NonSmoothDynamicalSystem } from '../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { EventDriven } from '../../src/kernel/simulation/event-driven/event-driven.js';
import { LagrangianFlow } from '../../src/kernel/simulation/event-driven/mechanics/lagrangian-flow.js';
import { ball, camFollower } from '../kernel/mechanics/models.js';
import { netlist, netlistText, run } from './run-netlist.js';

interface Motion {
  readonly x: Float64Array;
  /** Times of impacts. */
  readonly impacts: readonly number[];
}

function motionOf(model: NonSmoothDynamicalSystem, T: number): Motion {
  const flow = new LagrangianFlow(model, { evtol: 1e-12 * T, reltol: 1e-11, abstol: 1e-14 });
  const impacts: number[] = [];
  new EventDriven(flow, 0, T).run({
    event: ({ time, kind }) => void (kind === 'jump' && impacts.push(time)),
  });
  return { x: flow.x, impacts };
}

describe("the kernel's examples as netlists", () => {
  test.each([0.3, 0.6, 1.2])('the bouncing ball is where the kernel has it at %d s', (T) => {
    const kernel = motionOf(ball(T, 0.5), T);
    const text = netlistText('electromechanics/bouncing-ball.cir')
      .replace(/^\.meas.*\n/gm, '')
      .replace('.tran 5m 2', `.tran 5m ${T}`);
    const result = run(text);
    // Both are exact between impacts, which both find to 1e-12 of the run.
    expect(Math.abs(result.final('x(ball)') - kernel.x[0]!)).toBeLessThan(1e-10);
    expect(Math.abs(result.final('v(ball)') - kernel.x[1]!)).toBeLessThan(1e-10);
    const times = result.certificate.impulses.map(({ time }) => time);
    expect(times).toHaveLength(kernel.impacts.length);
    times.forEach((time, k) => expect(Math.abs(time - kernel.impacts[k]!)).toBeLessThan(1e-10));
  });

  // Steps of reltol each, over four impacts of some 20 m/s.
  test.each([1e-5, 1e-7])(
    'the cam follower is above its cam, and hits it, as in the kernel, reltol %d',
    (reltol) => {
      const kernel = motionOf(camFollower(358, 0.3), 0.3);
      const text = netlistText('electromechanics/cam-follower.cir').replace(
        'reltol=1e-5',
        `reltol=${reltol}`,
      );
      const result = run(text, { certificate: 'full' });
      const gap = result.final('x(follower)') - result.final('x(cam)');
      expect(Math.abs(gap - kernel.x[0]!)).toBeLessThan(10 * reltol);
      const times = result.certificate.impulses.map(({ time }) => time);
      expect(times).toHaveLength(kernel.impacts.length);
      times.forEach((time, k) => expect(Math.abs(time - kernel.impacts[k]!)).toBeLessThan(reltol));
      expect(result.certificate.missed).toEqual([]);
    },
  );
});

describe('momentum', () => {
  /** Masses in a row with a stop between neighbours, the last on a lever that moves one more. */
  function row(seed: number): { cards: string; masses: number[]; velocities: number[] } {
    const random = new RandomStream(seed);
    const between = (low: number, high: number): number => low + (high - low) * random.uniform();
    const count = 3 + Math.floor(2 * random.uniform());
    const masses = Array.from({ length: count }, () => between(0.5, 3));
    // Those behind are faster, so that all meet.
    const velocities = masses.map((_, k) => 2 * (count - k) + between(0, 1));
    let place = 0;
    const places = masses.map(() => (place += between(0.1, 0.3)));
    const bodies = masses.map((m, k) => `YMASS${k} n${k} ${m} x0=${places[k]} v0=${velocities[k]}`);
    const stops = masses
      .slice(1)
      .map((_, k) => `YSTOP${k + 1} n${k + 1} n${k} lower=0.02 e=${between(0, 1)}`);
    const [ratio, end, load] = [between(-2, 2), count - 1, between(0.5, 3)];
    const lever = `YLEVER1 z n${end} ${ratio}\nYMASSz z ${load} x0=${ratio * places[end]!} v0=${ratio * velocities[end]!}`;
    masses[end]! += ratio * ratio * load;
    return { cards: [...bodies, ...stops, lever].join('\n'), masses, velocities };
  }

  // Part of all momentum that is taken for rounding: by events the certificate's tolerance, below which the last bounces of an
  // accumulation are a contact that closes; by steps theirs, for where they end.
  test.each([
    ['events', 1e-9],
    ['stepping', 1e-6],
    ['theta', 1e-12],
  ] as const)('of every mass changes by the impulses of its stops, with method=%s', (method, part) => {
    for (let seed = 2; seed <= 6; seed++) {
      const { cards, masses, velocities } = row(seed);
      const names = masses.map((_, k) => `v(n${k})`);
      const body = `${cards}\n.tran 10m 0.6\n.print tran ${names.join(' ')}`;
      const result = run(netlist(body), {
        method,
        certificate: 'sampled',
        ...(method === 'theta' && { h: 1e-3 }),
      });
      const { impulses, missed, energy } = result.certificate;
      expect(missed, cards).toEqual([]);
      expect(impulses.length).toBeGreaterThan(0);
      const all = masses.reduce((sum, m, k) => sum + m * velocities[k]!, 0);
      const bound = part * all;
      const gained = masses.map(() => 0);
      for (const { element, size } of impulses) {
        const k = Number(/^ystop(\d)/.exec(element)![1]);
        gained[k]! += size;
        gained[k - 1]! -= size;
      }
      names.forEach((name, k) => {
        const change = masses[k]! * (result.final(name) - velocities[k]!);
        expect(Math.abs(change - gained[k]!), `${name} of seed ${seed}\n${cards}`).toBeLessThan(bound);
      });
      const kept = masses.reduce((sum, m, k) => sum + m * result.final(names[k]!), 0);
      expect(Math.abs(kept - all)).toBeLessThan((method === 'stepping' ? part : 1e-13) * all);
      const kinetic = (of: (k: number) => number): number =>
        masses.reduce((sum, m, k) => sum + (m * of(k) ** 2) / 2, 0);
      const lost = kinetic((k) => velocities[k]!) - kinetic((k) => result.final(names[k]!));
      expect(Math.abs(lost - impulses.reduce((sum, { energyLost }) => sum + energyLost, 0))).toBeLessThan(
        10 * bound,
      );
      expect(energy.relativeError).toBeLessThan(1e-9);
    }
  });
});
