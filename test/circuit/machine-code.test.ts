/** The machine code of laws, of Newton's loops and of factors gives the bits of the functions that it was made of. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../src/base/random.js';
import { machineCode } from '../../src/circuit/machine-code.gen.js';
import { prepare, simulate } from '../../src/index.js';
import { DescriptorAssembly } from '../../src/kernel/simulation/sparse-stepping/descriptor/assembly.js';
import type { evaluateDescriptor } from '../../src/kernel/simulation/sparse-stepping/descriptor/descriptor-evaluation.js';
import { CompiledDescriptor } from '../../src/kernel/simulation/sparse-stepping/compiled-descriptor.js';
import { roomFor } from '../../src/kernel/simulation/sparse-stepping/descriptor/descriptor-room.js';
import { factorsOf } from '../../src/kernel/simulation/sparse-stepping/newton/linear-factors.js';
import { moveAlong } from '../../src/kernel/simulation/sparse-stepping/newton/newton-iteration.js';
import { operatingPoint } from '../../src/kernel/simulation/sparse-stepping/operating-point.js';
import { MachineRoom } from '../../src/numerics/code/machine-room.js';
import { diodesAmongComparisons } from './diodes-among-comparisons.js';

/** Circuits whose elements have every law and every branch of them. */
const circuits: Readonly<Record<string, string>> = {
  diodes: `V1 a 0 5
D1 a b dm
D2 b 0 dz area=2
D3 0 b dn
.model dm D(is=1e-14 rs=1 cjo=4p m=.4 tt=5n ikf=.1 isr=1e-12)
.model dz D(is=1e-13 bv=5 ibv=1m cjp=1p)
.model dn D(is=1e-15)`,
  'bipolar transistors': `V1 a 0 5
Q1 a b c qm
Q2 c b 0 qp
Q3 a c b qs
Q4 b a c qi
R1 b 0 1k
.model qm NPN(is=1e-16 bf=200 vaf=80 var=10 ikf=.05 ise=1e-14 isc=1e-14 cje=8p cjc=4p tf=.3n xtf=2 vtf=4 itf=.1 tr=50n xcjc=.7)
.model qp PNP(is=1e-16 nkf=.7)
.model qs NPN(is=1e-16 rb=100 rbm=10 irb=1m cje=1p ikf=.02)
.model qi PNP(is=1e-16 rb=100 rbm=10 ikf=.02 mjc=1 cjc=2p)`,
  'bipolar transistors with excess phase': `V1 a 0 5
Q1 a b c qm
Q2 c b 0 qs
R1 b 0 1k
R2 c 0 1k
.model qm NPN(is=1e-16 bf=200 vaf=80 ikf=.05 cje=8p cjc=4p tf=.3n xtf=2 vtf=4 itf=.1 ptf=40)
.model qs PNP(is=1e-16 rb=100 rbm=10 irb=1m cje=1p ikf=.02 tf=1n ptf=20)`,
  'transistors of VBIC, with and without heat and lag': `V1 a 0 3
R1 a b 50k
R2 a c 1k
Q1 c b 0 0 q1
R3 a d 50k
R4 a e 1k
Q2 e d 0 0 q2
R5 c f 20k
R6 a g 1k
Q3 g f 0 0 t q3
R7 h e 50k
R8 i 0 1k
Q4 i h a 0 u q4
.model q1 NPN(level=4 rcx=10 rbx=10 re=2 rs=20 vo=2 gamm=2e-11 cje=.1p cjc=20f cjcp=.4p isp=1e-16 vef=20 ikf=2m tf=10p xtf=20 itf=80m avc1=.2 avc2=10)
.model q2 NPN(level=4 wbe=.8 aje=.1 ajc=.1 vrt=3 cje=.1p cjc=.1p cjep=.1p qbm=1 vbbe=2 td=10p tf=10p)
.model q3 NPN(level=9 rcx=10 re=2 rth=100 cth=1p xrc=1 cje=.1p)
.model q4 PNP(level=4 rth=100 cth=1p td=10p tf=10p qco=1e-14 gamm=1e-11)`,
  'field effect transistors': `V1 a 0 5
M1 a b c 0 mn W=10u L=1u
M2 c b a a mp W=20u L=1u
J1 a c 0 jm
M3 b c 0 vd
R1 c 0 1k
.model mn NMOS(vto=.7 kp=1e-4 gamma=.5 phi=.6 lambda=.02 tox=20n cgso=1e-10 cj=1e-4)
.model mp PMOS(vto=-.7 kp=4e-5 gamma=.4 phi=.6 tox=20n)
.model jm NJF(vto=-2 beta=1m b=.7 cgs=2p)
.model vd VDMOS(vto=2 kp=3 mtriode=.8 theta=.1 lambda=.01 cgdmax=1n cgdmin=50p a=.4 cgs=1n cjo=.5n)`,
  'transistors of Parker and Skellern, with and without what lags': `V1 a 0 5
J1 a c 0 j1
J2 b c 0 j2
J3 c a b j3
J4 b a c j4
R1 c 0 1k
R2 b 0 1k
.model j1 NJF(level=2 vto=-2 beta=1m p=2.3 q=1.8 xi=.8 z=.5 vst=.1 cgs=2p cgd=1p lfgam=.05)
.model j2 NJF(level=2 beta=1m lfgam=.05 hfgam=.07 hfeta=.02 taug=1u cgs=1p)
.model j3 NJF(level=2 beta=1m delta=.3 taud=1u mxi=.2 lambda=.02)
.model j4 PJF(level=2 beta=1m delta=.3 taud=1u hfgam=.03 taug=1u ibd=1n)`,
  'transistors of level 3, with and without their terms': `V1 a 0 5
M1 a b c 0 mn w=10u l=1u
M2 b c a a mp w=20u l=2u
M3 c a b 0 mw w=5u l=1u
R1 c 0 1k
.model mn NMOS(level=3 vto=.7 kp=1e-4 gamma=.5 phi=.6 tox=20n theta=.1 vmax=2e5 eta=.05 kappa=.3 delta=.4 nsub=1e16 xj=.2u ld=.05u)
.model mp PMOS(level=3 vto=-.7 kp=4e-5 gamma=.4 phi=.6 tox=20n kappa=.2 nsub=2e16)
.model mw NMOS(level=3 vto=.6 uo=500 tox=15n nfs=1e11 nsub=3e16 xj=.3u ld=.1u theta=.05)`,
  'transistors of level 2, with and without their terms': `V1 a 0 5
M1 a b c 0 mn w=10u l=1u
M2 c b a a mp w=20u l=2u
M3 c a b 0 mw w=5u l=1u
R1 c 0 1k
.model mn NMOS(level=2 vto=.7 kp=1e-4 gamma=.5 phi=.6 tox=20n vmax=5e4 neff=2 ucrit=1e4 uexp=.2 delta=.4 nsub=1e16 xj=.2u ld=.05u)
.model mp PMOS(level=2 vto=-.7 kp=4e-5 gamma=.4 phi=.6 tox=20n nsub=2e16)
.model mw NMOS(level=2 vto=.6 uo=500 tox=15n nfs=1e11 lambda=.02)`,
  'transistors of level 6, with and without their terms': `V1 a 0 5
M1 a b c 0 mn w=10u l=1u
M2 b c a a mp w=20u l=2u
R1 c 0 1k
.model mn NMOS(level=6 vto=.7 kc=1e-4 nc=1.3 kv=1.1 nv=.7 gamma=.5 gamma1=.05 sigma=.02 phi=.6 tox=20n lambda0=.05 lambda1=.01)
.model mp PMOS(level=6 vto=-.7)`,
  'transistors of level 49 with each CAPMOD and MOBMOD': `V1 a 0 3
M1 a b c 0 mn w=2u l=.2u ad=1p pd=4u nrd=.1
M2 b c a a mp w=3u l=.3u
M3 c a b 0 m1 w=1u l=.5u
M4 c b 0 0 m0 w=1u l=.18u
R1 c 0 1k
.model mn NMOS(level=49 tox=4n rsh=5 rdsw=200 ngate=1e20 cgsl=1e-10 alpha0=1e-6 prwg=.1 a1=.02 a2=.8)
.model mp PMOS(level=8 version=3.2.4 tox=5n capmod=2 mobmod=2 xpart=.5 vth0=-.4)
.model m1 NMOS(level=49 version=3.1 tox=8n capmod=1 mobmod=3 xpart=1 a1=-.01 cgdl=2e-10 pscbe2=0)
.model m0 NMOS(level=49 tox=4n capmod=0 ijth=0)`,
  'transistors of level 54 with each CAPMOD, tunnelling and leakage': `V1 a 0 1
M1 a b c 0 mn w=.4u l=60n nf=2 nrd=1
M2 b c a a mp w=.6u l=60n
M3 c a b 0 m1 w=.2u l=.1u
M4 c b 0 0 m0 w=.2u l=50n
R1 c 0 10k
.model mn NMOS(level=54 toxe=2n rsh=5 ngate=1e20 cgsl=1e-10 alpha0=1e-8 beta0=10 igcmod=1 igbmod=1 toxref=2n agidl=1n)
.model mp PMOS(level=14 version=4.5 toxe=2n capmod=1 mobmod=2 xpart=.5 vth0=-.3 ud=1e15 diomod=2 jtss=1e-3)
.model m1 NMOS(level=54 version=4.7 toxe=2n capmod=1 mobmod=3 ua=.3 ud=.2 xpart=1 gidlmod=1 agidl=1n kgidl=.1 cvchargemod=1)
.model m0 NMOS(level=54 toxe=2n capmod=0 rdsmod=1 lambda=2e-11 vtl=2e5 dvtp0=1n dvtp4=1 dvtp5=.01 pdits=.1 fprout=50)`,
  'switches among smooth laws, which turn within the run': `V1 a 0 5
S1 a b a 0 sm on
S2 b 0 c 0 sn
W1 c 0 V2 wm
V2 b d 0
D1 d c dm
R1 c 0 1k
R2 d 0 10k
C1 c 0 10p
.model sm SW(vt=1 vh=.2 ron=1 roff=1meg)
.model sn SW(vt=3 vh=.1 ron=10 roff=1e12)
.model wm CSW(it=1m ih=.1m ron=1 roff=1e9)
.model dm D(is=1e-14 rs=1 cjo=4p)`,
  'ideal diodes and comparisons among smooth laws, whose pairs turn over': diodesAmongComparisons('5'),
  'ideal parts alone, with loops of diodes that share a current': `V1 a 0 5
D1 a b di
D2 a b di
D3 0 b di
B1 c 0 v={max(v(b), 1)}
R1 b c 1k
L1 c d 1u
R2 d e 50
C1 d 0 10p
D4 e 0 di
.model di D(vfwd=0 ron=0)`,
  'laws that are script, more than the module has calls of, among those that are not': `V1 a 0 5
D1 a b dm
B1 b 0 i={v(b)^3/1k + tanh(v(a,b))*1m}
B2 c 0 v={v(a)*v(b)}
B3 b c i={sin(v(b,c))*1m}
B4 c 0 i={exp(-v(c)^2)*1m}
B5 b 0 i={atan(v(b)*v(c))*1m}
B6 a c i={v(a,c)*v(b)*1u}
R1 c b 1k
C1 b 0 1n
.model dm D(is=1e-14 rs=1 cjo=4p m=.4 tt=5n ikf=.1 isr=1e-12)`,
};

