import { occursText, typeText } from './field-text.ts';
import { type Html, html, nothing } from './html.ts';
import type { FieldDescription, PagesDescription } from './pages-description.ts';
import { fieldsOf, hierarchyOf } from './records.ts';

/** A table that is to be shown. */
interface Wanted {
  readonly label: string;
  readonly record: string;
  /** What it is, where it is no record. */
  readonly kind?: string;
}

/**
 * The table of an element's fields, and one for each record that is reached from it, each once.
 *
 * @param where it is, for those who hear the names of the tables alone.
 */
export function fieldTables(service: PagesDescription, element: string, record: string, where: string): Html {
  const tables: Html[] = [];
  const queue: Wanted[] = [{ label: element, record }];
  const seen = new Set([record]);
  const want = (wanted: Wanted): void => {
    if (seen.has(wanted.record)) return;
    seen.add(wanted.record);
    queue.push(wanted);
  };
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { label, kind = '' } = next;
    const hierarchy = hierarchyOf(service, next.record);
    if (hierarchy !== undefined) {
      const names = hierarchy.types.map((type) => type.record);
      tables.push(html`<p><code>${label}</code> is one of these types: ${names.join(', ')}.</p>
`);
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
    return html`<p><code>${label}</code> has no fields.</p>
`;
  }
  return html`<div class="wide fields" tabindex="0" role="region" aria-label="Fields of ${label} in the ${where}">
<table>
<caption><code>${label}</code>${kind === '' ? nothing : html` <span class="type">${kind}</span>`}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Use</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${fields.map(row)}</tbody>
</table>
</div>
`;
}

function row(field: FieldDescription): Html {
  const isGroup = field.place === 'choice' || field.place === 'group';
  const type = isGroup ? `${typeText(field)}: ${field.record ?? ''}` : typeText(field);
  return html`<tr><th scope="row"><code>${field.name}</code></th><td>${type}</td><td>${use(field)}</td><td>${meaning(field)}</td></tr>
`;
}

function use(field: FieldDescription): string {
  const { nillable, sensitive, fixed, fallback } = field;
  const words = [occursText(field)].filter((word) => word !== '');
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
