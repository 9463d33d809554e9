import type { SoapVersion } from '@soapwright/runtime/server';
import { isOurRole } from '@soapwright/runtime/server';
import {
  type Limits,
  MOST_DEPTH,
  readTree,
  type TreeDocument,
  type TreeElement,
  type TreeOptions,
  XmlError,
} from '@soapwright/runtime/xml';
import { wsse } from '../../names.ts';
import { SecurityError } from '../../security-error.ts';
import { isNamed } from '../../xml-elements.ts';
import { malformed } from '../signature/signature-form.ts';

const namespaces: Readonly<Record<SoapVersion, string>> = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
};

/** An envelope with its parts at their places: nothing else is a Header, a Body or a Security header block. */
export interface SoapMessage {
  readonly document: TreeDocument;
  readonly version: SoapVersion;
  readonly header: TreeElement | undefined;
  readonly body: TreeElement;
  /** The Security header block for this receiver. */
  readonly security: TreeElement | undefined;
}

export type ReadLimits = { readonly [name in keyof Limits]?: number | undefined };

/**
 * Reads an envelope.
 *
 * @param role URI of the `actor` or `role` of the Security header block that is meant; default the receiver of the message.
 * @throws {SecurityError} `form` for an envelope of another form, and for two Security header blocks.
 */
export function readMessage(bytes: Uint8Array, limits: ReadLimits = {}, role?: string): SoapMessage {
  return messageOf(treeOf(bytes, { limits }), role);
}

/** As `readMessage`, for an own message: the content of its Body is not in the tree. */
export function readOwnMessage(bytes: Uint8Array, role?: string): SoapMessage {
  const limits = { maxElements: 2 ** 31, maxBodyBytes: 2 ** 40, maxAttributes: 100_000, maxDepth: MOST_DEPTH };
  const skipsContent = (namespace: string, local: string): boolean =>
    local === 'Body' && (namespace === namespaces['1.1'] || namespace === namespaces['1.2']);
  return messageOf(treeOf(bytes, { limits, skipsContent }), role);
}

function treeOf(bytes: Uint8Array, options: TreeOptions): TreeDocument {
  try {
    return readTree(bytes, options);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new SecurityError('form', 'The message cannot be read.', { cause: error });
  }
}

/** As `readMessage`, for a document that was read. */
export function messageOf(document: TreeDocument, role?: string): SoapMessage {
  const { root } = document;
  const version = root.namespace === namespaces['1.1'] ? '1.1' : '1.2';
  if (!isNamed(root, [namespaces[version], 'Envelope'])) throw malformed('it is no envelope of SOAP');
  const isPart = (element: TreeElement | undefined, local: string): boolean =>
    element !== undefined && isNamed(element, [root.namespace, local]);
  const [first, second, third] = root.children;
  const header = isPart(first, 'Header') ? first : undefined;
  const [body, other] = header === undefined ? [first, second] : [second, third];
  // SOAP 1.1 allows elements after the Body; nobody needs them.
  if (body === undefined || !isPart(body, 'Body') || other !== undefined || root.strayText !== -1) {
    throw malformed('an envelope has one Header and one Body');
  }
  const blocks = header?.children.filter((block) => isNamed(block, [wsse, 'Security']) && isFor(block, version, role));
  const [security, ...others] = blocks ?? [];
  if (others.length > 0) throw malformed('there are two Security header blocks for one role');
  return { document, version, header, body, security };
}

function isFor(block: TreeElement, version: SoapVersion, role: string | undefined): boolean {
  const name = version === '1.1' ? 'actor' : 'role';
  const own = block.attributes.find(({ local, namespace }) => local === name && namespace === namespaces[version]);
  return role === undefined ? isOurRole(own?.value) : own?.value === role;
}
