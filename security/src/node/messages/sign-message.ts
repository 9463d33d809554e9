import { readTree, type TreeElement } from '@soapwright/runtime/xml';
import { canonicalXml, writeCanonical } from '../../canonical/canonical-xml.ts';
import { utf8 } from '../../canonical/octets.ts';
import { lifetimeOf, timestamp } from '../../client.ts';
import { type Edit, moved, splice } from '../../encryption/splice.ts';
import { wsu } from '../../names.ts';
import { type AssertionSource, type OwnAssertion, ownAssertion } from '../../saml/own-assertion.ts';
import { envelopedSignature } from '../../saml/saml-names.ts';
import { SecurityError } from '../../security-error.ts';
import { attributeValue } from '../../xml-elements.ts';
import type { SigningKey } from '../keys/key.ts';
import { ds, wsse11 } from '../keys/names.ts';
import { type SignatureAlgorithm, signatureMethod } from '../keys/signature-algorithm.ts';
import { type KeyReference, writeKeyInfo } from '../keys/write-key-info.ts';
import { type DigestAlgorithm, digestUris, exclusive } from '../signature/algorithms.ts';
import { digestOf, type PartContents } from '../signature/part-contents.ts';
import { canonicalToken } from '../signature/str-transform.ts';
import { elementsOf, isAdded, isRequired, nameOfPart, type SignedPart } from './parts.ts';
import { addedBlock } from './security-block.ts';
import { canonicalization, identified, newId, outerPrefixes, tokenTransform } from './signed-reference.ts';
import { readOwnMessage, type SoapMessage } from './soap-message.ts';

export interface SignOptions {
  /** The key that signs, or a function that gives the one for the next message, such as `scheduledKey(…)`. */
  readonly key: SigningKey | (() => SigningKey);
  /** Default the Body and a Timestamp, which is added to messages without one. */
  readonly parts?: readonly (SignedPart | WholeEnvelope)[] | undefined;
  /** Default `rsa-sha256`, `ecdsa-sha256` or `hmac-sha256`, by the kind of the key. Those with SHA-1 need `allowSha1`. */
  readonly algorithm?: SignatureAlgorithm | undefined;
  /** Default `sha256`; `sha1` needs `allowSha1`. */
  readonly digest?: DigestAlgorithm | undefined;
  /** Whether SHA-1 may be used, which is broken; default false. */
  readonly allowSha1?: boolean | undefined;
  /**
   * An assertion of SAML 2.0 that is sent with the message. The holder of its key signs with that key, which the assertion
   * then names; for `sender-vouches` the signature covers the assertion.
   */
  readonly assertion?: AssertionSource | undefined;
  /** How the message names the key; default a BinarySecurityToken, for HMAC a KeyName. */
  readonly reference?: KeyReference | undefined;
  /** Signs a BinarySecurityToken by its reference in KeyInfo (STR-Transform); default false, by its own Id. */
  readonly strTransform?: boolean | undefined;
  /** Seconds for which the added Timestamp is valid; default 300. */
  readonly lifetime?: number | undefined;
  /**
   * Prefixes that signed elements use in values, declared outside of them (InclusiveNamespaces); default all that are
   * declared there.
   */
  readonly inclusivePrefixes?: readonly string[] | undefined;
  /** Whether the service must reject the message if it does not know WS-Security; default true. */
  readonly mustUnderstand?: boolean | undefined;
  /** URI of the `actor` of SOAP 1.1 or the `role` of 1.2 that the block is for; default the receiver of the message. */
  readonly role?: string | undefined;
  /** The time in milliseconds since 1970; default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/**
 * The Envelope but for its Signature, by an empty reference: for services that demand it. Receivers here refuse such
 * signatures, as what an empty reference means depends on the reader.
 */
export type WholeEnvelope = 'Envelope';

const defaults = { rsa: 'rsa-sha256', ec: 'ecdsa-sha256', hmac: 'hmac-sha256' } as const;

/** @throws {TypeError} for SHA-1 without `allowSha1`, an algorithm of another kind of key, and a lifetime of 0. */
export function checkSignOptions(options: SignOptions): void {
  const { key, algorithm = defaults[key.kind], digest, allowSha1, lifetime } = withKey(options);
  const { kind, hash } = signatureMethod(algorithm);
  if (kind !== key.kind) throw new TypeError(`${algorithm} needs a key of kind ${kind}.`);
  if ((hash === 'sha1' || digest === 'sha1') && allowSha1 !== true) {
    throw new TypeError('SHA-1 is broken. If the other side has nothing else, say allowSha1: true.');
  }
  if (lifetime !== undefined) lifetimeOf({ lifetime });
}

/**
 * Signs parts of a message: with a Timestamp and a Signature in the Security header block, which is added where it is missing.
 *
 * @param envelope in UTF-8.
 * @throws {SecurityError} `policy` for a part that the message does not have.
 */
export async function signMessage(envelope: Uint8Array, options: SignOptions): Promise<Uint8Array> {
  return (await signedMessage(envelope, options, [])).envelope;
}

/** A message with its signature. */
export interface SignedMessage {
  readonly envelope: Uint8Array;
  /** Base64. */
  readonly signature: string;
}

/**
 * As `signMessage`.
 *
 * @param confirmed the signatures of the request in base64, which the response confirms.
 * @param contents values in parts of their own, whose base64 is signed where texts stand for them.
 */
export async function signedMessage(
  envelope: Uint8Array,
  options: SignOptions,
  confirmed: readonly string[],
  contents?: PartContents | undefined,
): Promise<SignedMessage> {
  const message = readOwnMessage(envelope, options.role);
  return await new SignatureWriter(message, withKey(options), contents).sign(confirmed);
}

type KeyedOptions = SignOptions & { readonly key: SigningKey };

/** The options with the key of this moment. */
function withKey(options: SignOptions): KeyedOptions {
  const { key } = options;
  return { ...options, key: typeof key === 'function' ? key() : key };
}

/** A Reference that is being made. */
interface Signed {
  readonly uri: string;
  readonly transform: string;
  write(sink: (piece: Uint8Array) => void): void;
}

class SignatureWriter {
  readonly #message: SoapMessage;
  readonly #options: KeyedOptions;
  /** Identifiers that are added to elements. */
  readonly #edits: Edit[] = [];
  readonly #signed: Signed[] = [];
  /** What is added to the Security header block before the Signature. */
  #added = '';
  readonly #contents: PartContents | undefined;

