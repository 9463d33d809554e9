import { leafText, type TreeDocument, type TreeElement } from '@soapwright/runtime/xml';
import { bytesOfBase64 } from '../node/base64.ts';
import { ds } from '../node/keys/names.ts';
import { SecurityError } from '../security-error.ts';
import { attributeValue } from '../xml-elements.ts';
import {
  attachmentTransform,
  type DataAlgorithm,
  dataAlgorithm,
  encryptedTypes,
  type KeyAlgorithm,
  keyAlgorithm,
  xenc,
  xenc11,
  xop,
} from './algorithms.ts';
import { childrenNamed, onlyChild, requiredChild } from './elements.ts';
import { type MessagePart, partOf } from './parts.ts';

/** Encrypted bytes, and the part of the message that has them; undefined if they are in the element. */
export interface CipherText {
  readonly bytes: Uint8Array;
  readonly part: MessagePart | undefined;
}

/** An EncryptedData (XML Encryption 1.1, 3.4). */
export interface EncryptedData {
  readonly element: TreeElement;
  readonly kind: keyof typeof encryptedTypes;
  readonly algorithm: DataAlgorithm;
  readonly keyInfo: TreeElement | undefined;
  readonly mimeType: string | undefined;
}

/** An EncryptedKey (XML Encryption 1.1, 3.5.1). */
export interface EncryptedKey {
  readonly element: TreeElement;
  readonly algorithm: KeyAlgorithm;
  /** OAEPparams. */
  readonly label: Uint8Array | undefined;
  readonly keyInfo: TreeElement | undefined;
}

/** @throws {SecurityError} `form`, or `algorithm` for one that is refused. */
export function encryptedData(element: TreeElement): EncryptedData {
  const type = attributeValue(element, 'Type');
  const kind = (Object.keys(encryptedTypes) as (keyof typeof encryptedTypes)[]).find(
    (one) => encryptedTypes[one] === type,
  );
  if (kind === undefined) {
    throw new SecurityError('form', 'An EncryptedData has a Type that is not an element, content or attachment.');
  }
  const uri = attributeValue(requiredChild(element, xenc, 'EncryptionMethod'), 'Algorithm') ?? '';
  const algorithm = dataAlgorithm(uri);
  if (algorithm === undefined) {
    throw new SecurityError('algorithm', `The algorithm of an EncryptedData is not known: ${uri}`);
  }
  const keyInfo = onlyChild(element, ds, 'KeyInfo');
  return { element, kind, algorithm, keyInfo, mimeType: attributeValue(element, 'MimeType') };
}

/** @throws {SecurityError} `form`, or `algorithm` for one that is refused. */
export function encryptedKey(element: TreeElement, { data }: TreeDocument): EncryptedKey {
  const method = requiredChild(element, xenc, 'EncryptionMethod');
  const uriOf = (child: TreeElement | undefined) => child && attributeValue(child, 'Algorithm');
  const algorithm = keyAlgorithm({
    uri: uriOf(method) ?? '',
    digest: uriOf(onlyChild(method, ds, 'DigestMethod')),
    mgf: uriOf(onlyChild(method, xenc11, 'MGF')),
  });
  const label = onlyChild(method, xenc, 'OAEPparams');
  const keyInfo = onlyChild(element, ds, 'KeyInfo');
  return { element, algorithm, label: label && base64Bytes(label, data), keyInfo };
}

/** The identifiers in a ReferenceList, without `#`. @throws {SecurityError} `form` or `reference` */
export function referencedIds(list: TreeElement): readonly string[] {
  if (list.children.length === 0) throw new SecurityError('form', 'A ReferenceList is empty.');
  return list.children.map((reference) => {
    const uri = attributeValue(reference, 'URI');
    if (reference.namespace !== xenc || reference.local !== 'DataReference' || reference.children.length > 0) {
      throw new SecurityError('form', 'A ReferenceList has something that is not a DataReference.');
    }
    if (uri?.startsWith('#') !== true) {
      throw new SecurityError('reference', 'A DataReference does not name an element of the message.');
    }
    return uri.slice(1);
  });
}

/**
 * The encrypted bytes of an EncryptedData or EncryptedKey: in its CipherValue, in the part that an XOP Include in it names,
 * or, for an attachment, in the part that a CipherReference names.
 *
 * @throws {SecurityError} `form` or `reference`
 */
export function cipherText(
  { element }: { readonly element: TreeElement },
  { data }: TreeDocument,
  parts: readonly MessagePart[],
): CipherText {
  const cipher = requiredChild(element, xenc, 'CipherData');
  const reference = onlyChild(cipher, xenc, 'CipherReference');
  if (reference !== undefined) {
    if (attributeValue(element, 'Type') !== encryptedTypes.attachment || cipher.children.length > 1) {
      throw new SecurityError('reference', 'A CipherReference is read for attachments only.');
    }
    requireTransform(reference);
    const part = partOf(attributeValue(reference, 'URI'), parts);
    return { bytes: part.content, part };
  }
  const value = requiredChild(cipher, xenc, 'CipherValue');
  const [include, ...others] = value.children;
  if (include === undefined) return { bytes: base64Bytes(value, data), part: undefined };
  if (include.namespace !== xop || include.local !== 'Include' || others.length > 0 || value.strayText !== -1) {
    throw new SecurityError('form', 'A CipherValue has elements.');
  }
  const part = partOf(attributeValue(include, 'href'), parts);
  return { bytes: part.content, part };
}

/** The longest encrypted key: of RSA with 16,384 bits. */
const mostKeyBytes = 2048;

/**
 * The encrypted bytes of an EncryptedKey.
 *
 * @throws {SecurityError} `form` or `reference`
 */
export function wrappedKey(key: EncryptedKey, document: TreeDocument, parts: readonly MessagePart[]): Uint8Array {
  const { start, end } = requiredChild(key.element, xenc, 'CipherData');
  // Each EncryptedData names its key, which is compared with those that were seen: a long one would cost that often.
  const isLong = end - start > 4 * mostKeyBytes;
  const bytes = isLong ? undefined : cipherText(key, document, parts).bytes;
  if (bytes !== undefined && bytes.length <= mostKeyBytes) return bytes;
  throw new SecurityError('form', 'An EncryptedKey is too long.');
}

/** The one transform reads the part as it is. */
function requireTransform(reference: TreeElement): void {
  const transforms = onlyChild(reference, xenc, 'Transforms');
  const found = transforms === undefined ? [] : childrenNamed(transforms, ds, 'Transform');
  const [transform] = found;
  if (transform === undefined || found.length > 1 || attributeValue(transform, 'Algorithm') !== attachmentTransform) {
    throw new SecurityError('algorithm', 'A CipherReference has other transforms than that for attachments.');
  }
}

/** The bytes of an element with base64. */
function base64Bytes(element: TreeElement, data: Uint8Array): Uint8Array {
  const text = element.children.length > 0 ? '!' : leafText(element, data).replace(/[ \t\r\n]+/g, '');
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    throw new SecurityError('form', `The base64 of a ${element.local} is malformed.`);
  }
  return bytesOfBase64(text);
}
