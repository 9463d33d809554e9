import { soap11, type Version } from '../soap/version.ts';
import { envelopeText, faultText, type Message } from './envelope-text.ts';
import { fullText } from './message-tree.ts';
import { attribute, type Html, html, type ShownService } from './page-html.ts';
import type {
  ElementDescription,
  HeaderDescription,
  OperationDescription,
  PagesDescription,
} from './pages-description.ts';
import { sampleElement } from './sample-message.ts';

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
${preformatted(`SOAP ${name} request`, requestText(description, operation, version, address, message))}
${preformatted(`SOAP ${name} response`, sampleResponse(description, operation, version))}
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

/** A request with its HTTP head. @param address of the service, absolute. */
export function sampleRequest(
  service: PagesDescription,
  operation: OperationDescription,
  version: Version,
  address: string,
): string {
  return requestText(service, operation, version, address, sampleMessage(service, operation));
}

function requestText(
  service: PagesDescription,
  operation: OperationDescription,
  version: Version,
  address: string,
  message: Message,
): string {
  const { host, pathname, search } = new URL(address);
  const body = envelopeText(service, version, message, fullText);
  const action = version.name === '1.1' ? `SOAPAction: "${operation.soapAction}"\n` : '';
  return `POST ${pathname}${search} HTTP/1.1\nHost: ${host}\n${entityHead(requestContentType(service, operation, version), body)}${action}\n${body}`;
}

/** The response with its HTTP head. */
export function sampleResponse(service: PagesDescription, operation: OperationDescription, version: Version): string {
  const { outputElement: name, outputNamespace: namespace = service.namespace, output: record } = operation;
  if (record === '') return 'HTTP/1.1 202 Accepted\nContent-Length: 0\n\n';
  const message = messageOf(service, operation.headers?.output, { name, namespace, record });
  const body = envelopeText(service, version, message, fullText);
  return `HTTP/1.1 200 OK\n${entityHead(version.contentType, body)}\n${body}`;
}

/** The response of a fault, with its HTTP head. */
export function sampleFault(service: PagesDescription, fault: ElementDescription, version: Version): string {
  const body = faultText(service, version, fault.doc ?? fault.name, sampleElement(service, fault));
  return `HTTP/1.1 500 Internal Server Error\n${entityHead(version.contentType, body)}\n${body}`;
}

function entityHead(contentType: string, body: string): string {
  return `Content-Type: ${contentType}\nContent-Length: ${new TextEncoder().encode(body).length}\n`;
}

/** A sample of the request. */
export function sampleMessage(service: PagesDescription, operation: OperationDescription): Message {
  const { inputElement: name, inputNamespace: namespace = service.namespace, input: record, headers } = operation;
  return messageOf(service, headers?.input, { name, namespace, record });
}

function messageOf(
  service: PagesDescription,
  headers: readonly HeaderDescription[] = [],
  body: { readonly name: string; readonly namespace: string; readonly record: string },
): Message {
  const blocks = headers.map((header) => {
    const { mustUnderstand = false, role } = header;
    return { ...sampleElement(service, header), addressed: { mustUnderstand, role } };
  });
  return { headers: blocks, body: sampleElement(service, body) };
}

/**
 * The Content-Type of a request. In SOAP 1.2 the action distinguishes operations that share an element (rule D3).
 */
export function requestContentType(
  { operations }: PagesDescription,
  { soapAction, inputElement, inputNamespace }: OperationDescription,
  version: Version,
): string {
  const sameElement = operations.filter(
    (one) => one.inputElement === inputElement && one.inputNamespace === inputNamespace,
  );
  return version !== soap11 && sameElement.length > 1
    ? `${version.contentType}; action="${soapAction}"`
    : version.contentType;
}
