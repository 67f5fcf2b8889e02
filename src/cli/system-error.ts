/** Errors of the file system in the words of people. */
import { errorCode } from './terminal.js';

const meanings: Readonly<Record<string, string>> = Object.freeze({
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of the path is not a directory',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'the disk quota is exhausted',
  EFBIG: 'the file would become larger than allowed',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'too many symbolic links',
  EIO: 'input/output error',
  ERR_STRING_TOO_LONG: 'it is too large',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
  ERR_INVALID_ARG_VALUE: 'the path is not valid',
});

/** Says what a system error means; other errors speak for themselves. */
export function describeSystemError(error: unknown): string {
  const code = errorCode(error);
  const known = code === undefined ? undefined : meanings[code];
  return known ?? (error instanceof Error ? error.message : String(error));
}
