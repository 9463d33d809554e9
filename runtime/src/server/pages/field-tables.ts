import type { FieldDescription, ServiceDescription } from '../description.ts';
import { type Html, html } from './html.ts';

/**
 * The table of an element's fields, and one for each record that is reached from it, each once.
 *
 * @param where it is, for those who hear the names of the tables alone.
 */
export function fieldTables(service: ServiceDescription, element: string, record: string, where: string): Html {
  const tables: Html[] = [];
  const queue = [{ label: element, record }];
  const seen = new Set([record]);
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const fields = service.records[next.record] ?? [];
    tables.push(fieldTable(next.label, fields, where));
    for (const field of fields) {
      if (field.record === undefined || seen.has(field.record)) continue;
      seen.add(field.record);
      queue.push({ label: field.record, record: field.record });
    }
  }
  return html`${tables}`;
}

function fieldTable(label: string, fields: readonly FieldDescription[], where: string): Html {
  if (fields.length === 0) {
    return html`<p><code>${label}</code> has no fields.</p>
`;
  }
  return html`<div class="wide fields" tabindex="0" role="region" aria-label="Fields of ${label} in the ${where}">
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
