/** The command as users run it: the bundle, spawned by plain node. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { builtCommand } from './built-command.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Its place in the project makes messages short: "netlists/bridge.cir". */
export const bridge = join(root, 'netlists/bridge.cir');

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder for each test and the command run in it. */
export class Workplace {
  /** The folder of the bundle. */
  built = '';
  folder = '';

  get script(): string {
    return join(this.built, 'cli.cjs');
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string | Uint8Array): string {
    writeFileSync(this.path(name), text);
    return name;
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  has(name: string): boolean {
    return existsSync(this.path(name));
  }

  /** What the folder holds, hidden files included. */
  get files(): readonly string[] {
    return readdirSync(this.folder).sort();
  }

  run(...args: readonly string[]): Outcome {
    return this.runWith({}, ...args);
  }

  /** Runs with a text on standard input. */
  runOn(input: string, ...args: readonly string[]): Outcome {
    return spawnSync(process.execPath, [this.script, ...args], { cwd: this.folder, encoding: 'utf8', input });
  }

  /** Runs node itself, with options of its own before the script. */
  runNode(...words: readonly string[]): Outcome {
    return spawnSync(process.execPath, words, { cwd: this.folder, encoding: 'utf8' });
  }

  /** Runs with more variables in the environment. */
  runWith(env: Readonly<Record<string, string>>, ...args: readonly string[]): Outcome {
    const { status, stdout, stderr } = spawnSync(process.execPath, [this.script, ...args], {
      cwd: this.folder,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
    return { status, stdout, stderr };
  }
}

/** Makes a workplace for the tests of a file; one that changes files of the bundle has a `copy` of its own. */
export function workplace(bundle: 'shared' | 'copy' = 'shared'): Workplace {
  const place = new Workplace();
  beforeAll(async () => {
    place.built = await builtCommand();
    if (bundle === 'shared') return;
    const copy = mkdtempSync(join(tmpdir(), 'nscircuit-bundle-'));
    cpSync(place.built, copy, { recursive: true });
    place.built = copy;
  });
  beforeEach(() => {
    if (place.folder !== '') rmSync(place.folder, { recursive: true });
    place.folder = mkdtempSync(join(tmpdir(), 'nscircuit-test-'));
  });
  afterAll(() => {
    if (bundle === 'copy') rmSync(place.built, { recursive: true });
    if (place.folder !== '') rmSync(place.folder, { recursive: true });
  });
  return place;
}

/** An RC charge with a parameter: v(out) = 1 - exp(-t/(R C)), R = 1k, C = 1u. */
export const charge = `charge
.param r=1k
V1 in 0 1
R1 in out {r}
C1 out 0 1u
.tran 10u 1m uic
.print v(out)
.end
`;
