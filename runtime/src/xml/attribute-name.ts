import { encodeUtf8 } from '#bytes';
import { XML_NAMESPACE } from './scope.ts';

/** The name of an attribute, with everything the reader compares and the writer prints worked out once. */
export interface AttributeName {
  /** The empty string for an attribute in no namespace. */
  readonly namespace: string;
  readonly local: string;
  /** The local name as UTF-8. */
  readonly bytes: Uint8Array;
  /** As the writer prints it, a space before it: ` id`, ` p:id`; undefined where the element must declare a prefix first. */
  readonly printed: string | undefined;
}

/**
 * @param prefix one that the root declares for the namespace. Without it the element declares one itself; the XML
 *   namespace, and no namespace, need none.
 */
export function attributeName(namespace: string, local: string, prefix?: string): AttributeName {
  const known = namespace === XML_NAMESPACE ? 'xml' : prefix;
  const printed = namespace === '' ? ` ${local}` : known === undefined ? undefined : ` ${known}:${local}`;
  return { namespace, local, bytes: encodeUtf8(local), printed };
}

/** An attribute that a schema lets in by a wildcard. A prefix in its value stands for nothing by itself. */
export interface AnyAttribute {
  /** The empty string for an attribute in no namespace. */
  readonly namespace: string;
  readonly local: string;
  /** Normalised (XML 1.0, 3.3.3). */
  readonly value: string;
}
