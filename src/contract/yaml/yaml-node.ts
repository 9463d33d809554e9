/** A YAML document as plain data: no aliases, every part with its position. Scalars are text, also those that look like numbers. */

import type { Range } from '../../diagnostics/index.ts';

export type YamlNode = MapNode | ListNode | TextNode;

export interface MapNode {
  readonly kind: 'map';
  readonly at: Range;
  readonly entries: readonly MapEntry[];
}

export interface MapEntry {
  readonly key: TextNode;
  readonly value: YamlNode;
}

export interface ListNode {
  readonly kind: 'list';
  readonly at: Range;
  readonly items: readonly YamlNode[];
}

export interface TextNode {
  readonly kind: 'text';
  readonly at: Range;
  readonly text: string;
  /** Neither quoted nor a block. */
  readonly plain: boolean;
  /** Replaces something that has been reported, and is not reported again. */
  readonly broken?: true;
}

/** `key:` alone. A quoted empty string is a value. */
export function isMissing(node: YamlNode): boolean {
  return node.kind === 'text' && node.plain && node.text === '';
}
