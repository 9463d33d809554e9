import { soap11, type Version } from '../soap/version.ts';
import { envelopeText, faultText } from './envelope-text.ts';
import { fullText } from './message-tree.ts';
import { type Html, html, type ShownService } from './page-html.ts';
import type {
  ElementDescription,
  HeaderDescription,
  OperationDescription,
  PagesDescription,
} from './pages-description.ts';
import { sampleElement } from './sample-message.ts';

/** A sample request and its response in each supported version. */
export function samples({ description, versions, address }: ShownService, operation: OperationDescription): Html {
  return html`${versions.map((version) => {
    const { name } = version;
    return html`<details>
<summary>SOAP ${name}</summary>
<div class="pair">
${preformatted(`SOAP ${name} request`, sampleRequest(description, operation, version, address))}
${preformatted(`SOAP ${name} response`, sampleResponse(description, operation, version))}
</div>
</details>\n`;
  })}`;
}

/** Preformatted text. It may scroll, so it must have a name and be reachable by keyboard. */
export function preformatted(label: string, text: string): Html {
  return html`<figure><figcaption>${label}</figcaption>
<pre tabindex="0" role="region" aria-label="${label}">${text}</pre></figure>`;
}

/** A request with its HTTP head. @param address of the service, absolute. */
export function sampleRequest(
  service: PagesDescription,
  operation: OperationDescription,
  version: Version,
  address: string,
): string {
  const { host, pathname, search } = new URL(address);
  const { inputElement: name, inputNamespace: namespace = service.namespace, input: record } = operation;
  const body = envelope(service, version, operation.headers?.input, { name, namespace, record });
  const action = version.name === '1.1' ? `SOAPAction: "${operation.soapAction}"\n` : '';
  return `POST ${pathname}${search} HTTP/1.1\nHost: ${host}\n${entityHead(requestContentType(service, operation, version), body)}${action}\n${body}`;
}

/** The response with its HTTP head. */
export function sampleResponse(service: PagesDescription, operation: OperationDescription, version: Version): string {
  const { outputElement: name, outputNamespace: namespace = service.namespace, output: record } = operation;
  if (record === '') return 'HTTP/1.1 202 Accepted\nContent-Length: 0\n\n';
  const body = envelope(service, version, operation.headers?.output, { name, namespace, record });
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

function envelope(
  service: PagesDescription,
  version: Version,
  headers: readonly HeaderDescription[] = [],
  body: { readonly name: string; readonly namespace: string; readonly record: string },
): string {
  const blocks = headers.map((header) => {
    const { mustUnderstand = false, role } = header;
    return { ...sampleElement(service, header), addressed: { mustUnderstand, role } };
  });
  return envelopeText(service, version, { headers: blocks, body: sampleElement(service, body) }, fullText);
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
