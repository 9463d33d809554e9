import { readTree, type TreeDocument, type TreeElement } from '@soapwright/runtime/xml';
import { wsse, wsu } from '../names.ts';
import { base64Of } from '../node/base64.ts';
import { encryptData, newKey } from '../node/ciphers.ts';
import { ds, wsse11 } from '../node/keys/names.ts';
import { SecurityError } from '../security-error.ts';
import { elementsWithin, isNamed } from '../xml-elements.ts';
import { escaped } from '../xml-text.ts';
import {
  attachmentTransform,
  type DataAlgorithm,
  dataUris,
  encryptedKeyType,
  encryptedTypes,
  type KeyAlgorithm,
  keyMethodXml,
  xenc,
  xop,
} from './algorithms.ts';
import { onlyChild } from './elements.ts';
import type { MessageBytes, MessagePart } from './parts.ts';
import { type Edit, insertFirst, splice } from './splice.ts';

/** Encrypts the key of a message for its receiver. */
export interface KeyRecipient {
  readonly algorithm: KeyAlgorithm;
  wrap(sessionKey: Uint8Array): Uint8Array;
  /** A `ds:KeyInfo` that says whose key it is, as XML that declares its prefixes. */
  readonly keyInfo: string;
  /** A token that `keyInfo` refers to, as XML that declares its prefixes; it is put before the EncryptedKey. */
  readonly token: string | undefined;
}

/** What can be encrypted: the content of the Body, the Signature and the UsernameToken, and elements by their names. */
export type EncryptedPart =
  | 'Body'
  | 'Signature'
  | 'UsernameToken'
  /** A header block, which is sent as EncryptedHeader (WS-Security 1.1, 9.3), or each element of the name in the Body. */
  | {
      readonly namespace: string;
      readonly local: string;
      /** Whether a message may have none of them; default false. Those that it has are encrypted in any case. */
      readonly optional?: boolean | undefined;
    };

export function isOptional(part: EncryptedPart): boolean {
  return typeof part === 'object' && part.optional === true;
}

export interface EncryptEnvelopeOptions {
  readonly recipient: KeyRecipient;
  /** Default the Body's content. */
  readonly parts?: readonly EncryptedPart[] | undefined;
  /** Default `aes256-gcm`. */
  readonly algorithm?: DataAlgorithm | undefined;
  /** Content-IDs of the parts of the message that are encrypted; default none. */
  readonly attachments?: readonly string[] | undefined;
  /** Sends cipher text in parts of their own (XOP), which saves a third of its bytes; default false. */
  readonly xop?: boolean | undefined;
}

/**
 * Encrypts parts of a message with a new key, which is put into the Security header block as its first item: a receiver
 * decrypts before it checks the signatures that are there already.
 *
 * @param security finds the block for the receiver in the envelope.
 * @throws {SecurityError} `policy` for a part that the message does not have.
 */
export function encryptEnvelope(
  { envelope, parts }: MessageBytes,
  security: (document: TreeDocument) => TreeElement,
  options: EncryptEnvelopeOptions,
): MessageBytes {
  const document = readTree(envelope);
  return encryptDocument(document, security(document), parts, options);
}

/** As `encryptEnvelope`, for a document that was read. @param block the Security header block for the receiver. */
export function encryptDocument(
  document: TreeDocument,
  block: TreeElement,
  parts: readonly MessagePart[],
  options: EncryptEnvelopeOptions,
): MessageBytes {
  const writer = new EncryptedWriter(document, parts, options);
  const targets = targetsOf(document.root, block, options.parts ?? ['Body']);
  const edits = targets.map((target) => writer.replace(target));
  const attached = (options.attachments ?? []).map((id) => writer.attachment(id)).join('');
  const items = `${options.recipient.token ?? ''}${writer.encryptedKey()}${attached}`;
  return {
    envelope: splice(document.data, inOrder([...edits, insertFirst(document, block, items)])),
    parts: writer.parts,
  };
}

interface Target {
  readonly kind: 'content' | 'element' | 'header';
  readonly element: TreeElement;
}

