import type { Name } from '../xml-elements.ts';
import type { SamlElement } from './saml-element.ts';
import { SamlError } from './saml-error.ts';
import { assertionNamespace, protocolNamespace, samlNames } from './saml-names.ts';

const { assertion, authnStatement, attributeStatement, conditions, issuer, response, signature, status, subject } =
  samlNames;

const inResponse: readonly Name[] = [issuer, signature, [protocolNamespace, 'Extensions'], status, assertion];
const inAssertion: readonly Name[] = [issuer, signature, subject, conditions];
const statements: readonly Name[] = [
  authnStatement,
  attributeStatement,
  [assertionNamespace, 'AuthzDecisionStatement'],
];

/** A Response or an Assertion. */
export interface Part {
  readonly element: SamlElement;
  /** Its ID attribute. */
  readonly id: string;
  /** Its Signature child; undefined without one. */
  readonly signature: SamlElement | undefined;
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
 * @throws {SamlError}.
 */
export function shapeOf(root: SamlElement): Shape {
  const isResponse = root.isNamed(response);
  if (!isResponse && !root.isNamed(assertion)) throw new SamlError('neither a Response nor an Assertion of SAML 2.0');
  const elements = root.all;
  // By local name, so that none can hide in another namespace.
  const called = (local: string) => elements.filter((element) => element.local === local);
  if (called('EncryptedAssertion').length > 0) throw new SamlError('an encrypted assertion');
  const [found, ...others] = called('Assertion');
  if (found === undefined || others.length > 0) throw new SamlError('not exactly one assertion');
  if (isResponse && !(found.isNamed(assertion) && root.children.some((child) => child.isSame(found)))) {
    throw new SamlError('an unexpected element');
  }
  checkIds(elements);
  const parts = { response: isResponse ? partOf(root) : undefined, assertion: partOf(found) };
  if (parts.response !== undefined) checkChildren(root, inResponse, []);
  checkChildren(found, inAssertion, statements);
  const placed = [parts.response?.signature, parts.assertion.signature].filter((one) => one !== undefined);
  if (called('Signature').length > placed.length) throw new SamlError('a signature in another place');
  if (placed.length === 0) throw new SamlError('not signed');
  return parts;
}

function partOf(element: SamlElement): Part {
  if (element.attribute('Version') !== '2.0') throw new SamlError('another version than 2.0');
  const id = element.attribute('ID');
  if (id === undefined || !/^[A-Za-z_][\w.-]{0,255}$/.test(id)) {
    throw new SamlError('an ID that is missing, invalid or repeated');
  }
  return { element, id, signature: element.children.find((child) => child.isNamed(signature)) };
}

/** Checks everything that may be used as an ID, in any namespace: `ID`, `Id`, `id`. */
function checkIds(elements: readonly SamlElement[]): void {
  const seen = new Set<string>();
  for (const { local, value } of elements.flatMap(({ node }) => node.attributes)) {
    if (local.toLowerCase() !== 'id') continue;
    if (seen.has(value)) throw new SamlError('an ID that is missing, invalid or repeated');
    seen.add(value);
  }
}

function checkChildren(element: SamlElement, once: readonly Name[], many: readonly Name[]): void {
  const seen = new Set<Name>();
  for (const child of element.children) {
    if (many.some((name) => child.isNamed(name))) continue;
    const name = once.find((one) => child.isNamed(one));
    if (name === undefined) throw new SamlError('an unexpected element');
    if (seen.has(name)) throw new SamlError('an element is missing or repeated');
    seen.add(name);
  }
}
