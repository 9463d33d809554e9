import { posix } from 'node:path';
import type { importExtensions, Overrides, readings, ServiceChoice, sides } from '../../contract/index.ts';
import { checkOverrides } from '../../contract/index.ts';
import { type Diagnostic, config as kinds, report } from '../../diagnostics/index.ts';
import type { TargetPlaces } from './target-places.ts';

/** How generated files import one another. */
export type ImportExtension = (typeof importExtensions)[number];

const defaultImportExtension: ImportExtension = 'js';

/** How generated clients read responses. */
export type Reading = (typeof readings)[number];

/** Which sides of a service code is generated for. */
export type Sides = (typeof sides)[number];

/** The default name of the configuration file. */
export const configFileName = 'soapwright.yaml';

/** One contract and its output. */
export interface Target {
  /** Path of the contract, from the working directory. */
  readonly schema: string;
  /** How generated files name the contract: relative to the configuration file, never absolute. */
  readonly schemaName: string;
  /** The folder of the generated files, from the working directory. */
  readonly out: string;
  /** The folder of the handler files, from the working directory; undefined for none. */
  readonly handlers: string | undefined;
  /** The package that handler files import generated code from; undefined for the relative path. */
  readonly handlersImport: string | undefined;
  readonly importExtension: ImportExtension;
  /** Undefined for the default, which depends on the language of the contract. */
  readonly reading: Reading | undefined;
  /** Undefined for the default, which depends on the language of the contract. */
  readonly sides: Sides | undefined;
  /** How many files each of the two largest modules is split into. */
  readonly parts: number;
  /** Of a contract in YAML. */
  readonly overrides: Overrides;
  /** Of a WSDL. */
  readonly choice: ServiceChoice;
  /** The overlay of a WSDL, from the working directory. */
  readonly overlay?: string | undefined;
  /** Folders outside of the working directory that a WSDL may import files from. */
  readonly allowedPaths: readonly string[];
  /** Modules that emit further files, from the working directory. */
  readonly plugins?: readonly string[] | undefined;
  /** Whether warnings about a WSDL are errors. */
  readonly strict?: boolean | undefined;
  /** Whether document type declarations in a WSDL are read, and their internal entities are expanded. */
  readonly internalEntities?: boolean | undefined;
  /** Absent for a target of the command line. */
  readonly places?: TargetPlaces | undefined;
}

export interface Config {
  /** In the order of the file. */
  readonly targets: readonly Target[];
}

export interface LoadedConfig {
  /** Absent if there are errors. */
  readonly config?: Config;
  readonly diagnostics: readonly Diagnostic[];
}

/** Paths and values as given in soapwright.yaml or on the command line. */
export interface TargetSettings {
  readonly schema: string;
  readonly out: string;
  readonly handlers?: string | undefined;
  readonly handlersImport?: string | undefined;
  readonly importExtension?: ImportExtension | undefined;
  readonly reading?: Reading | undefined;
  readonly sides?: Sides | undefined;
  readonly parts?: number | undefined;
  readonly overrides?: Overrides | undefined;
  readonly choice?: ServiceChoice | undefined;
  readonly overlay?: string | undefined;
  readonly allowedPaths?: readonly string[] | undefined;
  readonly plugins?: readonly string[] | undefined;
  readonly places?: TargetPlaces | undefined;
}

/** @param folder of the configuration file, from the working directory; `.` for settings of the command line. */
export function targetOf(settings: TargetSettings, folder: string): Target {
  const from = (path: string): string => (isAbsolute(path) ? path : posix.join(folder, withForwardSlashes(path)));
  const { schema } = settings;
  return {
    schema: from(schema),
    schemaName: isAbsolute(schema)
      ? posix.basename(withForwardSlashes(schema))
      : posix.normalize(withForwardSlashes(schema)),
    out: from(settings.out),
    handlers: settings.handlers === undefined ? undefined : from(settings.handlers),
    handlersImport: settings.handlersImport,
    importExtension: settings.importExtension ?? defaultImportExtension,
    reading: settings.reading,
    sides: settings.sides,
    parts: settings.parts ?? 1,
    overrides: settings.overrides ?? {},
    choice: settings.choice ?? {},
    overlay: settings.overlay === undefined ? undefined : from(settings.overlay),
    // The project begins where its configuration is, wherever the command runs.
    allowedPaths: [...(isOutside(folder) ? [folder] : []), ...(settings.allowedPaths ?? []).map(from)],
    ...(settings.plugins && settings.plugins.length > 0 && { plugins: settings.plugins.map(from) }),
    ...(settings.places && { places: settings.places }),
  };
}

function isOutside(folder: string): boolean {
  return folder.startsWith('..') || isAbsolute(folder);
}

/** The same on all systems, since the configuration is committed. */
export function isAbsolute(path: string): boolean {
  return /^(?:[\\/]|[A-Za-z]:)/.test(path);
}

/** Replaces backslashes, which Windows accepts. Elsewhere they could be part of a name, but hardly ever are. */
export function withForwardSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/** Flags of the command line about how a WSDL is read. */
export interface WsdlFlags {
  readonly strict?: boolean | undefined;
  readonly internalEntities?: boolean | undefined;
}

/** Flags of the command line that choose what to generate. */
export interface Flags extends Overrides, WsdlFlags {
  readonly schema?: string | undefined;
  readonly out?: string | undefined;
  readonly handlers?: string | undefined;
  readonly importExtension?: ImportExtension | undefined;
}

/** The target of `schema` and `out`, without a configuration file. Reports a missing flag. */
export function configOfFlags(flags: Flags): LoadedConfig {
  const { schema, out, handlers, importExtension } = flags;
  if (schema === undefined && out === undefined) {
    return { diagnostics: [report(kinds.nothingToGenerate, { file: configFileName })] };
  }
  if (schema === undefined || out === undefined) {
    const [given, lacking] = schema === undefined ? ['--out', '--schema'] : ['--schema', '--out'];
    return { diagnostics: [report(kinds.schemaWithoutOut, { given, lacking })] };
  }
  const overrides = overridesOf(flags);
  const diagnostics = checkOverrides(overrides);
  if (diagnostics.length > 0) return { diagnostics };
  const target = targetOf({ schema, out, handlers, importExtension, overrides }, '.');
  return { config: { targets: [{ ...target, ...wsdlFlagsOf(flags) }] }, diagnostics };
}

/** The configuration with the flags applied to each target. */
export function withFlags(config: Config, flags: Omit<Flags, 'schema' | 'out'>): LoadedConfig {
  const diagnostics: readonly Diagnostic[] = checkOverrides(overridesOf(flags));
  if (diagnostics.length > 0) return { diagnostics };
  const targets = config.targets.map(
    (target): Target => ({
      ...target,
      handlers: flags.handlers ?? target.handlers,
      importExtension: flags.importExtension ?? target.importExtension,
      overrides: { ...target.overrides, ...overridesOf(flags) },
      ...wsdlFlagsOf(flags),
    }),
  );
  return { config: { targets }, diagnostics };
}

/** Those that are given. */
export function wsdlFlagsOf({ strict, internalEntities }: WsdlFlags): WsdlFlags {
  return { ...(strict === true && { strict }), ...(internalEntities === true && { internalEntities }) };
}

/** Those that are given. */
export function overridesOf({ namespace, baseUrl, serviceFile }: Overrides): Overrides {
  return {
    ...(namespace !== undefined && { namespace }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(serviceFile !== undefined && { serviceFile }),
  };
}
