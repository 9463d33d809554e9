import { decodeUtf8, encodeUtf8 } from '#bytes';
import { type MessagePart, readWholeMessage } from '../mime/whole-message.ts';
import type { HttpResponse } from '../server/http-response.ts';
import { openEnvelope } from '../soap/envelope-reader.ts';
import { SoapFault } from '../soap/fault.ts';
import { isFault, readFault } from '../soap/fault-reader.ts';
import type { Version } from '../soap/version.ts';
import { XmlError } from '../xml/error.ts';
import { MessageStream } from '../xml/message-stream.ts';
import { byteCount, type Message } from './envelope-text.ts';
import type { InspectedResponse } from './inspected-response.ts';
import { brokenName, type Html, html, nothing } from './page-html.ts';
import type { OperationDescription, PagesDescription } from './pages-description.ts';
import { preformatted } from './samples.ts';
import { type ResponseRow, type ShownResponse, shownResponse } from './shown-response.ts';
import { linkedText } from './value-link.ts';
import { isGood, type Verdict, verdictLine, verdictOf } from './verdict.ts';
import { elementsOf, parseTree, type XmlElement } from './xml-tree.ts';

/** A request that the test form has sent, and its response. */
export interface ShownExchange {
  readonly version: Version;
  readonly message: Message;
  /** The request's envelope as a page may show it. */
  readonly request: string;
  /** Its body is the envelope alone. */
  readonly response: HttpResponse;
  /** Of the response. */
  readonly parts: readonly MessagePart[];
  readonly inspected: InspectedResponse;
  /** Whether sensitive values of the response are shown; those of the request never are (rule R5). */
  readonly showsSecrets: boolean;
  readonly milliseconds: number;
  readonly requestId: string | undefined;
}

/** Larger responses, in bytes, are not parsed for a page. */
const largestShown = 4 * 1024 * 1024;
const mostRows = 500;

/** Reads a body that is sent in pieces, or closes it if it is too large for a page. */
export async function bufferSmallBody(response: HttpResponse): Promise<HttpResponse> {
  const { body } = response;
  if (!(body instanceof MessageStream)) return response;
  if (body.length <= largestShown) return { ...response, body: await body.bytes() };
  await body.return();
  return response;
}

/** The envelope of a multipart response, with its parts; any other response as it is. */
export function withoutParts(response: HttpResponse): Pick<ShownExchange, 'response' | 'parts'> {
  const { headers, body } = response;
  if (!(body instanceof Uint8Array)) return { response, parts: [] };
  const at = headers.indexOf('Content-Type') + 1;
  const whole = at === 0 ? undefined : readWholeMessage(headers[at] ?? '', body);
  if (whole === undefined) return { response, parts: [] };
  const { envelope, contentType, parts } = whole;
  return { response: { ...response, headers: headers.with(at, contentType), body: envelope }, parts };
}

/** What is in a response; of a body that is not an envelope, as much as can be read. */
export function inspectResponse({ status, body }: HttpResponse, version: Version): InspectedResponse {
  const bytes = typeof body === 'string' ? encodeUtf8(body) : body;
  if (bytes instanceof MessageStream || bytes.length > largestShown) return {};
  const root = parseTree(bytes);
  return { bytes, root, fault: root && faultIn(bytes, root, version, status) };
}

function faultIn(bytes: Uint8Array, root: XmlElement, version: Version, status: number): SoapFault | undefined {
  // A page shows all header blocks and processes none.
  const understood = elementsOf(root).flatMap((part) => (part.local === 'Header' ? elementsOf(part) : []));
  try {
    const { reader } = openEnvelope(bytes, version, { understood });
    return isFault(reader, version) ? readFault(reader, version, status) : undefined;
  } catch (error) {
    // A page of a foreign service shows what is there.
    if (error instanceof XmlError || error instanceof SoapFault) return undefined;
    throw error;
  }
}

/** An exchange as its page shows it. */
export interface Outcome {
  readonly exchange: ShownExchange;
  /** Undefined for a body that is not an envelope, or too large for a page. */
  readonly shown: ShownResponse | undefined;
  readonly verdict: Verdict;
}

export function outcomeOf(
  service: PagesDescription,
  operation: OperationDescription,
  exchange: ShownExchange,
): Outcome {
  const { response, inspected, showsSecrets } = exchange;
  const { root } = inspected;
  const shown = root && shownResponse(service, operation, root, showsSecrets ? 'whole' : 'masked');
  return { exchange, shown, verdict: verdictOf(response, inspected, shown?.rows ?? []) };
}

