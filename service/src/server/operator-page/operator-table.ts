import { type Html, html } from '../../common/html.ts';
import { OperatorError } from '../../operator/operator-context.ts';
import { type OperatorRole, operatorRoles } from '../../operator/operator-sessions.ts';
import type { OperatorPageContext } from './page-context.ts';

/** Rows of a page. */
export interface Listed<Row> {
  readonly rows: readonly Row[];
  /** Parameters of the next page beside those of the search; undefined on the last one. */
  readonly next?: Readonly<Record<string, string>> | undefined;
}

export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row, root: string) => string | Html;
  readonly isNumber?: boolean;
}

/** A field of a form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'text' | 'date';
}

/** What may be done with chosen rows. It is done by the function that the command calls. */
export interface Action<Row> {
  readonly name: string;
  readonly label: string;
  readonly role: OperatorRole;
  /** Default: with all rows. */
  readonly applies?: (row: Row) => boolean;
  /** A value that the person gives. */
  readonly field?: Field;
  /** What will happen, for the page that asks for confirmation. */
  readonly effect: (rows: readonly Row[], context: OperatorPageContext) => string | Promise<string>;
  /** @returns what has happened. @throws {OperatorError}, {@link Rejection} */
  readonly run: (rows: readonly Row[], context: OperatorPageContext, value: string) => Promise<string>;
}

export interface TableOptions<Row> {
  /** Below the root of the pages. */
  readonly path: string;
  readonly title: string;
  readonly about: string;
  readonly search?: readonly Field[];
  /** All rows, or those of a page that ends in `next`. */
  readonly list: (context: OperatorPageContext, query: URLSearchParams) => Promise<Listed<Row>>;
  /** Rows by their ids. Default: those of `list`. */
  readonly find?: (context: OperatorPageContext, ids: readonly string[]) => Promise<readonly Row[]>;
  readonly id: (row: Row) => string;
  /** How messages name a row. */
  readonly name: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  readonly actions?: readonly Action<Row>[];
  /** Links beneath the search, such as those of an export. */
  readonly links?: (query: URLSearchParams, root: string) => Html;
}

/** A person's view of the pages. */
export interface View {
  readonly context: OperatorPageContext;
  readonly role: OperatorRole;
  readonly query: URLSearchParams;
  /** Address of the overview, without a slash at its end. */
  readonly root: string;
}

/** A page with a table, searched by links and forms, whose rows have actions. */
export interface OperatorTable {
  readonly path: string;
  readonly title: string;
  show(view: View): Promise<Html>;
  /** The action of a name, if the role may take it. */
  action(name: string, role: OperatorRole): TableAction | undefined;
}

export interface TableAction {
  readonly label: string;
  readonly field: Field | undefined;
  /** The chosen rows by their names, and what will happen. @throws {OperatorError} `unknown-name` for rows that are gone. */
  confirm(
    context: OperatorPageContext,
    ids: readonly string[],
  ): Promise<{ readonly names: readonly string[]; readonly effect: string }>;
  run(context: OperatorPageContext, ids: readonly string[], value: string): Promise<string>;
}

/** An action that has failed at one of its rows, after those before. */
export class PartlyDone extends Error {
  /** @param done such as `1 of 2 were done.` */
  constructor(done: string, cause: unknown) {
    super(done, { cause });
  }
}

/** Does something with each row, one after the other. @throws {PartlyDone} when one of several fails. */
export async function withEach<Row>(rows: readonly Row[], work: (row: Row) => Promise<unknown>): Promise<void> {
  for (const [done, row] of rows.entries()) {
    await work(row).catch((error: unknown) => {
      throw rows.length === 1 ? error : new PartlyDone(`${done} of ${rows.length} were done.`, error);
    });
  }
}

/** Rows of a page. */
export const pageSize = 50;

function may(role: OperatorRole, needed: OperatorRole): boolean {
  return operatorRoles.indexOf(role) >= operatorRoles.indexOf(needed);
}

