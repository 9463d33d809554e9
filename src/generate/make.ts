import type { Target } from '../config/index.ts';
import { resolveService } from '../contract/index.ts';
import type { Diagnostic } from '../diagnostics/index.ts';
import { emit, emitHandlers, generation } from '../emit/index.ts';
import type { HandlerFiles } from '../handlers/index.ts';
import type { Wanted } from '../output/index.ts';
import { loadContract, type ReadIncluded, type Source } from '../schema/index.ts';

// Loads the YAML parser and all emitters: itself loaded only when something has to be made.

/** What a contract comes to. Plain data. */
export interface Made {
  readonly wanted: Wanted;
  /** Undefined where the target has none. */
  readonly handlers?: HandlerFiles;
}

export interface Making {
  /** Absent when the contract has errors. */
  readonly made?: Made;
  readonly diagnostics: readonly Diagnostic[];
  /** Texts of all files that the contract is made of, by their paths; its own comes first. */
  readonly sources: ReadonlyMap<string, string>;
}

/**
 * All files for a contract, in memory: a function of the arguments alone.
 *
 * @param read reads the files that the contract includes.
 * @param server what handlers import the generated server from; undefined where there are none.
 */
export async function make(
  target: Target,
  source: Source,
  read: ReadIncluded,
  server: string | undefined,
): Promise<Making> {
  const { schemaName, importExtension, parts, overrides } = target;
  // Without the environment: what is committed is the same whoever makes it.
  const { contract, diagnostics, sources } = loadContract(source, { overrides, read });
  if (contract === undefined) return { diagnostics, sources };
  const wanted = {
    files: await emit(contract, { source: schemaName, importExtension, parts }),
    generation,
    operations: resolveService(contract).operations.map(({ identifier }) => identifier),
  };
  if (server === undefined) return { made: { wanted }, diagnostics, sources };
  const handlers = emitHandlers(contract, { importExtension, server });
  return { made: { wanted, handlers }, diagnostics, sources };
}
