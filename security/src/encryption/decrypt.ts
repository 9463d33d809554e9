import { type Limits, readTree, type TreeDocument, type TreeElement, XmlError } from '@soapwright/runtime/xml';
import { wsse } from '../names.ts';
import { decryptData, undecryptable } from '../node/ciphers.ts';
import { wsse11 } from '../node/keys/names.ts';
import { Identifiers } from '../node/signature/identifiers.ts';
import { SecurityError } from '../security-error.ts';
import { elementsWithin, isNamed } from '../xml-elements.ts';
import { type DataAlgorithm, isCbc, type KeyAlgorithm, xenc, xop } from './algorithms.ts';
import { declaredPrefixes, onlyChild } from './elements.ts';
import { cipherText, type EncryptedData, encryptedData, referencedIds } from './encrypted-type.ts';
import type { MessageBytes, MessagePart } from './parts.ts';
import { type FindKey, SessionKeys } from './session-keys.ts';
import { type Edit, moved, splice } from './splice.ts';

export interface DecryptOptions {
  readonly findKey: FindKey;
  /** Algorithms of data that are taken; default those of AES-GCM. AES-CBC needs `isSigned`. */
  readonly algorithms?: readonly DataAlgorithm[] | undefined;
  /** Whether a verified signature covers an element of the document as it was received; default none. */
  readonly isSigned?: ((element: TreeElement) => boolean) | undefined;
  readonly limits?: DecryptLimits | undefined;
}

export interface DecryptLimits {
  /** EncryptedData elements of a message; default 32. */
  readonly maxEncryptedData?: number | undefined;
  /** EncryptedKey elements of a message that are decrypted, and lists of what is encrypted; default 4. */
  readonly maxEncryptedKeys?: number | undefined;
  /** Those of the XML. */
  readonly xml?: { readonly [name in keyof Limits]?: number | undefined } | undefined;
}

/** Something that was encrypted. */
export interface DecryptedRange {
  /** The content of an element, an element, a header block in an EncryptedHeader, or a part. */
  readonly kind: 'content' | 'element' | 'header' | 'attachment';
  readonly algorithm: DataAlgorithm;
  readonly keyAlgorithm: KeyAlgorithm;
  /** Where its plain text is in the decrypted document, in bytes; of an attachment, where its EncryptedData is. */
  readonly start: number;
  readonly end: number;
  /** Content-ID of an attachment. */
  readonly part: string | undefined;
}

/** The algorithms that notice changes. */
const gcm: readonly DataAlgorithm[] = ['aes128-gcm', 'aes192-gcm', 'aes256-gcm'];

interface Replacement extends Edit {
  readonly kind: DecryptedRange['kind'];
  readonly algorithm: DataAlgorithm;
  readonly keyAlgorithm: KeyAlgorithm;
  readonly part: string | undefined;
}

/**
 * Decrypts a message in the order of its Security header block, whose items are given one by one: in between signatures are
 * verified, over the document as it is then.
 */
export class Decryption {
  readonly #options: DecryptOptions;
  readonly #algorithms: readonly DataAlgorithm[];
  readonly #keys: SessionKeys;
  readonly #most: number;
  readonly #mostLists: number;
  #document: TreeDocument;
  #parts: readonly MessagePart[];
  #decrypted: readonly DecryptedRange[] = [];
  #count = 0;
  #lists = 0;

  /** @throws {TypeError} for both GCM and CBC in `algorithms`: a key is for one of them (CVE-2012-5575). */
  constructor(document: TreeDocument, parts: readonly MessagePart[], options: DecryptOptions) {
    const { algorithms = gcm, limits = {} } = options;
    if (algorithms.some(isCbc) && !algorithms.every(isCbc)) {
      throw new TypeError('A key decrypts AES-GCM or AES-CBC, not both: with both, CBC gives away content of GCM.');
    }
    this.#document = document;
    this.#parts = parts;
    this.#options = options;
    this.#algorithms = algorithms;
    this.#mostLists = limits.maxEncryptedKeys ?? 4;
    this.#keys = new SessionKeys(options.findKey, this.#mostLists);
    this.#most = limits.maxEncryptedData ?? 32;
  }

  /** The message as far as it is decrypted. */
  get document(): TreeDocument {
    return this.#document;
  }

  /** Its parts; those that had cipher text of the envelope are left out. */
  get parts(): readonly MessagePart[] {
    return this.#parts;
  }

  get decrypted(): readonly DecryptedRange[] {
    return this.#decrypted;
  }

