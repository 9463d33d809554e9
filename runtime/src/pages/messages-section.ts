import { fieldTables } from './field-tables.ts';
import { type Html, html, nothing } from './html.ts';
import type {
  ElementDescription,
  HeaderDescription,
  OperationDescription,
  PagesDescription,
} from './pages-description.ts';

/** The fields of an operation's messages: of its request, its answer, their header blocks and its faults. */
export function messagesSection(service: PagesDescription, operation: OperationDescription): Html {
  const { inputElement, input, outputElement, output, headers, faults = [] } = operation;
  const result =
    outputElement === ''
      ? html`<p>None: the server answers with HTTP 202 once it has taken the request in.</p>
`
      : fieldTables(service, outputElement, output, 'result');
  return html`<section aria-labelledby="request-fields">
<h2 id="request-fields">Request</h2>
${fieldTables(service, inputElement, input, 'request')}${headerBlocks(service, headers?.input ?? [], 'request')}</section>
<section aria-labelledby="result-fields">
<h2 id="result-fields">Result</h2>
${result}${headerBlocks(service, headers?.output ?? [], 'result')}</section>
${faults.length === 0 ? nothing : faultsSection(service, faults)}`;
}

function headerBlocks(service: PagesDescription, headers: readonly HeaderDescription[], where: string): Html {
  if (headers.length === 0) return nothing;
  const notes = headers.map((header) => {
    const { name, namespace, required, mustUnderstand, role, doc = '' } = header;
    const words = [required ? 'required' : 'optional', ...(mustUnderstand ? ['must be understood'] : [])];
    if (role !== undefined) words.push(`for ${role}`);
    return html`<h3>Header block <code>${name}</code> <span class="type">${words.join(', ')}</span></h3>
${about(doc, namespace, service)}${fieldTables(service, name, header.record, `header of the ${where}`)}`;
  });
  return html`${notes}`;
}

function faultsSection(service: PagesDescription, faults: readonly ElementDescription[]): Html {
  return html`<section aria-labelledby="fault-fields">
<h2 id="fault-fields">Faults</h2>
${faults.map(
  ({ name, namespace, record, doc = '' }) => html`<h3><code>${name}</code></h3>
${about(doc, namespace, service)}${fieldTables(service, name, record, 'fault')}`,
)}</section>
`;
}

function about(doc: string, namespace: string, service: PagesDescription): Html {
  const where = namespace === service.namespace ? nothing : html` Its namespace is <code>${namespace}</code>.`;
  return doc === '' && where === nothing
    ? nothing
    : html`<p>${doc}${where}</p>
`;
}
