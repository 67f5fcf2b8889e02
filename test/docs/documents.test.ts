/** What README.md, CONTRIBUTING.md, docs/library.md and the pages of docs/examples show is what happens. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtCommand } from '../cli/built-command.js';
import { buildExamples, codeBlocks, examplesOf, root, runExample, typeErrors } from './examples.js';

const texts = ['README.md', 'CONTRIBUTING.md', 'docs/library.md'];
const pageFolder = 'docs/examples';
const pages = readdirSync(join(root, pageFolder)).filter(
  (name) => name.endsWith('.md') && name !== 'README.md',
);
const documents = [...texts, ...pages.map((page) => `${pageFolder}/${page}`)];
const examples = documents.flatMap((file) => examplesOf(file).map((example) => ({ file, ...example })));

describe('the programs of the documents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));
  let built: readonly string[] = [];

  beforeAll(async () => {
    built = await buildExamples(examples, folder);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('satisfy the type checker', () => {
    expect(typeErrors(examples)).toEqual([]);
  });

  for (const [k, { file, heading, prints }] of examples.entries()) {
    it(`print what the text says: ${file}, ${heading}`, () => {
      expect(runExample(built[k]!)).toBe(prints);
    });
  }
});

describe('the pages of docs/examples', () => {
  const index = readFileSync(join(root, pageFolder, 'README.md'), 'utf8');

  it('are the ones that the index links', () => {
    const linked = Array.from(index.matchAll(/\]\(([^)]+)\)/g), ([, link]) => link);
    expect(linked.toSorted()).toEqual(pages.toSorted());
  });

  it('have one program each, or are of netlists', () => {
    for (const page of pages) {
      const text = readFileSync(join(root, pageFolder, page), 'utf8');
      const programs = examplesOf(`${pageFolder}/${page}`).length;
      expect(programs, page).toBe(text.includes('nscircuit run netlists/') ? 0 : 1);
    }
  });

  it('show pictures that are there', () => {
    for (const page of pages) {
      const text = readFileSync(join(root, pageFolder, page), 'utf8');
      for (const [, picture = ''] of text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g))
        expect(existsSync(join(root, pageFolder, picture)), `${page}: ${picture}`).toBe(true);
    }
  });
});

/** Residuals at rounding level, and where they occur, depend on the order of summation; that they are there does not. */
function withoutRounding(text: string): string {
  return text.replace(/\d(\.\d+)?e-1\d( at \S+ \S+ \(\w+\))?/g, '(rounding)');
}

describe('the commands of README.md', () => {
  const commands = codeBlocks('README.md').filter(({ language }) => language === 'console');
  let folder = '';
  let command = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'commands-'));
    cpSync(join(root, 'netlists'), join(folder, 'netlists'), { recursive: true });
    command = join(await builtCommand(), 'cli.cjs');
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  for (const { text } of commands) {
    const [first = '', ...printed] = text.split('\n');
    const words = first.replace(/^\$ npx nscircuit /, '').split(' ');

    it(`print what the text says: ${first.slice(2)}`, () => {
      expect(first).toMatch(/^\$ npx nscircuit /);
      const { stdout } = spawnSync(process.execPath, [command, ...words], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(withoutRounding(stdout.trimEnd())).toBe(withoutRounding(printed.join('\n')));
      const output = words[words.indexOf('-o') + 1] ?? '';
      if (words.includes('-o')) expect(existsSync(join(folder, output))).toBe(true);
    });
  }

  it('are scripts of package.json where they are not commands of nscircuit', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const shell = codeBlocks('README.md').filter(({ language }) => language === 'sh');
    const lines = shell.flatMap(({ text }) => text.split('\n').flatMap((line) => line.split(' && ')));
    for (const line of lines) {
      const [, run, script = ''] = /^npm (run )?(\w+)/.exec(line) ?? [];
      if (run !== undefined || script === 'test') expect(Object.keys(scripts)).toContain(script);
      else expect(line).toMatch(/^(npm ci|npx nscircuit )/);
    }
    expect(lines).toContain('npm test');
  });
});