  constructor(message: SoapMessage, options: KeyedOptions, contents: PartContents | undefined) {
    this.#message = message;
    this.#options = options;
    this.#contents = contents;
  }

  async sign(confirmed: readonly string[]): Promise<SignedMessage> {
    const { key, parts = ['Body', 'Timestamp'] } = this.#options;
    const { document } = this.#message;
    const { assertion: source } = this.#options;
    const assertion = source === undefined ? undefined : await ownAssertion(source);
    const held = assertion?.method === 'holder-of-key' ? { assertionId: assertion.id } : undefined;
    const reference =
      held ?? this.#options.reference ?? (key.kind === 'hmac' ? { keyName: '' } : 'binary-security-token');
    const keyInfo = writeKeyInfo(reference, key, newId('X509'));
    const targets: TreeElement[] = [];
    for (const part of parts) {
      if (part === 'Envelope' || isAdded(part)) continue;
      const found = elementsOf(part, this.#message);
      if (found.length === 0 && part === 'Timestamp') this.#addTimestamp();
      else if (found.length === 0 && isRequired(part)) {
        throw new SecurityError('policy', `The message has no ${nameOfPart(part)} to sign.`);
      }
      targets.push(...found.filter((one) => !targets.includes(one)));
    }
    for (const signature of confirmed) this.#addConfirmation(signature);
    targets.sort((one, other) => one.start - other.start);
    const ids = targets.map((target) => this.#identify(target));
    const withIds = splice(document.data, this.#edits);
    for (const [index, target] of targets.entries()) this.#signElement(target, ids[index] as string, withIds);
    const isVouched = assertion?.method === 'sender-vouches' || parts.includes('Assertion');
    if (isVouched) this.#signAssertion(assertion);
    const token = `${assertion?.xml ?? ''}${keyInfo.token ?? ''}`;
    let info = keyInfo.keyInfo;
    if (parts.includes('BinarySecurityToken')) info = this.#signToken(keyInfo);
    if (parts.includes('Envelope')) this.#signEnvelope(`${token}${this.#added}`);
    const { xml, value } = await this.#signature(info);
    const placed = addedBlock(this.#message, this.#options, `${token}${this.#added}${xml}`);
    return { envelope: splice(document.data, this.#inOrder(placed)), signature: value };
  }

  #addConfirmation(signature: string): void {
    const id = newId('SC');
    const xml = `<wsse11:SignatureConfirmation xmlns:wsse11="${wsse11}" xmlns:wsu="${wsu}" Value="${signature}" wsu:Id="${id}"></wsse11:SignatureConfirmation>`;
    this.#added += xml;
    this.#signXml(id, xml);
  }

  #addTimestamp(): void {
    const { now = Date.now, lifetime = 300 } = this.#options;
    const id = newId('TS');
    const xml = timestamp(new Date(now()), lifetime, id);
    this.#added += xml;
    this.#signXml(id, xml);
  }

  /** Signs an element that is added. */
  #signXml(id: string, xml: string): void {
    const added = readTree(utf8(xml));
    const form = canonicalXml(added, added.root, { method: 'exclusive' });
    this.#signed.push({ uri: `#${id}`, transform: canonicalization([]), write: (sink) => sink(form) });
  }

  /** Signs an assertion by a reference to it, since its own signature leaves no room for another Id. */
  #signAssertion(assertion: OwnAssertion | undefined): void {
    if (assertion === undefined) throw new SecurityError('policy', 'The message has no Assertion to sign.');
    const { xml, id: assertionId } = assertion;
    const { reference = '' } = writeKeyInfo({ assertionId }, { certificates: [], publicKey: undefined }, '');
    const id = newId('STR');
    const added = readTree(utf8(xml));
    const form = canonicalToken(added, added.root, { method: 'exclusive' });
    this.#signed.push({ uri: `#${id}`, transform: tokenTransform, write: (sink) => sink(form) });
    this.#added += identified(reference, id);
  }

  #signToken({ token, reference }: ReturnType<typeof writeKeyInfo>): string {
    if (token === undefined || reference === undefined) {
      throw new SecurityError('policy', 'The message has no BinarySecurityToken to sign.');
    }
    const added = readTree(utf8(token));
    const keyInfo = (content: string): string => `<ds:KeyInfo xmlns:ds="${ds}">${content}</ds:KeyInfo>`;
    if (this.#options.strTransform !== true) {
      const tokenId = added.root.attributes.find(({ local, namespace }) => local === 'Id' && namespace === wsu)?.value;
      this.#signXml(tokenId ?? '', token);
      return keyInfo(reference);
    }
    const id = newId('STR');
    const form = canonicalToken(added, added.root, { method: 'exclusive' });
    this.#signed.push({ uri: `#${id}`, transform: tokenTransform, write: (sink) => sink(form) });
    return keyInfo(identified(reference, id));
  }

  /** The Id of an element; one is added if it has none. */
  #identify(element: TreeElement): string {
    const { attributes, nameEnd, scope } = element;
    const known = attributes.find(({ local, namespace }) => local === 'Id' && namespace === wsu)?.value;
    if (known !== undefined && /^[\p{L}_][\p{L}\p{N}._-]*$/u.test(known)) return known;
    if (known !== undefined || attributeValue(element, 'Id') !== undefined) {
      throw new SecurityError('form', `The ${element.local} has an Id that cannot be referred to.`);
    }
    const prefixes = new Set<string>();
    for (let at = scope; at !== undefined; at = at.outer) prefixes.add(at.prefix);
    let prefix = 'wsu';
    for (let number = 1; prefixes.has(prefix); number++) prefix = `wsu${number}`;
    const id = newId('id');
    const bytes = utf8(` xmlns:${prefix}="${wsu}" ${prefix}:Id="${id}"`);
    this.#edits.push({ start: nameEnd, end: nameEnd, bytes });
    return id;
  }

