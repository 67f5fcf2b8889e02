/** What devices tell of themselves at an operating point, beside the installed ngspice. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/index.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from './ngspice.js';

const circuit = `devices of both polarities, with resistances of their terminals
vdd d 0 5
vg g 0 2
vs s 0 0.1
m1 d g s 0 nm w=10u l=1u
m2 0 g d d pm w=10u l=1u
m3 s g d 0 nm w=10u l=1u
m4 d g 0 0 n3 w=1u l=0.18u pd=3u ps=3u
m5 0 g d d p4 w=1u l=0.18u
m6 d g s 0 n2 w=10u l=1u
m7 0 g d d p3 w=10u l=1u
m8 d g s 0 n6 w=10u l=1u
rb b d 400k
q1 d b s qm
rb2 b2 s 400k
q2 s b2 d qp area=2
d1 g k dm
rk k 0 1k
j1 d 0 s jm
j2 0 d d jp
.model nm nmos(vto=1 kp=1m lambda=0.01 gamma=0.5 rd=20 rs=30)
.model pm pmos(vto=-1 kp=1m lambda=0.01 gamma=0.5 rs=20)
.model n2 nmos(level=2 vto=1 kp=1m gamma=0.5 tox=20n nsub=1e16)
.model p3 pmos(level=3 vto=-1 kp=1m gamma=0.5 tox=20n nsub=1e16 theta=0.1 eta=0.1)
.model n6 nmos(level=6 vto=1 kc=1m gamma=0.5)
.model qm npn(is=1e-15 bf=100 vaf=50 rb=100 re=1 rc=10)
.model qp pnp(is=1e-15 bf=100 vaf=50 rb=100 re=1 rc=10)
.model dm d(is=1e-14 rs=10)
.model jm njf(vto=-2 beta=1e-3 lambda=0.01 rd=10 rs=10)
.model jp pjf(vto=-2 beta=1e-3 lambda=0.01 rd=10 rs=10)
.model n3 nmos(level=8 version=3.3.0 vth0=0.4 tox=4n)
.model p4 pmos(level=14 version=4.5)
`;

const channel = ['id', 'gm', 'gds', 'gmbs', 'vgs', 'vds', 'vbs'];
const ends = ['von', 'vdsat'];
const junctionFet = ['id', 'is', 'gm', 'gds', 'vgs', 'vgd'];
const bipolar = ['ic', 'ib', 'ie', 'gm', 'go', 'gpi', 'vbe', 'vbc'];
const asked: readonly (readonly [string, readonly string[]])[] = [
  ...['m4', 'm5'].map((name) => [name, channel] as const),
  ...['m1', 'm2', 'm3', 'm6', 'm8'].map((name) => [name, [...channel, ...ends]] as const),
  // Of level 3 ngspice's slopes are 1 % off differences of its own currents.
  ['m7', ['id', 'vgs', 'vds', 'vbs', ...ends]],
  ...['j1', 'j2'].map((name) => [name, junctionFet] as const),
  ...['q1', 'q2'].map((name) => [name, bipolar] as const),
  ['d1', ['gd', 'vd']],
];

describe.skipIf(skipWithoutNgspice)(`@device[quantity] beside ngspice${ngspiceReason}`, () => {
  test.each(asked)('%s', (name, quantities) => {
    const items = quantities.map((quantity) => `@${name}[${quantity}]`);
    const theirs = runNgspice(`${circuit}.save ${items.join(' ')}\n.op\n.end\n`);
    // As an expression each, so that its column has its text.
    const { runs } = simulate(`${circuit}.save ${items.map((item) => `{1*${item}}`).join(' ')}\n.op\n.end\n`);
    const { header, columns } = runs[0]?.plot ?? theirs;
    items.forEach((item) => {
      const k = theirs.header.columns.findIndex((column) => column.name.includes(item));
      const wanted = theirs.columns[k]?.[0] ?? NaN;
      const value = columns[header.columns.findIndex((column) => column.name === `{1*${item}}`)]?.[0] ?? NaN;
      // gmin, constants of nature, and BSIM's ends of the channel.
      expect(Math.abs(value - wanted), item).toBeLessThanOrEqual(1e-4 * Math.abs(wanted) + 1e-11);
    });
  });
});
