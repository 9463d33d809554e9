import { readTree, type TreeElement, XmlError } from '@soapwright/runtime/xml';
import { type SoapVersion, soapEncoding } from '../../contract/index.ts';
import { attributeOf } from './element-content.ts';
import type { ReceivedParts } from './received-parts.ts';

/** An envelope with the parts that a contract describes. */
export interface Envelope {
  readonly version: SoapVersion;
  readonly headerBlocks: readonly TreeElement[];
  /** Encoded values that others refer to are last. */
  readonly body: readonly TreeElement[];
  /** Undefined if the body holds no fault. */
  readonly fault: { readonly element: TreeElement; readonly detail: readonly TreeElement[] } | undefined;
  /** The document as UTF-8, which offsets refer to. */
  readonly data: Uint8Array;
  /** The other parts of its message; undefined where they are not known. */
  readonly parts?: ReceivedParts | undefined;
}

/** Why a document is not an envelope. */
export type NoEnvelope =
  | { readonly kind: 'other-document' }
  | { readonly kind: 'no-body'; readonly offset: number; readonly data: Uint8Array }
  | { readonly kind: 'ill-formed'; readonly reason: string; readonly offset: number | undefined };

/** Versions of SOAP by the namespaces of their envelopes. */
export const versions: ReadonlyMap<string, SoapVersion> = new Map([
  ['http://schemas.xmlsoap.org/soap/envelope/', '1.1'],
  ['http://www.w3.org/2003/05/soap-envelope', '1.2'],
]);

/** Recorded messages may be larger than those that a server accepts. */
const limits = { maxElements: 5_000_000, maxDepth: 256, maxItems: 5_000_000 };

/** @param parts the other parts of its message; undefined where they are not known. */
export function readEnvelope(document: Uint8Array, parts?: ReceivedParts): Envelope | NoEnvelope {
  try {
    const { root, data } = readTree(document, { limits });
    const version = versions.get(root.namespace);
    if (root.local !== 'Envelope' || version === undefined) return { kind: 'other-document' };
    const part = (local: string): TreeElement | undefined =>
      root.children.find((child) => child.local === local && child.namespace === root.namespace);
    const body = part('Body');
    if (body === undefined) return { kind: 'no-body', offset: root.start, data };
    const inside = [...body.children].sort((one, other) => Number(isValue(one)) - Number(isValue(other)));
    const headerBlocks = part('Header')?.children ?? [];
    const [element] = inside;
    const isFault = element?.local === 'Fault' && element.namespace === root.namespace;
    const fault = isFault ? { element, detail: detailOf(element) } : undefined;
    return { version, headerBlocks, body: inside, fault, data, parts };
  } catch (error) {
    if (error instanceof XmlError) return { kind: 'ill-formed', reason: error.message, offset: error.offset };
    throw error;
  }
}

/** Whether an encoded element of the body is a value that others refer to, and not the root (SOAP 1.1, 5.6). */
function isValue(element: TreeElement): boolean {
  return attributeOf(element, soapEncoding, 'root')?.trim() === '0';
}

/** The entries of a fault's detail: `detail` in no namespace (SOAP 1.1, 4.4), or `Detail` in that of the fault. */
function detailOf(fault: TreeElement): readonly TreeElement[] {
  return fault.children.find(({ local }) => local === 'detail' || local === 'Detail')?.children ?? [];
}
