import type { Target } from '../config/index.ts';
import { type Contract, type ResolvedService, resolveService } from '../contract/index.ts';
import type { Diagnostic } from '../diagnostics/index.ts';
import { emitHandlers, generation, type HandlerOptions, printFiles } from '../emit/index.ts';
import type { HandlerFiles } from '../handlers/index.ts';
import { type Content, contentOf, keepContent, type Spool, type Wanted, type WantedFile } from '../output/index.ts';
import { loadContract, type ReadIncluded, type Source } from '../schema/index.ts';

// Loads the YAML parser and all emitters: itself loaded only when something has to be made.

/** What a contract comes to. */
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
 * All files for a contract: a function of the arguments alone.
 *
 * @param read reads the files that the contract includes.
 * @param server what handlers import the generated server from; undefined where there are none.
 * @param spool where the files lie until it is closed.
 */
export async function make(
  target: Target,
  source: Source,
  read: ReadIncluded,
  server: string | undefined,
  spool: Spool,
): Promise<Making> {
  const { schemaName, importExtension, parts, overrides } = target;
  // Without the environment: what is committed is the same whoever makes it.
  const { contract, diagnostics, sources } = loadContract(source, { overrides, read });
  if (contract === undefined) return { diagnostics, sources };
  const service = resolveService(contract);
  const files: WantedFile[] = [];
  const options = { source: schemaName, importExtension, parts };
  for await (const printed of printFiles(contract, options, service)) {
    files.push({ path: printed.path, content: keepContent(printed, spool) });
  }
  const operations = service.operations.map(({ identifier }) => identifier);
  const wanted = { files, generation, operations };
  if (server === undefined) return { made: { wanted }, diagnostics, sources };
  return {
    made: { wanted, handlers: handlerFiles(contract, { importExtension, server }, service) },
    diagnostics,
    sources,
  };
}

function handlerFiles(contract: Contract, options: HandlerOptions, service: ResolvedService): HandlerFiles {
  const kept = <T extends { readonly text: string }>({ text, ...rest }: T): Omit<T, 'text'> & { content: Content } => ({
    ...rest,
    content: contentOf(text),
  });
  const { typeName, handlers, index, context } = emitHandlers(contract, options, service);
  return { typeName, handlers: handlers.map(kept), index: kept(index), context: kept(context) };
}
