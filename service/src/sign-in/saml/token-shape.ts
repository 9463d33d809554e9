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
import { rejected } from './saml-rejection.ts';
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

/** A Response or an Assertion. */
export interface Part {
  readonly element: XmlElement;
  /** Its ID attribute. */
  readonly id: string;
  /** Its Signature child; undefined without one. */
  readonly signature: XmlElement | undefined;
}

/** The parts of a token. */
export interface Shape {
  /** Undefined: a bare assertion. */
  readonly response: Part | undefined;
  readonly assertion: Part;
}

/**
 * Finds the parts of a token and checks its structure against the SAML schema: exactly one assertion anywhere, unique IDs,
 * and signatures only in the parts that they sign. Signature wrapping needs an additional or moved element.
 *
 * @throws {Rejection} `SignInRefused`.
 */
export function shapeOf(root: XmlElement): Shape {
  const isResponse = isNamed(root, response);
  if (!isResponse && !isNamed(root, assertion)) throw rejected('neither a Response nor an Assertion of SAML 2.0');
  const elements = [...elementsOf(root)];
  // By local name, so that none can hide in another namespace.
  const called = (local: string) => elements.filter((element) => element.localName === local);
  if (called('EncryptedAssertion').length > 0) throw rejected('an encrypted assertion');
  const [found, ...others] = called('Assertion');
  if (found === undefined || others.length > 0) throw rejected('not exactly one assertion');
  if (isResponse && (found.parentNode !== root || !isNamed(found, assertion))) {
    throw rejected('an unexpected element');
  }
  checkIds(elements);
  const parts = { response: isResponse ? partOf(root) : undefined, assertion: partOf(found) };
  if (parts.response !== undefined) checkChildren(root, inResponse, []);
  checkChildren(found, inAssertion, statements);
  const placed = [parts.response?.signature, parts.assertion.signature].filter((one) => one !== undefined);
  if (called('Signature').length > placed.length) throw rejected('a signature in another place');
  if (placed.length === 0) throw rejected('not signed');
  return parts;
}

function partOf(element: XmlElement): Part {
  if (attributeOf(element, 'Version') !== '2.0') throw rejected('another version than 2.0');
  const id = attributeOf(element, 'ID');
  if (id === undefined || !/^[A-Za-z_][\w.-]{0,255}$/.test(id)) {
    throw rejected('an ID that is missing, invalid or repeated');
  }
  return { element, id, signature: childrenOf(element).find((child) => isNamed(child, signature)) };
}

/** Checks everything that may be used as an ID, in any namespace: `ID`, `Id`, `id`. */
function checkIds(elements: readonly XmlElement[]): void {
  const seen = new Set<string>();
  for (const { attributes } of elements) {
    for (let index = 0; index < attributes.length; index++) {
      const attribute = attributes.item(index);
      if (attribute?.localName?.toLowerCase() !== 'id') continue;
      if (seen.has(attribute.value)) throw rejected('an ID that is missing, invalid or repeated');
      seen.add(attribute.value);
    }
  }
}

function checkChildren(element: XmlElement, once: readonly Name[], many: readonly Name[]): void {
  const seen = new Set<Name>();
  for (const child of childrenOf(element)) {
    if (many.some((name) => isNamed(child, name))) continue;
    const name = once.find((one) => isNamed(child, one));
    if (name === undefined) throw rejected('an unexpected element');
    if (seen.has(name)) throw rejected('an element is missing or repeated');
    seen.add(name);
  }
}