/** The outcome of a request that the form has sent: verdict, HTTP status, result or fault, both envelopes (rule P3). @param calls the request as commands. */
export function exchangeSection({ exchange, shown, verdict }: Outcome, calls: Html): Html {
  const { version, message, request, response, parts, inspected, milliseconds, requestId } = exchange;
  const { fault } = inspected;
  const { length } = response.body;
  const isAccepted = response.status === 202 && length === 0;
  const size = isAccepted ? '' : ` ${byteCount(inspected.bytes?.length ?? length)},`;
  const id = requestId === undefined ? nothing : html`, request id <code>${requestId}</code>`;
  return html`<section id="answer" class="answer" tabindex="-1" aria-labelledby="answer-heading">
<h2 id="answer-heading">Response <span class="badge ${isGood(verdict) ? 'good' : 'bad'}">HTTP ${String(response.status)}</span></h2>
${verdictLine(verdict)}<p class="quiet">SOAP ${version.name},${size} ${milliseconds.toFixed(1)} ms${id}</p>
${fault === undefined ? nothing : faultNote(fault, version)}${
  shown === undefined
    ? html`${isAccepted ? nothing : bodyText(exchange)}${preformatted('Request envelope', request)}`
    : tables(shown, fault !== undefined, request)
}
${attachmentsNote('request', message.parts)}${attachmentsNote('response', parts)}${calls}</section>\n`;
}

/** Their contents are not shown: they may be secret. */
function attachmentsNote(of: string, parts: readonly MessagePart[] = []): Html {
  if (parts.length === 0) return nothing;
  const shown = parts.map(({ id, contentType, content }, index) => {
    const type = contentType === '' ? '' : `, ${contentType}`;
    return html`${index === 0 ? '' : '; '}<code>${brokenName(id)}</code>${type}, ${byteCount(content.length)}`;
  });
  return html`<p class="quiet">Attachments of the ${of}: ${shown}.</p>\n`;
}

function tables({ rows, headerRows, detailRows, envelope }: ShownResponse, isFault: boolean, request: string): Html {
  const result = rows.length === 0 ? html`<p>The result has no fields.</p>\n` : resultTable('Result', rows);
  return html`${isFault ? nothing : result}${
    detailRows.length === 0 ? nothing : resultTable('Fault detail', detailRows)
  }${headerRows.length === 0 ? nothing : resultTable('Header blocks', headerRows)}<details>
<summary>Envelopes</summary>
<div class="pair">
${preformatted('Request envelope', request)}
${preformatted('Response envelope', envelope)}
</div>
</details>`;
}

function resultTable(caption: string, rows: readonly ResponseRow[]): Html {
  const more = rows.length - mostRows;
  return html`<div class="wide" tabindex="0" role="region" aria-label="${caption === 'Result' ? 'Fields of the result' : caption}">
<table class="result">
<caption>${caption}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Value</th></tr></thead>
<tbody>
${rows.slice(0, mostRows).map(resultRow)}</tbody>
</table>
</div>
${more > 0 ? html`<p class="quiet">The envelope of the response has ${String(more)} more fields.</p>\n` : nothing}`;
}

function resultRow({ path, kind, text }: ResponseRow): Html {
  return html`<tr><th scope="row"><code>${brokenName(path)}</code></th><td>${rowValue(kind, text)}</td></tr>\n`;
}

function rowValue(kind: ResponseRow['kind'], text: string): Html {
  switch (kind) {
    case 'text':
      return linkedText(text);
    case 'secret':
      return html`<span class="whole">${linkedText(text)}</span> <span class="badge">sensitive</span>`;
    case 'masked':
      return html`<span aria-hidden="true">${text}</span> <span class="badge">sensitive, not shown</span>`;
    default:
      return html`<span class="badge">${text}</span>`;
  }
}

function faultNote({ code, reason, detailCode, path }: SoapFault, { senderCode, receiverCode }: Version): Html {
  const name = code === 'Sender' ? senderCode : code === 'Receiver' ? receiverCode : code;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Code', name],
    ['Reason', reason],
    ['Detail code', detailCode],
    ['Field', path],
  ];
  return html`<div class="note bad" role="alert">
<h3>SOAP fault</h3>
<dl>
${rows.flatMap(([term, text = '']) => (text === '' ? [] : [html`<div><dt>${term}</dt><dd>${text}</dd></div>\n`]))}</dl>
</div>\n`;
}

/** A body that is not an envelope, or too large for a page. */
function bodyText({ response: { headers, body }, inspected: { bytes } }: ShownExchange): Html {
  if (bytes === undefined) return html`<p>The response has ${byteCount(body.length)}, too many to show here.</p>\n`;
  const contentType = headers[headers.indexOf('Content-Type') + 1] ?? '';
  if (contentType.startsWith('text/plain')) return preformatted('Response', decodeUtf8(bytes, 0, bytes.length));
  return html`<p>The response cannot be shown here.</p>\n`;
}
