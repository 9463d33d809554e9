import { resolve } from 'node:path';
// Not from schema/index.ts, which loads the YAML parser.
import type { Environment } from '../../contract/index.ts';
import { openInput, quotable } from '../../contract/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import { atNames, type Target } from '../config/index.ts';
import type { HandlerFiles } from '../handlers/index.ts';
import { type ContentStore, componentNamesIn, Folder, type GeneratedFiles } from '../output/index.ts';
import type { Plugin } from '../plugins/plugin.ts';
import type { Artifacts, BuildInputs, BuildResult } from './build.ts';
import { type BuildCache, lookupBuild, storeBuild } from './build-cache.ts';
import { serverModule } from './server-module.ts';
import { sharedFolders, unusedVariables } from './target-checks.ts';

export interface PrepareOptions {
  /** The folder that the paths of targets are relative to; absolute. */
  readonly current: string;
  /** Never changes the output: variables that look as if they did are reported. */
  readonly environment: Environment;
  readonly cache?: BuildCache | undefined;
  /** Called when a stage begins. */
  readonly onStage?: ((stage: string) => void) | undefined;
  /** Called with the absolute path of each file of a contract before it is read, whether it exists or not. */
  readonly onFile?: ((path: string) => void) | undefined;
}

/** The artifacts of a target, and the folders that they belong to. */
export interface PreparedTarget {
  readonly out: Folder;
  readonly generated: GeneratedFiles;
  readonly handlers?: { readonly folder: Folder; readonly files: HandlerFiles };
  /** Present if the artifacts are from the cache, and can be compared but not written: builds them again. */
  readonly rebuild?: (errors: Report) => Promise<PreparedTarget | undefined>;
}

/** Builds each target, or finds it in the cache. Returns nothing if any target has errors: all are written, or none. */
export async function prepare(
  targets: readonly Target[],
  options: PrepareOptions,
  to: Report,
  store: ContentStore,
): Promise<readonly PreparedTarget[]> {
  to.add(...sharedFolders(targets, options.current));
  const prepared: PreparedTarget[] = [];
  for (const target of targets) {
    options.onStage?.(`Reading ${target.schema}`);
    const one = await prepareTarget(target, options, to, store);
    if (one !== undefined) prepared.push(one);
  }
  return to.hasErrors ? [] : prepared;
}

async function prepareTarget(
  target: Target,
  { current, environment, cache, onStage, onFile }: PrepareOptions,
  to: Report,
  store: ContentStore,
): Promise<PreparedTarget | undefined> {
  const { schema, overlay, overrides, allowedPaths } = target;
  const { input, diagnostics } = openInput(schema, { current, overlay, allowedPaths, onFile });
  to.add(...atNames(diagnostics, target));
  if (input === undefined) return undefined;
  const out = new Folder(resolve(current, target.out), target.out);
  const names = input.wsdl && componentNamesIn(out);
  const plugins = await pluginsOf(target, { current, onFile }, to);
  if (plugins === undefined) return undefined;
  const inputs: BuildInputs = { target, input, server: serverModule(target, current), names, plugins };
  // What plugins emit depends on modules that nobody knows.
  const usable = plugins.length === 0 ? cache : undefined;
  const cached = usable && lookupBuild(usable, inputs);
  const buildAnew = async (): Promise<BuildResult> => {
    onStage?.(`Generating ${target.out}`);
    return await build(inputs, store);
  };
  const result = cached ?? (await buildAnew());
  if (cached === undefined && usable !== undefined) storeBuild(usable, inputs, result);
  for (const [path, text] of result.sources) if (!to.sources.has(path)) to.sources.set(path, quotable(path, text));
  to.add(...result.diagnostics);
  if (result.artifacts === undefined) return undefined;
  to.add(...(await unusedVariables(input, result.sources, environment, overrides)));
  const prepared = preparedTarget(target, current, result.artifacts);
  if (cached === undefined) return prepared;
  const rebuild = async (errors: Report): Promise<PreparedTarget | undefined> => {
    const rebuilt = await buildAnew();
    errors.add(...rebuilt.diagnostics);
    return rebuilt.artifacts && preparedTarget(target, current, rebuilt.artifacts);
  };
  return { ...prepared, rebuild };
}

/** Undefined if a plugin cannot be loaded. */
async function pluginsOf(
  { plugins = [], places }: Target,
  { current, onFile }: Pick<PrepareOptions, 'current' | 'onFile'>,
  to: Report,
): Promise<readonly Plugin[] | undefined> {
  if (plugins.length === 0) return [];
  for (const path of plugins) onFile?.(resolve(current, path));
  const { loadPlugins } = await import('../plugins/index.ts');
  const loaded = await loadPlugins(plugins, current, places?.plugins);
  to.add(...loaded.diagnostics);
  return loaded.diagnostics.length === 0 ? loaded.plugins : undefined;
}

/** Loads the YAML parser and the emitters. */
async function build(inputs: BuildInputs, store: ContentStore): Promise<BuildResult> {
  return await (await import('./build.ts')).build(inputs, store);
}

function preparedTarget({ out, handlers }: Target, current: string, artifacts: Artifacts): PreparedTarget {
  const folder = (path: string): Folder => new Folder(resolve(current, path), path);
  const { generated, handlers: files } = artifacts;
  return {
    out: folder(out),
    generated,
    ...(handlers !== undefined && files !== undefined && { handlers: { folder: folder(handlers), files } }),
  };
}