/** The elements to be encrypted. */
function targetsOf(root: TreeElement, block: TreeElement, parts: readonly EncryptedPart[]): readonly Target[] {
  const body = onlyChild(root, root.namespace, 'Body');
  const header = onlyChild(root, root.namespace, 'Header');
  if (body === undefined) throw new SecurityError('form', 'The message has no Body.');
  const targets = parts.flatMap((part): readonly Target[] => {
    if (part === 'Body') return [{ kind: 'content', element: body }];
    const { namespace, local } = typeof part === 'string' ? securityItem(part) : part;
    const named = (element: TreeElement): boolean => isNamed(element, [namespace, local]);
    const blocks = (header?.children ?? []).filter(named);
    const found: readonly Target[] =
      typeof part === 'string'
        ? block.children.filter(named).map((element) => ({ kind: 'element', element }))
        : [
            ...blocks.map((element): Target => ({ kind: 'header', element })),
            ...elementsNamed(body, named).map((element): Target => ({ kind: 'element', element })),
          ];
    if (found.length === 0 && !isOptional(part)) {
      throw new SecurityError('policy', `The message has no ${local} to encrypt.`);
    }
    return found;
  });
  if (targets.some(({ element }) => element === block)) {
    throw new SecurityError('policy', 'The Security header block cannot be encrypted as a whole.');
  }
  return targets;
}

function securityItem(part: 'Signature' | 'UsernameToken'): { readonly namespace: string; readonly local: string } {
  return { namespace: part === 'Signature' ? ds : wsse, local: part };
}

/** Elements of the Body; none inside of another one. */
function elementsNamed(body: TreeElement, isWanted: (element: TreeElement) => boolean): readonly TreeElement[] {
  const found: TreeElement[] = [];
  for (const element of elementsWithin(body)) {
    const isInside = element.start < (found.at(-1)?.end ?? 0);
    if (element !== body && !isInside && isWanted(element)) found.push(element);
  }
  return found;
}

function inOrder(edits: readonly Edit[]): readonly Edit[] {
  const sorted = [...edits].sort((one, other) => one.start - other.start || one.end - other.end);
  for (const [index, { start }] of sorted.entries()) {
    if (start < (sorted[index - 1]?.end ?? 0))
      throw new SecurityError('policy', 'An element would be encrypted twice.');
  }
  return sorted;
}

class EncryptedWriter {
  readonly #document: TreeDocument;
  readonly #options: EncryptEnvelopeOptions;
  readonly #algorithm: DataAlgorithm;
  readonly #key: Uint8Array;
  readonly #keyId = newId('EK');
  readonly #references: string[] = [];
  parts: readonly MessagePart[];

  constructor(document: TreeDocument, parts: readonly MessagePart[], options: EncryptEnvelopeOptions) {
    this.#document = document;
    this.#options = options;
    this.#algorithm = options.algorithm ?? 'aes256-gcm';
    this.#key = newKey(this.#algorithm);
    this.parts = parts;
  }

