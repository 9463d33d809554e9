import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Diagnostic, config as kinds, report } from '../../diagnostics/index.ts';
import type { Plugin } from './plugin.ts';

export interface LoadedPlugins {
  readonly plugins: readonly Plugin[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Imports plugins: the default exports of their modules. @param current the folder that paths are relative to. */
export async function loadPlugins(paths: readonly string[], current: string): Promise<LoadedPlugins> {
  const plugins: Plugin[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const path of paths) {
    try {
      const plugin = await defaultExport(resolve(current, path));
      if (isPlugin(plugin)) plugins.push(plugin);
      else diagnostics.push(report(kinds.noPlugin, { path }, { file: path }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      diagnostics.push(report(kinds.pluginNotLoaded, { path, reason }, { file: path }));
    }
  }
  return { plugins, diagnostics };
}

/** The default export; of a CommonJS module `module.exports`, or its property `default`. */
async function defaultExport(path: string): Promise<unknown> {
  const { default: exported } = (await import(pathToFileURL(path).href)) as { readonly default?: unknown };
  const isCompiled = typeof exported === 'object' && exported !== null && 'default' in exported;
  return isCompiled ? exported.default : exported;
}

function isPlugin(value: unknown): value is Plugin {
  if (typeof value !== 'object' || value === null) return false;
  return 'name' in value && typeof value.name === 'string' && 'files' in value && typeof value.files === 'function';
}
