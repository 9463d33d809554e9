import { type HeaderBlock, isOurRole } from '@soapwright/runtime/server';
import { leafText, readTree, type TreeDocument, type TreeElement } from '@soapwright/runtime/xml';
import { securityFault } from './faults.ts';
import { passwordTypes, securityHeader, wsse, wsu } from './names.ts';
import { fromBase64 } from './password.ts';

/** What the Security header block of a message says. */
export interface SecurityBlock {
  readonly token: ReceivedToken | undefined;
  readonly timestamp: ReceivedTimestamp | undefined;
}

export interface ReceivedToken {
  readonly user: string;
  readonly password: string;
  readonly type: 'text' | 'digest';
  readonly nonce: Uint8Array | undefined;
  readonly created: Instant | undefined;
}

export interface ReceivedTimestamp {
  readonly created: Instant | undefined;
  readonly expires: Instant | undefined;
}

export interface Instant {
  /** As written. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** The most bytes of a Security header block with a UsernameToken and a Timestamp. */
const mostBytes = 64 * 1024;

/**
 * Reads the Security header block for this receiver; undefined without one.
 *
 * @throws {SoapFault} wsse:InvalidSecurity for two blocks, tokens or timestamps, and for a malformed one.
 */
export function securityBlock(blocks: readonly HeaderBlock[]): SecurityBlock | undefined {
  const document = securityDocument(blocks, mostBytes);
  return document && new BlockReader(document.data).block(document.root);
}

/**
 * The Security header block for this receiver as a document; undefined without one.
 *
 * @param most number of characters.
 * @throws {SoapFault} wsse:InvalidSecurity for two blocks, and for a longer one.
 */
export function securityDocument(blocks: readonly HeaderBlock[], most: number): TreeDocument | undefined {
  const own = blocks.filter(
    ({ namespace, local, role }) =>
      namespace === securityHeader.namespace && local === securityHeader.local && isOurRole(role),
  );
  const [block] = own;
  if (block === undefined) return undefined;
  if (own.length > 1 || block.xml.length > most) throw securityFault('InvalidSecurity');
  return readTree(new TextEncoder().encode(block.xml));
}

class BlockReader {
  readonly #data: Uint8Array;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  block(root: TreeElement): SecurityBlock {
    const token = only(root, wsse, 'UsernameToken');
    const timestamp = only(root, wsu, 'Timestamp');
    return {
      token: token && this.#token(token),
      timestamp: timestamp && {
        created: this.#instant(only(timestamp, wsu, 'Created')),
        expires: this.#instant(only(timestamp, wsu, 'Expires')),
      },
    };
  }

  #token(element: TreeElement): ReceivedToken {
    const user = only(element, wsse, 'Username');
    const password = only(element, wsse, 'Password');
    if (user === undefined || password === undefined) throw securityFault('InvalidSecurityToken');
    const nonce = only(element, wsse, 'Nonce');
    return {
      user: this.#text(user),
      password: this.#text(password),
      type: typeOf(password),
      nonce: nonce && this.#nonce(nonce),
      created: this.#instant(only(element, wsu, 'Created')),
    };
  }

  #nonce(element: TreeElement): Uint8Array {
    const bytes = fromBase64(this.#text(element));
    // A longer one would only fill the store of nonces.
    if (bytes === undefined || bytes.length === 0 || bytes.length > 256) throw securityFault('InvalidSecurityToken');
    return bytes;
  }

  #instant(element: TreeElement | undefined): Instant | undefined {
    if (element === undefined) return undefined;
    const text = this.#text(element).trim();
    const time = instant(text);
    if (Number.isNaN(time)) throw securityFault('InvalidSecurity');
    return { text, time };
  }

  #text(element: TreeElement): string {
    if (element.children.length > 0) throw securityFault('InvalidSecurity');
    return leafText(element, this.#data);
  }
}

function typeOf({ attributes }: TreeElement): 'text' | 'digest' {
  const type = attributes.find(({ namespace, local }) => namespace === '' && local === 'Type')?.value;
  // Without a type it is a text (UsernameToken profile 1.1, 3.1).
  if (type === undefined || type === passwordTypes.text) return 'text';
  if (type === passwordTypes.digest) return 'digest';
  throw securityFault('InvalidSecurityToken');
}

function only(parent: TreeElement, namespace: string, local: string): TreeElement | undefined {
  const found = parent.children.filter((child) => child.namespace === namespace && child.local === local);
  if (found.length > 1) throw securityFault('InvalidSecurity');
  return found[0];
}

/** Milliseconds since 1970 of an xs:dateTime; without a zone it is in UTC. NaN for another text. */
export function instant(text: string): number {
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(text);
  if (found === null) return Number.NaN;
  const [, seconds = '', fraction = '', zone = 'Z'] = found;
  return Date.parse(`${seconds}${fraction.slice(0, 4)}${zone}`);
}
