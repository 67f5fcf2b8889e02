/**
 * The examples of a document: every ```ts block is a program, and the ```text block that follows it is what
 * it prints. In the documents `nscircuit` is the package and './src/...' a path from the repository's root.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface CodeBlock {
  readonly language: string;
  readonly text: string;
  /** The heading above the block. */
  readonly heading: string;
}

export interface Example {
  readonly heading: string;
  readonly program: string;
  readonly prints: string;
}

/** Reads the fenced blocks of a Markdown file of the repository's root. */
export function codeBlocks(file: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let heading = '';
  let open: { language: string; lines: string[] } | undefined;
  for (const line of readFileSync(join(root, file), 'utf8').split('\n')) {
    const fence = /^```(\w*)$/.exec(line);
    if (open && fence) {
      blocks.push({ language: open.language, text: open.lines.join('\n'), heading });
      open = undefined;
    } else if (fence) {
      open = { language: fence[1] ?? '', lines: [] };
    } else if (open) {
      open.lines.push(line);
    } else if (line.startsWith('#')) {
      heading = line.replace(/^#+ */, '');
    }
  }
  return blocks;
}

/** The programs of a document with what they print. */
export function examplesOf(file: string): readonly Example[] {
  const blocks = codeBlocks(file);
  return blocks.flatMap((block, k) => {
    if (block.language !== 'ts') return [];
    const next = blocks[k + 1];
    if (next?.language !== 'text')
      throw new Error(`${file}, "${block.heading}": no output follows the program`);
    return [{ heading: block.heading, program: block.text, prints: next.text }];
  });
}

/**
 * Bundles programs with the sources, what they share once; returns the file of each in the folder, in their order.
 */
export async function buildExamples(
  examples: readonly Example[],
  folder: string,
): Promise<readonly string[]> {
  const names = examples.map((_, k) => `example-${k}`);
  for (const [k, { program }] of examples.entries())
    writeFileSync(join(folder, `${names[k]!}.ts`), program.replaceAll("'./src/", `'${root}src/`));
  await build({
    entryPoints: names.map((name) => join(folder, `${name}.ts`)),
    alias: { nscircuit: join(root, 'src/index.ts') },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    logLevel: 'silent',
  });
  return names.map((name) => join(folder, `${name}.mjs`));
}

/** Runs a built program in a fresh process; returns what it prints. */
export function runExample(file: string): string {
  return execFileSync(process.execPath, [file], { cwd: root, encoding: 'utf8' }).trimEnd();
}

/** Type-checks programs under the project's own options; returns the errors, each with its example's number. */
export function typeErrors(examples: readonly Example[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));
  try {
    const files = examples.map(({ program }, k) => {
      const file = join(folder, `example-${k}.mts`);
      writeFileSync(file, program.replaceAll("'./src/", `'${root}src/`));
      return file;
    });
    const project = join(folder, 'tsconfig.json');
    const compilerOptions = {
      noEmit: true,
      declaration: false,
      rootDir: '/',
      paths: { nscircuit: [join(root, 'src/index.ts')] },
      typeRoots: [join(root, 'node_modules/@types')],
    };
    const settings = { extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] };
    writeFileSync(project, JSON.stringify(settings));
    const compiler = join(root, 'node_modules/tsc7/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, '--pretty', 'false', '-p', project], {
      encoding: 'utf8',
    });
    return stdout.split('\n').filter((line) => line !== '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