  /**
   * Decrypts what an item of the Security header block lists.
   *
   * @param item a child of the block: an EncryptedKey or a ReferenceList; others list nothing.
   * @returns how offsets have moved: for ranges that a signature covers.
   * @throws {SecurityError} the same `encryption` error for all wrong keys, tags and plain texts.
   */
  async decryptListed(item: TreeElement): Promise<readonly Edit[]> {
    const isKey = isNamed(item, [xenc, 'EncryptedKey']);
    const list = isKey ? onlyChild(item, xenc, 'ReferenceList') : item;
    if (list === undefined || !isNamed(list, [xenc, 'ReferenceList'])) return [];
    const ids = referencedIds(list);
    this.#lists += 1;
    // The message is read again after each list.
    if (this.#lists > this.#mostLists) {
      throw new SecurityError('form', `The message has more than ${this.#mostLists} lists of encrypted elements.`);
    }
    this.#count += ids.length;
    if (this.#count > this.#most) {
      throw new SecurityError('form', `The message has more than ${this.#most} encrypted elements.`);
    }
    if (new Set(ids).size < ids.length) throw new SecurityError('reference', 'A ReferenceList names an element twice.');
    const identifiers = new Identifiers(this.#document.root);
    const parents = parentsOf(this.#document.root);
    const edits: Replacement[] = [];
    for (const id of ids) {
      const element = identifiers.find(id);
      if (element === undefined || !isNamed(element, [xenc, 'EncryptedData'])) {
        throw new SecurityError('reference', 'A DataReference names no EncryptedData, or several.');
      }
      edits.push(await this.#decryptOne(encryptedData(element), isKey ? item : undefined, { identifiers, parents }));
    }
    return this.#apply(edits.sort((one, other) => one.start - other.start));
  }

  async #decryptOne(
    data: EncryptedData,
    listedBy: TreeElement | undefined,
    { identifiers, parents }: Surroundings,
  ): Promise<Replacement> {
    const { element, algorithm, kind } = data;
    const parent = parents.get(element);
    this.#requirePlace(element, parent, kind, parents);
    this.#requireAllowed(algorithm, element);
    const source = { document: this.#document, identifiers, parts: this.#parts };
    const key = await this.#keys.sessionKey(data, listedBy, source);
    const { bytes, part } = cipherText(data, this.#document, this.#parts);
    const plain = decryptData(algorithm, key.bytes, bytes);
    const { keyAlgorithm } = key;
    const { start, end } = element;
    if (kind === 'attachment') {
      const id = part?.id;
      this.#parts = this.#parts.map((one) =>
        one === part ? { id: one.id, contentType: data.mimeType ?? one.contentType, content: plain } : one,
      );
      const unchanged = this.#document.data.subarray(start, end);
      return { kind, algorithm, keyAlgorithm, start, end, bytes: unchanged, part: id };
    }
    if (part !== undefined) this.#parts = this.#parts.filter((one) => one !== part);
    this.#requireFragment(plain, element, kind);
    if (parent !== undefined && isNamed(parent, [wsse11, 'EncryptedHeader'])) {
      const outer = { start: parent.start, end: parent.end };
      return { kind: 'header', algorithm, keyAlgorithm, ...outer, bytes: plain, part: undefined };
    }
    return { kind, algorithm, keyAlgorithm, start, end, bytes: plain, part: undefined };
  }

  #requireAllowed(algorithm: DataAlgorithm, element: TreeElement): void {
    if (!this.#algorithms.includes(algorithm)) {
      throw new SecurityError('algorithm', `The algorithm ${algorithm} is not allowed.`);
    }
    if (isCbc(algorithm) && this.#options.isSigned?.(element) !== true) {
      throw new SecurityError('algorithm', `What is encrypted with ${algorithm} must be signed (CVE-2011-1096).`);
    }
  }

  /** Refuses encrypted elements where they would replace more than themselves, or which are in decrypted ones. */
  #requirePlace(
    element: TreeElement,
    parent: TreeElement | undefined,
    kind: EncryptedData['kind'],
    parents: ReadonlyMap<TreeElement, TreeElement>,
  ): void {
    const { root } = this.#document;
    const isOutside = parent === undefined || parent === root;
    const isInSecurity = parent !== undefined && isNamed(parent, [wsse, 'Security']) && kind === 'content';
    const isInHeader = parent !== undefined && parents.get(parent) === root && parent.local === 'Header';
    if (isOutside || isInSecurity || (isInHeader && kind !== 'element')) {
      throw new SecurityError('form', 'An EncryptedData is where none can be.');
    }
    for (let at: TreeElement | undefined = parent; at !== undefined; at = parents.get(at)) {
      if (at.namespace === xenc) throw new SecurityError('form', 'An EncryptedData is inside of another one.');
    }
    if (isNamed(parent, [wsse11, 'EncryptedHeader']) && (parent.children.length > 1 || kind !== 'element')) {
      throw new SecurityError('form', 'An EncryptedHeader has one EncryptedData, of an element.');
    }
    if (
      this.#decrypted.some(
        ({ start, end, kind: of }) => of !== 'attachment' && start <= element.start && element.end <= end,
      )
    ) {
      throw new SecurityError('form', 'A decrypted element has an encrypted one that is listed, too.');
    }
  }

