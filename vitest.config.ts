import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000, // tests of the command bundle it first
    pool: 'forks',
    // The main process only waits: every core may run a file (vitest leaves one free).
    maxWorkers: '100%',
    // Tests of memory use call gc().
    execArgv: ['--expose-gc'],
  },
});
