import type { TreeDocument, TreeElement } from '@soapwright/runtime/xml';
import type { CanonicalOptions } from '../../canonical/canonical-xml.ts';
import { SecurityError } from '../../security-error.ts';
import { attributeValue, elementBytes, isNamed } from '../../xml-elements.ts';
import { ds } from '../keys/names.ts';
import { canonicalizationOf, exclusive, shown } from './algorithms.ts';

/** A Reference of a SignedInfo. */
export interface SignatureReference {
  readonly uri: string;
  readonly transforms: readonly TreeElement[];
  /** URI. */
  readonly digestMethod: string;
  readonly digest: Uint8Array;
}

/** A Signature whose form was checked, and nothing else. */
export interface SignatureForm {
  readonly element: TreeElement;
  readonly signedInfo: TreeElement;
  readonly canonicalization: CanonicalOptions;
  /** URI. */
  readonly signatureMethod: string;
  readonly references: readonly SignatureReference[];
  readonly value: Uint8Array;
  readonly keyInfo: TreeElement | undefined;
}

const mostReferences = 64;
const mostTransforms = 4;

const LESS = 0x3c;
const BANG = 0x21;
const QUESTION = 0x3f;

/**
 * Reads a ds:Signature: one SignedInfo, one SignatureValue, at most one KeyInfo, in this order and nothing else, without
 * comments, CDATA sections and processing instructions.
 *
 * @throws {SecurityError} `form` or `algorithm`.
 */
export function readSignature(document: TreeDocument, element: TreeElement): SignatureForm {
  requirePlain(document, element);
  const [signedInfo, value, keyInfo, ...others] = element.children;
  const hasParts =
    signedInfo !== undefined &&
    value !== undefined &&
    isNamed(signedInfo, [ds, 'SignedInfo']) &&
    isNamed(value, [ds, 'SignatureValue']) &&
    (keyInfo === undefined || isNamed(keyInfo, [ds, 'KeyInfo']));
  if (!hasParts || others.length > 0 || element.strayText !== -1) {
    throw malformed('Signature must have SignedInfo, SignatureValue and KeyInfo, each once');
  }
  const [canonicalization, method, ...references] = signedInfo.children;
  const isWhole =
    canonicalization !== undefined &&
    method !== undefined &&
    isNamed(canonicalization, [ds, 'CanonicalizationMethod']) &&
    isNamed(method, [ds, 'SignatureMethod']) &&
    references.every((reference) => isNamed(reference, [ds, 'Reference']));
  if (!isWhole || signedInfo.strayText !== -1) throw malformed('SignedInfo has another form');
  if (references.length === 0) throw new SecurityError('policy', 'The signature covers nothing.');
  if (references.length > mostReferences) throw malformed(`SignedInfo has more than ${mostReferences} references`);
  // HMACOutputLength, by which a signature of a few bits would count, and parameters of RSASSA-PSS.
  if (method.children.length > 0 || method.strayText !== -1) throw malformed('SignatureMethod has parameters');
  return {
    element,
    signedInfo,
    canonicalization: readCanonicalization(canonicalization),
    signatureMethod: requiredAttribute(method, 'Algorithm'),
    references: references.map((reference) => readReference(document, reference)),
    value: elementBytes(value, document, 'form'),
    keyInfo,
  };
}

/** A CanonicalizationMethod, or a Transform that canonicalizes. @throws {SecurityError} `algorithm` for another one. */
export function readCanonicalization(element: TreeElement): CanonicalOptions {
  const uri = requiredAttribute(element, 'Algorithm');
  const options = canonicalizationOf(uri);
  if (options === undefined) throw new SecurityError('algorithm', `The canonicalization ${shown(uri)} is not allowed.`);
  const [list, ...others] = element.children;
  if (list === undefined) return options;
  const isList = isNamed(list, [exclusive, 'InclusiveNamespaces']) && list.children.length === 0;
  if (others.length > 0 || options.method !== 'exclusive' || !isList) {
    throw malformed(`${element.local} has other parameters than InclusiveNamespaces`);
  }
  const prefixes = (attributeValue(list, 'PrefixList') ?? '').split(/[ \t\r\n]+/).filter((prefix) => prefix !== '');
  return { ...options, inclusivePrefixes: prefixes.map((prefix) => (prefix === '#default' ? '' : prefix)) };
}

function readReference(document: TreeDocument, reference: TreeElement): SignatureReference {
  const { children } = reference;
  const transforms = children.length === 3 ? children[0] : undefined;
  const [method, value] = children.slice(-2);
  const isWhole =
    children.length >= 2 &&
    children.length <= 3 &&
    method !== undefined &&
    value !== undefined &&
    isNamed(method, [ds, 'DigestMethod']) &&
    isNamed(value, [ds, 'DigestValue']) &&
    (transforms === undefined || isNamed(transforms, [ds, 'Transforms']));
  if (!isWhole || reference.strayText !== -1 || method.children.length > 0)
    throw malformed('Reference has another form');
  const steps = transforms?.children ?? [];
  if (steps.length > mostTransforms || !steps.every((step) => isNamed(step, [ds, 'Transform']))) {
    throw malformed('Transforms has another form');
  }
  return {
    uri: requiredAttribute(reference, 'URI'),
    transforms: steps,
    digestMethod: requiredAttribute(method, 'Algorithm'),
    digest: elementBytes(value, document, 'form'),
  };
}

/** @throws {SecurityError} `form` without it. */
export function requiredAttribute(element: TreeElement, local: string): string {
  const value = attributeValue(element, local);
  if (value === undefined) throw malformed(`${element.local} has no ${local}`);
  return value;
}

export function malformed(reason: string): SecurityError {
  return new SecurityError('form', `The message is malformed: ${reason}.`);
}

/** In a document that was read, `<!` and `<?` are nothing else than comments, CDATA sections and instructions. */
function requirePlain({ data }: TreeDocument, { start, end }: TreeElement): void {
  for (let at = data.indexOf(LESS, start); at !== -1 && at < end; at = data.indexOf(LESS, at + 1)) {
    const next = data[at + 1];
    if (next === BANG || next === QUESTION)
      throw malformed('Signature has a comment, a CDATA section or an instruction');
  }
}
