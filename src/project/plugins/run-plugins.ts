import { type Diagnostic, config as kinds, report, type SourceLocation } from '../../diagnostics/index.ts';
import type { Plugin, PluginFile, PluginInput } from './plugin.ts';

export interface PluginResult {
  readonly files: readonly PluginFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The files of all plugins, in their order, or the mistakes in them.
 *
 * @param places where the configuration names each.
 */
export async function runPlugins(
  plugins: readonly Plugin[],
  input: PluginInput,
  places: readonly SourceLocation[] = [],
): Promise<PluginResult> {
  const files: PluginFile[] = [];
  const diagnostics: Diagnostic[] = [];
  // Many file systems ignore case.
  const taken = new Set(input.generated.map((path) => path.toLowerCase()));
  for (const [index, { name, ...plugin }] of plugins.map(bound).entries()) {
    const place = places[index];
    try {
      for (const { path, text } of await plugin.files(input)) {
        if (!isInside(path)) diagnostics.push(report(kinds.pluginPath, { name, path }, place));
        else if (taken.has(path.toLowerCase())) diagnostics.push(report(kinds.pluginPathTaken, { name, path }, place));
        else if (typeof text !== 'string') diagnostics.push(report(kinds.pluginText, { name, path }, place));
        else files.push({ path, text });
        taken.add(path.toLowerCase());
      }
    } catch (error) {
      diagnostics.push(report(kinds.pluginFailed, { name, reason: reasonOf(error) }, place));
    }
  }
  return { files, diagnostics };
}

function bound(plugin: Plugin): Plugin {
  return { name: plugin.name, files: (input) => plugin.files(input) };
}

/** Whether a path is a file below the output folder on every system. */
function isInside(path: unknown): path is string {
  if (typeof path !== 'string') return false;
  return path.split('/').every((segment) => /^[\w@+-][\w .@+-]*$/.test(segment) && !segment.endsWith('.'));
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
