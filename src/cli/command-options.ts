import { existsSync } from 'node:fs';
import { readSource } from '../contract/index.ts';
import type { Report, Source } from '../diagnostics/index.ts';
// Not from config/index.ts and schema/index.ts, which load the YAML parser.
import {
  BuildCache,
  type Config,
  configOfFlags,
  type Flags,
  type LoadedConfig,
  shellWord,
  withFlags,
} from '../project/index.ts';
import type { CommonOptions } from './common-options.ts';
import { chooseConfiguration } from './configuration.ts';
import type { Terminal } from './terminal.ts';

/** Options of `generate` and `check`. */
export interface GenerateFlags extends CommonOptions, Flags {
  readonly config?: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  /** In seconds. */
  readonly wait?: number;
  /** False with --no-cache. */
  readonly cache?: boolean;
}

/** The targets of --schema and --out, or of the configuration file, with the values of other flags. */
export async function chooseTargets(
  options: GenerateFlags,
  cache: BuildCache | undefined,
  terminal: Terminal,
  to: Report,
): Promise<Config | undefined> {
  const { schema, out } = options;
  if (schema !== undefined || out !== undefined) return configIn(configOfFlags(options), to);
  const file = chooseConfiguration(options, terminal);
  if (options.config === undefined && !existsSync(file)) return configIn(configOfFlags(options), to);
  const { source, diagnostics } = readSource(file);
  to.add(...diagnostics);
  if (source === undefined) return undefined;
  to.sources.set(source.file, source.text);
  const config = await loadCached(source, cache, to);
  return config && configIn(withFlags(config, options), to);
}

function configIn({ config, diagnostics }: LoadedConfig, to: Report): Config | undefined {
  to.add(...diagnostics);
  return config;
}

async function loadCached(source: Source, cache: BuildCache | undefined, to: Report): Promise<Config | undefined> {
  const name = ['configuration', source.file];
  const cached = cache?.lookup<Config>(name, [source.text]);
  if (cached !== undefined) return cached;
  const { loadConfig } = await import('../project/index.ts');
  const loaded = loadConfig(source);
  if (loaded.config !== undefined && loaded.diagnostics.length === 0) cache?.store(name, [source.text], loaded.config);
  return configIn(loaded, to);
}

/** Undefined with --no-cache. */
export function openCache({ cache }: GenerateFlags): BuildCache | undefined {
  return cache === false ? undefined : BuildCache.open(process.cwd());
}

/** The command that updates the files that were checked with these options. */
export function generateCommand(options: GenerateFlags): string {
  const flags: readonly (readonly [string, string | undefined])[] = [
    ['--config', options.config],
    ['--schema', options.schema],
    ['--out', options.out],
    ['--handlers', options.handlers],
    ['--namespace', options.namespace],
    ['--base-url', options.baseUrl],
    ['--service-file', options.serviceFile],
    ['--import-extension', options.importExtension],
  ];
  const given = flags.flatMap(([flag, value]) => (value === undefined ? [] : [`${flag} ${shellWord(value)}`]));
  const switches = [
    ...(options.strict === true ? ['--strict'] : []),
    ...(options.internalEntities === true ? ['--internal-entities'] : []),
  ];
  return ['npx soapwright generate', ...given, ...switches].join(' ');
}