  replace({ kind, element }: Target): Edit {
    const { data } = this.#document;
    if (kind === 'content') {
      if (element.closeTag === element.end) return this.#emptyContent(element);
      const { tagEnd: start, closeTag: end } = element;
      return { start, end, bytes: encode(this.#encrypted('content', data.subarray(start, end))) };
    }
    const { start, end } = element;
    const encrypted = this.#encrypted('element', data.subarray(start, end));
    const { namespace } = this.#document.root;
    const text = kind === 'header' ? encryptedHeader(element, namespace, encrypted) : encrypted;
    return { start, end, bytes: encode(text) };
  }

  /** `<Body/>` has no end tag. */
  #emptyContent({ start, nameEnd, tagEnd }: TreeElement): Edit {
    const text = new TextDecoder();
    const { data } = this.#document;
    const [name, tag] = [text.decode(data.subarray(start + 1, nameEnd)), text.decode(data.subarray(start, tagEnd))];
    const content = this.#encrypted('content', new Uint8Array(0));
    return { start, end: tagEnd, bytes: encode(`${tag.replace(/\s*\/>$/, '')}>${content}</${name}>`) };
  }

  /** Encrypts a part. @returns its EncryptedData. */
  attachment(id: string): string {
    const found = this.parts.find((part) => part.id === id);
    if (found === undefined) throw new SecurityError('policy', `The message has no part ${id} to encrypt.`);
    const content = encryptData(this.#algorithm, this.#key, found.content);
    const contentType = 'application/octet-stream';
    this.parts = this.parts.map((part) => (part === found ? { id, contentType, content } : part));
    const transforms = `<xenc:Transforms><ds:Transform xmlns:ds="${ds}" Algorithm="${attachmentTransform}"/></xenc:Transforms>`;
    const uri = `cid:${escaped(encodeURIComponent(id))}`;
    const type = ` MimeType="${escaped(found.contentType ?? contentType)}"`;
    return this.#data('attachment', `<xenc:CipherReference URI="${uri}">${transforms}</xenc:CipherReference>`, type);
  }

  /** The key of the message, with the list of what is encrypted with it. */
  encryptedKey(): string {
    const { recipient } = this.#options;
    const references = this.#references.map((id) => `<xenc:DataReference URI="#${id}"/>`).join('');
    return `<xenc:EncryptedKey xmlns:xenc="${xenc}" xmlns:ds="${ds}" Id="${this.#keyId}">${keyMethodXml(recipient.algorithm)}${recipient.keyInfo}<xenc:CipherData><xenc:CipherValue>${base64Of(recipient.wrap(this.#key))}</xenc:CipherValue></xenc:CipherData><xenc:ReferenceList>${references}</xenc:ReferenceList></xenc:EncryptedKey>`;
  }

  #encrypted(kind: 'content' | 'element', plain: Uint8Array): string {
    const content = encryptData(this.#algorithm, this.#key, plain);
    if (this.#options.xop !== true)
      return this.#data(kind, `<xenc:CipherValue>${base64Of(content)}</xenc:CipherValue>`);
    const id = `${newId('cipher')}@soapwright`;
    this.parts = [...this.parts, { id, contentType: 'application/octet-stream', content }];
    const include = `<xop:Include xmlns:xop="${xop}" href="cid:${id}"/>`;
    return this.#data(kind, `<xenc:CipherValue>${include}</xenc:CipherValue>`);
  }

  #data(kind: keyof typeof encryptedTypes, cipher: string, attributes = ''): string {
    const id = newId('ED');
    this.#references.push(id);
    const reference = `<wsse:SecurityTokenReference xmlns:wsse="${wsse}" xmlns:wsse11="${wsse11}" wsse11:TokenType="${encryptedKeyType}"><wsse:Reference URI="#${this.#keyId}"/></wsse:SecurityTokenReference>`;
    return `<xenc:EncryptedData xmlns:xenc="${xenc}" Id="${id}" Type="${encryptedTypes[kind]}"${attributes}><xenc:EncryptionMethod Algorithm="${dataUris[this.#algorithm]}"/><ds:KeyInfo xmlns:ds="${ds}">${reference}</ds:KeyInfo><xenc:CipherData>${cipher}</xenc:CipherData></xenc:EncryptedData>`;
  }
}

/** An EncryptedHeader, which is addressed as the header block is (WS-Security 1.1, 9.3). */
function encryptedHeader({ attributes }: TreeElement, envelope: string, encrypted: string): string {
  const addressed = attributes
    .filter(({ namespace }) => namespace === envelope)
    .map(({ local, value }) => ` soap:${local}="${escaped(value)}"`);
  return `<wsse11:EncryptedHeader xmlns:wsse11="${wsse11}" xmlns:wsu="${wsu}" xmlns:soap="${envelope}" wsu:Id="${newId('EH')}"${addressed.join('')}>${encrypted}</wsse11:EncryptedHeader>`;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function newId(prefix: string): string {
  return `${prefix}-${crypto.randomUUID()}`;
}