  /** Signs an element of the message. @param data the document with its identifiers. */
  #signElement(target: TreeElement, id: string, data: Uint8Array): void {
    const edits = this.#edits;
    const element = { ...target, start: moved(target.start, edits), end: moved(target.end, edits) };
    const document = { root: this.#message.document.root, data };
    const inclusivePrefixes = this.#options.inclusivePrefixes ?? outerPrefixes(target, this.#message.document.data);
    const options = { method: 'exclusive', inclusivePrefixes, instructions: 'refuse' } as const;
    this.#signed.push({
      uri: `#${id}`,
      transform: canonicalization(inclusivePrefixes),
      write: (sink) => writeCanonical(document, element, options, sink),
    });
  }

  /** Signs the message as it is without the Signature. @param items what is added to its Security header block. */
  #signEnvelope(items: string): void {
    const { data } = this.#message.document;
    const placed = addedBlock(this.#message, this.#options, items);
    const { document } = readOwnMessage(splice(data, this.#inOrder(placed)), this.#options.role);
    const transform = `<ds:Transform Algorithm="${envelopedSignature}"></ds:Transform>${canonicalization([])}`;
    const options = { method: 'exclusive', instructions: 'refuse' } as const;
    const write: Signed['write'] = (sink) => writeCanonical(document, document.root, options, sink);
    this.#signed.push({ uri: '', transform, write });
  }

  async #signature(keyInfo: string): Promise<{ readonly xml: string; readonly value: string }> {
    const { key, algorithm = defaults[key.kind], digest = 'sha256' } = this.#options;
    const references: string[] = [];
    for (const { uri, transform, write } of this.#signed) {
      const value = (await digestOf(digest, write, this.#contents)).toString('base64');
      references.push(
        `<ds:Reference URI="${uri}"><ds:Transforms>${transform}</ds:Transforms><ds:DigestMethod Algorithm="${digestUris[digest]}"></ds:DigestMethod><ds:DigestValue>${value}</ds:DigestValue></ds:Reference>`,
      );
    }
    // Canonical as it is written, so that its own bytes are signed.
    const signedInfo = `<ds:SignedInfo xmlns:ds="${ds}"><ds:CanonicalizationMethod Algorithm="${exclusive}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="${signatureMethod(algorithm).uri}"></ds:SignatureMethod>${references.join('')}</ds:SignedInfo>`;
    const value = Buffer.from(await key.sign(algorithm, utf8(signedInfo))).toString('base64');
    const xml = `<ds:Signature xmlns:ds="${ds}">${signedInfo}<ds:SignatureValue>${value}</ds:SignatureValue>${keyInfo}</ds:Signature>`;
    return { xml, value };
  }

  #inOrder(placed: Edit): readonly Edit[] {
    return [...this.#edits, placed].sort((one, other) => one.start - other.start);
  }
}
