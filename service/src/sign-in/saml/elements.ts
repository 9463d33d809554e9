import { rejected } from './saml-rejection.ts';
import type { XmlElement, XmlNode } from './xml-dom.ts';

// Namespaces and other URIs of SAML 2.0 and XML Signature.
export const assertionNamespace = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const protocolNamespace = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';

/** saml-core-2.0, 3.2.2.2. */
export const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
/** saml-profiles-2.0, 3.3. */
export const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** saml-core-2.0, 8.3. */
export const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
export const unspecifiedFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
export const entityFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity';

export const envelopedSignature = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
/** Exclusive canonicalization, without comments. Its own namespace is the same. */
export const exclusiveC14n = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** A qualified name. */
export type Name = readonly [namespace: string, local: string];

export function isNamed(element: XmlElement, [namespace, local]: Name): boolean {
  return element.namespaceURI === namespace && element.localName === local;
}

/** The children of an element with element content. @throws {Rejection} when there is text between them. */
export function childrenOf(element: XmlElement): readonly XmlElement[] {
  const children: XmlElement[] = [];
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (isElement(node)) children.push(node);
    else if (!/^[ \t\r\n]*$/.test(node.nodeValue ?? '')) throw rejected('unexpected text');
  }
  return children;
}

/** All elements of a tree in document order. Recursive: the depth of the document is limited before. */
export function* elementsOf(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (isElement(node)) yield* elementsOf(node);
  }
}

/** The children with a name. */
export function all(parent: XmlElement, name: Name): readonly XmlElement[] {
  return childrenOf(parent).filter((child) => isNamed(child, name));
}

/** The child with a name, undefined without one. @throws {Rejection} when there are several. */
export function optional(parent: XmlElement, name: Name): XmlElement | undefined {
  const [found, ...others] = all(parent, name);
  if (others.length > 0) throw rejected('an element is missing or repeated');
  return found;
}

/** The only child with a name. @throws {Rejection} unless there is exactly one. */
export function only(parent: XmlElement, name: Name): XmlElement {
  const found = optional(parent, name);
  if (found === undefined) throw rejected('an element is missing or repeated');
  return found;
}

/** The text of an element, unchanged. @throws {Rejection} when it has child elements. */
export function textIn(element: XmlElement): string {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (isElement(node)) throw rejected('an unexpected element');
  }
  return element.textContent ?? '';
}

/** An attribute without a prefix. */
export function attributeOf(element: XmlElement, name: string): string | undefined {
  return element.getAttributeNode(name)?.value;
}

/** Removes white space around a value of a type that XML Schema collapses, such as xs:anyURI. */
export function collapsed(text: string | undefined): string | undefined {
  return text?.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}

function isElement(node: XmlNode): node is XmlElement {
  return node.nodeType === 1;
}

/** Accepted difference between a provider's clock and ours, in milliseconds, in both directions. */
export const clockSkew: number = 60_000;

/**
 * An attribute of type xs:dateTime, which must be in UTC (saml-core-2.0, 1.3.3).
 *
 * @returns milliseconds since 1970, rounded down; undefined when the attribute is missing.
 * @throws {Rejection} `SignInRefused`.
 */
export function optionalInstant(element: XmlElement, name: string): number | undefined {
  const text = collapsed(attributeOf(element, name));
  if (text === undefined) return undefined;
  const parts = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,12}))?Z$/.exec(text);
  const seconds = parts?.[1] ?? '';
  const time = Date.parse(`${seconds}Z`);
  // Date.parse converts a nonexistent day, such as 31 February, to another one.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(seconds)) {
    throw rejected('an invalid time');
  }
  return time + Number((parts?.[2] ?? '').padEnd(3, '0').slice(0, 3));
}

/** As {@link optionalInstant}, for a required attribute. */
export function instant(element: XmlElement, name: string): number {
  const time = optionalInstant(element, name);
  if (time === undefined) throw rejected('an invalid time');
  return time;
}

/** Whether a time is in the future, even if our clock is late. */
export function isFuture(time: number, now: number): boolean {
  return time > now + clockSkew;
}

/** Whether a NotOnOrAfter time has passed, even if our clock is early. */
export function isOver(time: number, now: number): boolean {
  return now >= time + clockSkew;
}
