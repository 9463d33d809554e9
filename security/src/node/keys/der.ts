/** An element of DER (X.690). */
export interface DerElement {
  /** The identifier octet: class, constructed bit and number. */
  readonly tag: number;
  readonly content: Uint8Array;
  /** The whole element, with its identifier and length. */
  readonly bytes: Uint8Array;
}

/** Tags of the used types. */
export const derTags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8String: 0x0c,
  numericString: 0x12,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/**
 * Reads the element at an offset.
 *
 * @throws {TypeError} if it reaches beyond the bytes, or has a tag or a length of a form that is not used.
 */
function derAt(bytes: Uint8Array, start: number): DerElement {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw malformed();
  let at = start + 2;
  let length = first;
  if (first >= 0x80) {
    const size = first & 0x7f;
    // Zero is the indefinite length of BER.
    if (size === 0 || size > 4) throw malformed();
    length = 0;
    for (const last = at + size; at < last; at++) length = length * 256 + (bytes[at] ?? Number.NaN);
  }
  const end = at + length;
  if (!(end <= bytes.length)) throw malformed();
  return { tag, content: bytes.subarray(at, end), bytes: bytes.subarray(start, end) };
}

/** The element that is all of these bytes. @throws {TypeError} for another tag, and for bytes after it. */
export function onlyDer(bytes: Uint8Array, tag: number): DerElement {
  const element = derAt(bytes, 0);
  if (element.bytes.length !== bytes.length || element.tag !== tag) throw malformed();
  return element;
}

/** The elements in the content of a constructed one. */
function derChildren({ tag, content }: DerElement): readonly DerElement[] {
  if ((tag & 0x20) === 0) throw malformed();
  const children: DerElement[] = [];
  for (let at = 0; at < content.length; ) {
    const child = derAt(content, at);
    children.push(child);
    at += child.bytes.length;
  }
  return children;
}

/** The content of an optional element with this tag. @throws {TypeError} for a missing element and for another tag. */
export function derContent(element: DerElement | undefined, tag: number): Uint8Array {
  if (element?.tag !== tag) throw malformed();
  return element.content;
}

/** The children of an element with this tag. @throws {TypeError} for a missing element and for another tag. */
export function derParts(element: DerElement | undefined, tag: number = derTags.sequence): readonly DerElement[] {
  if (element?.tag !== tag) throw malformed();
  return derChildren(element);
}

/** An object identifier as numbers with dots. */
export function derOid(element: DerElement | undefined): string {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of derContent(element, derTags.oid)) {
    number = number * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    if (numbers.length === 0) {
      const top = Math.min(Math.floor(number / 40), 2);
      numbers.push(top, number - top * 40);
    } else numbers.push(number);
    number = 0;
  }
  return numbers.join('.');
}

/** An INTEGER of any length. */
export function derInteger(element: DerElement | undefined): bigint {
  const content = derContent(element, derTags.integer);
  if (content.length === 0) throw malformed();
  const value = BigInt(`0x${Buffer.from(content).toString('hex')}`);
  return BigInt.asIntN(content.length * 8, value);
}

/** An INTEGER that counts. @throws {TypeError} if it is negative or above 10 million. */
export function derCount(element: DerElement | undefined): number {
  const value = derInteger(element);
  if (value < 0n || value > 10_000_000n) throw malformed();
  return Number(value);
}

/** Bytes of another form. */
export class DerError extends TypeError {}

function malformed(): DerError {
  return new DerError('This is not the DER that was expected.');
}