  /**
   * Refuses a plain text that is not well-formed by itself: it would close the elements around it. The error is that of a
   * wrong tag, so that it tells nothing about the content.
   */
  #requireFragment(plain: Uint8Array, { outerScope }: TreeElement, kind: EncryptedData['kind']): void {
    const [head, tail] = [new TextEncoder().encode('<w>'), new TextEncoder().encode('</w>')];
    const whole = new Uint8Array(plain.length + head.length + tail.length);
    whole.set(head);
    whole.set(plain, head.length);
    whole.set(tail, head.length + plain.length);
    const limits = this.#options.limits?.xml ?? {};
    const root = readFragment(whole, limits, declaredPrefixes(outerScope));
    if (kind === 'element' && (root.children.length !== 1 || root.strayText !== -1)) throw undecryptable();
    for (const inner of elementsWithin(root)) {
      // The part that it names came beside the encrypted content, where everybody can read and change it.
      if (isNamed(inner, [xop, 'Include'])) throw undecryptable();
    }
  }

  #apply(edits: readonly Replacement[]): readonly Edit[] {
    for (const [index, { start }] of edits.entries()) {
      if (start < (edits[index - 1]?.end ?? 0)) throw new SecurityError('form', 'Encrypted elements overlap.');
    }
    const { xml = {} } = this.#options.limits ?? {};
    const before = this.#decrypted.map((range) => ({
      ...range,
      start: moved(range.start, edits),
      end: moved(range.end, edits),
    }));
    const added = edits.map(({ kind, algorithm, keyAlgorithm, part, start, bytes }, index) => {
      const at = moved(start, edits.slice(0, index));
      return { kind, algorithm, keyAlgorithm, part, start: at, end: at + bytes.length };
    });
    this.#decrypted = [...before, ...added];
    if (edits.length > 0) this.#document = reread(splice(this.#document.data, edits), xml);
    return edits;
  }
}

/**
 * Decrypts a message whose signatures are not looked at.
 *
 * @param security finds the Security header block for this receiver.
 * @throws {SecurityError} as `Decryption.decryptListed`.
 */
export async function decryptEnvelope(
  { envelope, parts }: MessageBytes,
  security: (document: TreeDocument) => TreeElement,
  options: DecryptOptions,
): Promise<MessageBytes & { readonly decrypted: readonly DecryptedRange[] }> {
  const document = readTree(envelope, { limits: options.limits?.xml ?? {} });
  const decryption = new Decryption(document, parts, options);
  for (let index = 0; ; index++) {
    const item = security(decryption.document).children[index];
    if (item === undefined) break;
    await decryption.decryptListed(item);
  }
  return { envelope: decryption.document.data, parts: decryption.parts, decrypted: decryption.decrypted };
}

interface Surroundings {
  readonly identifiers: Identifiers;
  readonly parents: ReadonlyMap<TreeElement, TreeElement>;
}

/** The parents of all elements of a document. */
function parentsOf(root: TreeElement): ReadonlyMap<TreeElement, TreeElement> {
  const parents = new Map<TreeElement, TreeElement>();
  for (const element of elementsWithin(root)) for (const child of element.children) parents.set(child, element);
  return parents;
}

function readFragment(
  whole: Uint8Array,
  limits: NonNullable<DecryptLimits['xml']>,
  declared: Readonly<Record<string, string>>,
): TreeElement {
  try {
    return readTree(whole, { limits, declared }).root;
  } catch (error) {
    if (error instanceof XmlError) throw undecryptable(error);
    throw error;
  }
}

function reread(data: Uint8Array, limits: NonNullable<DecryptLimits['xml']>): TreeDocument {
  try {
    return readTree(data, { limits });
  } catch (error) {
    if (error instanceof XmlError) throw undecryptable(error);
    throw error;
  }
}
