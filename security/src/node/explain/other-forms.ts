import { readTree, type TreeDocument, type TreeElement } from '@soapwright/runtime/xml';
import { type CanonicalOptions, canonicalXml } from '../../canonical/canonical-xml.ts';
import { type Edit, splice } from '../../encryption/splice.ts';
import { elementsWithin } from '../../xml-elements.ts';

const methods: readonly (readonly [CanonicalOptions['method'], string])[] = [
  ['exclusive', 'Exclusive XML Canonicalization'],
  ['inclusive', 'Canonical XML 1.0'],
  ['inclusive-1.1', 'Canonical XML 1.1'],
];

/**
 * Finds out in which form an element has the right digest, or the right signature.
 *
 * @param isRight compares the bytes of a form.
 * @returns a sentence; undefined if no usual mistake is the cause.
 */
export function likelyCause(
  document: TreeDocument,
  element: TreeElement,
  options: CanonicalOptions,
  isRight: (bytes: Uint8Array) => boolean,
): string | undefined {
  const fits = (from: TreeDocument, at: TreeElement, form: CanonicalOptions): boolean => {
    try {
      return isRight(canonicalXml(from, at, form));
    } catch {
      return false;
    }
  };
  const plain = withoutIndentation(document, element);
  if (plain !== undefined && fits(plain.document, plain.element, options)) {
    return 'It is right without the white space between elements: the message was indented after it was signed.';
  }
  const { inclusivePrefixes = [] } = options;
  if (inclusivePrefixes.length > 0 && fits(document, element, { ...options, inclusivePrefixes: [] })) {
    return 'It is right without the PrefixList of InclusiveNamespaces, which the sender names and does not use.';
  }
  for (const [method, name] of methods) {
    for (const comments of [false, true]) {
      const isSame = method === options.method && comments === (options.comments ?? false);
      if (!isSame && fits(document, element, { ...options, inclusivePrefixes: [], method, comments })) {
        return `It is right by ${name}${comments ? ' with comments' : ''}: the sender uses another algorithm than it names.`;
      }
    }
  }
  return undefined;
}

/** The document without white space between the elements of one of them; undefined without any. */
function withoutIndentation(
  { root, data }: TreeDocument,
  element: TreeElement,
): { readonly document: TreeDocument; readonly element: TreeElement } | undefined {
  const edits: Edit[] = [];
  const empty = new Uint8Array(0);
  for (const { children, strayText, tagEnd, closeTag } of elementsWithin(element)) {
    if (children.length === 0 || strayText !== -1) continue;
    const starts = [...children.map(({ start }) => start), closeTag];
    const ends = [tagEnd, ...children.map(({ end }) => end)];
    for (const [index, start] of ends.entries()) {
      const end = starts[index] as number;
      if (end > start && isWhite(data.subarray(start, end))) edits.push({ start, end, bytes: empty });
    }
  }
  if (edits.length === 0) return undefined;
  edits.sort((one, other) => one.start - other.start);
  const document = readTree(splice(data, edits));
  const index = indexOf(root, element);
  const [found] = [...elementsWithin(document.root)].slice(index, index + 1);
  return found && { document, element: found };
}

function indexOf(root: TreeElement, element: TreeElement): number {
  return [...elementsWithin(root)].indexOf(element);
}

function isWhite(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}
