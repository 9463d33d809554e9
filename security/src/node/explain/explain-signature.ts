import { createHash, type KeyObject, timingSafeEqual, type X509Certificate } from 'node:crypto';
import type { TreeDocument, TreeElement } from '@soapwright/runtime/xml';
import { canonicalXml } from '../../canonical/canonical-xml.ts';
import { xenc } from '../../encryption/algorithms.ts';
import { SecurityError } from '../../security-error.ts';
import { attributeValue, elementsWithin, isNamed } from '../../xml-elements.ts';
import { isNamedBy, type KeyIdentifier } from '../keys/key-identifier.ts';
import { readKeyInfo } from '../keys/read-key-info.ts';
import { signatureMethods, verifyWithKey } from '../keys/signature-algorithm.ts';
import type { Trust } from '../keys/trust.ts';
import { digestUris } from '../signature/algorithms.ts';
import { Identifiers } from '../signature/identifiers.ts';
import { readSignature, type SignatureForm, type SignatureReference } from '../signature/signature-form.ts';
import { type ReferenceSource, referenceTarget } from '../signature/verify-signature.ts';
import { keyReport, right, unchecked, wrong } from './describe.ts';
import { likelyCause } from './other-forms.ts';
import type { Places } from './places.ts';
import type { Check, KeyReport, ReferenceReport, SignatureReport } from './report.ts';

export interface SignatureContext {
  readonly document: TreeDocument;
  readonly places: Places;
  readonly trust: Trust | undefined;
  /** Certificates that messages may only name. */
  readonly certificates: readonly X509Certificate[];
  /** Whether the Signature is inside of what it signs, as in assertions; default false. */
  readonly isEnveloped?: boolean | undefined;
}

/** An element that a signature refers to. */
export interface ExplainedElement {
  readonly element: TreeElement;
  readonly check: Check;
}

/** A signature, and the elements that it refers to with how they were found. */
export interface ExplainedSignature {
  readonly report: SignatureReport;
  readonly elements: readonly ExplainedElement[];
}

/** Explains a ds:Signature: its key, its value and each of its references by itself. */
export async function explainSignature(element: TreeElement, context: SignatureContext): Promise<ExplainedSignature> {
  const { document } = context;
  const id = attributeValue(element, 'Id');
  const identified = id === undefined ? {} : { id };
  let form: SignatureForm;
  try {
    form = readSignature(document, element);
  } catch (error) {
    const check = failure(error);
    const report = { ...identified, algorithm: '', canonicalization: '', trust: unchecked('it is malformed') } as const;
    return { report: { kind: 'signature', ...report, value: check, references: [] }, elements: [] };
  }
  const identifiers = new Identifiers(document.root);
  const signer = await signerOf(form, identifiers, context);
  const explained = form.references.map((reference) =>
    explainReference(reference, { identifiers, signature: element, isEnveloped: context.isEnveloped }, context),
  );
  const method = signatureMethods.find(({ uri }) => uri === form.signatureMethod);
  const report: SignatureReport = {
    kind: 'signature',
    ...identified,
    algorithm: method?.algorithm ?? form.signatureMethod,
    canonicalization: form.canonicalization.method,
    ...(signer.report && { key: signer.report }),
    trust: signer.trust,
    value: valueCheck(form, signer, document),
    references: explained.map(({ report: one }) => one),
  };
  const elements = explained.flatMap(({ target, report: { check } }) =>
    target === undefined ? [] : [{ element: target, check: isRight(report) ? check : weakest(report, check) }],
  );
  return { report, elements };
}

function isRight({ value, trust }: SignatureReport): boolean {
  return value.verdict === 'right' && trust.verdict !== 'wrong';
}

/** A right digest says nothing if the signature is wrong. */
function weakest({ value, trust }: SignatureReport, check: Check): Check {
  return [value, trust, check].find(({ verdict }) => verdict === 'wrong') ?? value;
}

interface Signer {
  readonly key: KeyObject | undefined;
  readonly report: KeyReport | undefined;
  readonly trust: Check;
}

