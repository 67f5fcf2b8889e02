/**
 * What the pictures of the mechanical pages of docs/examples show of the motions that their programs simulate: plots below each
 * other, of panels over one scale.
 */

/** A trace of (x, y) pairs. */
function trace(name, pairs, drawn) {
  return {
    name,
    columnUnit: '',
    part: 'value',
    points: Float64Array.from(pairs.flat()),
    ...(drawn && { drawn }),
  };
}

/** Rows of a motion up to a time, at most so many of them: (t, value). */
function over({ t, x, lambda }, value, { until = Infinity, from = -Infinity, most = 1500 } = {}) {
  const rows = t.flatMap((time, k) => (time >= from && time <= until ? [k] : []));
  const stride = Math.max(1, Math.ceil(rows.length / most));
  return rows.filter((_, i) => i % stride === 0).map((k) => [t[k], value(x[k], lambda[k], t[k])]);
}

const time = { name: 'time', unit: 's' };
const plot = (title, name, scale, panels) => ({ title, name, scale, panels, rows: 0, incomplete: undefined });

const panel = (label, unit, traces) => ({ label, unit, traces });

/** The axis of a body in space, from its quaternion. */
function axisOf([, , , w, x, y, z]) {
  return [2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z];
}

export const mechanicalPictures = [
  {
    page: 'bouncing-ball',
    plots: ([events, moreauJean, , schatzmanPaoli]) => {
      const part = { until: 3.5 };
      const runs = [
        ['events', events],
        ['Moreau-Jean, h = 5 ms', moreauJean],
        ['Schatzman-Paoli, h = 5 ms', schatzmanPaoli],
      ];
      const traces = (i) =>
        runs.map(([name, motion]) =>
          trace(
            name,
            over(motion, (x) => x[i], part),
          ),
        );
      return [
        plot('A ball that bounces, e = 0.9', 'by events and by steps', time, [
          panel('Height', 'm', traces(0)),
          panel('Velocity', 'm/s', traces(1)),
        ]),
      ];
    },
  },
  {
    page: 'column-of-beads',
    plots: ([ten]) => {
      const beads = Array.from({ length: 10 }, (_, i) => i);
      const part = { until: 1.6, most: 800 };
      return [
        plot('Ten beads fall on the floor and on each other, e = 0.9', 'centres, from the lowest up', time, [
          panel(
            'Height',
            'm',
            beads.map((i) =>
              trace(
                `bead ${i + 1}`,
                over(ten, (x) => x[2 * i], part),
              ),
            ),
          ),
        ]),
      ];
    },
  },
  {
    page: 'woodpecker',
    plots: ([toy]) => {
      const part = { until: 0.6 };
      const cycle = over(toy, (x) => [x[2], x[5]], { from: 0.4, most: 2500 }).map(([, pair]) => pair);
      return [
        plot('The woodpecker toy', 'Moreau-Jean, h = 20 us', time, [
          panel('Height', 'm', [
            trace(
              'sleeve',
              over(toy, (x) => x[0], part),
            ),
          ]),
          panel('Angles', 'rad', [
            trace(
              'sleeve',
              over(toy, (x) => x[1], part),
            ),
            trace(
              'bird',
              over(toy, (x) => x[2], part),
            ),
          ]),
        ]),
        plot('Its limit cycle', 'from 0.4 s to 1 s', { name: 'angle of the bird', unit: 'rad' }, [
          panel('Rate', 'rad/s', [trace('bird', cycle, 'curve')]),
        ]),
      ];
    },
  },
  {
    page: 'robot-arm',
    plots: ([, fine, frozen]) => {
      const elbow = (x) => 0.45 * Math.cos(x[0]);
      const heights = [
        ['elbow', elbow],
        ['wrist', (x) => elbow(x) + 0.48 * Math.cos(x[0] + x[1])],
      ];
      return [
        plot('PA-10 arm falling on the ground', 'Moreau-Jean, h = 1.25 ms', time, [
          panel(
            'Height',
            'm',
            heights.flatMap(([name, value]) => [
              trace(name, over(fine, value)),
              trace(`${name}, M frozen`, over(frozen, value)),
            ]),
          ),
          panel(
            'Angles',
            'rad',
            [0, 1, 2].map((i) =>
              trace(
                `q${i + 1}`,
                over(fine, (x) => x[i]),
              ),
            ),
          ),
        ]),
      ];
    },
  },
  {
    page: 'stiction',
    plots: ([slider]) => [
      plot('A block pushed by 6 N sin(2 pi t), friction up to 3.924 N', 'Moreau-Jean, h = 1 ms', time, [
        panel('Force', 'N', [
          trace(
            'push',
            over(slider, (_x, _lambda, t) => 6 * Math.sin(2 * Math.PI * t)),
          ),
          trace(
            'friction',
            over(slider, (_x, lambda) => lambda[1] / 1e-3, { from: 1e-3 }),
          ),
        ]),
        panel('Velocity', 'm/s', [
          trace(
            'block',
            over(slider, (x) => x[3]),
          ),
        ]),
      ]),
    ],
  },
  {
    page: 'spinning-top',
    plots: ([tumbling, precessing, nodding]) => {
      /** (azimuth, inclination), turns counted through. */
      const path = (motion) => {
        let azimuth = 0;
        return over(motion, axisOf, { most: 2000 }).map(([, [x, y, z]]) => {
          const [c, s] = [Math.cos(azimuth), Math.sin(azimuth)];
          azimuth += Math.atan2(y * c - x * s, x * c + y * s);
          return [azimuth, Math.atan2(Math.hypot(x, y), z)];
        });
      };
      return [
        plot('A body that spins about its middle axis of inertia', 'I = 1, 2, 3 kg m^2', time, [
          panel(
            'Rates in the body',
            'rad/s',
            [1, 2, 3].map((i) =>
              trace(
                `about axis ${i}`,
                over(tumbling, (x) => x[9 + i]),
              ),
            ),
          ),
        ]),
        plot('The axis of the top', 'over two seconds', { name: 'azimuth', unit: 'rad' }, [
          panel('Inclination', 'rad', [
            trace('released with spin alone', path(nodding), 'curve'),
            trace('with the precession of the closed form', path(precessing), 'curve'),
          ]),
        ]),
      ];
    },
  },
  {
    page: 'tipping-box',
    plots: (motions) => {
      const names = ['tilted by 0.3 rad', 'tilted by 0.45 rad'];
      const traces = (value) => names.map((name, k) => trace(name, over(motions[k], value)));
      const tilt = (x) => {
        const [along, , up] = axisOf(x);
        return Math.atan2(along, up);
      };
      return [
        plot(
          'A box on both sides of its critical tilt, 0.3805 rad',
          'Moreau-Jean, h = 5 ms, mu = 0.8',
          time,
          [
            panel('Tilt', 'rad', traces(tilt)),
            panel(
              'Height of the centre',
              'm',
              traces((x) => x[2]),
            ),
          ],
        ),
      ];
    },
  },
  {
    page: 'cam-follower',
    plots: (motions, sections) => {
      const speeds = [358, 660, 700].map((rpm, k) => ({
        rpm,
        events: motions[2 * k],
        steps: motions[2 * k + 1],
      }));
      const begin = { until: 1 };
      /** Two sections a motion; turns and impacts before it is on its attractor are left out. */
      const transient = 20;
      const maps = ['events', 'steps'].map((name, k) => {
        const [impacts, strobe] = sections.slice(4 + 2 * k).map(({ points }) => points.slice(transient));
        const phase = (t) => (t / (60 / 660)) % 1;
        return {
          name,
          impacts: impacts.map(({ t, right }) => [phase(t), right[1]]),
          strobe: strobe.map(({ x }) => Array.from(x)),
        };
      });
      const named = { name: 'q', unit: 'm' };
      return [
        plot('The cam follower: its distance from the cam', 'by events and by 1000 steps a turn', time, [
          ...speeds.map(({ rpm, events, steps }) =>
            panel(`${rpm} rpm`, 'm', [
              trace(
                'events',
                over(events, (x) => x[0], begin),
              ),
              trace(
                'steps',
                over(steps, (x) => x[0], begin),
              ),
            ]),
          ),
        ]),
        plot('660 rpm: impact map', 'velocity right after an impact', { name: 'turn of the cam', unit: '' }, [
          panel(
            'Velocity',
            'm/s',
            maps.map(({ name, impacts }) => trace(name, impacts, 'points')),
          ),
        ]),
        plot('660 rpm: stroboscopic map', 'once a turn', named, [
          panel(
            'Velocity',
            'm/s',
            maps.map(({ name, strobe }) => trace(name, strobe, 'points')),
          ),
        ]),
      ];
    },
  },
];
