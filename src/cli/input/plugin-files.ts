/** Plugins of a model file: NAME.js, NAME.mjs or NAME.ts beside it. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginSource } from '../../model-file/plugins.js';

const extensions = ['js', 'mjs', 'ts'];

type Exports = Readonly<Record<string, unknown>>;

/** Loads what lies in the folder of a model file; nothing outside of it. */
export function pluginsBeside(modelFile: string): PluginSource {
  const folder = dirname(resolve(modelFile));
  return {
    async load(plugin) {
      if (!/^[\w-]+$/.test(plugin)) throw new Error(`the plugin "${plugin}" is no plain name`);
      const found = extensions
        .map((extension) => join(folder, `${plugin}.${extension}`))
        .find((path) => existsSync(path));
      if (found === undefined)
        throw new Error(
          `there is no ${extensions.map((each) => `${plugin}.${each}`).join(', ')} beside the file`,
        );
      const exports =
        (await importUrl(plugin, pathToFileURL(found).href)) ?? (await transpiled(plugin, found));
      return withDefault(exports);
    },
  };
}

/** The exports of a module; undefined where this Node.js runs no TypeScript. */
async function importUrl(plugin: string, url: string): Promise<Exports | undefined> {
  try {
    return (await import(url)) as Exports;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION')
      return undefined;
    throw new Error(`${plugin} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** What of esbuild is used: a file and what it imports as one module. */
interface Bundler {
  build(options: {
    readonly entryPoints: readonly string[];
    readonly bundle: true;
    readonly write: false;
    readonly format: 'esm';
    readonly platform: 'node';
    readonly logLevel: 'silent';
  }): Promise<{ readonly outputFiles: readonly { readonly text: string }[] }>;
}

/** The exports of a TypeScript file by esbuild, where it is installed beside the file or in the working folder. */
async function transpiled(plugin: string, path: string): Promise<Exports> {
  const bundler = findBundler([path, join(process.cwd(), 'package.json')]);
  if (!bundler) {
    throw new Error(
      `Node.js ${process.version} runs no TypeScript (from 22.18 on it does): npm install esbuild, ` +
        `or compile ${plugin}.ts to ${plugin}.mjs`,
    );
  }
  let text: string;
  try {
    const { outputFiles } = await bundler.build({
      entryPoints: [path],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      logLevel: 'silent',
    });
    text = outputFiles[0]?.text ?? '';
  } catch (error) {
    throw new Error(`${plugin} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  const url = `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
  return (await importUrl(plugin, url)) ?? {};
}

function findBundler(places: readonly string[]): Bundler | undefined {
  for (const place of places) {
    try {
      return createRequire(place)('esbuild') as Bundler;
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}

/** CommonJS has its exports in `default` where they are not written one by one. */
function withDefault(exports: Exports): Exports {
  const { default: all } = exports;
  return typeof all === 'object' && all !== null ? { ...all, ...exports } : exports;
}
