import type { Answer } from '../server/answer.ts';
import { type Html, html, nothing, page } from './html.ts';
import type { OperationDescription } from './pages-description.ts';
import type { Site } from './site.ts';

/** The list of operations (rule P1). */
export function servicePage({ description, versions, address, extraHeaders }: Site): Answer {
  const { name, doc = '', namespace, operations } = description;
  const main = html`<h1>${name}</h1>
<p class="lead">${doc}</p>
<dl class="facts">
<div><dt>Address</dt><dd><code>${address}</code></dd></div>
<div><dt>Namespace</dt><dd><code>${namespace}</code></dd></div>
<div><dt>Protocol</dt><dd>SOAP ${versions.map((version) => version.name).join(' and ')}</dd></div>
<div><dt>Description</dt><dd><a href="?wsdl">WSDL 1.1</a></dd></div>
</dl>
<h2>Operations <span class="count">${String(operations.length)}</span></h2>
<ul class="cards">
${operations.map(item)}</ul>`;
  return page(
    { status: 200, title: name, service: name, form: false, cache: 'no-cache', extraHeaders, discovery: true },
    main,
  );
}

function item({ name, doc = '', deprecated }: OperationDescription): Html {
  const mark = deprecated === undefined ? nothing : html` <span class="badge">deprecated</span>`;
  return html`<li><h3><a href="${operationLink(name)}">${name}</a>${mark}</h3><p>${doc}</p></li>
`;
}

export function operationLink(name: string): string {
  return `?op=${encodeURIComponent(name)}`;
}
