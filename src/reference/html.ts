import { diagramContent } from './diagram.ts';
import type { Block, Section } from './document.ts';
import { type Diagram, type Inline, type PagePart, type Row, short, type Table, type Text } from './document.ts';
import type { Format } from './format.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for content and for attribute values in quotes; characters that HTML does not allow become U+FFFD. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
    .replace(/(?![\t\n\r])[\p{Cc}\p{Cs}]/gu, '\ufffd')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

const sections: readonly (readonly [Section, string, string])[] = [
  ['index', 'index', 'Service'],
  ['operations', 'operations', 'Operations'],
  ['types', 'types', 'Types'],
  ['a-z', 'a-z', 'A to Z'],
  ['changes', 'changes', 'Changes'],
];

/** HTML that needs no script: one style sheet, and a search that a script adds. */
export const htmlFormat: Format = {
  extension: 'html',
  block: (block, up) => blockText(block, up),
  row: (row, up) =>
    rowText(
      row,
      row.cells.map(() => ''),
      up,
    ),
  page: pageText,
};

function pageText(part: PagePart, service: string, hasChanges: boolean): string {
  const { path, title, kind, section, blocks, number, parts } = part;
  const up = '../'.repeat(path.split('/').length - 1);
  const name = parts.length === 1 ? title : `${title} (${number} of ${parts.length})`;
  const heading = section === 'index' ? name : `${name} - ${service}`;
  const links = sections
    .filter(([id]) => id !== 'changes' || hasChanges)
    .map(([id, page, text]) => {
      const current = page === path ? ' aria-current="page"' : id === section ? ' class="within"' : '';
      return `<li><a href="${up}${page}.html"${current}>${text}</a></li>`;
    });
  const contents = blocks.flatMap((block) =>
    block.kind === 'heading'
      ? [`<li><a href="#${escapeHtml(block.id)}">${escapeHtml(short(block.text, 60))}</a></li>`]
      : [],
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(heading)}</title>
<link rel="stylesheet" href="${up}style.css">
<script src="${up}search.js" defer></script>
</head>
<body data-root="${up}">
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<nav aria-label="Reference"><a class="home" href="${up}index.html">${escapeHtml(service)}</a><ul>${links.join('')}</ul></nav>
</header>
<div class="page${contents.length > 1 ? ' with-side' : ''}">
${contents.length > 1 ? `<nav class="side" aria-label="On this page"><h2>On this page</h2><ul>${contents.slice(0, 60).join('')}</ul></nav>\n` : ''}<main id="content">
<h1>${kind === '' ? '' : `<span class="kind">${kind}</span> `}${brokenName(name)}</h1>
${blocks.map((block) => blockText(block, up)).join('\n')}
${partLinks(part, up)}</main>
</div>
</body>
</html>
`;
}

/** Links to the parts of a page, at most as many as a page has room for. */
function partLinks({ parts, number }: PagePart, up: string): string {
  if (parts.length === 1) return '';
  const near = parts
    .map((one, index) => ({ ...one, index: index + 1 }))
    .filter(
      ({ index }) => parts.length <= 40 || index === 1 || index === parts.length || Math.abs(index - number) <= 15,
    );
  const links = near.map(({ path, first, index }) => {
    const text = `${index}<span class="first-entry"> from ${escapeHtml(short(first, 24))}</span>`;
    return `<li><a href="${up}${path}.html"${index === number ? ' aria-current="page"' : ''}>${text}</a></li>`;
  });
  return `<nav class="parts" aria-label="Parts of this page"><ul>${links.join('')}</ul></nav>\n`;
}

function blockText(block: Block, up: string): string {
  switch (block.kind) {
    case 'heading':
      return `<h2 id="${escapeHtml(block.id)}">${escapeHtml(block.text)}</h2>`;
    case 'lead':
    case 'note':
      return `<p class="${block.kind}">${inlineText(block.text, up)}</p>`;
    case 'text':
      return `<p>${inlineText(block.text, up)}</p>`;
    case 'facts':
      return `<dl class="facts">${block.facts
        .map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${inlineText(value, up)}</dd></div>`)
        .join('')}</dl>`;
    case 'table':
      return tableText(block, up);
    case 'list':
      return `<ul class="list">\n${block.rows.map(({ cells }) => `<li>${inlineText(cells[0] ?? [], up)}</li>`).join('\n')}\n</ul>`;
    case 'code': {
      const rest =
        block.file === undefined
          ? ''
          : `<p class="quiet">Cut. <a href="${up}${escapeHtml(block.file)}">The whole message</a></p>`;
      return `<figure><figcaption>${escapeHtml(block.caption)}</figcaption><pre tabindex="0"><code>${escapeHtml(block.text)}</code></pre>${rest}</figure>`;
    }
    case 'diagram':
      return diagramText(block, up);
  }
}

function tableText({ caption, head, rows }: Table, up: string): string {
  const heads = head.map((name) => `<th scope="col">${name}</th>`).join('');
  const body = rows.map((row) => rowText(row, head, up)).join('\n');
  return `<div class="wide"><table><caption>${escapeHtml(caption)}</caption>\n<thead><tr>${heads}</tr></thead>\n<tbody>\n${body}\n</tbody></table></div>`;
}

function rowText({ id, cells, depth = 0 }: Row, _head: readonly string[], up: string): string {
  const texts = cells.map((cell, index) => {
    const text = inlineText(cell, up);
    if (index > 0) return `<td>${text}</td>`;
    const indent = depth === 0 ? '' : ` class="in" style="--depth:${depth}"`;
    return `<th scope="row"${indent}>${text}</th>`;
  });
  return `<tr${id === undefined ? '' : ` id="${escapeHtml(id)}"`}>${texts.join('')}</tr>`;
}

function inlineText(text: Text, up: string): string {
  return text.map((part) => inline(part, up)).join('');
}

function inline(part: Inline, up: string): string {
  if (typeof part === 'string') return escapeHtml(part);
  if ('code' in part) return `<code>${escapeHtml(part.code)}</code>`;
  if ('badge' in part) return `<span class="badge">${escapeHtml(part.badge)}</span>`;
  return `<a href="${escapeHtml(address(part.link, up))}">${brokenName(part.text)}</a>`;
}

function address(link: string, up: string): string {
  const [page = '', fragment] = link.split('#');
  return `${up}${page}.html${fragment === undefined ? '' : `#${fragment}`}`;
}

/** A name that may be broken between its words. */
function brokenName(name: string): string {
  return name
    .split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=[._:-])(?=[^._:-])/u)
    .map(escapeHtml)
    .join('<wbr>');
}

function diagramText(diagram: Diagram, up: string): string {
  const drawing = { escaped: escapeHtml, address: (link: string) => address(link, up) };
  const { text, attributes } = diagramContent(diagram, drawing);
  return `<figure class="diagram"><svg ${attributes} role="group" aria-label="${escapeHtml(diagram.title)}">
${text}
</svg></figure>`;
}