async function signerOf(
  { keyInfo }: SignatureForm,
  identifiers: Identifiers,
  { document, trust, certificates }: SignatureContext,
): Promise<Signer> {
  let identifier: KeyIdentifier | undefined;
  try {
    identifier = keyInfo && readKeyInfo(keyInfo, { document, resolve: (id: string) => identifiers.find(id) });
  } catch (error) {
    return { key: undefined, report: undefined, trust: failure(error) };
  }
  const certificate =
    identifier?.kind === 'certificates'
      ? identifier.certificates[0]
      : certificates.find((one) => identifier !== undefined && isNamedBy(one, identifier));
  const report = identifier && keyReport(identifier, certificate);
  const bare = identifier?.kind === 'key-value' ? identifier.key : undefined;
  const named = certificate?.publicKey ?? bare;
  if (trust === undefined) {
    return { key: named, report, trust: unchecked('no trusted certificates were given (--trust, --certificate)') };
  }
  try {
    const { key } = await trust.find(identifier);
    return { key, report, trust: right };
  } catch (error) {
    return { key: named, report, trust: failure(error) };
  }
}

function valueCheck(form: SignatureForm, { key }: Signer, document: TreeDocument): Check {
  const method = signatureMethods.find(({ uri }) => uri === form.signatureMethod);
  if (method === undefined) return wrong('its algorithm is not known');
  if (key === undefined) return unchecked('its key is not known: give its certificate (--certificate)');
  const isRightFor = (bytes: Uint8Array): boolean => {
    try {
      return verifyWithKey(method.algorithm, key, { bytes, signature: form.value });
    } catch {
      return false;
    }
  };
  const { signedInfo, canonicalization } = form;
  if (isRightFor(canonicalXml(document, signedInfo, canonicalization))) return right;
  return wrong(
    'SignedInfo was changed after it was signed, or another key has signed it',
    likelyCause(document, signedInfo, canonicalization, isRightFor),
  );
}

interface ExplainedReference {
  readonly report: ReferenceReport;
  readonly target: TreeElement | undefined;
}

function explainReference(
  reference: SignatureReference,
  source: Pick<ReferenceSource, 'identifiers' | 'signature' | 'isEnveloped'>,
  { document, places }: SignatureContext,
): ExplainedReference {
  const { uri, digestMethod, transforms } = reference;
  const [digest = digestMethod] = Object.entries(digestUris).find(([, one]) => one === digestMethod) ?? [];
  const named = { uri, digest, transforms: transforms.map((one) => shortName(attributeValue(one, 'Algorithm') ?? '')) };
  try {
    const target = referenceTarget(reference, { document, ...source });
    const element = places.path(target.element);
    if (!(digest in digestUris)) {
      return {
        report: { ...named, element, check: wrong('its digest algorithm is not known') },
        target: target.element,
      };
    }
    const isRight = (bytes: Uint8Array): boolean =>
      isEqual(createHash(digest).update(bytes).digest(), reference.digest);
    const hash = createHash(digest);
    target.write((piece) => hash.update(piece));
    const check = isEqual(hash.digest(), reference.digest) ? right : mismatch(document, target, isRight);
    return { report: { ...named, element, check }, target: target.element };
  } catch (error) {
    return { report: { ...named, check: failure(error) }, target: undefined };
  }
}

function mismatch(
  document: TreeDocument,
  { element, options }: ReturnType<typeof referenceTarget>,
  isRight: (bytes: Uint8Array) => boolean,
): Check {
  const isEncrypted = [...elementsWithin(element)].some((one) => isNamed(one, [xenc, 'EncryptedData']));
  if (isEncrypted) return unchecked('it is encrypted, and was signed before: give the key (--key)');
  const cause = likelyCause(document, element, options, isRight);
  return wrong('it was changed after it was signed', cause);
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** `xml-exc-c14n#` of its URI, so that lines are short. */
function shortName(uri: string): string {
  return uri.split('/').at(-1) ?? uri;
}

export function failure(error: unknown): Check {
  if (error instanceof SecurityError) return wrong(error.message);
  throw error;
}
