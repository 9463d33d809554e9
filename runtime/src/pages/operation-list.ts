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

/** A service with more operations has a search field in the list, and only links to the nearest ones beside a page. */
const fewOperations = 40;

export function isLong({ operations }: PagesDescription): boolean {
  return operations.length > fewOperations;
}

/** The operations whose name or description contains all words of a text, in any case. */
export function operationsWith(service: PagesDescription, text: string): PagesDescription {
  const words = wordsOf(text);
  const operations = service.operations.filter(({ name, doc = '', group = '' }) => {
    const searched = `${name} ${doc} ${group}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  return { ...service, operations };
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The search field of a long list. */
export function searchForm(text: string): Html {
  return html`<form class="search" role="search">
<label for="find">Find operations</label>
<input type="text" id="find" name="find" value="${text}" autocomplete="off" spellcheck="false" />
<button>Find</button>
</form>\n`;
}

/** Operations with their summaries (rule P1). */
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

/**
 * Links to all operations, beside the page of one; in a long list to the nearest ones. In a narrow window they are above
 * the page, and closed.
 */
export function operationSidebar(service: PagesDescription, current: string): Html {
  const shown = isLong(service) ? nearest(service, current) : service;
  const all = shown === service ? 'All operations' : `All ${service.operations.length} operations`;
  return html`<nav class="side" aria-label="Operations">
<details><summary>Operations</summary>
<h2><a href="?">${all}</a></h2>
${operationGroups(shown).map(({ name, operations }) => {
  const heading = name === '' ? nothing : html`<h3>${name}</h3>\n`;
  return html`${heading}<ul>
${operations.map((one) => sideItem(one.name, current))}</ul>\n`;
})}</details>
</nav>`;
}

/** The operations of the same group, those around the current one. */
function nearest(service: PagesDescription, current: string): PagesDescription {
  const { operations } = service;
  const group = operations.find(({ name }) => name === current)?.group;
  const members = operations.filter((one) => one.group === group);
  const index = members.findIndex(({ name }) => name === current);
  const first = Math.max(0, Math.min(index - fewOperations / 2, members.length - fewOperations));
  return { ...service, operations: members.slice(first, first + fewOperations) };
}

function sideItem(name: string, current: string): Html {
  const mark = name === current ? html` aria-current="page"` : nothing;
  return html`<li><a href="${operationLink(name)}"${mark}>${brokenName(name)}</a></li>\n`;
}
