import { decodeUtf8, encodeUtf8, isUtf8 } from '#bytes';
import { writeWholeMessage } from '../mime/whole-message.ts';
import { soap11, type Version } from '../soap/version.ts';
import { type AttachedPart, attach } from './attached-parts.ts';
import { byteCount, envelopeText, faultText, type Message } from './envelope-text.ts';
import { fullText } from './message-tree.ts';
import { attribute, type Html, html, type ShownService } from './page-html.ts';
import type {
  AttachmentDescription,
  ElementDescription,
  HeaderDescription,
  OperationDescription,
  PagesDescription,
} from './pages-description.ts';
import { sampleContent, sampleElement } from './sample-message.ts';
import { requestContentType } from './sent-request.ts';

/** A request and its response in each supported version. @param message the request; default: a sample. */
export function samples(
  { description, versions, address }: ShownService,
  operation: OperationDescription,
  message: Message = sampleMessage(description, operation),
): Html {
  return html`${versions.map((version) => {
    const { name } = version;
    return html`<details>
<summary>SOAP ${name}</summary>
<div class="pair">
${preformatted(`SOAP ${name} request`, wholeText(requestSample(description, operation, version, address, message)))}
${preformatted(`SOAP ${name} response`, wholeText(sampleResponse(description, operation, version)))}
</div>
</details>\n`;
  })}`;
}

/**
 * Preformatted text. It may scroll, so it must have a name and be reachable by keyboard.
 *
 * @param kind `whole` to select it by one click.
 */
export function preformatted(label: string, text: string, kind?: 'whole'): Html {
  return html`<figure><figcaption>${label}</figcaption>
<pre${attribute('class', kind)} tabindex="0" role="region" aria-label="${label}">${text}</pre></figure>`;
}

/** A sample message. */
export interface SampleMessage {
  /** The HTTP head, in lines. */
  readonly head: string;
  /** Empty for the response of a one-way operation. */
  readonly envelope: string;
  /** What is sent, where it is more than the envelope: a multipart message. */
  readonly body?: string;
}

/** A request with its HTTP head. @param address of the service, absolute. */
export function sampleRequest(
  service: PagesDescription,
  operation: OperationDescription,
  version: Version,
  address: string,
): SampleMessage {
  return requestSample(service, operation, version, address, sampleMessage(service, operation));
}

function requestSample(
  service: PagesDescription,
  operation: OperationDescription,
  version: Version,
  address: string,
  message: Message,
): SampleMessage {
  const { host, pathname, search } = new URL(address);
  const { soapAction } = operation;
  const contentType = requestContentType(service, operation, version);
  const action = soapAction === '' ? undefined : soapAction;
  const { head, ...content } = entity(service, version, message, { contentType, action });
  const field = version === soap11 ? `\nSOAPAction: "${soapAction}"` : '';
  return { head: `POST ${pathname}${search} HTTP/1.1\nHost: ${host}\n${head}${field}`, ...content };
}

/** The response with its HTTP head. */
export function sampleResponse(
  service: PagesDescription,
  operation: OperationDescription,
  version: Version,
): SampleMessage {
  const { outputElement: name, outputNamespace: namespace = service.namespace, output: record } = operation;
  const { headers, attachments } = operation;
  if (record === '') return { head: 'HTTP/1.1 202 Accepted\nContent-Length: 0', envelope: '' };
  const message = messageOf(service, headers?.output, { name, namespace, record }, attachments?.output);
  const { contentType } = version;
  const { head, ...content } = entity(service, version, message, { contentType, action: undefined });
  return { head: `HTTP/1.1 200 OK\n${head}`, ...content };
}

/** A message as it is sent, with the headers that are about it. */
function entity(
  service: PagesDescription,
  version: Version,
  message: Message,
  { contentType, action }: { readonly contentType: string; readonly action: string | undefined },
): SampleMessage {
  const envelope = envelopeText(service, version, message, fullText);
  const { parts = [] } = message;
  const isXop = service.requiresMtom === true;
  if (parts.length === 0 && !isXop) return { head: entityHead(contentType, encodeUtf8(envelope).length), envelope };
  const whole = writeWholeMessage(version.name, encodeUtf8(envelope), parts.map(shownPart), {
    boundary: 'soapwright-part',
    start: 'root',
    isXop,
    action,
  });
  const { length } = whole.body;
  const body = decodeUtf8(whole.body, 0, length).replaceAll('\r\n', '\n').trimEnd();
  return { head: entityHead(whole.contentType, length), envelope, body };
}

/** A part whose content is not text is shown by its size. */
function shownPart(part: AttachedPart): AttachedPart {
  const { content } = part;
  return isUtf8(content) && content.length <= longestPart
    ? part
    : { ...part, content: encodeUtf8(`(${byteCount(content.length)})`) };
}

/** In bytes. */
const longestPart = 2_000;

/** The message as text, with its HTTP head. */
function wholeText({ head, envelope, body = envelope }: SampleMessage): string {
  return `${head}\n\n${body}`;
}

/** The response of a fault, with its HTTP head. */
export function sampleFault(service: PagesDescription, fault: ElementDescription, version: Version): SampleMessage {
  const envelope = faultText(service, version, fault.doc ?? fault.name, sampleElement(service, fault));
  const head = entityHead(version.contentType, encodeUtf8(envelope).length);
  return { head: `HTTP/1.1 500 Internal Server Error\n${head}`, envelope };
}

function entityHead(contentType: string, length: number): string {
  return `Content-Type: ${contentType}\nContent-Length: ${length}`;
}

/** A sample of the request. */
export function sampleMessage(service: PagesDescription, operation: OperationDescription): Message {
  const { inputElement: name, inputNamespace: namespace = service.namespace, input: record } = operation;
  const { headers, attachments } = operation;
  return messageOf(service, headers?.input, { name, namespace, record }, attachments?.input);
}

function messageOf(
  service: PagesDescription,
  headers: readonly HeaderDescription[] = [],
  body: { readonly name: string; readonly namespace: string; readonly record: string },
  attachments: readonly AttachmentDescription[] = [],
): Message {
  const parts: AttachedPart[] = [];
  const blocks = headers.map((header) => {
    const { mustUnderstand = false, role } = header;
    return { ...sampleElement(service, header, { parts }), addressed: { mustUnderstand, role } };
  });
  const element = sampleElement(service, body, { parts });
  for (const { part, property, type = '*' } of attachments) {
    const content = sampleContent({ name: property });
    attach(parts, part, type.includes('*') ? content : { ...content, contentType: type });
  }
  return { headers: blocks, body: element, ...(parts.length > 0 && { parts }) };
}
