import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workplace } from './command.js';

const place = workplace('copy');

/** A rectifier whose diode is smooth: sparse steps. */
const rectifier = `rectifier
V1 in 0 sin(0 5 1k)
D1 in out d1
C1 out 0 1u
R1 out 0 10k
.model d1 d(is=1n cjo=10p)
.tran 10u 2m
.print v(out)
.end
`;

/** Runs the rectifier; the bytes of its rows. */
function rows(): Buffer {
  place.write('rectifier.cir', rectifier);
  const { status, stderr } = place.run('run', 'rectifier.cir', '-r', 'rows.raw');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return readFileSync(place.path('rows.raw'));
}

/** The file of compiled machine code: one, of the V8 that built the command. */
function cache(): string {
  const folder = join(place.built, 'command');
  const names = readdirSync(folder).filter((name) => /^machine-code\..*\.cache$/.test(name));
  expect(names).toEqual([`machine-code.${process.versions.v8}.cache`]);
  return join(folder, names[0]!);
}

describe('machine code of the command', () => {
  it('is as the optimizing compiler left it when the command was built: a run compiles none of its functions', () => {
    place.write('rectifier.cir', rectifier);
    const categories = ['--trace-event-categories', 'v8.wasm,disabled-by-default-v8.wasm.detailed'];
    const script = [...categories, place.script, 'run', 'rectifier.cir', '-r', 'rows.raw'];
    expect(place.runNode(...script).status).toBe(0);
    const { traceEvents } = JSON.parse(place.read('node_trace.1.log')) as {
      traceEvents: readonly { name: string }[];
    };
    const names = new Set(traceEvents.map(({ name }) => name));
    expect(names).toContain('wasm.SyncInstantiate');
    for (const name of ['wasm.SyncCompile', 'wasm.CompileBaseline', 'wasm.CompileTopTier'])
      expect(names).not.toContain(name);
  });

  it('is compiled anew where its file is cut, of other flags or not there, and rows have the same bits', () => {
    const file = cache();
    const whole = readFileSync(file);
    const expected = rows();
    for (const bytes of [whole.subarray(0, whole.length / 2), whole.subarray(0, 3), new Uint8Array()]) {
      writeFileSync(file, bytes);
      expect(rows()).toEqual(expected);
    }
    // Behind the length: V8's mark of what it writes, its version, that of the processor, and its flags.
    for (const at of [8, 12, 16, 20]) {
      const other = Uint8Array.from(whole);
      other[at]! ^= 1;
      writeFileSync(file, other);
      expect(rows()).toEqual(expected);
    }
    rmSync(file);
    expect(rows()).toEqual(expected);
    writeFileSync(file, whole);
  });
});
