/** A YAML document as plain data: no schema, no aliases, every part with its place. Scalars are text, whatever they look like. */

/** Offsets into the text, in UTF-16 code units; `end` is behind the last one. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export type Node = MapNode | ListNode | TextNode;

export interface MapNode {
  readonly kind: 'map';
  readonly at: Range;
  readonly entries: readonly MapEntry[];
}

export interface MapEntry {
  readonly key: TextNode;
  readonly value: Node;
}

export interface ListNode {
  readonly kind: 'list';
  readonly at: Range;
  readonly items: readonly Node[];
}

export interface TextNode {
  readonly kind: 'text';
  readonly at: Range;
  readonly text: string;
  /** Neither quoted nor a block. */
  readonly plain: boolean;
  /** Stands in place of something that was reported already, and is not reported again. */
  readonly broken?: true;
}

/** Nothing written: `key:` alone. A quoted empty string is a value. */
export function isMissing(node: Node): boolean {
  return node.kind === 'text' && node.plain && node.text === '';
}
