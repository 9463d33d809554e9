import { existsSync } from 'node:fs';
// Not through the doors of these rooms, behind which the YAML parser is loaded.
import { configOfFlags, type Flags, withFlags } from '../config/flags.ts';
import type { Config, LoadedConfig } from '../config/load.ts';
import { configFileName } from '../config/target.ts';
import type { OutputFormat } from '../diagnostics/index.ts';
import { type Memory, memoryNear, noMemory } from '../generate/memory.ts';
import type { Source } from '../schema/index.ts';
import { readSource } from '../schema/source.ts';

/** Options of every command, as commander hands them over. */
export interface CommonOptions {
  readonly format: OutputFormat;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

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

export interface ChosenTargets extends LoadedConfig {
  /** Text of the configuration, by its path. */
  readonly sources: ReadonlyMap<string, string>;
}

/** What to generate: --schema and --out, or the configuration file with the other flags in place of what it says. */
export async function chooseTargets(options: GenerateFlags, memory: Memory): Promise<ChosenTargets> {
  const { schema, out, config = configFileName } = options;
  const flagsAlone = schema !== undefined || out !== undefined;
  if (flagsAlone || (options.config === undefined && !existsSync(config)))
    return { ...configOfFlags(options), sources: new Map() };
  const { source, diagnostics } = readSource(config);
  if (source === undefined) return { diagnostics, sources: new Map() };
  const sources = new Map([[source.file, source.text]]);
  const name = ['configuration', config];
  const before = memory.recall<Config>(name, [source.text]);
  const loaded = before === undefined ? await load(source) : { config: before, diagnostics: [] };
  if (loaded.config === undefined) return { ...loaded, sources };
  if (before === undefined && loaded.diagnostics.length === 0) memory.keep(name, [source.text], loaded.config);
  const flagged = withFlags(loaded.config, options);
  return { ...flagged, diagnostics: [...loaded.diagnostics, ...flagged.diagnostics], sources };
}

async function load(source: Source): Promise<LoadedConfig> {
  const { loadConfig } = await import('../config/index.ts');
  return loadConfig(source);
}

/** Spares work that was done before, unless --no-cache says otherwise. */
export function memoryFor({ cache }: GenerateFlags): Memory {
  return cache === false ? noMemory : memoryNear(process.cwd());
}

/** The command that brings up to date what was checked with these options. */
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
  return ['npx soapwright generate', ...given].join(' ');
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
