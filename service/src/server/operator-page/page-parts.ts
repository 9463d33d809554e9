import { type Html, html, pageFrame } from '../../common/html.ts';
import type { SignedInOperator } from '../../operator/operator-sessions.ts';
import { input, type OperatorTable, type TableAction } from './operator-table.ts';

export const operatorFrame: ReturnType<typeof pageFrame> = pageFrame(`
body { max-width: 84rem; }
a { color: LinkText; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; list-style: none; padding: 0; margin: 0; }
nav a[aria-current] { font-weight: 700; text-decoration: none; color: CanvasText; }
header { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; justify-content: space-between; align-items: baseline;
  border-bottom: 1px solid GrayText; padding-bottom: 0.8rem; }
header form { display: flex; gap: 0.8rem; align-items: baseline; }
header button { margin: 0; padding: 0.1rem 0.6rem; }
caption { text-align: left; padding: 0.3rem 0; }
form.search { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: end; }
form.search div { flex: 1 1 14rem; align-self: start; }
small { display: block; }
input[type="checkbox"] { width: 1.3rem; height: 1.3rem; }
input[type="date"] { width: auto; }
td code { display: block; width: 16rem; max-width: 100%; font: 0.75rem/1.4 ui-monospace, monospace; }
meter { width: 6rem; }
time { white-space: nowrap; }
td[data-label] { min-width: 6rem; }
td.number { min-width: 0; }
.actions { display: flex; flex-wrap: wrap; gap: 0.6rem; align-items: baseline; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1.2rem; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
.alert { border-left: 0.3rem solid #c62828; padding-left: 0.8rem; margin: 0.8rem 0; }
@media (max-width: 48rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, caption { display: block; }
  tr { display: block; border-bottom: 1px solid GrayText; padding: 0.4rem 0; }
  td { display: block; border: 0; padding: 0.1rem 0; }
  td[data-label]::before { content: attr(data-label) ": "; font-weight: 600; }
  td.number { text-align: left; white-space: normal; }
}
`);

/** What the pages of a person have in common. */
export interface PageParts {
  readonly root: string;
  readonly session: SignedInOperator;
  readonly csrf: string;
  readonly tables: readonly OperatorTable[];
  /** Below the root; `''` for the overview. */
  readonly path: string;
}

/** A page for a person who has signed in. */
export function tablePage(title: string, content: Html, { root, session, csrf, tables, path }: PageParts): string {
  const [at = ''] = path.split('/');
  const links = [{ path: '', title: 'Overview' }, ...tables].map((each) => {
    const address = each.path === '' ? root : `${root}/${each.path}`;
    const current = each.path === at ? html` aria-current="page"` : html``;
    return html`<li><a href="${address}"${current}>${each.title}</a></li>
`;
  });
  const top = html`<header>
<nav aria-label="Pages"><ul>
${links}</ul></nav>
<form method="post" action="${root}/sign-out">
<input type="hidden" name="csrf" value="${csrf}">
<span>${session.name} (${session.role})</span> <button>Sign out</button>
</form>
</header>
`;
  return operatorFrame.page(title, content, { top });
}

/** The page that asks whether an action shall be taken. */
export function confirmation({
  action,
  names,
  effect,
  ids,
  csrf,
  root,
  path,
}: {
  readonly action: TableAction;
  readonly names: readonly string[];
  readonly effect: string;
  readonly ids: readonly string[];
  readonly csrf: string;
  readonly root: string;
  /** `uploads/cancel` */
  readonly path: string;
}): Html {
  return html`<p>${effect}</p>
<ul>
${names.map(
  (name) => html`<li>${name}</li>
`,
)}</ul>
<form method="post" action="${root}/${path}">
<input type="hidden" name="csrf" value="${csrf}">
${ids.map(
  (id) => html`<input type="hidden" name="id" value="${id}">
`,
)}${action.field === undefined ? html`` : input(action.field, '')}
<p class="actions"><button>${action.label}</button> <a href="${root}/${path.split('/', 1)[0] ?? ''}">Do nothing</a></p>
</form>`;
}

/** The page for people who have not signed in. */
export function signInPage(root: string, by: 'link' | 'provider'): string {
  return operatorFrame.page(
    'Remote File Service: operators',
    by === 'provider'
      ? html`<p><a href="${root}/sign-in">Sign in</a></p>`
      : html`<p>Sign in by a link, which this command prints on the machine of the service:</p>
<pre><code>remote-file-service operator-link</code></pre>`,
  );
}

export function messagePage(title: string, message: string, root: string): string {
  return operatorFrame.page(
    title,
    html`<p>${message}</p>
<p><a href="${root}">Overview</a></p>`,
  );
}
