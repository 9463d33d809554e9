import { decodeXml, isSchemaNamespace, readDocument, wsdlNamespace, type XmlDocument } from '../contract/index.ts';
import { type Diagnostic, fetching as kinds, report } from '../diagnostics/index.ts';
import type { Downloaded } from './download.ts';
import { shownAddress } from './shown-address.ts';

/** A response that is a WSDL or a schema. */
export interface Recognised {
  readonly document: XmlDocument;
  /** By the root element. */
  readonly kind: 'wsdl' | 'xsd';
}

export interface Recognition {
  /** Absent if it is anything else. */
  readonly recognised?: Recognised;
  readonly diagnostics: readonly Diagnostic[];
  /** What diagnostics quote. */
  readonly text: string;
}

/** In characters: how much of a response that is something else is shown. */
const shownStart = 80;

/** Finds out whether a response is the requested file or a page for people. */
export function recognise({ address, bytes, contentType }: Downloaded, internalEntities: boolean): Recognition {
  const name = shownAddress(address);
  const decoded = decodeXml(bytes);
  const text = typeof decoded === 'string' ? bytes.toString('latin1') : decoded.text;
  const start = text.replace(/^[\uFEFF\s]+/, '');
  if (!start.startsWith('<') || isHtml(start)) {
    const type = describe(contentType, start);
    const beginning = start === '' ? '(nothing)' : start.slice(0, shownStart).replace(/\s+/g, ' ').trimEnd();
    const parameters = { address: name, type, start: beginning, advice: adviceFor(address) };
    return { diagnostics: [report(kinds.notXml, parameters)], text };
  }
  const { document, diagnostics } = readDocument({ location: address.href, name, bytes }, { internalEntities });
  if (document === undefined) return { diagnostics, text };
  const { root } = document;
  if (root.namespace === wsdlNamespace && root.local === 'definitions') {
    return { recognised: { document, kind: 'wsdl' }, diagnostics, text };
  }
  if (isSchemaNamespace(root.namespace) && root.local === 'schema') {
    return { recognised: { document, kind: 'xsd' }, diagnostics, text };
  }
  const parameters = { address: name, root: root.local, namespace: root.namespace, advice: adviceFor(address) };
  return { diagnostics: [...diagnostics, report(kinds.unknownRoot, parameters)], text };
}

function isHtml(start: string): boolean {
  return /^<(?:!doctype\s+html|html)\b/i.test(withoutProlog(start.slice(0, 4000)));
}

/** From the first tag or document type on, without declaration, comments and processing instructions. */
function withoutProlog(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const end = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '?>' : undefined;
    const at = end === undefined ? -1 : rest.indexOf(end);
    if (end === undefined || at === -1) return rest;
    rest = rest.slice(at + end.length).trimStart();
  }
}

function describe(contentType: string, start: string): string {
  const what = start === '' ? 'an empty response' : isHtml(start) ? 'a page of HTML' : 'something that is not XML';
  return contentType === '' ? `${what} without a content type` : `${what}, of the type ${contentType}`;
}

/** Most servers show a page about the service where its address has no query. */
function adviceFor(address: URL): string {
  if (address.search === '') return `Try ${address.origin}${address.pathname}?wsdl`;
  return 'Open the address in a browser. If it asks for signing in, give --user and --password-from, --header-env or --cert.';
}
