import { encodeUtf8 } from '#bytes';
import { XmlBytesReader } from './bytes-reader.ts';
import { XmlError } from './error.ts';
import { escapeText } from './escape.ts';
import { MOST_DEPTH, withDefaults } from './limits.ts';
import type { AnyElement } from './wildcard.ts';

/** The text comes from the caller: only the depth is bounded. */
const limits = withDefaults({
  maxDepth: MOST_DEPTH,
  maxAttributes: Number.MAX_SAFE_INTEGER,
  maxNameBytes: Number.MAX_SAFE_INTEGER,
  maxAttributeValueBytes: Number.MAX_SAFE_INTEGER,
  maxElements: Number.MAX_SAFE_INTEGER,
  maxBodyBytes: Number.MAX_SAFE_INTEGER,
});

/**
 * Creates an element from XML text: one element, with nothing but white space, comments and an XML declaration around it.
 *
 * @throws {XmlError} when it is not well-formed, or its namespaces are not.
 */
export function anyElement(xml: string): AnyElement {
  if (typeof xml !== 'string' || escapeText(xml) === undefined) {
    throw new XmlError('ill-formed', 'The XML holds a character that XML 1.0 does not have.');
  }
  const reader = new XmlBytesReader(encodeUtf8(xml), { limits, charset: 'utf-8' });
  reader.openRoot();
  const element = reader.any();
  reader.finish();
  return element;
}
