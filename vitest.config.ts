import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Tests that read the size of the heap need a process without anything of other files.
const heap = readdirSync(join(import.meta.dirname, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join('test', file))
  .filter((file) =>
    /heapUsed|bytesAllocated|leastHeapGrowth|ode-integrator-suite/.test(readFileSync(file, 'utf8')),
  );

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000, // tests of the command bundle it first
    pool: 'forks',
    // The main process only waits: every core may run a file (vitest leaves one free).
    maxWorkers: '100%',
    // Tests of memory use call gc().
    execArgv: ['--expose-gc'],
    projects: [
      // The files of a worker share its modules: what one has compiled and warmed up serves the next. That
      // halves the time of all tests together; a test that spies on a module restores it.
      {
        extends: true,
        test: {
          name: 'shared',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: heap,
          globalSetup: 'test/cli/built-command.ts',
        },
      },
      { extends: true, test: { name: 'heap', include: heap } },
    ],
  },
});
