import { brokenName, type Html, html, nothing } from './page-html.ts';
import type {
  ElementDescription,
  FieldDescription,
  HeaderDescription,
  OperationDescription,
  PagesDescription,
} from './pages-description.ts';
import { fieldsOf, hierarchyOf } from './record-fields.ts';

/** The fields of an operation's request and result, of their header blocks, and of its faults. */
export function messagesSection(service: PagesDescription, operation: OperationDescription): Html {
  const { inputElement, input, outputElement, output, headers, faults = [] } = operation;
  const result =
    output === ''
      ? html`<p>None: the server responds with HTTP 202 when the request was carried out.</p>\n`
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
)}</section>\n`;
}

function about(doc: string, namespace: string, service: PagesDescription): Html {
  const where = namespace === service.namespace ? nothing : html` Its namespace is <code>${namespace}</code>.`;
  return doc === '' && where === nothing ? nothing : html`<p>${doc}${where}</p>\n`;
}

/** A table of fields. */
interface FieldTable {
  readonly label: string;
  readonly record: string;
  /** The kind, if it is not a record. */
  readonly kind?: string;
}

/**
 * The table of an element's fields, and one for each record that it refers to.
 *
 * @param where the element occurs, for screen readers.
 */
function fieldTables(service: PagesDescription, element: string, record: string, where: string): Html {
  const tables: Html[] = [];
  const queue: FieldTable[] = [{ label: element, record }];
  const seen = new Set([record]);
  const want = (wanted: FieldTable): void => {
    if (seen.has(wanted.record)) return;
    seen.add(wanted.record);
    queue.push(wanted);
  };
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { label, kind = '' } = next;
    const hierarchy = hierarchyOf(service, next.record);
    if (hierarchy !== undefined) {
      const names = hierarchy.types.map((type) => type.record);
      tables.push(html`<p><code>${label}</code> is one of these types: ${names.join(', ')}.</p>\n`);
      for (const { record: type } of hierarchy.types) want({ label: type, record: type });
      continue;
    }
    const fields = fieldsOf(service, next.record);
    tables.push(fieldTable(label, kind, fields, where));
    for (const field of fields) {
      if (field.record === undefined) continue;
      const isGroup = field.place === 'choice' || field.place === 'group';
      want({ label: field.record, record: field.record, ...(isGroup ? { kind: typeText(field) } : {}) });
    }
  }
  return html`${tables}`;
}

function fieldTable(label: string, kind: string, fields: readonly FieldDescription[], where: string): Html {
  if (fields.length === 0) {
    return html`<p><code>${label}</code> has no fields.</p>\n`;
  }
  return html`<div class="wide fields" tabindex="0" role="region" aria-label="Fields of ${label} in the ${where}">
<table>
<caption><code>${brokenName(label)}</code>${kind === '' ? nothing : html` <span class="type">${kind}</span>`}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Use</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${fields.map(row)}</tbody>
</table>
</div>\n`;
}

function row(field: FieldDescription): Html {
  const isGroup = field.place === 'choice' || field.place === 'group';
  const type = isGroup ? `${typeText(field)}: ${field.record ?? ''}` : typeText(field);
  return html`<tr><th scope="row"><code>${brokenName(field.name)}</code></th><td>${type}</td><td>${requiredMark(field)}${use(field)}</td><td>${meaning(field)}</td></tr>\n`;
}

function use(field: FieldDescription): string {
  const { nillable, sensitive, fixed, fallback } = field;
  const words = isRequired(field) ? [] : [occursText(field)].filter((word) => word !== '');
  if (nillable) words.push('may be nil');
  if (fixed !== undefined) words.push(`always "${fixed}"`);
  if (fallback !== undefined) words.push(`else "${fallback}"`);
  if (sensitive) words.push('sensitive');
  return words.join(', ');
}

function meaning({ doc = '', deprecated, since }: FieldDescription): string {
  const parts = [
    doc,
    deprecated === undefined ? '' : `Deprecated: ${deprecated}`,
    since === undefined ? '' : `Since ${since}.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** The type of a field, in a few words. */
export function typeText({ place, type, record }: FieldDescription): string {
  switch (place) {
    case 'attribute':
      return `attribute, ${type}`;
    case 'attributes':
      return 'any attributes';
    case 'any':
      return 'any element';
    case 'mixed':
      return 'text and elements';
    case 'choice':
      return 'one of several';
    case 'group':
      return 'group';
    default:
      return record ?? (type === 'anyType' ? 'any content' : (type ?? ''));
  }
}

/** Whether the field must be there, once. */
export function isRequired(field: FieldDescription): boolean {
  return occursText(field) === 'required';
}

/** Tells a field that must be there apart from one that may be absent; with a space after it. */
export function requiredMark(field: FieldDescription): Html {
  return isRequired(field) ? html`<span class="need">required</span> ` : nothing;
}

/** How often a field may occur. */
export function occursText({ place, optional, many, least = 0, most }: FieldDescription): string {
  if (place === 'attributes' || place === 'mixed') return '';
  if (!many) return optional ? 'optional' : 'required';
  if (most === undefined) return least === 0 ? 'any number' : `at least ${least}`;
  if (least === most) return `exactly ${most}`;
  return least === 0 ? `at most ${most}` : `${least} to ${most}`;
}
