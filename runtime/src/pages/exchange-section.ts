import { decodeUtf8, encodeUtf8 } from '#bytes';
import type { Answer } from '../server/http-response.ts';
import { openEnvelope } from '../soap/envelope-reader.ts';
import type { SoapFault } from '../soap/fault.ts';
import { isFault, readFault } from '../soap/fault-reader.ts';
import type { Version } from '../soap/version.ts';
import { MessageStream } from '../xml/message-stream.ts';
import { byteCount } from './envelope-text.ts';
import { type Html, html, nothing } from './page-html.ts';
import type { OperationDescription, PagesDescription } from './pages-description.ts';
import { preformatted } from './samples.ts';
import { type AnswerRow, shownAnswer } from './shown-response.ts';
import { elementsOf, parseTree, type XmlElement } from './xml-tree.ts';

/** A request that the test form has sent, and what it was answered. */
export interface ShownExchange {
  readonly version: Version;
  /** The envelope that was sent, as it may be shown. */
  readonly request: string;
  readonly answer: Answer;
  /** Whether the answer's sensitive values are shown; those of the request never are (rule R5). */
  readonly showsSecrets: boolean;
  readonly milliseconds: number;
  readonly requestId: string | undefined;
}

/** An answer of more bytes is not taken apart for a page. */
const largestShown = 4 * 1024 * 1024;
const mostRows = 500;

/** An answer as a page can show it: one that is sent piece by piece is read, or given up where it is too large. */
export async function showable(answer: Answer): Promise<Answer> {
  const { body } = answer;
  if (!(body instanceof MessageStream)) return answer;
  if (body.length <= largestShown) return { ...answer, body: await body.bytes() };
  await body.return();
  return answer;
}

/** What came of a request that the form has sent: HTTP status, result or fault, and both envelopes (rule P3). */
export function exchangeSection(
  service: PagesDescription,
  operation: OperationDescription,
  exchange: ShownExchange,
): Html {
  const { version, request, answer, milliseconds } = exchange;
  const body = typeof answer.body === 'string' ? encodeUtf8(answer.body) : answer.body;
  if (answer.status === 202 && body.length === 0) return accepted(exchange);
  const bytes = body instanceof MessageStream || body.length > largestShown ? undefined : body;
  const root = bytes === undefined ? undefined : parseTree(bytes);
  const fault = bytes === undefined || root === undefined ? undefined : faultIn(bytes, root, version, answer.status);
  return html`<section id="answer" class="answer" tabindex="-1" aria-labelledby="answer-heading">
<h2 id="answer-heading">Answer <span class="badge ${fault === undefined && answer.status === 200 ? 'good' : 'bad'}">HTTP ${String(answer.status)}</span></h2>
<p class="quiet">SOAP ${version.name}, ${byteCount(body.length)}, ${milliseconds.toFixed(1)} ms${idOf(exchange)}</p>
${fault === undefined ? nothing : faultNote(fault, version)}${
  root === undefined
    ? unshown(bytes, body.length, answer)
    : envelopes(service, operation, root, exchange, fault !== undefined)
}${root === undefined ? preformatted('Request envelope', request) : nothing}
</section>
`;
}

function idOf({ requestId }: ShownExchange): Html {
  return requestId === undefined ? nothing : html`, request id <code>${requestId}</code>`;
}

/** A one-way operation has taken the request in. */
function accepted(exchange: ShownExchange): Html {
  const { version, request, milliseconds } = exchange;
  return html`<section id="answer" class="answer" tabindex="-1" aria-labelledby="answer-heading">
<h2 id="answer-heading">Answer <span class="badge good">HTTP 202</span></h2>
<p class="quiet">SOAP ${version.name}, ${milliseconds.toFixed(1)} ms${idOf(exchange)}</p>
<p>Accepted: this operation has no answer.</p>
${preformatted('Request envelope', request)}
</section>
`;
}

function envelopes(
  service: PagesDescription,
  operation: OperationDescription,
  root: XmlElement,
  { request, showsSecrets }: ShownExchange,
  isFaulty: boolean,
): Html {
  const shown = shownAnswer(service, operation, root, showsSecrets ? 'whole' : 'masked');
  const { rows, headerRows, detailRows, envelope } = shown;
  const result =
    rows.length === 0
      ? html`<p>The result has no fields.</p>
`
      : resultTable('Result', rows);
  return html`${isFaulty ? nothing : result}${detailRows.length === 0 ? nothing : resultTable('Fault detail', detailRows)}${
    headerRows.length === 0 ? nothing : resultTable('Header blocks', headerRows)
  }<div class="pair">
${preformatted('Request envelope', request)}
${preformatted('Answer envelope', envelope)}
</div>
`;
}

function resultTable(caption: string, rows: readonly AnswerRow[]): Html {
  const more = rows.length - mostRows;
  return html`<div class="wide" tabindex="0" role="region" aria-label="${caption === 'Result' ? 'Fields of the result' : caption}">
<table class="result">
<caption>${caption}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Value</th></tr></thead>
<tbody>
${rows.slice(0, mostRows).map(resultRow)}</tbody>
</table>
</div>
${
  more > 0
    ? html`<p class="quiet">${String(more)} more fields stand in the answer's envelope.</p>
`
    : nothing
}`;
}

function resultRow({ path, kind, text }: AnswerRow): Html {
  const value =
    kind === 'text'
      ? html`${text}`
      : kind === 'secret'
        ? html`<span class="whole">${text}</span> <span class="badge">sensitive</span>`
        : kind === 'masked'
          ? html`<span aria-hidden="true">${text}</span> <span class="badge">sensitive, not shown</span>`
          : html`<span class="badge">${text}</span>`;
  return html`<tr><th scope="row"><code>${path}</code></th><td>${value}</td></tr>
`;
}

function faultNote({ code, reason, detailCode, path }: SoapFault, { senderCode, receiverCode }: Version): Html {
  const named = code === 'Sender' ? senderCode : code === 'Receiver' ? receiverCode : code;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Code', named],
    ['Reason', reason],
    ['Detail code', detailCode],
    ['Field', path],
  ];
  return html`<div class="note bad" role="alert">
<h3>SOAP fault</h3>
<dl>
${rows.flatMap(([name, value]) =>
  value === undefined || value === ''
    ? []
    : [
        html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
      ],
)}</dl>
</div>
`;
}

/** An answer that is no envelope, or more than a page can hold. */
function unshown(bytes: Uint8Array | undefined, length: number, { headers }: Answer): Html {
  if (bytes === undefined) {
    return html`<p>The answer has ${byteCount(length)}, too many to show here.</p>
`;
  }
  const contentType = headers[headers.indexOf('Content-Type') + 1] ?? '';
  if (contentType.startsWith('text/plain')) return preformatted('Answer', decodeUtf8(bytes, 0, bytes.length));
  return html`<p>The answer cannot be shown here.</p>
`;
}

function faultIn(bytes: Uint8Array, root: XmlElement, version: Version, status: number): SoapFault | undefined {
  // A page shows header blocks and judges none.
  const understood = elementsOf(root).flatMap((part) => (part.local === 'Header' ? elementsOf(part) : []));
  const { reader } = openEnvelope(bytes, version, { understood });
  return isFault(reader, version) ? readFault(reader, version, status) : undefined;
}
