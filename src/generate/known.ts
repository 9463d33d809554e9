import { knownByDigest } from '../output/index.ts';
import type { Made } from './make.ts';

/**
 * What the memory keeps of what was made: enough to see that there is nothing to do. The texts of a large contract are
 * made quicker than they are read.
 */
export interface Known {
  readonly files: readonly { readonly path: string; readonly digest: string }[];
  readonly generation: number;
  readonly operations: readonly string[];
  readonly handlers?: {
    readonly typeName: string;
    readonly handlers: readonly { readonly identifier: string; readonly specifier: string; readonly path: string }[];
    readonly index: string;
    readonly context: string;
  };
}

export function knownOf({ wanted, handlers: made }: Made): Known {
  const { generation, operations } = wanted;
  const files = wanted.files.map(({ path, content }) => ({ path, digest: content.digest }));
  if (made === undefined) return { files, generation, operations };
  const handlers = {
    typeName: made.typeName,
    handlers: made.handlers.map(({ identifier, specifier, path }) => ({ identifier, specifier, path })),
    index: made.index.path,
    context: made.context.path,
  };
  return { files, generation, operations, handlers };
}

/** What was made, as far as it is known: nothing of it can be written. */
export function madeOf({ files, generation, operations, handlers: known }: Known): Made {
  const wanted = {
    files: files.map(({ path, digest }) => ({ path, content: knownByDigest(digest) })),
    generation,
    operations,
  };
  if (known === undefined) return { wanted };
  // People's files are never compared.
  const content = knownByDigest('');
  const handlers = {
    typeName: known.typeName,
    handlers: known.handlers.map((handler) => ({ ...handler, content })),
    index: { path: known.index, content },
    context: { path: known.context, content },
  };
  return { wanted, handlers };
}
