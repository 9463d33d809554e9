import type { X509Certificate } from 'node:crypto';
import type { TreeDocument, TreeElement } from '@soapwright/runtime/xml';
import { type DataAlgorithm, dataAlgorithm, encryptedTypes, isCbc, xenc } from '../../encryption/algorithms.ts';
import { Decryption } from '../../encryption/decrypt.ts';
import { onlyChild } from '../../encryption/elements.ts';
import { encryptedKey } from '../../encryption/encrypted-type.ts';
import type { MessagePart } from '../../encryption/parts.ts';
import type { FindKey } from '../../encryption/session-keys.ts';
import { attributeValue, elementsWithin, isNamed } from '../../xml-elements.ts';
import { isNamedBy } from '../keys/key-identifier.ts';
import { ds } from '../keys/names.ts';
import { readKeyInfo } from '../keys/read-key-info.ts';
import { Identifiers } from '../signature/identifiers.ts';
import { keyReport, right, unchecked } from './describe.ts';
import { failure } from './explain-signature.ts';
import type { Places } from './places.ts';
import type { Check, EncryptedKeyReport, EncryptedReport, KeyReport } from './report.ts';

/** Decrypts what own keys are given for. AES-CBC is decrypted, too: nobody can ask this reader twice. */
export function explainingDecryption(
  document: TreeDocument,
  parts: readonly MessagePart[],
  findKey: FindKey | undefined,
): Decryption | undefined {
  if (findKey === undefined) return undefined;
  const used = [...elementsWithin(document.root)]
    .filter((element) => isNamed(element, [xenc, 'EncryptedData']))
    .flatMap((element) => algorithmOf(element) ?? []);
  const cbc = used.filter(isCbc);
  const algorithms = cbc.length > 0 && cbc.length === used.length ? cbc : undefined;
  return new Decryption(document, parts, { findKey, isSigned: () => true, algorithms });
}

function algorithmOf(element: TreeElement): DataAlgorithm | undefined {
  const method = element.children.find((child) => isNamed(child, [xenc, 'EncryptionMethod']));
  return dataAlgorithm((method && attributeValue(method, 'Algorithm')) ?? '');
}

export interface EncryptionContext {
  readonly document: TreeDocument;
  readonly places: Places;
  readonly certificates: readonly X509Certificate[];
}

/** An EncryptedKey or a ReferenceList, before what it lists is decrypted. */
export function explainEncrypted(
  item: TreeElement,
  check: Check,
  context: EncryptionContext,
): { readonly report: EncryptedKeyReport; readonly elements: readonly TreeElement[] } {
  const isKey = isNamed(item, [xenc, 'EncryptedKey']);
  const list = isKey ? onlyChild(item, xenc, 'ReferenceList') : item;
  const identifiers = new Identifiers(context.document.root);
  const elements: TreeElement[] = [];
  const encrypted = (list?.children ?? []).map((reference): EncryptedReport => {
    const uri = attributeValue(reference, 'URI') ?? '';
    const element = uri.startsWith('#') ? found(identifiers, uri) : undefined;
    if (element === undefined) return { uri };
    elements.push(element);
    return { uri, what: described(element, context.places), algorithm: algorithmOf(element) ?? 'unknown' };
  });
  const id = attributeValue(item, 'Id');
  const named = isKey ? ownKeyNamed(item, identifiers, context) : {};
  const kind = isKey ? 'encrypted-key' : 'reference-list';
  return { report: { kind, ...(id !== undefined && { id }), ...named, encrypted, check }, elements };
}

function found(identifiers: Identifiers, uri: string): TreeElement | undefined {
  try {
    return identifiers.resolve(uri);
  } catch {
    return undefined;
  }
}

/** What an EncryptedData stands for. */
function described(element: TreeElement, places: Places): string {
  const parent = places.parentOf(element);
  const place = parent === undefined ? '' : places.path(parent);
  const type = attributeValue(element, 'Type');
  if (type === encryptedTypes.content) return `content of ${place}`;
  if (type !== encryptedTypes.attachment) return `element in ${place}`;
  const reference = [...elementsWithin(element)].find((one) => isNamed(one, [xenc, 'CipherReference']));
  return `attachment ${(reference && attributeValue(reference, 'URI')) ?? ''}`;
}

function ownKeyNamed(
  item: TreeElement,
  identifiers: Identifiers,
  { document, certificates }: EncryptionContext,
): { readonly algorithm?: string; readonly key?: KeyReport } {
  let algorithm: string;
  try {
    ({ algorithm } = encryptedKey(item, document));
  } catch {
    const method = item.children.find((child) => isNamed(child, [xenc, 'EncryptionMethod']));
    algorithm = (method && attributeValue(method, 'Algorithm')) ?? 'unknown';
  }
  const keyInfo = item.children.find((child) => isNamed(child, [ds, 'KeyInfo']));
  if (keyInfo === undefined) return { algorithm };
  try {
    const identifier = readKeyInfo(keyInfo, { document, resolve: (id: string) => identifiers.find(id) });
    const certificate = certificates.find((one) => isNamedBy(one, identifier));
    return { algorithm, key: keyReport(identifier, certificate) };
  } catch {
    return { algorithm };
  }
}

/** Decrypts what an item lists. */
export async function decryptionCheck(decryption: Decryption | undefined, item: TreeElement): Promise<Check> {
  if (decryption === undefined) return unchecked('no key was given (--key)');
  try {
    await decryption.decryptListed(item);
    return right;
  } catch (error) {
    return failure(error);
  }
}
