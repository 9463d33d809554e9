import { createHash, createSecretKey, type X509Certificate } from 'node:crypto';
import { readTree, type TreeDocument, type TreeElement } from '@soapwright/runtime/xml';
import { canonicalXml } from '../../../../security/src/canonical/canonical-xml.ts';
import { isNamedBy } from '../../../../security/src/node/keys/key-identifier.ts';
import { ds } from '../../../../security/src/node/keys/names.ts';
import { signatureMethods } from '../../../../security/src/node/keys/signature-algorithm.ts';
import type { Trust } from '../../../../security/src/node/keys/trust.ts';
import { type AllowedAlgorithms, allowedDigest } from '../../../../security/src/node/signature/algorithms.ts';
import { Identifiers } from '../../../../security/src/node/signature/identifiers.ts';
import { readCanonicalization, readSignature } from '../../../../security/src/node/signature/signature-form.ts';
import { referenceTarget, verifySignature } from '../../../../security/src/node/signature/verify-signature.ts';
import { elementsWithin, isNamed } from '../../../../security/src/xml-elements.ts';

/** The keys of a suite. */
export interface VectorKeys {
  /** For HMAC. */
  readonly secret: Uint8Array;
  /** Those that KeyInfo only names. */
  readonly certificates: readonly X509Certificate[];
  /** By KeyName. */
  readonly named: Readonly<Record<string, X509Certificate>>;
}

/** All that this package knows, SHA-1 included: most vectors are of 2002. */
const algorithms: AllowedAlgorithms = {
  signatures: signatureMethods.map(({ algorithm }) => algorithm),
  digests: ['sha1', 'sha256', 'sha384', 'sha512'],
};

/** What becomes of a vector: that it is verified, or the reason for which it is refused. */
export async function signatureOutcome(text: string, keys: VectorKeys): Promise<string> {
  try {
    const { document, signature, isMoved } = readVector(text);
    const identifiers = new Identifiers(document.root);
    // What is refused by its form is named so, whoever signed it.
    for (const reference of readSignature(document, signature).references) {
      referenceTarget(reference, { document, identifiers, signature });
    }
    await verifySignature(document, signature, { trust: trustOf(keys), identifiers, algorithms });
    return isMoved ? 'Verified, with its Object beside it.' : 'Verified.';
  } catch (error) {
    return reasonFor(error);
  }
}

/** Whether all references of a vector have the right digest, whoever signed it. */
export function hasRightDigests(text: string): boolean {
  try {
    const { document, signature } = readVector(text);
    const identifiers = new Identifiers(document.root);
    const { references } = readSignature(document, signature);
    return references.every((reference) => {
      const hash = createHash(allowedDigest(reference.digestMethod, algorithms));
      referenceTarget(reference, { document, identifiers, signature }).write((piece) => hash.update(piece));
      return hash.digest().equals(reference.digest);
    });
  } catch {
    return false;
  }
}

/** The canonical forms of the elements that the references of a vector name by identifiers or `xpointer(id('…'))`. */
export function referencedForms(text: string): readonly { readonly digest: Uint8Array; readonly form: Uint8Array }[] {
  const { document, signature } = readVector(text);
  const identifiers = new Identifiers(document.root);
  return readSignature(document, signature).references.map(({ uri, transforms: [transform], digest }) => {
    const id = /^#(?:xpointer\(id\('(.*)'\)\)|(.*))$/.exec(uri);
    const element = identifiers.find(id?.[1] ?? id?.[2] ?? '') as TreeElement;
    return { digest, form: canonicalXml(document, element, readCanonicalization(transform as TreeElement)) };
  });
}

interface Vector {
  readonly document: TreeDocument;
  readonly signature: TreeElement;
  /** Whether Objects of the Signature were put beside it. */
  readonly isMoved: boolean;
}

/**
 * A vector as a document in which nothing is in the Signature that it signs, as messages have it: its Objects are put beside
 * it, in an element that declares the same namespaces. No byte that was signed changes.
 */
function readVector(text: string): Vector {
  const document = readTree(Buffer.from(withoutDtd(text)));
  const signature = signatureOf(document);
  const objects = signature.children.filter((child) => isNamed(child, [ds, 'Object']));
  const [first] = objects;
  if (first === undefined) return { document, signature, isMoved: false };
  const xml = (start: number, end: number): string => Buffer.from(document.data.subarray(start, end)).toString();
  const declared = [...xml(signature.start, signature.tagEnd).matchAll(/ xmlns(?::\w+)?="[^"]*"/g)].join('');
  const outside = xml(signature.start, first.start) + xml(objects.at(-1)?.end ?? 0, signature.end);
  const beside = `<w${declared}>${outside}${objects.map(({ start, end }) => xml(start, end)).join('')}</w>`;
  const moved = xml(0, signature.start) + beside + xml(signature.end, document.data.length);
  const result = readTree(Buffer.from(moved));
  return { document: result, signature: signatureOf(result), isMoved: true };
}

function signatureOf({ root }: TreeDocument): TreeElement {
  const found = [...elementsWithin(root)].find((element) => isNamed(element, [ds, 'Signature']));
  if (found === undefined) throw new Error('no Signature');
  return found;
}

/** Takes each key of a suite: whether a key is trusted has tests of its own. */
function trustOf({ secret, certificates, named }: VectorKeys): Trust {
  return {
    async find(identifier) {
      if (identifier?.kind === 'key-name') {
        const certificate = named[identifier.name];
        if (certificate !== undefined) return { key: certificate.publicKey, certificate };
      }
      if (identifier === undefined || identifier.kind === 'key-name') {
        return { key: createSecretKey(secret), certificate: undefined };
      }
      if (identifier.kind === 'key-value') return { key: identifier.key, certificate: undefined };
      const [certificate] =
        identifier.kind === 'certificates'
          ? identifier.certificates
          : certificates.filter((one) => isNamedBy(one, identifier));
      if (certificate !== undefined) return { key: certificate.publicKey, certificate };
      throw new Error(`no certificate for ${identifier.kind}`);
    },
  };
}

/** Messages have no document type declaration; those of the vectors declare identifiers, and nothing that is used. */
export function withoutDtd(text: string): string {
  const start = text.indexOf('<!DOCTYPE');
  if (start === -1) return text;
  const [subset, only] = [text.indexOf('[', start), text.indexOf('>', start)];
  const end = subset !== -1 && subset < only ? text.indexOf(']>', subset) + 2 : only + 1;
  return text.slice(0, start) + text.slice(end);
}

/** The reason without what each of them begins with. */
export function reasonFor(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  return error.message.replace('The message is malformed: ', '');
}
