import { versionNamed } from '../../soap/version.ts';
import type { Answer } from '../answer.ts';
import type { FieldDescription, OperationDescription, ServiceDescription } from '../description.ts';
import { type Html, html, page } from './html.ts';
import { sampleRequest, sampleResponse } from './sample.ts';

/** One operation: its fields, those of the records in them, and sample exchanges in both versions. */
export function operationPage(
  service: ServiceDescription,
  operation: OperationDescription,
  address: string,
  extraHeaders: readonly string[],
): Answer {
  const { name, doc, soapAction, input, output } = operation;
  const main = html`<p><a href="?">${service.name}</a></p>
<h1>${name}</h1>
<p>${doc}</p>
<p>SOAPAction: <code>${soapAction}</code></p>
<h2>Request</h2>
${fieldTables(service, operation.inputElement, input)}<h2>Result</h2>
${fieldTables(service, operation.outputElement, output)}${service.soapVersions.map((version) =>
  samples(service, operation, address, version),
)}`;
  return page(200, `${name} - ${service.name}`, main, extraHeaders);
}

export function unknownOperationPage(
  service: ServiceDescription,
  name: string,
  extraHeaders: readonly string[],
): Answer {
  const main = html`<p><a href="?">${service.name}</a></p>
<h1>Unknown operation</h1>
<p>${service.name} has no operation <code>${name}</code>.</p>`;
  return page(404, `Unknown operation - ${service.name}`, main, extraHeaders);
}

function samples(
  service: ServiceDescription,
  operation: OperationDescription,
  address: string,
  soapVersion: '1.1' | '1.2',
): Html {
  const version = versionNamed(soapVersion);
  return html`<h2>SOAP ${soapVersion}</h2>
${sample(`SOAP ${soapVersion} request`, sampleRequest(service, operation, version, address))}
${sample(`SOAP ${soapVersion} answer`, sampleResponse(service, operation, version))}
`;
}

// Both can be wider than the screen: what scrolls must be reachable by keyboard, and have a name.
function sample(label: string, text: string): Html {
  return html`<h3>${label}</h3>
<pre tabindex="0" role="region" aria-label="${label}">${text}</pre>`;
}

/** The table of an element's fields, and one for each record that is reached from it, each once. */
function fieldTables(service: ServiceDescription, element: string, record: string): Html {
  const tables: Html[] = [];
  const queue = [{ label: element, record }];
  const seen = new Set([record]);
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const fields = service.records[next.record] ?? [];
    tables.push(fieldTable(next.label, fields));
    for (const field of fields) {
      if (field.record === undefined || seen.has(field.record)) continue;
      seen.add(field.record);
      queue.push({ label: field.record, record: field.record });
    }
  }
  return html`${tables}`;
}

function fieldTable(label: string, fields: readonly FieldDescription[]): Html {
  if (fields.length === 0) {
    return html`<p><code>${label}</code> has no fields.</p>
`;
  }
  return html`<div class="wide" tabindex="0" role="region" aria-label="Fields of ${label}">
<table>
<caption><code>${label}</code></caption>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Use</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${fields.map(row)}</tbody>
</table>
</div>
`;
}

function row(field: FieldDescription): Html {
  return html`<tr><th scope="row"><code>${field.name}</code></th><td>${field.record ?? field.type ?? ''}</td><td>${use(field)}</td><td>${field.doc}</td></tr>
`;
}

function use({ optional, many, nillable, sensitive }: FieldDescription): string {
  const words = [many ? 'any number' : optional ? 'optional' : 'required'];
  if (nillable) words.push('may be nil');
  if (sensitive) words.push('sensitive');
  return words.join(', ');
}
