/** The installed browser, for tests of pages: Debian's chromium, driven through playwright-core. */
import { spawnSync } from 'node:child_process';
import { chromium, type Browser } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const found = names.find((name) => spawnSync(name, ['--version']).status === 0);

/** Why tests of pages are skipped; undefined where they run. Nothing is skipped in continuous integration. */
export const noBrowser =
  found === undefined && process.env['CI'] === undefined
    ? `skipped: no browser is installed (looked for ${names.join(', ')}; apt-get install chromium)`
    : undefined;

/** Starts the browser without its sandbox, which a container's root cannot have. */
export async function startBrowser(): Promise<Browser> {
  const which = spawnSync('which', [found ?? 'chromium'], { encoding: 'utf8' }).stdout.trim();
  return chromium.launch({ executablePath: which, args: ['--no-sandbox', '--disable-gpu'] });
}
