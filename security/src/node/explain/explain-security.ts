import type { X509Certificate } from 'node:crypto';
import { readTree, type TreeDocument, type TreeElement, XmlError } from '@soapwright/runtime/xml';
import { xenc } from '../../encryption/algorithms.ts';
import type { Decryption } from '../../encryption/decrypt.ts';
import type { MessageBytes } from '../../encryption/parts.ts';
import { wsse } from '../../names.ts';
import { SecurityError } from '../../security-error.ts';
import { isNamed } from '../../xml-elements.ts';
import { ownKeys } from '../encryption-keys.ts';
import type { DecryptionKey } from '../keys/key.ts';
import { ds } from '../keys/names.ts';
import type { Trust } from '../keys/trust.ts';
import { inlinedEnvelope } from '../messages/multipart.ts';
import { messageOf } from '../messages/soap-message.ts';
import { decryptionCheck, explainEncrypted, explainingDecryption } from './explain-encryption.ts';
import { type ExplainedElement, explainSignature } from './explain-signature.ts';
import { explainToken } from './explain-tokens.ts';
import { Places } from './places.ts';
import { problemsOf } from './problems.ts';
import { Protection } from './protection.ts';
import type { ItemReport, SecurityReport } from './report.ts';

export interface ExplainOptions {
  /** Decides which certificates are trusted; without it, signatures are checked by the certificates that are known. */
  readonly trust?: Trust | undefined;
  /** Certificates that the message may only name. */
  readonly certificates?: readonly X509Certificate[] | undefined;
  /** Own keys that decrypt. */
  readonly keys?: readonly DecryptionKey[] | undefined;
  /** The time in milliseconds since 1970 at which the message is received; default now. */
  readonly time?: number | undefined;
}

/**
 * Says what of a message is signed and encrypted, by whom, until when, and why it cannot be verified. Items of the Security
 * header block are explained in their order, each over the message as it is then: what comes first is undone first.
 *
 * The report has no passwords, no keys and nothing of what was encrypted but names of elements.
 *
 * @throws {SecurityError} `form` for something that is not an envelope.
 */
export async function explainSecurity(message: MessageBytes, options: ExplainOptions = {}): Promise<SecurityReport> {
  return await new Explanation(message, options).report();
}

class Explanation {
  readonly #options: ExplainOptions;
  readonly #decryption: Decryption | undefined;
  readonly #original: TreeDocument;
  readonly #protection: Protection;

  constructor({ envelope, parts }: MessageBytes, options: ExplainOptions) {
    const { keys = [] } = options;
    this.#options = options;
    this.#original = readEnvelope(envelope, parts);
    const findKey = keys.length === 0 ? undefined : ownKeys(keys);
    this.#decryption = explainingDecryption(this.#original, parts, findKey);
    this.#protection = new Protection(this.#original.root);
  }

  async report(): Promise<SecurityReport> {
    const { version } = messageOf(this.#original, 'urn:none');
    const count = this.#blocks().length;
    const blocks: SecurityReport['blocks'][number][] = [];
    for (let index = 0; index < count; index++) {
      const block = this.#blocks()[index] as TreeElement;
      const items: ItemReport[] = [];
      for (let at = 0; at < block.children.length; at++) items.push(...(await this.#items(index, at)));
      blocks.push({ ...addressOf(block), items });
    }
    const protection = this.#protection.report(this.#document.root);
    return { soap: version, blocks, protection, problems: problemsOf(blocks) };
  }

  get #document(): TreeDocument {
    return this.#decryption?.document ?? this.#original;
  }

  #blocks(): readonly TreeElement[] {
    const { root } = this.#document;
    const header = root.children.find((child) => isNamed(child, [root.namespace, 'Header']));
    return header?.children.filter((child) => isNamed(child, [wsse, 'Security'])) ?? [];
  }

  /** An item; an assertion is followed by its own signature. */
  async #items(block: number, at: number): Promise<readonly ItemReport[]> {
    const document = this.#document;
    const element = this.#blocks()[block]?.children[at];
    if (element === undefined)
      throw new SecurityError('form', 'A Security header block has other items when decrypted.');
    const { trust, certificates = [], keys = [], time = Date.now() } = this.#options;
    const places = new Places(document.root);
    if (isNamed(element, [ds, 'Signature'])) {
      const explained = await explainSignature(element, { document, places, trust, certificates });
      this.#sign(explained.elements);
      return [explained.report];
    }
    if (isNamed(element, [xenc, 'EncryptedKey']) || isNamed(element, [xenc, 'ReferenceList'])) {
      const own = keys.flatMap((key) => key.certificates.slice(0, 1));
      const context = { document, places, certificates: [...certificates, ...own] };
      const listed = explainEncrypted(element, { verdict: 'unchecked' }, context);
      const before = this.#decryption?.decrypted.length ?? 0;
      const check = await decryptionCheck(this.#decryption, element);
      this.#protection.encrypt(listed.elements, this.#decryption?.decrypted.slice(before) ?? [], places);
      return [{ ...listed.report, check }];
    }
    const token = explainToken(element, document, time);
    const signature = element.children.find((child) => isNamed(child, [ds, 'Signature']));
    if (token.kind !== 'token' || signature === undefined) return [token];
    const context = { document, places, trust, certificates, isEnveloped: true };
    const explained = await explainSignature(signature, context);
    this.#sign(explained.elements);
    return [token, explained.report];
  }

  #sign(elements: readonly ExplainedElement[]): void {
    const places = new Places(this.#document.root);
    for (const { element, check } of elements) this.#protection.sign(places.path(element), check);
  }
}

/** Reads an envelope; what is in parts by XOP was signed in its place. */
function readEnvelope(bytes: Uint8Array, parts: MessageBytes['parts']): TreeDocument {
  try {
    return readTree(parts.length === 0 ? bytes : inlinedEnvelope(bytes, parts, {}));
  } catch (error) {
    if (error instanceof XmlError) throw new SecurityError('form', error.message, { cause: error });
    throw error;
  }
}

function addressOf({ attributes }: TreeElement): { readonly role?: string; readonly mustUnderstand: boolean } {
  const role = attributes.find(({ local }) => local === 'actor' || local === 'role')?.value;
  const mustUnderstand = attributes.find(({ local }) => local === 'mustUnderstand')?.value.trim();
  return { ...(role !== undefined && { role }), mustUnderstand: mustUnderstand === '1' || mustUnderstand === 'true' };
}
