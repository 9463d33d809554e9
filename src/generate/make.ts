import type { Target } from '../config/index.ts';
import { resolveService } from '../contract/index.ts';
import type { Diagnostic } from '../diagnostics/index.ts';
import { emit, emitHandlers, generation } from '../emit/index.ts';
import type { HandlerFiles } from '../handlers/index.ts';
import type { Wanted } from '../output/index.ts';
import { loadContract, type Source } from '../schema/index.ts';

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
}

/**
 * All files for a contract, in memory: a function of the arguments alone.
 *
 * @param server what handlers import the generated server from; undefined where there are none.
 */
export async function make(target: Target, source: Source, server: string | undefined): Promise<Making> {
  const { schemaName, importExtension, overrides } = target;
  // Without the environment: what is committed is the same whoever makes it.
  const { contract, diagnostics } = loadContract(source, { overrides });
  if (contract === undefined) return { diagnostics };
  const wanted = {
    files: await emit(contract, { source: schemaName, importExtension }),
    generation,
    operations: resolveService(contract).operations.map(({ identifier }) => identifier),
  };
  if (server === undefined) return { made: { wanted }, diagnostics };
  return { made: { wanted, handlers: emitHandlers(contract, { importExtension, server }) }, diagnostics };
}
