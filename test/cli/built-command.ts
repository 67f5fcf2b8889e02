/**
 * The command, bundled once for all test files of a run: by the first that asks, while the others wait. vitest calls `setup`
 * before the workers start and what it returns behind the last of them.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of what a run of the tests builds. */
    readonly builds: string;
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Makes the folder of the builds; returns what removes it. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'nscircuit-builds-'));
  project.provide('builds', folder);
  return () => {
    rmSync(folder, { recursive: true });
  };
}

/** The folder of the bundled command. Nobody changes what is in it: the files of other workers run it. */
export async function builtCommand(): Promise<string> {
  const builds = inject('builds');
  const command = join(builds, 'command');
  if (isFirst(join(builds, 'begun'))) {
    const unfinished = join(builds, 'unfinished');
    await promisify(execFile)(process.execPath, [
      join(root, 'grammar/bundle.mjs'),
      join(root, 'src/cli/main.ts'),
      unfinished,
    ]);
    renameSync(unfinished, command);
  }
  while (!existsSync(command)) await wait(20);
  return command;
}

/** Whether the folder is made by this call: of all processes that ask one is told so. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
