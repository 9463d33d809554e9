import { posix } from 'node:path';
import type { Overrides } from '../schema/index.ts';

/** How generated files import one another. */
export type ImportExtension = 'ts' | 'js' | 'none';

export const importExtensions: readonly ImportExtension[] = ['ts', 'js', 'none'];

export const defaultImportExtension: ImportExtension = 'js';

/** More would be more files than a folder is good for. */
export const mostParts = 256;

/** The name of the configuration file that is looked for. */
export const configFileName = 'soapwright.yaml';

/** One contract and what to make of it. */
export interface Target {
  /** Path of the contract, from the working directory. */
  readonly schema: string;
  /** How generated files name the contract: relative to the configuration file, never absolute. */
  readonly schemaName: string;
  /** The folder for generated files, from the working directory. */
  readonly out: string;
  /** The folder for handler files; none are written without it. */
  readonly handlers: string | undefined;
  /** What handler files import generated code from, such as a package; the relative path when undefined. */
  readonly handlersImport: string | undefined;
  readonly importExtension: ImportExtension;
  /** Into how many files each of the two largest modules goes. */
  readonly parts: number;
  readonly overrides: Overrides;
}

/** Paths and values as they were written, in soapwright.yaml or on the command line. */
export interface TargetSettings {
  readonly schema: string;
  readonly out: string;
  readonly handlers?: string | undefined;
  readonly handlersImport?: string | undefined;
  readonly importExtension?: ImportExtension | undefined;
  readonly parts?: number | undefined;
  readonly overrides?: Overrides | undefined;
}

/** `folder` is that of the configuration file, from the working directory: `.` for settings of the command line. */
export function targetOf(settings: TargetSettings, folder: string): Target {
  const from = (path: string): string => (isAbsolute(path) ? path : posix.join(folder, forward(path)));
  const { schema } = settings;
  return {
    schema: from(schema),
    schemaName: isAbsolute(schema) ? posix.basename(forward(schema)) : posix.normalize(forward(schema)),
    out: from(settings.out),
    handlers: settings.handlers === undefined ? undefined : from(settings.handlers),
    handlersImport: settings.handlersImport,
    importExtension: settings.importExtension ?? defaultImportExtension,
    parts: settings.parts ?? 1,
    overrides: settings.overrides ?? {},
  };
}

/** On any system: what is committed means the same everywhere. */
export function isAbsolute(path: string): boolean {
  return /^(?:[\\/]|[A-Za-z]:)/.test(path);
}

/** Windows takes both slashes; elsewhere a backslash is a letter like any other, which nobody puts in a path. */
export function forward(path: string): string {
  return path.replaceAll('\\', '/');
}
