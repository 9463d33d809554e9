import { diagramContent } from './diagram.ts';
import type { Block, Diagram, Inline, PagePart, Row, Text } from './document.ts';
import type { Format } from './format.ts';
import { escapeHtml } from './html.ts';

/** Markdown of CommonMark with tables, for forges and sites. Diagrams are files beside the pages. */
export const markdownFormat: Format = {
  extension: 'md',
  block: (block, up) => blockText(block, up, 'diagram'),
  row: (row, up) => rowText(row, up),
  page: pageText,
};

function pageText(part: PagePart, service: string, hasChanges: boolean): string {
  const { path, title, kind, blocks, number, parts } = part;
  const up = '../'.repeat(path.split('/').length - 1);
  const sections = ['operations', 'types', 'a-z', ...(hasChanges ? ['changes'] : [])];
  const navigation = [
    `[${escaped(service)}](${up}index.md)`,
    ...sections.map((page) => `[${sectionTitle(page)}](${up}${page}.md)`),
  ].join(' · ');
  const name = parts.length === 1 ? title : `${title} (${number} of ${parts.length})`;
  const others = parts.map((one, index) =>
    index + 1 === number ? `${number}` : `[${index + 1}](${up}${one.path}.md)`,
  );
  return [
    navigation,
    `# ${kind === '' ? '' : `${kind} `}${escaped(name)}`,
    ...blocks.map((block) => blockText(block, up, diagramName(part))),
    ...(parts.length === 1 ? [] : [others.join(' ')]),
  ]
    .join('\n\n')
    .concat('\n');
}

function sectionTitle(page: string): string {
  return page === 'a-z' ? 'A to Z' : `${page.charAt(0).toUpperCase()}${page.slice(1)}`;
}

/** The file of a page's diagram, below the root. */
export function diagramName({ path }: PagePart): string {
  return `diagrams/${path.replace('/', '-')}.svg`;
}

function blockText(block: Block, up: string, diagram: string): string {
  switch (block.kind) {
    case 'heading':
      return `<a id="${escapeHtml(block.id)}"></a>\n\n## ${escaped(block.text)}`;
    case 'lead':
    case 'text':
      return inlineText(block.text, up);
    case 'note':
      return `> ${inlineText(block.text, up)}`;
    case 'facts':
      return [
        '| | |',
        '|---|---|',
        ...block.facts.map(([name, value]) => `| ${escaped(name)} | ${inlineText(value, up)} |`),
      ].join('\n');
    case 'table':
      return [
        `| ${block.head.join(' | ')} |`,
        `|${block.head.map(() => '---|').join('')}`,
        ...block.rows.map((row) => rowText(row, up)),
      ].join('\n');
    case 'list':
      return block.rows.map(({ cells }) => `- ${inlineText(cells[0] ?? [], up)}`).join('\n');
    case 'code': {
      const longestRun = Math.max(2, ...[...block.text.matchAll(/`+/g)].map(([run]) => run.length));
      const fence = '`'.repeat(longestRun + 1);
      const rest = block.file === undefined ? '' : `\n\nCut. [The whole message](${up}${block.file})`;
      return `${escaped(block.caption)}:\n\n${fence}xml\n${block.text}\n${fence}${rest}`;
    }
    case 'diagram':
      return `![${escaped(block.title)}](${up}${diagram})`;
  }
}

function rowText({ id, cells, depth = 0 }: Row, up: string): string {
  const mark = id === undefined ? '' : `<a id="${escapeHtml(id)}"></a>`;
  const texts = cells.map(
    (cell, index) => `${index === 0 ? `${mark}${'… '.repeat(depth)}` : ''}${inlineText(cell, up)}`,
  );
  return `| ${texts.join(' | ')} |`;
}

function inlineText(text: Text, up: string): string {
  return text.map((part) => inline(part, up)).join('');
}

function inline(part: Inline, up: string): string {
  if (typeof part === 'string') return escaped(part);
  if ('code' in part) return `<code>${escaped(part.code)}</code>`;
  if ('badge' in part) return `*${escaped(part.badge)}*`;
  const [page = '', fragment] = part.link.split('#');
  return `[${escaped(part.text)}](${up}${page}.md${fragment === undefined ? '' : `#${fragment}`})`;
}

/** Text without a meaning in Markdown or HTML, in one line. */
function escaped(text: string): string {
  const plain = text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]|#~]/g, '\\$&')
    .replace(/^(\s*)([-+=])/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/, '$1\\$2');
  return escapeHtml(plain);
}

/** A file with a diagram, in light and dark. */
export function diagramFile(diagram: Diagram): string {
  const { text, attributes } = diagramContent(diagram, { escaped: escapeHtml });
  return `<svg xmlns="http://www.w3.org/2000/svg" ${attributes} role="img" aria-label="${escapeHtml(diagram.title)}">
<style>
text { font: 14px system-ui, sans-serif; fill: #1a2029; } .label { font-size: 12px; fill: #525d6b; }
rect { fill: #fff; stroke: #7d8896; } .middle { fill: #eff2f6; stroke: #0b57b7; stroke-width: 2; }
.line { fill: none; stroke: #7d8896; } .point { fill: #7d8896; }
@media (prefers-color-scheme: dark) { text { fill: #e7ebf1; } .label { fill: #a7b2c0; } rect { fill: #191f27; } .middle { fill: #222933; stroke: #8ec0ff; } }
</style>
${text}
</svg>
`;
}
