/** Plugins of a model file: NAME.js, NAME.mjs or NAME.ts beside it. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginSource } from '../model-file/plugins.js';

const extensions = ['js', 'mjs', 'ts'];

/** Loads what lies in the folder of a model file; nothing outside of it. */
export function pluginsBeside(modelFile: string): PluginSource {
  return {
    async load(plugin) {
      if (!/^[\w-]+$/.test(plugin)) throw new Error(`the plugin "${plugin}" is no plain name`);
      const candidates = extensions.map((extension) => resolve(dirname(modelFile), `${plugin}.${extension}`));
      const found = candidates.find((path) => existsSync(path));
      if (found === undefined)
        throw new Error(
          `there is no ${extensions.map((each) => `${plugin}.${each}`).join(', ')} beside the file`,
        );
      try {
        return (await import(pathToFileURL(found).href)) as Readonly<Record<string, unknown>>;
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
          throw new Error(
            `this version of Node.js does not run TypeScript: compile ${plugin}.ts to ${plugin}.mjs`,
            {
              cause: error,
            },
          );
        throw new Error(
          `${plugin} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
          {
            cause: error,
          },
        );
      }
    },
  };
}
