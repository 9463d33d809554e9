import { brokenName, Html, html, style, styleHash } from '@soapwright/runtime/pages';
import type { ResolvedOperation } from '../../contract/index.ts';
import { openApiOf } from '../../emit/index.ts';
import type { FieldLine } from './describe-request.ts';
import type { ServiceClient } from './service-client.ts';

/** A gateway as its pages show it. */
export interface GatewayAbout {
  readonly client: ServiceClient;
  readonly operations: readonly ResolvedOperation[];
  /** With a slash at its end. */
  readonly address: string;
}

const nothing = new Html('');

/** The operations, each with a link to its page. */
export function listPage(about: GatewayAbout): Response {
  const { client, operations, address } = about;
  const { name, doc = '' } = client.service;
  const items = operations.map(({ identifier, doc: own = '' }) => {
    const [sentence = ''] = own.trim().split(/(?<=\.)\s|\n/);
    const link = html`<h3><a href="${encodeURIComponent(identifier)}">${brokenName(identifier)}</a></h3>`;
    return html`<li>${link}${sentence === '' ? nothing : html`<p>${sentence}</p>`}</li>`;
  });
  const count = html`<span class="count">${String(operations.length)}</span>`;
  return page(
    about,
    name,
    html`<h1>${brokenName(name)}</h1>
<p class="lead">${doc.trim()}</p>
<dl class="facts"><div><dt>Address</dt><dd><code>${address}</code></dd></div>
<div><dt>OpenAPI 3.1</dt><dd><a href="openapi.json">openapi.json</a></dd></div></dl>
<h2>Operations ${count}</h2>
<p>Each is called by <code>POST</code> with the fields of its request as JSON.</p>
<ul class="cards">${items}</ul>`,
  );
}

/** The fields of an operation, an example, and the line that sends it. */
export function operationPage(about: GatewayAbout, operation: ResolvedOperation): Response {
  const { client, address } = about;
  const { identifier: name, doc = '' } = operation;
  const described = client.describe(name);
  const example = JSON.stringify(client.example(name), undefined, 2);
  const headers = described.headers.map((block) =>
    fieldTable(`Header Soap-${block.name}${block.required ? ', required' : ''}`, block.fields),
  );
  const api = openApiOf({ ...client.service, operations: [operation] }, { server: address });
  return page(
    about,
    name,
    html`<h1>${brokenName(name)}</h1>
<p class="lead">${doc.trim()}</p>
<h2>Request</h2>
${fieldTable('Fields', described.fields)}${headers}
<h2>Try it</h2>
<figure><figcaption>A made-up request, to be filled in</figcaption>
<pre tabindex="0"><code class="whole">${curlText(`${address}${encodeURIComponent(name)}`, example)}</code></pre></figure>
<h2>Schemas</h2>
<details><summary>OpenAPI of this operation</summary>
<pre tabindex="0"><code>${JSON.stringify(api, undefined, 2)}</code></pre></details>`,
  );
}

function fieldTable(caption: string, fields: readonly FieldLine[]): Html {
  if (fields.length === 0) return html`<p>It has no fields: send <code>{}</code>.</p>`;
  const rows = fields.map(
    ({ path, type, required, doc }) =>
      html`<tr><th scope="row">${path}</th><td>${type}</td><td>${required ? 'required' : 'optional'}</td><td>${doc}</td></tr>\n`,
  );
  const names = ['Name', 'Type', 'Need', 'Meaning'].map((name) => html`<th scope="col">${name}</th>`);
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table><caption>${caption}</caption>
<thead><tr>${names}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** For a POSIX shell. */
function curlText(url: string, json: string): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  return `curl -sS ${quoted(url)} -H 'Content-Type: application/json' --data-binary ${quoted(json)}`;
}

function page({ client, address }: GatewayAbout, title: string, main: Html): Response {
  const home = new URL(address).pathname;
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<header class="top">
<nav aria-label="Service"><a class="home" href="${home}">${client.service.name}</a><a href="${home}openapi.json">OpenAPI</a></nav>
</header>
<div class="page"><main id="content">
${main}
</main></div>
</body>
</html>\n`;
  return new Response(text, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
    },
  });
}
