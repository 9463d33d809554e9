import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openInput } from '../../contract/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import type { Target } from '../config/index.ts';
import { manifestName } from '../output/manifest.ts';
import { withStore } from './generate.ts';
import { type PrepareOptions, prepare } from './prepare.ts';

/** Absolute paths, sorted. */
export interface InputFiles {
  /** What `generate` reads. */
  readonly files: readonly string[];
  /** Files that it misses, such as an included one: the result changes when they exist. */
  readonly missing: readonly string[];
}

/** The files that the output of the targets depends on. Errors in a contract do not matter. */
export async function inputFiles(targets: readonly Target[], current: string): Promise<InputFiles> {
  // Not before, since it loads the parsers.
  const { loadInput } = await import('../../contract/index.ts');
  const paths = new Set<string>();
  const onFile = (path: string): void => {
    paths.add(path);
  };
  for (const { schema, overlay, allowedPaths, ...options } of targets) {
    const { input } = openInput(schema, { current, overlay, allowedPaths, onFile });
    if (input === undefined) continue;
    loadInput(input, options);
    // The names of a WSDL's components are kept from run to run.
    const manifest = join(resolve(current, options.out), manifestName);
    if (input.wsdl !== undefined && existsSync(manifest)) onFile(manifest);
  }
  const all = [...paths].sort();
  return { files: all.filter((path) => existsSync(path)), missing: all.filter((path) => !existsSync(path)) };
}

/** Absolute paths, sorted. */
export interface OutputFiles {
  /** What `generate` writes, and deletes when it is not generated any more. */
  readonly files: readonly string[];
  /** Files that it creates once: people edit them, so a cache must not restore them. */
  readonly handlers: readonly string[];
}

/** The files that `generate` writes for the targets; none if a contract has errors. */
export async function outputFiles(
  targets: readonly Target[],
  options: PrepareOptions,
  to: Report,
): Promise<OutputFiles> {
  return await withStore(async (store) => {
    const prepared = await prepare(targets, options, to, store);
    const files = prepared.flatMap(({ out, generated }) =>
      [manifestName, ...generated.files.map(({ path }) => path)].map((path) => join(out.path, path)),
    );
    const handlers = prepared.flatMap(({ handlers: of }) => {
      if (of === undefined) return [];
      const { index, context, handlers: each } = of.files;
      return [index, context, ...each].map(({ path }) => join(of.folder.path, path));
    });
    return { files: files.sort(), handlers: handlers.sort() };
  });
}
