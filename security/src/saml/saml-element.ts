import { leafText, type TreeDocument, type TreeElement } from '@soapwright/runtime/xml';
import { attributeValue, elementsWithin, isNamed, type Name } from '../xml-elements.ts';
import { SamlError } from './saml-error.ts';

/** An element of a document in the form of `parseSaml`, read strictly: what is not expected is an error. */
export class SamlElement {
  readonly document: TreeDocument;
  readonly node: TreeElement;

  constructor(document: TreeDocument, node: TreeElement = document.root) {
    this.document = document;
    this.node = node;
  }

  get local(): string {
    return this.node.local;
  }

  isNamed(name: Name): boolean {
    return isNamed(this.node, name);
  }

  isSame(other: SamlElement): boolean {
    return this.node === other.node;
  }

  /** The children of an element with element content. @throws {SamlError} when there is text between them. */
  get children(): readonly SamlElement[] {
    if (this.node.strayText !== -1) throw new SamlError('unexpected text');
    return this.node.children.map((child) => new SamlElement(this.document, child));
  }

  /** The element and all elements in it, in document order. */
  get all(): readonly SamlElement[] {
    return Array.from(elementsWithin(this.node), (node) => new SamlElement(this.document, node));
  }

  /** The children with a name. */
  every(name: Name): readonly SamlElement[] {
    return this.children.filter((child) => child.isNamed(name));
  }

  /** The child with a name, undefined without one. @throws {SamlError} when there are several. */
  optional(name: Name): SamlElement | undefined {
    const [found, ...others] = this.every(name);
    if (others.length > 0) throw new SamlError('an element is missing or repeated');
    return found;
  }

  /** The only child with a name. @throws {SamlError} without exactly one. */
  only(name: Name): SamlElement {
    const found = this.optional(name);
    if (found === undefined) throw new SamlError('an element is missing or repeated');
    return found;
  }

  /** The text of an element, unchanged. @throws {SamlError} when it has child elements. */
  get text(): string {
    if (this.node.children.length > 0) throw new SamlError('an unexpected element');
    return leafText(this.node, this.document.data);
  }

  /** An attribute without a prefix. */
  attribute(name: string): string | undefined {
    return attributeValue(this.node, name);
  }

  /**
   * An attribute of type xs:dateTime, which must be in UTC (saml-core-2.0, 1.3.3).
   *
   * @returns milliseconds since 1970, rounded down; undefined when the attribute is missing.
   * @throws {SamlError}
   */
  optionalInstant(name: string): number | undefined {
    const text = collapsed(this.attribute(name));
    if (text === undefined) return undefined;
    const parts = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,12}))?Z$/.exec(text);
    const seconds = parts?.[1] ?? '';
    const time = Date.parse(`${seconds}Z`);
    // Date.parse converts a nonexistent day, such as 31 February, to another one.
    if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(seconds)) throw new SamlError('an invalid time');
    return time + Number((parts?.[2] ?? '').padEnd(3, '0').slice(0, 3));
  }

  /** As {@link optionalInstant}, for a required attribute. */
  instant(name: string): number {
    const time = this.optionalInstant(name);
    if (time === undefined) throw new SamlError('an invalid time');
    return time;
  }
}

/** Removes white space around a value of a type that XML Schema collapses, such as xs:anyURI. */
export function collapsed(text: string | undefined): string | undefined {
  // An expression that looks for white space at the end takes quadratic time for much of it before other characters.
  let end = text?.length ?? 0;
  while (end > 0 && ' \t\r\n'.includes(text?.charAt(end - 1) ?? '')) end -= 1;
  return text?.slice(0, end).replace(/^[ \t\r\n]+/, '');
}
