import { relative, resolve, sep } from 'node:path';
import type { Target } from '../config/index.ts';
import { type Diagnostic, hasErrors } from '../diagnostics/index.ts';
import { specifierOf } from '../emit/file.ts';
import type { HandlerFiles } from '../handlers/index.ts';
import { Folder, type Wanted } from '../output/index.ts';
import type { Environment, Source } from '../schema/index.ts';
// Not through the room's door, behind which the YAML parser is loaded.
import { readSource } from '../schema/source.ts';
import type { Made, Making } from './make.ts';
import { type Memory, noMemory } from './memory.ts';
import { sharedFolders } from './shared-folders.ts';
import { unusedVariables } from './unused-variables.ts';

/** All that is to be on disk for one target, in memory. */
export interface Prepared {
  readonly out: Folder;
  readonly wanted: Wanted;
  readonly handlers?: { readonly folder: Folder; readonly files: HandlerFiles } | undefined;
}

export interface Preparation {
  /** None when anything is wrong with any target: nothing is written unless all of it can be. */
  readonly prepared: readonly Prepared[];
  readonly diagnostics: readonly Diagnostic[];
  /** Text of each contract, by its path as it is shown. */
  readonly sources: ReadonlyMap<string, string>;
}

export interface PrepareOptions {
  /** The folder that the targets' paths are relative to; absolute. */
  readonly current: string;
  /** Never changes what is generated: people are told where they might have expected it to. */
  readonly environment: Environment;
  /** Spares the making of what was made before; none by default. */
  readonly memory?: Memory | undefined;
  /** Told what is being worked at. */
  readonly onStage?: ((stage: string) => void) | undefined;
}

/** Reads each contract and makes all of its files in memory. */
export async function prepare(targets: readonly Target[], options: PrepareOptions): Promise<Preparation> {
  const { current, environment, onStage, memory = noMemory } = options;
  const diagnostics: Diagnostic[] = [...sharedFolders(targets, current)];
  const sources = new Map<string, string>();
  const prepared: Prepared[] = [];
  for (const target of targets) {
    const { schema: file, out, handlers } = target;
    onStage?.(`Reading ${file}`);
    const read = readSource(resolve(current, file), file);
    diagnostics.push(...read.diagnostics);
    if (read.source === undefined) continue;
    sources.set(file, read.source.text);
    const server = handlers === undefined ? undefined : serverModule(target, handlers, current);
    const { made, diagnostics: found } = await recallOrMake(target, read.source, server, memory);
    diagnostics.push(...found);
    if (made === undefined) continue;
    diagnostics.push(...(await unusedVariables(read.source, environment, target.overrides)));
    const folder = (path: string): Folder => new Folder(resolve(current, path), path);
    prepared.push({
      out: folder(out),
      wanted: made.wanted,
      ...(handlers !== undefined && made.handlers && { handlers: { folder: folder(handlers), files: made.handlers } }),
    });
  }
  return { prepared: hasErrors(diagnostics) ? [] : prepared, diagnostics, sources };
}

async function recallOrMake(
  target: Target,
  source: Source,
  server: string | undefined,
  memory: Memory,
): Promise<Making> {
  const name = ['contract', target.schema, target.out];
  const from = [source.text, target.schemaName, target.importExtension, target.overrides, server ?? null];
  const recalled = memory.recall<Made>(name, from);
  if (recalled !== undefined) return { made: recalled, diagnostics: [] };
  const { make } = await import('./make.ts');
  const making = await make(target, source, server);
  // What is worth a warning is worth it each time.
  if (making.made !== undefined && making.diagnostics.length === 0) memory.keep(name, from, making.made);
  return making;
}

/** The generated server as handlers import it. */
function serverModule(target: Target, handlers: string, current: string): string {
  const { out, handlersImport, importExtension } = target;
  const module = `${handlersImport ?? relativeModule(resolve(current, handlers), resolve(current, out))}/server`;
  return module.startsWith('.') ? specifierOf(module, importExtension) : module;
}

function relativeModule(from: string, to: string): string {
  const path = relative(from, to).replaceAll(sep, '/');
  return path.startsWith('.') ? path : `./${path}`;
}
