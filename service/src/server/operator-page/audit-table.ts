import { html } from '../../common/html.ts';
import { jsonLine } from '../../common/json-line.ts';
import { OperatorError } from '../../operator/operator-context.ts';
import { type AuditRecord, type AuditSearch, searchAudit } from '../../storage/audit-log.ts';
import type { Db } from '../../storage/tables.ts';
import { defineTable, type OperatorTable, pageSize } from './operator-table.ts';
import { timeCell } from './values.ts';

export const auditTable: OperatorTable = defineTable<AuditRecord>({
  path: 'audit',
  title: 'Audit log',
  about: 'Every change, the newest first.',
  search: [
    { name: 'person', label: 'Part of the actor', hint: 'Such as operator:, api-key:office or a name.' },
    { name: 'action', label: 'Part of the action', hint: 'Such as file. or revoked.' },
    { name: 'subject', label: 'Part of the subject or the details' },
    { name: 'from', label: 'From', type: 'date' },
    { name: 'until', label: 'Until, with that day', type: 'date' },
  ],
  async list({ service }, query) {
    const before = /^\d{1,15}$/.exec(query.get('before') ?? '')?.[0];
    const from = before === undefined ? undefined : Number(before);
    const result = await searchAudit(service.state.db, searchOf(query), { before: from, limit: pageSize });
    return { rows: result.found, next: result.before === undefined ? undefined : { before: String(result.before) } };
  },
  id: ({ id }) => String(id),
  name: ({ id }) => `entry ${id}`,
  columns: [
    { heading: 'Time', cell: ({ at }) => timeCell(at) },
    { heading: 'Actor', cell: ({ actor }) => actor },
    { heading: 'Action', cell: ({ action }) => html`<span class="whole">${action}</span>` },
    { heading: 'Subject', cell: ({ subject }) => subject },
    { heading: 'Details', cell: ({ details }) => detailsText(details) },
    { heading: 'Request', cell: ({ requestId }) => requestId ?? '-' },
  ],
  links(query, root) {
    const all = new URLSearchParams(query);
    all.delete('before');
    const address = (format: string): string => `${root}/audit/export.${format}?${all}`;
    return html`<p>Export what the search finds: <a href="${address('ndjson')}" download>NDJSON</a>,
<a href="${address('csv')}" download>CSV</a></p>
`;
  },
});

/** @throws {OperatorError} `invalid-argument` for an invalid day. */
function searchOf(query: URLSearchParams): AuditSearch {
  const day = (name: string): number | undefined => {
    const text = query.get(name) ?? '';
    if (text === '') return undefined;
    const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(time)) throw new OperatorError('invalid-argument', `${text} is not a day, such as 2026-01-31.`);
    return time;
  };
  const until = day('until');
  return {
    actor: query.get('person') || undefined,
    action: query.get('action') || undefined,
    subject: query.get('subject') || undefined,
    since: day('from'),
    until: until === undefined ? undefined : until + 86_400_000,
  };
}

function detailsText(details: AuditRecord['details']): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

export const exportTypes: Readonly<Record<string, string>> = { ndjson: 'application/x-ndjson', csv: 'text/csv' };

/**
 * The entries that a search finds as lines of a format, the newest first.
 *
 * @throws {OperatorError} `invalid-argument` for an invalid day, at once.
 */
export function auditExport(db: Db, format: string, query: URLSearchParams): AsyncGenerator<string> {
  return lines(db, format, searchOf(query));
}

async function* lines(db: Db, format: string, search: AuditSearch): AsyncGenerator<string> {
  if (format === 'csv') yield 'id,at,actor,action,subject,details,requestId\r\n';
  for (let before: number | undefined, isFirst = true; isFirst || before !== undefined; isFirst = false) {
    const result = await searchAudit(db, search, { before, limit: 1000 });
    before = result.before;
    yield result.found.map((entry) => (format === 'csv' ? csvLine(entry) : ndjsonLine(entry))).join('');
  }
}

function ndjsonLine({ at, ...entry }: AuditRecord): string {
  return jsonLine({ at: new Date(at).toISOString(), ...entry });
}

function csvLine({ id, at, actor, action, subject, details, requestId }: AuditRecord): string {
  const values = [String(id), new Date(at).toISOString(), actor, action, subject, JSON.stringify(details), requestId];
  return `${values.map((value) => csvValue(value ?? '')).join(',')}\r\n`;
}

/** RFC 4180. Spreadsheets would run a text that begins like a formula. */
function csvValue(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
