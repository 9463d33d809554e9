import type { Answer } from '../answer.ts';
import type { OperationDescription, ServiceDescription } from '../description.ts';
import { type Html, html, page } from './html.ts';

/** The list of operations (rule P1). */
export function servicePage(service: ServiceDescription, address: string, extraHeaders: readonly string[]): Answer {
  const main = html`<h1>${service.name}</h1>
<p>${service.doc}</p>
<p>Address: <code>${address}</code></p>
<p>SOAP ${service.soapVersions.join(' and ')}. <a href="?wsdl">Service description (WSDL)</a></p>
<h2>Operations</h2>
<dl>
${service.operations.map(item)}</dl>`;
  return page(200, service.name, main, extraHeaders);
}

function item({ name, doc }: OperationDescription): Html {
  return html`<dt><a href="${operationLink(name)}">${name}</a></dt>
<dd>${doc}</dd>
`;
}

export function operationLink(name: string): string {
  return `?op=${encodeURIComponent(name)}`;
}
