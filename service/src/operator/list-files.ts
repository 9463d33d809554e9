import type { Db } from '../storage/tables.ts';
import { accountRoots, childrenOf, descendantsOf, findPath, type TreeEntry } from './entry-tree.ts';
import { OperatorError } from './operator-error.ts';

/**
 * What is at a path: the file itself, or what is in the folder; `/`: the root folders of all accounts.
 *
 * @throws {OperatorError} `no-such-file`; {@link Refusal} `InvalidPath`.
 */
export async function* listFiles(
  db: Db,
  { path, recursive }: { readonly path: string; readonly recursive: boolean },
): AsyncGenerator<TreeEntry> {
  if (path === '/') {
    for await (const root of accountRoots(db)) {
      yield root;
      if (recursive) yield* descendantsOf(db, root);
    }
    return;
  }
  const entry = await findPath(db, path);
  if (entry === undefined) throw new OperatorError('no-such-file', `There is no file or folder ${path}.`);
  if (entry.kind === 'file') yield entry;
  else yield* recursive ? descendantsOf(db, entry) : childrenOf(db, entry);
}