const neverEvaluates: typeof evaluateDescriptor = () => -1;
const neverMoves: typeof moveAlong = () => -1;

describe.each(Object.entries(circuits))('%s', (name, cards) => {
  const { circuit, diagnostics } = prepare(`${name}\n${cards}\n.tran 1n 1u\n`, {
    options: { method: 'stepping' },
  });
  if (!circuit?.stepping) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const { system } = circuit.stepping.circuit.model;

  it('evaluates, factors and solves with equal bits', () => {
    const room = roomFor(system, machineCode);
    expect(room).toBeInstanceOf(MachineRoom);
    const both = [new DescriptorAssembly(system), new DescriptorAssembly(system, room)].map((assembly) => ({
      assembly,
      factors: factorsOf(assembly.pattern, assembly.room),
      w: assembly.room.floats(assembly.pointLength),
      x: assembly.room.floats(system.size),
    }));
    const stream = new RandomStream(7);
    const random = (): number => stream.uniform();
    for (let round = 0; round < 300; round++) {
      // From millivolts to far beyond what a law is made for.
      const range = [0.01, 1, 20, 1000][round % 4]!;
      const given = Array.from(
        { length: system.size + system.inputs.length },
        () => range * (2 * random() - 1),
      );
      const b = round % 5 === 0 ? 0 : 10 ** (12 * random());
      const [plain, machine] = both.map(({ assembly, factors, w, x }) => {
        w.set(given);
        if (round % 50 === 0) assembly.startFromBegin();
        const moved = assembly.evaluate(w, b, round % 3 > 0);
        x.set(assembly.k.subarray(0, system.size));
        const done =
          round % 2 === 0 || !factors.refactor(assembly.values) ? factors.factor(assembly.values) : -1;
        if (done < 0) factors.solve(x);
        const { k, s, values, storage, terms } = assembly;
        return {
          moved,
          done,
          numbers: [k, s, values, storage.values, terms, x].map((list) => Array.from(list)),
        };
      });
      expect(machine).toEqual(plain);
    }
  });

  it('rests where the plain functions rest, with equal bits, by arrays that stand in its memory', () => {
    const room = roomFor(system, machineCode);
    const [plain, machine] = [undefined, room].map((given) => {
      const compiled = new CompiledDescriptor(system, { reltol: 1e-6 }, given);
      const point = operatingPoint(compiled, 0);
      return { compiled, point };
    });
    expect(machine!.point).toEqual(plain!.point);
    const { resting, assembly } = machine!.compiled;
    for (const array of [resting.w, resting.nothing]) expect(array.buffer).toBe(assembly.values.buffer);
    expect(assembly.values.buffer).not.toBe(plain!.compiled.assembly.values.buffer);
  });

  it('makes steps with equal bits', () => {
    const moving = `${name}\n${cards.replace('V1 a 0 5', 'V1 a 0 sin(0 5 1meg)')}\n.tran 10n 2u\n`;
    const [plain, machine] = ['plain', 'compiled'].map((code) => {
      const { runs } = simulate(moving, { options: { method: 'stepping', code } });
      const [only] = runs;
      return { columns: only?.plot?.columns, stepping: only?.report.certificate?.stepping };
    });
    expect(machine?.columns?.length).toBeGreaterThan(2);
    expect(machine).toEqual(plain);
  });

  it('runs where everything stands in its memory, and as it is written elsewhere', () => {
    const room = roomFor(system, machineCode);
    const { arrays, size } = new DescriptorAssembly(system, room);
    const evaluate = room.bind('evaluateDescriptor', neverEvaluates, arrays);
    expect(evaluate(room.floats(size + system.inputs.length + 1), 1, true, false)).toBeGreaterThanOrEqual(0);
    const own = { descriptor: arrays, absolute: arrays.absolute, size };
    const record = {
      ...own,
      dz: room.floats(size).fill(0.5),
      sizes: room.floats(size),
      worst: room.integers(1),
    };
    const machine = room.bind('moveAlong', neverMoves, record);
    const [inside, outside] = [room.floats(size), new Float64Array(size)];
    const expected = moveAlong({ ...record, worst: new Int32Array(1) }, new Float64Array(size), 1e-3);
    expect(machine(inside, 1e-3)).toBe(expected);
    expect(machine(outside, 1e-3)).toBe(-1);
  });
});

