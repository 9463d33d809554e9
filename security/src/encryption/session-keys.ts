import type { TreeDocument, TreeElement } from '@soapwright/runtime/xml';
import { wsse } from '../names.ts';
import { newKey } from '../node/ciphers.ts';
import type { Identifiers } from '../node/signature/identifiers.ts';
import { SecurityError } from '../security-error.ts';
import { attributeValue, elementsWithin, isNamed } from '../xml-elements.ts';
import { type DataAlgorithm, type KeyAlgorithm, keyBytes, xenc } from './algorithms.ts';
import { onlyChild } from './elements.ts';
import { type EncryptedData, type EncryptedKey, encryptedKey, wrappedKey } from './encrypted-type.ts';
import type { MessagePart } from './parts.ts';

/** A key of the receiver that decrypts keys of messages. */
export interface KeyOpener {
  /** @throws {Error} if the key was encrypted for somebody else, or changed. */
  open(algorithm: KeyAlgorithm, wrapped: Uint8Array, label: Uint8Array | undefined): Uint8Array | Promise<Uint8Array>;
}

/** Finds the receiver's key that the KeyInfo of an EncryptedKey names; undefined if it names another one. */
export type FindKey = (keyInfo: TreeElement | undefined, document: TreeDocument) => KeyOpener | undefined;

/** The key of a message, for one algorithm. */
export interface SessionKey {
  readonly bytes: Uint8Array;
  readonly keyAlgorithm: KeyAlgorithm;
}

interface OpenedKey {
  readonly keyAlgorithm: KeyAlgorithm;
  readonly bytes: Uint8Array | undefined;
  /** The one algorithm that the key was used for. */
  algorithm: DataAlgorithm;
}

/** The EncryptedKeys of a message, each decrypted once. */
export class SessionKeys {
  readonly #find: FindKey;
  readonly #most: number;
  readonly #opened = new Map<string, OpenedKey>();

  constructor(find: FindKey, most: number) {
    this.#find = find;
    this.#most = most;
  }

  /**
   * The key of an EncryptedData. One that was encrypted wrongly, or that has another length, is replaced by a random key:
   * nobody learns from an error, or from its time, that it was the key.
   *
   * @param listedBy the EncryptedKey whose ReferenceList names the EncryptedData; undefined for a list of its own.
   * @throws {SecurityError} `key`, `form`, `reference` or `algorithm`
   */
  async sessionKey(
    data: EncryptedData,
    listedBy: TreeElement | undefined,
    { document, identifiers, parts }: KeySource,
  ): Promise<SessionKey> {
    const named = namedKey(data.keyInfo, identifiers);
    if (named !== undefined && listedBy !== undefined && named !== listedBy) {
      throw new SecurityError('reference', 'An EncryptedData names another key than the one whose list it is in.');
    }
    const element = named ?? listedBy;
    if (element === undefined) throw new SecurityError('key', 'An EncryptedData does not name its key.');
    const { algorithm } = data;
    const opened = await this.#open(element, algorithm, { document, identifiers, parts });
    if (opened.algorithm !== algorithm) {
      throw new SecurityError('algorithm', 'One key is used with two algorithms (CVE-2012-5575).');
    }
    const isUsable = opened.bytes?.length === keyBytes(algorithm);
    return {
      keyAlgorithm: opened.keyAlgorithm,
      bytes: isUsable && opened.bytes !== undefined ? opened.bytes : newKey(algorithm),
    };
  }

  async #open(element: TreeElement, algorithm: DataAlgorithm, source: KeySource): Promise<OpenedKey> {
    // Offsets change when content is replaced by longer or shorter one; identifiers and cipher texts do not.
    const key = encryptedKey(element, source.document);
    const bytes = wrappedKey(key, source.document, source.parts);
    const id = Buffer.from(bytes).toString('latin1');
    const known = this.#opened.get(id);
    if (known !== undefined) return known;
    if (this.#opened.size === this.#most) {
      throw new SecurityError('form', `The message has more than ${this.#most} encrypted keys.`);
    }
    requireFlat(key);
    const opener = this.#find(key.keyInfo, source.document);
    if (opener === undefined) throw new SecurityError('key', 'An EncryptedKey is for a key that is not ours.');
    const opened = { keyAlgorithm: key.algorithm, bytes: await tryOpen(opener, key, bytes), algorithm };
    this.#opened.set(id, opened);
    return opened;
  }
}

/** Where elements and parts of a message are found. */
export interface KeySource {
  readonly document: TreeDocument;
  readonly identifiers: Identifiers;
  readonly parts: readonly MessagePart[];
}

async function tryOpen(opener: KeyOpener, key: EncryptedKey, bytes: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    return await opener.open(key.algorithm, bytes, key.label);
  } catch {
    return undefined;
  }
}

/** The EncryptedKey that the KeyInfo of an EncryptedData holds or refers to; undefined without a KeyInfo. */
function namedKey(keyInfo: TreeElement | undefined, identifiers: Identifiers): TreeElement | undefined {
  if (keyInfo === undefined) return undefined;
  const [child, ...others] = keyInfo.children;
  if (child === undefined || others.length > 0) {
    throw new SecurityError('key', 'The KeyInfo of an EncryptedData does not name one key.');
  }
  if (isNamed(child, [xenc, 'EncryptedKey'])) return child;
  const reference = isNamed(child, [wsse, 'SecurityTokenReference']) ? onlyChild(child, wsse, 'Reference') : undefined;
  const uri = reference && attributeValue(reference, 'URI');
  if (uri?.startsWith('#') !== true) {
    throw new SecurityError('key', `The KeyInfo of an EncryptedData has a ${child.local} that names no EncryptedKey.`);
  }
  const named = identifiers.find(uri.slice(1));
  if (named === undefined || !isNamed(named, [xenc, 'EncryptedKey'])) {
    throw new SecurityError('reference', 'The KeyInfo of an EncryptedData refers to no EncryptedKey, or to several.');
  }
  return named;
}

/** Refuses a key that is encrypted with another EncryptedKey: such chains can be long, or circles. */
function requireFlat({ element, keyInfo }: EncryptedKey): void {
  if (keyInfo === undefined) return;
  for (const inner of elementsWithin(keyInfo)) {
    const isNested =
      isNamed(inner, [xenc, 'EncryptedKey']) ||
      inner.local === 'RetrievalMethod' ||
      inner.local === 'DerivedKeyToken' ||
      (inner !== element && attributeValue(inner, 'ValueType')?.endsWith('#EncryptedKey') === true);
    if (isNested) throw new SecurityError('key', `The key of an EncryptedKey is a ${inner.local}, which is refused.`);
  }
}
