import { constants, createSecretKey, type KeyObject, privateDecrypt } from 'node:crypto';
import { readTree, type TreeDocument, type TreeElement } from '@soapwright/runtime/xml';
import { dataAlgorithm, oaepHash, xenc } from '../../../../security/src/encryption/algorithms.ts';
import { onlyChild, requiredChild } from '../../../../security/src/encryption/elements.ts';
import { cipherText, type EncryptedData, encryptedData } from '../../../../security/src/encryption/encrypted-type.ts';
import { type KeyOpener, SessionKeys } from '../../../../security/src/encryption/session-keys.ts';
import { decryptData, undecryptable, unwrapKey } from '../../../../security/src/node/ciphers.ts';
import { ds } from '../../../../security/src/node/keys/names.ts';
import { readKeyInfo } from '../../../../security/src/node/keys/read-key-info.ts';
import { Identifiers } from '../../../../security/src/node/signature/identifiers.ts';
import { attributeValue, elementsWithin, elementText, isNamed } from '../../../../security/src/xml-elements.ts';
import { reasonFor, withoutDtd } from './signature-vectors.ts';

/** The keys of a suite. */
export interface CipherKeys {
  /** By KeyName. */
  readonly secrets: Readonly<Record<string, Uint8Array>>;
  readonly privateKeys: readonly KeyObject[];
}

export interface CipherOutcome {
  /** That it is decrypted, or the reason for which the vector is refused. */
  readonly outcome: string;
  readonly plain: Buffer | undefined;
}

/** What becomes of the first EncryptedData of a vector. */
export async function cipherOutcome(text: string, keys: CipherKeys): Promise<CipherOutcome> {
  const document = readTree(Buffer.from(withoutDtd(text)));
  const element = [...elementsWithin(document.root)].find((one) => isNamed(one, [xenc, 'EncryptedData']));
  if (element === undefined) throw new Error('no EncryptedData');
  try {
    return { outcome: 'Decrypted.', plain: await decrypted(document, encryptedData(element), keys) };
  } catch (error) {
    try {
      const plain = await withKeyGiven(document, element, keys);
      return { outcome: `Decrypted with its key given; in messages refused: ${reasonFor(error)}`, plain };
    } catch (failure) {
      return { outcome: reasonFor(failure), plain: undefined };
    }
  }
}

async function decrypted(document: TreeDocument, data: EncryptedData, keys: CipherKeys): Promise<Buffer> {
  const { bytes } = cipherText(data, document, []);
  let isOpened = false;
  const find = (keyInfo: TreeElement | undefined): KeyOpener => {
    const { open } = opener(keyInfo, document, keys);
    return {
      async open(...wrapped) {
        const key = await open(...wrapped);
        isOpened = true;
        return key;
      },
    };
  };
  const source = { document, identifiers: new Identifiers(document.root), parts: [] };
  const key = await new SessionKeys(find, 4).sessionKey(data, undefined, source);
  // The random key that replaces a wrong one finds a possible CBC padding once in 16 times.
  if (!isOpened) throw undecryptable();
  return Buffer.from(decryptData(data.algorithm, key.bytes, bytes));
}

/** Decrypts what has another form than in messages: binary data without a Type, and data whose key has a name. */
async function withKeyGiven(document: TreeDocument, element: TreeElement, keys: CipherKeys): Promise<Buffer> {
  const uri = attributeValue(requiredChild(element, xenc, 'EncryptionMethod'), 'Algorithm') ?? '';
  const algorithm = dataAlgorithm(uri);
  if (algorithm === undefined) throw new Error(`The algorithm of an EncryptedData is not known: ${uri}`);
  const keyInfo = onlyChild(element, ds, 'KeyInfo');
  const data: EncryptedData = { element, kind: 'content', algorithm, keyInfo, mimeType: undefined };
  const secret = keyInfo && namedSecret(keyInfo, document, keys);
  if (secret === undefined) return await decrypted(document, data, keys);
  return Buffer.from(decryptData(algorithm, secret, cipherText(data, document, []).bytes));
}

function namedSecret(keyInfo: TreeElement, document: TreeDocument, { secrets }: CipherKeys): Uint8Array | undefined {
  const name = onlyChild(keyInfo, ds, 'KeyName');
  return name && secrets[elementText(name, document, 'key').trim()];
}

function opener(keyInfo: TreeElement | undefined, document: TreeDocument, keys: CipherKeys): KeyOpener {
  const secret = keyInfo && namedSecret(keyInfo, document, keys);
  const identifiers = new Identifiers(document.root);
  // Refuses what is not read as a name of a key.
  if (keyInfo !== undefined) readKeyInfo(keyInfo, { document, resolve: (id) => identifiers.find(id) });
  return {
    open(algorithm, wrapped, label) {
      if (secret !== undefined) return unwrapKey(algorithm, createSecretKey(secret), wrapped);
      const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: oaepHash(algorithm) ?? '' };
      for (const key of keys.privateKeys) {
        try {
          return privateDecrypt({ key, ...oaep, ...(label && { oaepLabel: label }) }, wrapped);
        } catch {
          // For another key.
        }
      }
      throw new Error('no key fits');
    },
  };
}
