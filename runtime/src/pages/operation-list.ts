import { brokenName, type Html, html, nothing, operationLink } from './page-html.ts';
import type { OperationDescription, PagesDescription } from './pages-description.ts';

/** Operations under one heading. */
export interface OperationGroup {
  /** Empty for those without a group where no operation has one. */
  readonly name: string;
  readonly operations: readonly OperationDescription[];
}

/** The heading of operations without a group beside others that have one. */
const others = 'Other operations';

/** The operations by group, in the order of the contract; those without one are last. */
export function operationGroups({ operations }: PagesDescription): readonly OperationGroup[] {
  const groups = new Map<string, OperationDescription[]>();
  for (const operation of operations) {
    const { group = '' } = operation;
    const members = groups.get(group);
    if (members === undefined) groups.set(group, [operation]);
    else members.push(operation);
  }
  const ungrouped = groups.get('');
  const named = [...groups].flatMap(([name, members]) => (name === '' ? [] : [{ name, operations: members }]));
  if (ungrouped === undefined) return named;
  return [...named, { name: named.length === 0 ? '' : others, operations: ungrouped }];
}

/** All operations with their summaries (rule P1). */
export function operationCards(service: PagesDescription): Html {
  return html`${operationGroups(service).map(({ name, operations }) =>
    name === ''
      ? html`<ul class="cards">\n${operations.map((one) => card(one, html`<h3>${title(one)}</h3>`))}</ul>\n`
      : html`<h3 class="group">${name} <span class="count">${String(operations.length)}</span></h3>
<ul class="cards">\n${operations.map((one) => card(one, html`<h4>${title(one)}</h4>`))}</ul>\n`,
  )}`;
}

function card({ doc = '' }: OperationDescription, heading: Html): Html {
  return html`<li>${heading}${doc === '' ? nothing : html`<p>${doc}</p>`}</li>\n`;
}

function title({ name, deprecated }: OperationDescription): Html {
  const mark = deprecated === undefined ? nothing : html` <span class="badge">deprecated</span>`;
  return html`<a href="${operationLink(name)}">${brokenName(name)}</a>${mark}`;
}

/** Links to all operations, beside the page of one. */
export function operationSidebar(service: PagesDescription, current: string): Html {
  return html`<nav class="side" aria-labelledby="side">
<h2 id="side"><a href="?">All operations</a></h2>
${operationGroups(service).map(({ name, operations }) => {
  const heading = name === '' ? nothing : html`<h3>${name}</h3>\n`;
  return html`${heading}<ul>
${operations.map((one) => sideItem(one.name, current))}</ul>\n`;
})}</nav>`;
}

function sideItem(name: string, current: string): Html {
  const mark = name === current ? html` aria-current="page"` : nothing;
  return html`<li><a href="${operationLink(name)}"${mark}>${brokenName(name)}</a></li>\n`;
}
