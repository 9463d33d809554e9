import { posix } from 'node:path';
import type { Contract, FileSystem, ResolvedService } from '../../contract/index.ts';
import { openInput } from '../../contract/index.ts';
import { type Diagnostic, hasErrors, source as kinds, report } from '../../diagnostics/index.ts';
import { type TargetSettings, targetOf } from '../config/target.ts';
import { emitTarget } from '../generate/emit-target.ts';
import { serverModule } from '../generate/server-module.ts';
import type { Plugin } from '../plugins/plugin.ts';

export interface GenerateFilesInput {
  /** The contract and its included or imported files, as texts or in their own encodings, by relative paths. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** As an entry of `generate` in soapwright.yaml; its `plugins` are not loaded. */
  readonly target: TargetSettings;
  readonly plugins?: readonly Plugin[] | undefined;
}

export interface GeneratedText {
  /** With the folder that the target names, and forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface GenerateFilesResult {
  /** Files that each run replaces; empty with errors. */
  readonly files: readonly GeneratedText[];
  /** Files to create where they are missing: handlers, their index and their context. */
  readonly handlers: readonly GeneratedText[];
  /** Mistakes in the contract, with their positions; files exist unless one is an error. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absent with errors. */
  readonly contract?: Contract;
  /** Absent with errors. */
  readonly service?: ResolvedService;
}

/** The folder that all paths are relative to. */
const current = '/';

/** Generates the files of a contract in memory. It reads no file, environment or clock, and never rejects for a contract. */
export async function generateFiles({
  files,
  target: settings,
  plugins,
}: GenerateFilesInput): Promise<GenerateFilesResult> {
  const target = targetOf(settings, '.');
  const { overlay, allowedPaths } = target;
  const opened = openInput(target.schema, { current, overlay, allowedPaths, files: filesInMemory(files) });
  if (opened.input === undefined) return { files: [], handlers: [], diagnostics: opened.diagnostics };
  const generated: GeneratedText[] = [];
  const inputs = { target, input: opened.input, server: serverModule(target, current), plugins };
  const { emitted, diagnostics: found } = await emitTarget(inputs, ({ path, pieces, around }) => {
    const text = [...pieces].join('');
    const [before, after] = around();
    generated.push({ path: posix.join(target.out, path), text: before + text + after });
  });
  const diagnostics = [...opened.diagnostics, ...found];
  if (emitted === undefined || hasErrors(diagnostics)) return { files: [], handlers: [], diagnostics };
  const { contract, service, handlers } = emitted;
  const ofHandlers = handlers === undefined ? [] : [...handlers.handlers, handlers.index, handlers.context];
  return {
    files: generated,
    handlers: ofHandlers.map(({ path, text }) => ({ path: posix.join(target.handlers ?? '', path), text })),
    diagnostics,
    contract,
    service,
  };
}

/** A disk that has these files only, below the root. */
export function filesInMemory(files: GenerateFilesInput['files']): FileSystem {
  const byPath = new Map(Object.entries(files).map(([path, content]) => [posix.resolve(current, path), content]));
  return {
    realPath: (path) => path,
    readBytes: (path, file) => {
      const content = byPath.get(path);
      if (content === undefined) return { diagnostics: [report(kinds.notFound, { file }, { file })] };
      return { bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content, diagnostics: [] };
    },
  };
}
