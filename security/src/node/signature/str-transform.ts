import type { TreeDocument, TreeElement } from '@soapwright/runtime/xml';
import { type CanonicalOptions, canonicalXml } from '../../canonical/canonical-xml.ts';
import { utf8 } from '../../canonical/octets.ts';
import { wsse } from '../../names.ts';
import { samlNames } from '../../saml/saml-names.ts';
import { SecurityError } from '../../security-error.ts';
import { attributeValue, elementText, isNamed } from '../../xml-elements.ts';
import { binaryToken, tokenReference, valueTypes } from '../keys/names.ts';
import type { Identifiers } from './identifiers.ts';

/** The transform by which a SecurityTokenReference stands for its token (WS-Security 1.1, 8.3). */
export const strTransform =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#STR-Transform';

/**
 * The token that a SecurityTokenReference names: one that is in the message.
 *
 * @throws {SecurityError} `reference` for a certificate that is elsewhere.
 */
export function referencedToken(document: TreeDocument, reference: TreeElement, identifiers: Identifiers): TreeElement {
  const [child, ...others] = reference.children;
  if (isNamed(reference, tokenReference) && child !== undefined && others.length === 0) {
    if (isNamed(child, [wsse, 'Reference'])) {
      const token = identifiers.resolve(attributeValue(child, 'URI') ?? '');
      if (isNamed(token, binaryToken) || isNamed(token, samlNames.assertion)) return token;
    }
    if (isNamed(child, [wsse, 'KeyIdentifier']) && attributeValue(child, 'ValueType') === valueTypes.samlId) {
      const token = identifiers.resolve(`#${elementText(child, document, 'reference').trim()}`);
      if (isNamed(token, samlNames.assertion)) return token;
    }
  }
  throw new SecurityError('reference', 'An STR-Transform is not of a reference to a token in the message.');
}

/** A token in the form that STR-Transform gives it: its start tag declares a default namespace in any case. */
export function canonicalToken(document: TreeDocument, token: TreeElement, options: CanonicalOptions): Uint8Array {
  const form = canonicalXml(document, token, options);
  const text = Buffer.from(form.buffer, form.byteOffset, form.length);
  const space = text.indexOf(' ');
  const end = text.indexOf('>');
  const name = space === -1 || space > end ? end : space;
  // Canonical XML writes the default namespace before all others.
  if (text.subarray(name, name + 8).toString() === ' xmlns="') return form;
  return Buffer.concat([form.subarray(0, name), utf8(' xmlns=""'), form.subarray(name)]);
}