it('has every function that is bound by name', () => {
  // A name that it does not have runs as it is written, with the same bits: nothing else would tell.
  const source = new URL('../../src/', import.meta.url);
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.gen)\.ts$/.test(file),
  );
  const bound = files.flatMap((file) =>
    Array.from(
      readFileSync(new URL(file, source), 'utf8').matchAll(/\bbind\(\s*'(\w+)'/g),
      ([, name]) => name,
    ),
  );
  expect(bound).toContain('fillRows');
  expect(bound).toContain('iterateNewton');
  expect(bound.filter((name = '') => !(name in machineCode.functions))).toEqual([]);
});

describe('an amplifier at rest', () => {
  const amplifier = `amplifier
V1 cc 0 12
Vin in 0 dc 1.2 ac 1
R1 cc c 4.7k
R2 e 0 470
Q1 c in e qm
Q2 cc c o qm
R3 o 0 1k
C1 o 0 1n
.model qm NPN(is=1e-15 bf=150 vaf=80 ikf=.05 rb=50)
`;

  it.each(['.op', '.dc Vin 0 5 0.25', '.ac dec 2 1k 1meg'])('%s has equal bits', (card) => {
    const [plain, machine] = ['plain', 'compiled'].map((code) => {
      const { runs } = simulate(amplifier + card, { options: { code } });
      return runs.map(({ plot, report }) => [plot?.columns, report.final]);
    });
    expect(plain).toHaveLength(1);
    expect(machine).toEqual(plain);
  });
});
