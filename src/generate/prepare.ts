import { relative, resolve, sep } from 'node:path';
import type { Target } from '../config/index.ts';
import { type Diagnostic, hasErrors } from '../diagnostics/index.ts';
import { specifierOf } from '../emit/file.ts';
import type { HandlerFiles } from '../handlers/index.ts';
import { Folder, type Spool, type Wanted } from '../output/index.ts';
// Not through the room's door, behind which the YAML parser is loaded.
import { includedReader, quotable } from '../schema/included-reader.ts';
import type { Environment, ReadIncluded, Source } from '../schema/index.ts';
import { readSource } from '../schema/source.ts';
import { type Known, knownOf, madeOf } from './known.ts';
import type { Making } from './make.ts';
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
  /** Something in it is known by its digests alone, and cannot be written. */
  readonly recalled: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Text of each contract and of all that it includes, by the path as it is shown: what to watch, too. Empty for what is
   * included from outside of the current folder.
   */
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

/** Reads each contract and makes all of its files, which lie in the spool. */
export async function prepare(targets: readonly Target[], options: PrepareOptions, spool: Spool): Promise<Preparation> {
  const { current, environment, onStage, memory = noMemory } = options;
  const diagnostics: Diagnostic[] = [...sharedFolders(targets, current)];
  const sources = new Map<string, string>();
  const prepared: Prepared[] = [];
  let recalled = false;
  for (const target of targets) {
    const { schema: file, out, handlers } = target;
    onStage?.(`Reading ${file}`);
    const read = readSource(resolve(current, file), file);
    diagnostics.push(...read.diagnostics);
    if (read.source === undefined) continue;
    sources.set(file, read.source.text);
    const server = handlers === undefined ? undefined : serverModule(target, handlers, current);
    const included = includedReader(current);
    const known = recall(target, read.source, included, server, memory);
    recalled ||= known !== undefined;
    const {
      made,
      diagnostics: found,
      sources: all,
    } = known ?? (await makeAndKeep(target, read.source, included, server, { memory, spool }));
    for (const [path, text] of all) if (!sources.has(path)) sources.set(path, quotable(path, text));
    diagnostics.push(...found);
    if (made === undefined) continue;
    diagnostics.push(...(await unusedVariables(read.source, all, included, environment, target.overrides)));
    const folder = (path: string): Folder => new Folder(resolve(current, path), path);
    prepared.push({
      out: folder(out),
      wanted: made.wanted,
      ...(handlers !== undefined && made.handlers && { handlers: { folder: folder(handlers), files: made.handlers } }),
    });
  }
  return { prepared: hasErrors(diagnostics) ? [] : prepared, recalled, diagnostics, sources };
}

function recall(
  target: Target,
  source: Source,
  read: ReadIncluded,
  server: string | undefined,
  memory: Memory,
): Making | undefined {
  const sources = recallSources(target.schema, source, read, memory);
  if (sources === undefined) return undefined;
  const { name, settings } = entryOf(target, server);
  const known = memory.recall<Known>(name, [...settings, ...sources]);
  return known && { made: madeOf(known), diagnostics: [], sources };
}

async function makeAndKeep(
  target: Target,
  source: Source,
  read: ReadIncluded,
  server: string | undefined,
  { memory, spool }: { readonly memory: Memory; readonly spool: Spool },
): Promise<Making> {
  const { schema } = target;
  const { name, settings } = entryOf(target, server);
  const { make } = await import('./make.ts');
  const making = await make(target, source, read, server, spool);
  // What is worth a warning is worth it each time.
  if (making.made !== undefined && making.diagnostics.length === 0) {
    const { sources } = making;
    if (sources.size > 1) memory.keep(['includes', schema], [source.text], [...sources.keys()].slice(1));
    memory.keep(name, [...settings, ...sources], knownOf(making.made));
  }
  return making;
}

/** Under which name the memory keeps what is made for a target, and what it is made of beside the contract. */
function entryOf(
  { schema, out, schemaName, importExtension, parts, overrides }: Target,
  server: string | undefined,
): { readonly name: readonly string[]; readonly settings: readonly unknown[] } {
  const settings = [schemaName, importExtension, parts, overrides, server ?? null];
  return { name: ['contract', schema, out], settings };
}

/**
 * Texts of the files that the contract was made of when it was as it is now, as they are now. What they include in turn
 * is in them: where nothing in them has changed, there are no others. Undefined where that is not known.
 */
function recallSources(
  schema: string,
  source: Source,
  read: ReadIncluded,
  memory: Memory,
): ReadonlyMap<string, string> | undefined {
  const sources = new Map([[source.file, source.text]]);
  // Most contracts are one file, and the word is nowhere in them.
  if (!source.text.includes('include')) return sources;
  const included = memory.recall<readonly string[]>(['includes', schema], [source.text]) ?? [];
  for (const file of included) {
    const { source: found } = read(file);
    if (found === undefined) return undefined;
    sources.set(found.file, found.text);
  }
  return sources;
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
