/** An element of a message that is made for a page: of a sample, or of a request that a form stands for. */
export interface ElementNode {
  readonly kind: 'element';
  readonly name: string;
  /** The empty string for none. */
  readonly namespace: string;
  /** The concrete type, where the declared one does not say it. */
  readonly type?: { readonly namespace: string; readonly local: string } | undefined;
  readonly attributes: readonly AttributeNode[];
  /** Attributes as somebody has written them. */
  readonly moreAttributes?: RawNode | undefined;
  /** Of a header block. */
  readonly addressed?: { readonly mustUnderstand: boolean; readonly role: string | undefined } | undefined;
  readonly content: Content;
}

export interface AttributeNode {
  readonly name: string;
  readonly namespace: string;
  readonly value: Value;
}

/** XML as somebody has written it. */
export interface RawNode {
  readonly kind: 'raw';
  readonly text: string;
  readonly sensitive: boolean;
}

/** A simple value. */
export type Value =
  | { readonly kind: 'text'; readonly text: string; readonly sensitive: boolean }
  /** Binary: `text` is base64, and `size` what it stands for. */
  | { readonly kind: 'bytes'; readonly text: string; readonly size: number; readonly sensitive: boolean };

export type Content =
  | { readonly kind: 'nil' }
  | Value
  /** Elements alone, each on lines of its own. */
  | { readonly kind: 'elements'; readonly nodes: readonly (ElementNode | RawNode)[] }
  /** White space counts here. */
  | { readonly kind: 'mixed'; readonly nodes: readonly (ElementNode | RawNode | Value)[] };

/** What becomes of text before it is escaped: it stays, or is masked or shortened for a page. */
export type Show = (value: Value | RawNode) => string;

export const whole: Show = ({ text }) => text;

export const empty: Content = { kind: 'elements', nodes: [] };
