/**
 * `prepare` of npm: builds, unless what was built is newer than everything it is built from. The first `npx nscircuit` of a
 * checkout runs `prepare` once more, for npx links the package into a folder of its own: twenty seconds for nothing.
 */
import { execSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = [
  'src',
  'grammar',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];
/** What the build writes last. */
const built = 'dist/command';

/** The latest change of a file, or of the files in a folder that are not generated; milliseconds since 1970. */
function changed(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const names = readdirSync(path).filter((name) => !/\.gen\.(ts|js)$/.test(name));
  return Math.max(0, ...names.map((name) => changed(join(path, name))));
}

const isBuilt =
  existsSync(join(root, built)) &&
  changed(join(root, built)) > Math.max(...sources.map((name) => changed(join(root, name))));
if (!isBuilt) execSync('npm run build', { cwd: root, stdio: 'inherit' });
