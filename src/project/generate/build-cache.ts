import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { generatorIdentity } from '../../contract/index.ts';
import type { Diagnostic } from '../../diagnostics/index.ts';
import { digestOnly } from '../output/index.ts';
import type { Artifacts, BuildInputs, BuildResult } from './build.ts';

/**
 * Caches results in `node_modules/.cache`, so that a run with nothing to do needs neither the YAML parser nor the
 * emitters. An entry is valid only for the inputs that it was stored with, and for the same build of soapwright.
 */
export class BuildCache {
  readonly #folder: string;
  readonly #project: string;
  #generator: string | undefined;

  private constructor(modules: string, project: string) {
    this.#folder = join(modules, '.cache', 'soapwright');
    this.#project = project;
  }

  /** The cache of a project in the nearest node_modules; undefined without one. */
  static open(project: string): BuildCache | undefined {
    for (let folder = project; ; folder = dirname(folder)) {
      const modules = join(folder, 'node_modules');
      if (existsSync(modules)) return new BuildCache(modules, project);
      if (dirname(folder) === folder) return undefined;
    }
  }

  /** The value that was stored under this name with the same inputs. */
  lookup<T extends object>(name: readonly string[], inputs: readonly unknown[]): T | undefined {
    try {
      const text = readOwn(this.#fileOf(name));
      const body = text.slice(text.indexOf('\n') + 1);
      return text === this.#headOf(inputs, body) + body ? (JSON.parse(body) as T) : undefined;
    } catch {
      return undefined;
    }
  }

  /** @param value plain data. */
  store(name: readonly string[], inputs: readonly unknown[], value: object): void {
    const body = JSON.stringify(value);
    try {
      mkdirSync(this.#folder, { recursive: true });
      const temporary = `${this.#fileOf(name)}.${randomBytes(6).toString('hex')}`;
      // Another user could have put a link there.
      writeFileSync(temporary, this.#headOf(inputs, body) + body, { flag: 'wx', mode: 0o600 });
      renameSync(temporary, this.#fileOf(name));
    } catch {
      // Without an entry the next run takes longer.
    }
  }

  #fileOf(name: readonly string[]): string {
    return join(this.#folder, `${digest(JSON.stringify([this.#project, ...name]))}.json`);
  }

  #headOf(inputs: readonly unknown[], body: string): string {
    this.#generator ??= generatorIdentity();
    return `${digest(JSON.stringify([this.#generator, inputs]))} ${digest(body)}\n`;
  }
}

/** The text of a file of this user: the nearest node_modules may be in a folder into which others can write. */
function readOwn(path: string): string {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const user = process.geteuid?.();
    if (user !== undefined && fstatSync(file).uid !== user) throw new Error('It is of another user.');
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** A build without the texts of its artifacts, which are faster to generate than to read. */
interface CachedBuild {
  /** Digest of each file of the contract, by its path. The main file is first. */
  readonly sources: readonly (readonly [path: string, digest: string])[];
  /** JSON of a content has only its digest. */
  readonly artifacts: Artifacts;
  readonly diagnostics: readonly Diagnostic[];
}

/** The result of an earlier build, if the contract and all files that it includes are unchanged. */
export function lookupBuild(cache: BuildCache, inputs: BuildInputs): BuildResult | undefined {
  const { input } = inputs;
  const { name, settings } = entryOf(inputs);
  const cached = cache.lookup<CachedBuild>(name, settings);
  if (cached === undefined) return undefined;
  const sources = new Map<string, string>();
  // If no file has changed, no file includes another one either.
  for (const [path, expected] of cached.sources) {
    const source = path === input.source.file ? input.source : input.read(path).source;
    if (source === undefined || digest(source.text) !== expected) return undefined;
    sources.set(source.file, source.text);
  }
  const { generated, handlers } = cached.artifacts;
  const withContent = <T extends { readonly content: { readonly digest: string } }>(file: T): T => ({
    ...file,
    content: digestOnly(file.content.digest),
  });
  const artifacts = {
    generated: { ...generated, files: generated.files.map(withContent) },
    ...(handlers && {
      handlers: {
        ...handlers,
        handlers: handlers.handlers.map(withContent),
        index: withContent(handlers.index),
        context: withContent(handlers.context),
      },
    }),
  };
  return { artifacts, diagnostics: cached.diagnostics, sources };
}

/** Builds with errors have no artifacts, and are not cached. Warnings are cached, and reported in each run. */
export function storeBuild(
  cache: BuildCache,
  inputs: BuildInputs,
  { artifacts, diagnostics, sources }: BuildResult,
): void {
  if (artifacts === undefined) return;
  // The next run begins with the names of this one, and they give the same result.
  const { name, settings } = entryOf({ ...inputs, names: artifacts.generated.names });
  const digests = [...sources].map(([path, text]) => [path, digest(text)] as const);
  cache.store(name, settings, { sources: digests, artifacts, diagnostics } satisfies CachedBuild);
}

function entryOf({ target, server, names }: BuildInputs): {
  readonly name: readonly string[];
  readonly settings: readonly unknown[];
} {
  const { schema, out, schemaName, importExtension, reading, sides, parts, overrides, choice, places, ...ofWsdl } =
    target;
  const { overlay, allowedPaths, strict = false, internalEntities = false } = ofWsdl;
  return {
    name: ['build', schema, out],
    settings: [
      schemaName,
      importExtension,
      reading,
      sides,
      parts,
      overrides,
      choice,
      overlay ?? null,
      allowedPaths,
      strict,
      internalEntities,
      server ?? null,
      names ?? null,
    ],
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
