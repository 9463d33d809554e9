import { attempt, codeOf, type Outcome, verdict } from '../oracle/attempt.ts';
import { isExplained } from '../oracle/differences.ts';
import { Finding } from '../oracle/finding.ts';
import { TreeReader } from '../oracle/our-tree.ts';
import { depthOf, differenceOf, type Node } from '../oracle/tree.ts';
import { type Trusted, treeOfText, trustedTree } from '../oracle/trusted.ts';

export type WellFormed = Node | 'refused' | 'unknown';

/** The whole document, read in one of several ways. */
export function readDocument<T>(input: Uint8Array, read: (reader: TreeReader) => T): Outcome<T> {
  return attempt(() => {
    const reader = new TreeReader(input);
    reader.openRoot();
    const value = read(reader);
    reader.finish();
    return value;
  });
}

/**
 * Compares our verdict on a document, and its content, with those of a trusted parser.
 *
 * @returns the tree, or the reason without one: both reject it, or the trusted parser cannot decide.
 * @throws {Finding} `trusted` where the two differ, `skip` and `any` where one of our ways of reading differs from another.
 */
export function checkWellFormed(input: Uint8Array): WellFormed {
  const ours = readDocument(input, (reader) => reader.tree());
  const skipped = readDocument(input, (reader) => reader.skip());
  if (verdict(skipped) !== verdict(ours)) {
    throw new Finding('skip', `Read it is ${verdict(ours)}; skipped it is ${verdict(skipped)}`);
  }
  const theirs = trustedTree(input);
  if (theirs.trims) return 'unknown';
  compare(input, ours, theirs);
  if (theirs.refused !== undefined || ours.error !== undefined) return 'refused';
  checkAny(input, theirs.root);
  return theirs.root;
}

function compare(input: Uint8Array, ours: Outcome<Node>, theirs: Trusted): void {
  if (ours.error !== undefined) {
    if (theirs.refused !== undefined) return;
    const { root } = theirs;
    if (codeOf(ours) === 'limit' && depthOf(root) > 64) return;
    if (isExplained(input, ours.error)) return;
    throw new Finding('trusted', `Only we refuse it: ${verdict(ours)}`);
  }
  if (theirs.refused !== undefined) throw new Finding('trusted', `Only we accept it: ${theirs.refused}`);
  const difference = differenceOf(ours.value, theirs.root);
  if (difference !== undefined) throw new Finding('trusted', `We read it differently: ${difference}`);
}

/** An element preserved as text is the same element if that text is a document. */
function checkAny(input: Uint8Array, root: Node): void {
  const kept = readDocument(input, (reader) => reader.any());
  if (kept.error !== undefined) throw new Finding('any', `As any element it is ${verdict(kept)}`);
  checkAlone(kept.value.xml, root);
  const raw = readDocument(input, (reader) => reader.raw().xml);
  if (raw.error !== undefined) throw new Finding('any', `Kept raw it is ${verdict(raw)}`);
  checkAlone(raw.value, root);
  const content = readDocument(input, (reader) => reader.rawContent());
  if (content.error !== undefined) throw new Finding('any', `Its content kept raw it is ${verdict(content)}`);
  checkAlone(`<content>${content.value}</content>`, {
    namespace: '',
    local: 'content',
    attributes: [],
    children: root.children,
  });
}

/** @throws {Finding} `any` unless the text is an element of that meaning. */
export function checkAlone(xml: string, node: Node): void {
  const alone = treeOfText(xml);
  if (alone.trims) return;
  if (alone.refused !== undefined) throw new Finding('any', `Its text is refused: ${alone.refused}`);
  const difference = differenceOf(alone.root, node);
  if (difference !== undefined) throw new Finding('any', `Its text means something else: ${difference}`);
}