export function defineTable<Row>(options: TableOptions<Row>): OperatorTable {
  const { path, title, actions = [], list, id, name } = options;
  const find = async (context: OperatorPageContext, ids: readonly string[], action: Action<Row>): Promise<Row[]> => {
    const rows = await (options.find?.(context, ids) ?? list(context, new URLSearchParams()).then((all) => all.rows));
    return ids.map((wanted) => {
      const row = rows.find((each) => id(each) === wanted);
      if (row !== undefined && (action.applies?.(row) ?? true)) return row;
      throw new OperatorError('unknown-name', `${title}: a chosen row is gone, or has changed. Choose again.`);
    });
  };
  return {
    path,
    title,
    show: (view) => shown(options, view),
    action(wanted, role) {
      const action = actions.find((each) => each.name === wanted);
      if (action === undefined || !may(role, action.role)) return undefined;
      return {
        label: action.label,
        field: action.field,
        async confirm(context, ids) {
          const rows = await find(context, ids, action);
          return { names: rows.map(name), effect: await action.effect(rows, context) };
        },
        run: async (context, ids, value) => await action.run(await find(context, ids, action), context, value),
      };
    },
  };
}

async function shown<Row>(options: TableOptions<Row>, view: View): Promise<Html> {
  const { context, role, query, root } = view;
  const { path, title, about, search = [], columns, actions = [], id, name } = options;
  const address = `${root}/${path}`;
  const listed = await options.list(context, query);
  const from = Number(/^\d{1,9}$/.exec(query.get('from') ?? '')?.[0] ?? 0);
  const isWhole = listed.rows.length > pageSize;
  const rows = isWhole ? listed.rows.slice(from, from + pageSize) : listed.rows;
  const next = isWhole && from + pageSize < listed.rows.length ? { from: String(from + pageSize) } : listed.next;
  const allowed = actions.filter((action) => may(role, action.role));
  const choosable = (row: Row): boolean => allowed.some(({ applies }) => applies?.(row) ?? true);
  const count = isWhole ? `${from + 1} to ${from + rows.length} of ${listed.rows.length}` : `${rows.length} shown`;
  const body = rows.map(
    (row) => html`<tr>
${
  allowed.length === 0
    ? html``
    : html`<td>${
        choosable(row)
          ? html`<input type="checkbox" name="id" value="${id(row)}" aria-label="Choose ${name(row)}">`
          : html``
      }</td>`
}${columns.map(
  ({ heading, cell, isNumber }) =>
    html`<td data-label="${heading}"${isNumber ? html` class="number"` : html``}>${cell(row, root)}</td>`,
)}
</tr>
`,
  );
  const table = html`<table>
<caption>${title}: ${count}</caption>
<thead><tr>${allowed.length === 0 ? html`` : html`<th scope="col">Choose</th>`}${columns.map(
    ({ heading, isNumber }) => html`<th scope="col"${isNumber ? html` class="number"` : html``}>${heading}</th>`,
  )}</tr></thead>
<tbody>
${body}</tbody>
</table>`;
  const buttons = allowed.map(
    ({ name: action, label }) => html`<button formaction="${address}/${action}">${label}…</button>
`,
  );
  const form = html`<form method="get" class="chosen">${table}
<p class="actions">${buttons}</p>
</form>`;
  return html`<p>${about}</p>
${search.length === 0 ? html`` : searchForm(search, query, address)}${options.links?.(query, root) ?? html``}
${rows.length === 0 ? html`<p>${next === undefined ? 'There is nothing here.' : 'This part has nothing of it.'}</p>` : allowed.length === 0 ? table : form}
${next === undefined ? html`` : html`<p><a href="${address}?${withParameters(query, next)}" rel="next">Next page</a></p>`}`;
}

function searchForm(fields: readonly Field[], query: URLSearchParams, address: string): Html {
  const inputs = fields.map(
    (field) => html`<div>${input(field, query.get(field.name) ?? '')}</div>
`,
  );
  return html`<form method="get" action="${address}" class="search" role="search">
${inputs}<button>Search</button>
</form>
`;
}

/** A labelled input. */
export function input({ name, label, hint, type = 'text' }: Field, value: string): Html {
  const described = hint === undefined ? html`` : html` aria-describedby="hint-${name}"`;
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="off"${described}>
${hint === undefined ? html`` : html`<small id="hint-${name}">${hint}</small>`}`;
}

/** The query with some of its parameters changed. */
function withParameters(query: URLSearchParams, changed: Readonly<Record<string, string>>): string {
  const all = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changed)) all.set(name, value);
  return all.toString();
}
