import { encodeUtf8 } from '#bytes';
import { XmlBytesReader } from './bytes-reader.ts';
import { isNCName } from './chars.ts';
import { XmlError } from './error.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { MOST_DEPTH, withDefaults } from './limits.ts';
import { XMLNS_NAMESPACE, XSI_NAMESPACE } from './namespaces.ts';
import { withEmptyDefault } from './raw-element.ts';
import { attributeName } from './tag.ts';
import type { AnyAttribute, AnyElement, Wildcard } from './wildcard.ts';
import type { XmlWriter } from './writer.ts';

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

const NOT_ADMITTED = 'its namespace is not admitted here';

/**
 * Writes an element of a wildcard. Its names keep their namespaces, whatever is declared around it.
 *
 * @throws {XmlError} `value` when it is not well-formed, does not match `namespace` and `local`, or is not admitted by the
 *   wildcard.
 */
export function writeWildcard(writer: XmlWriter, element: AnyElement, wildcard?: Wildcard): void {
  const name = typeof element?.local === 'string' ? element.local : undefined;
  let checked: AnyElement;
  try {
    checked = anyElement(element?.xml);
  } catch (error) {
    throw error instanceof XmlError ? writer.wrong(name, `not a valid element: ${error.message}`) : error;
  }
  const { namespace, local, xml } = checked;
  if (namespace !== element.namespace || local !== element.local) {
    throw writer.wrong(name, 'its XML text is not of the element that its namespace and local name are');
  }
  if (wildcard?.admits(namespace) === false) throw writer.wrong(name, NOT_ADMITTED);
  writer.raw(writer.defaultNamespace() === '' ? xml : withEmptyDefault(xml));
}

/**
 * Writes attributes of a wildcard, after all others of the element whose start tag is open.
 *
 * @throws {XmlError} `value` for an invalid attribute, a duplicate, and one that the wildcard does not admit.
 */
export function writeOtherAttributes(
  writer: XmlWriter,
  attributes: readonly AnyAttribute[],
  wildcard?: Wildcard,
): void {
  for (const attribute of attributes) {
    // Read once: a getter may return another value the next time.
    const { namespace, local, value } = attribute;
    const reason = wrongAttribute(writer, { namespace, local, value }, wildcard);
    if (reason !== undefined) throw writer.wrong(`@${String(local)}`, reason);
    writer.attribute(attributeName(namespace, local), value);
  }
}

function wrongAttribute(
  writer: XmlWriter,
  attribute: AnyAttribute,
  wildcard: Wildcard | undefined,
): string | undefined {
  const { namespace, local, value } = attribute;
  if (typeof namespace !== 'string' || typeof local !== 'string' || typeof value !== 'string') {
    return 'an attribute must have a namespace, a local name and a value, all strings';
  }
  if (escapeAttribute(namespace) === undefined) return 'its namespace holds a character that XML 1.0 does not allow';
  if (!isNCName(local)) return 'its local name must be a name without a colon';
  if (namespace === XMLNS_NAMESPACE || (namespace === '' && local === 'xmlns')) {
    return 'a namespace declaration is not an attribute';
  }
  if (namespace === XSI_NAMESPACE) return 'attributes of XML Schema instances are not admitted';
  if (wildcard?.admits(namespace) === false) return NOT_ADMITTED;
  return writer.hasAttribute(attribute) ? 'it is there already' : undefined;
}
