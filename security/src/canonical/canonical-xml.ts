import type { Declaration, TreeDocument, TreeElement } from '@soapwright/runtime/xml';
import { CanonicalOutput } from './canonical-output.ts';
import { type AddedAttribute, CanonicalWriter } from './canonical-writer.ts';
import { inheritedAttributes } from './inherited-attributes.ts';
import { Prefixes } from './prefixes.ts';

export interface CanonicalOptions {
  /** Exclusive XML Canonicalization 1.0, Canonical XML 1.0 or Canonical XML 1.1. */
  readonly method: 'exclusive' | 'inclusive' | 'inclusive-1.1';
  /** Whether comments are kept; default false. */
  readonly comments?: boolean | undefined;
  /** The PrefixList of InclusiveNamespaces, with an empty string for `#default`. */
  readonly inclusivePrefixes?: readonly string[] | undefined;
  /** An element inside that is left out: the Signature of an enveloped signature. */
  readonly without?: TreeElement | undefined;
  /** Whether processing instructions are kept, which is the default, or refused. */
  readonly instructions?: 'keep' | 'refuse' | undefined;
}

/** How many times longer than its element a canonical form may be: declarations of outer elements are repeated. */
const MOST_GROWTH = 32;
const MOST_ADDED = 65_536;

/**
 * The canonical form of an element with its content, as UTF-8.
 *
 * @throws {SecurityError} `form` for a form that is many times longer than the document, for processing instructions that
 * are refused, and, in Canonical XML 1.1, for elements whose ancestors have an xml:base.
 * @see https://www.w3.org/TR/xml-exc-c14n/ https://www.w3.org/TR/xml-c14n11/
 */
export function canonicalXml(document: TreeDocument, element: TreeElement, options: CanonicalOptions): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  writeCanonical(document, element, options, (piece) => {
    pieces.push(piece.slice());
    length += piece.length;
  });
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/**
 * As `canonicalXml`, in pieces: for a digest, without memory for the whole.
 *
 * @param sink takes each piece; its bytes are overwritten afterwards.
 */
export function writeCanonical(
  { data, root }: TreeDocument,
  element: TreeElement,
  { method, comments = false, inclusivePrefixes = [], without, instructions = 'keep' }: CanonicalOptions,
  sink: (piece: Uint8Array) => void,
): void {
  const size = element.end - element.start;
  const output = new CanonicalOutput(sink, size + 1024, MOST_GROWTH * size + 2 * data.length + MOST_ADDED);
  const isExclusive = method === 'exclusive';
  const around: Declaration | undefined = element.outerScope;
  const prefixes = new Prefixes(around, isExclusive ? new Set(inclusivePrefixes) : 'all');
  const added: readonly AddedAttribute[] = isExclusive ? [] : inheritedAttributes(root, element, method);
  new CanonicalWriter(data, output, prefixes, { comments, instructions, omitted: without }).element(element, added);
}
