import { decodeUtf8 } from '#bytes';
import { XmlError } from '../xml/error.ts';
import { XMLNS_NAMESPACE, XSI_NAMESPACE } from '../xml/namespaces.ts';
import { readPieces, type WrittenAttribute } from '../xml/pieces.ts';

/** An element of a message in its original notation, for a page. */
export interface XmlElement {
  readonly kind: 'element';
  /** With prefix. */
  readonly name: string;
  readonly local: string;
  readonly namespace: string;
  /** With namespace declarations. */
  readonly attributes: readonly WrittenAttribute[];
  readonly content: (XmlElement | XmlText)[];
}

/** Text, a CDATA section or a comment. */
export interface XmlText {
  readonly kind: 'text';
  /** In its original notation. */
  readonly written: string;
  /** With references resolved; of a comment, undefined. */
  readonly value: string | undefined;
}

/** The root of a message, or undefined when it is not well-formed or reaches a limit. */
export function parseTree(message: Uint8Array): XmlElement | undefined {
  const document: XmlElement['content'] = [];
  const open = [document];
  try {
    for (const piece of readPieces(message)) {
      const parent = open.at(-1) ?? document;
      if (piece.kind === 'start') {
        const { name, local, namespace, attributes } = piece;
        const element: XmlElement = { kind: 'element', name, local, namespace, attributes, content: [] };
        parent.push(element);
        open.push(element.content);
      } else if (piece.kind === 'end') open.pop();
      else if (piece.kind === 'text' || piece.kind === 'cdata' || piece.kind === 'comment') {
        const value = 'value' in piece ? piece.value : undefined;
        parent.push({ kind: 'text', written: decodeUtf8(message, piece.start, piece.end), value });
      }
    }
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
  return document.find((part) => part.kind === 'element');
}

export function elementsOf({ content }: XmlElement): readonly XmlElement[] {
  return content.filter((part) => part.kind === 'element');
}

/** The character data of an element, with references resolved, without comments. */
export function characterData({ content }: XmlElement): string {
  return content.map((part) => (part.kind === 'text' ? (part.value ?? '') : '')).join('');
}

/** The value of an attribute of the XML Schema instance namespace. */
export function instanceAttribute({ attributes }: XmlElement, name: 'nil' | 'type'): string | undefined {
  return attributes.find(({ local, namespace }) => local === name && namespace === XSI_NAMESPACE)?.value.trim();
}

/** Whether an element is nil. */
export function isNil(element: XmlElement): boolean {
  const value = instanceAttribute(element, 'nil');
  return value === 'true' || value === '1';
}

/** Whether an attribute belongs to the markup: a namespace declaration or an `xsi` attribute. */
export function isAboutMarkup({ namespace }: WrittenAttribute): boolean {
  return namespace === XMLNS_NAMESPACE || namespace === XSI_NAMESPACE;
}
