import {
  assertionNamespace,
  attributeOf,
  childrenOf,
  elementsOf,
  isNamed,
  type Name,
  protocolNamespace,
  signatureNamespace,
} from './elements.ts';
import { refused } from './saml-rejection.ts';
import type { XmlElement } from './xml-dom.ts';

export const response: Name = [protocolNamespace, 'Response'];
export const assertion: Name = [assertionNamespace, 'Assertion'];
export const signature: Name = [signatureNamespace, 'Signature'];
export const issuer: Name = [assertionNamespace, 'Issuer'];
export const status: Name = [protocolNamespace, 'Status'];
export const subject: Name = [assertionNamespace, 'Subject'];
export const conditions: Name = [assertionNamespace, 'Conditions'];
export const authnStatement: Name = [assertionNamespace, 'AuthnStatement'];

const inResponse: readonly Name[] = [issuer, signature, [protocolNamespace, 'Extensions'], status, assertion];
const inAssertion: readonly Name[] = [issuer, signature, subject, conditions];
const statements: readonly Name[] = [
  authnStatement,
  [assertionNamespace, 'AttributeStatement'],
  [assertionNamespace, 'AuthzDecisionStatement'],
];

/** A Response or an Assertion, by itself or in a Response. */
export interface Part {
  readonly element: XmlElement;
  /** Its ID attribute. */
  readonly id: string;
  /** The signature that stands in it; undefined when there is none. */
  readonly signature: XmlElement | undefined;
}

/** The parts of a token. */
export interface Shape {
  /** Undefined: a bare assertion. */
  readonly response: Part | undefined;
  readonly assertion: Part;
}

/**
 * The parts of a token, whose elements stand where the schema of SAML has them. There is one assertion, wherever one looks,
 * every ID is there once, and each signature stands in the part that it is to sign: a token that was wrapped around a
 * signed part has one of these too many, or in another place.
 *
 * @throws {Refusal} `SignInRefused`.
 */
export function shapeOf(root: XmlElement): Shape {
  const isResponse = isNamed(root, response);
  if (!isResponse && !isNamed(root, assertion)) throw refused('neither a Response nor an Assertion of SAML 2.0');
  const elements = [...elementsOf(root)];
  // By local name, so that none hides in another namespace from whoever looks by it.
  const called = (local: string) => elements.filter((element) => element.localName === local);
  if (called('EncryptedAssertion').length > 0) throw refused('an encrypted assertion');
  const [found, ...others] = called('Assertion');
  if (found === undefined || others.length > 0) throw refused('not exactly one assertion');
  if (isResponse && (found.parentNode !== root || !isNamed(found, assertion))) {
    throw refused('an element where it does not belong');
  }
  checkIds(elements);
  const parts = { response: isResponse ? partOf(root) : undefined, assertion: partOf(found) };
  if (parts.response !== undefined) checkChildren(root, inResponse, []);
  checkChildren(found, inAssertion, statements);
  const placed = [parts.response?.signature, parts.assertion.signature].filter((one) => one !== undefined);
  if (called('Signature').length > placed.length) throw refused('a signature where it does not belong');
  if (placed.length === 0) throw refused('not signed');
  return parts;
}

function partOf(element: XmlElement): Part {
  if (attributeOf(element, 'Version') !== '2.0') throw refused('another version than 2.0');
  const id = attributeOf(element, 'ID');
  if (id === undefined || !/^[A-Za-z_][\w.-]{0,255}$/.test(id)) {
    throw refused('an ID that is missing, not valid, or there twice');
  }
  return { element, id, signature: childrenOf(element).find((child) => isNamed(child, signature)) };
}

/** Whatever may be taken for an id, in any namespace: `ID`, `Id`, `id`. */
function checkIds(elements: readonly XmlElement[]): void {
  const seen = new Set<string>();
  for (const { attributes } of elements) {
    for (let index = 0; index < attributes.length; index++) {
      const attribute = attributes.item(index);
      if (attribute?.localName?.toLowerCase() !== 'id') continue;
      if (seen.has(attribute.value)) throw refused('an ID that is missing, not valid, or there twice');
      seen.add(attribute.value);
    }
  }
}

function checkChildren(element: XmlElement, once: readonly Name[], many: readonly Name[]): void {
  const seen = new Set<Name>();
  for (const child of childrenOf(element)) {
    if (many.some((name) => isNamed(child, name))) continue;
    const name = once.find((one) => isNamed(child, one));
    if (name === undefined) throw refused('an element where it does not belong');
    if (seen.has(name)) throw refused('an element is missing, or is there twice');
    seen.add(name);
  }
}
