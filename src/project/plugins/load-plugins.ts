import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Diagnostic, config as kinds, report, type SourceLocation } from '../../diagnostics/index.ts';
import type { Plugin } from './plugin.ts';

export interface LoadedPlugins {
  readonly plugins: readonly Plugin[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Imports plugins: the default exports of their modules.
 *
 * @param current the folder that paths are relative to.
 * @param places where the configuration names each.
 */
export async function loadPlugins(
  paths: readonly string[],
  current: string,
  places: readonly SourceLocation[] = [],
): Promise<LoadedPlugins> {
  const plugins: Plugin[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, path] of paths.entries()) {
    const place = places[index] ?? { file: path };
    try {
      const plugin = await defaultExport(resolve(current, path));
      if (isPlugin(plugin)) plugins.push(plugin);
      else diagnostics.push(report(kinds.noPlugin, { path }, place));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      diagnostics.push(report(kinds.pluginNotLoaded, { path, reason }, place));
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
