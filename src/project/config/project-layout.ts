import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type ProjectLayout, plainLayout } from '../../contract/index.ts';
import { repositoryOf } from './repository.ts';

/** Settings for a new configuration in a folder, which may not exist yet. */
export function projectLayout(folder: string): ProjectLayout {
  const folders = foldersUpwards(folder);
  return {
    importExtension: importExtensionIn(folders),
    sources: sourcesOf(readJson(join(resolve(folder), 'tsconfig.json'))),
    modules: modulesOf(folders, resolve(folder)),
  };
}

const denoFiles: readonly string[] = ['deno.json', 'deno.jsonc'];

/** The need of the nearest folder with a configuration of Deno or a package.json; Deno wins. */
function importExtensionIn(folders: readonly string[]): ProjectLayout['importExtension'] {
  const has = (folder: string, files: readonly string[]): boolean =>
    files.some((file) => existsSync(join(folder, file)));
  const owner = folders.find((folder) => has(folder, ['package.json', ...denoFiles]));
  if (owner === undefined) return 'js';
  if (has(owner, denoFiles)) return 'ts';
  return readJson(join(owner, 'package.json')).type === 'module' ? 'js' : 'none';
}

/** A folder and those above it: up to the root of the repository, or alone outside of one. */
function foldersUpwards(folder: string): readonly string[] {
  const last = repositoryOf(folder) ?? resolve(folder);
  const folders = [resolve(folder)];
  for (let here = resolve(folder); here !== last && here !== dirname(here); here = dirname(here)) {
    folders.push(dirname(here));
  }
  return folders;
}

function modulesOf(folders: readonly string[], from: string): string {
  const found = folders.find((folder) => existsSync(join(folder, 'node_modules/soapwright')));
  if (found === undefined || found === from) return plainLayout.modules;
  return relative(from, join(found, 'node_modules')).replaceAll(sep, '/');
}

interface JsonFile {
  readonly type?: unknown;
  readonly compilerOptions?: { readonly rootDir?: unknown };
  readonly include?: unknown;
}

/** `rootDir`, or the folder of everything that is included; undefined unless it is a folder beside the tsconfig.json. */
function sourcesOf({ compilerOptions, include }: JsonFile): string | undefined {
  const places = compilerOptions?.rootDir === undefined ? include : [compilerOptions.rootDir];
  if (!Array.isArray(places)) return undefined;
  const folders = new Set(places.map((place) => /^(?:\.\/)?([\w-]+)(?:\/|$)/.exec(String(place))?.[1]));
  const [folder] = folders;
  return folders.size === 1 ? folder : undefined;
}

/** Without properties if there is no such file, or if it is not JSON with comments. */
function readJson(file: string): JsonFile {
  try {
    const value: unknown = JSON.parse(plainJson(readFileSync(file, 'utf8')));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Without the comments and trailing commas that TypeScript allows. */
function plainJson(text: string): string {
  const withoutComments = text.replace(/("(?:\\.|[^"\\])*")|\/\/.*|\/\*[\s\S]*?\*\//g, '$1');
  return withoutComments.replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, '$1');
}
