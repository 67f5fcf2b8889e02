/**
 * The neighbour of a file in which its bytes are collected, ".out.csv.HOST.PID.part", and the reserve beside it.
 * The name tells whose it is: what a killed run has left is removed by the next run that writes the same file, and
 * nothing of a run that lives, of another machine or of anybody else.
 */
import { constants, openSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../terminal.js';

/** Bytes of a file's name that leave room for what is added to it: systems end at 255. */
const longestName = 150;

/** Where the bytes of `target` are collected by this process. */
export function partPath(target: string): string {
  return join(dirname(target), `${prefixOf(target)}${process.pid}.part`);
}

/** The reserve of space that belongs to a part file. */
export function reservePath(part: string): string {
  return `${part}.reserve`;
}

/** Creates a file for writing; it must not exist, not even as a link to another. Throws the system's error. */
export function createFile(path: string, mode: number): number {
  const { O_WRONLY, O_CREAT, O_EXCL } = constants;
  return openSync(path, O_WRONLY | O_CREAT | O_EXCL, mode);
}

/** Removes what dead runs have left beside `target`; what cannot be removed stays. */
export function removeStaleParts(target: string): void {
  const folder = dirname(target);
  const prefix = prefixOf(target);
  for (const name of namesIn(folder)) {
    if (!name.startsWith(prefix)) continue;
    const pid = /^([1-9]\d*)\.part(?:\.reserve)?$/.exec(name.slice(prefix.length))?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      rmSync(join(folder, name));
    } catch {
      // Somebody else's: it does no harm.
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Whether another process has this number; this one has none older than itself. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

function prefixOf(target: string): string {
  const name = basename(target);
  const host = hostname()
    .replace(/[^A-Za-z0-9-]/g, '_')
    .slice(0, 40);
  return `.${Buffer.byteLength(name) > longestName ? shortened(name) : name}.${host}.`;
}

/** The end of a long name after a sum of all of it [FNV-1a], so that two of a run stay two. */
function shortened(name: string): string {
  let sum = 0x811c9dc5;
  for (const byte of Buffer.from(name)) sum = Math.imul(sum ^ byte, 0x01000193);
  return `${(sum >>> 0).toString(16)}${name.slice(-20).replace(/[^ -~]/g, '_')}`;
}
