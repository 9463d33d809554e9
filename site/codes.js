// The pages of `soapwright explain` as Markdown: one for each diagnostic, rule and error of the runtime. Search finds only
// pages that are files, so they are written into pages/codes: node site/codes.js does it for `vitepress dev`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root } from './links.js';

const kinds = {
  code: 'Diagnostics of the generator',
  rule: 'Lint rules',
  breaking: 'Rules about breaking changes',
  error: 'Errors of the runtime',
};

/** All pages, as `soapwright explain --list --format json` prints them. Needs a build of the generator. */
function explained() {
  const command = [`${root}bin/soapwright.js`, 'explain', '--list', '--format', 'json'];
  return JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8', maxBuffer: 2 ** 26 }));
}

/** The name of a page's file, as in the address that `explain` prints. */
function fileOf({ address }) {
  return new URL(address).pathname.replace(/^.*\/|\.html$/g, '');
}

/** One line about it. */
function summaryOf(page) {
  if (page.kind === 'code') return page.message;
  return page.kind === 'error' ? page.meaning.replace(/\. .*/s, '.') : page.summary;
}

const escaped = (text) => text.replaceAll(/[\\`*_[\]<>{}|&#]/g, (mark) => `&#${mark.charCodeAt(0)};`);
const fenced = (text) => `\`\`\`text\n${text}\n\`\`\``;
const section = (title, text) => (text ? [`**${title}**`, text] : []);

/** A page as Markdown. */
function markdownOf(page) {
  const command = ['**In the terminal**', fenced(`$ npx soapwright explain ${page.id}`)];
  return [...parts(page), ...command].join('\n\n');
}

function parts(page) {
  const { id, example } = page;
  if (page.kind === 'code') {
    return [
      `# ${id}`,
      `**${page.severity}**, exit code ${page.exit}: ${escaped(page.message)}`,
      escaped(page.meaning),
      ...section('Example', fenced(example)),
      ...section('What to do', page.remedy && escaped(page.remedy)),
    ];
  }
  if (page.kind === 'error') {
    return [
      `# ${id}`,
      `An error of \`@soapwright/runtime\`. ${escaped(page.meaning)}`,
      ...section('Example', fenced(example)),
      ...section('What to do', escaped(page.remedy)),
    ];
  }
  const isLint = page.kind === 'rule';
  const of = isLint ? `, from the preset ${page.preset} on` : '';
  const list = isLint ? '[All lint rules](/reference/lint)' : '[All rules about changes](/reference/breaking)';
  return [
    `# ${id}`,
    `**${page.severity}**, category ${page.category}${of}. ${escaped(page.summary)}`,
    ...section(isLint ? 'Why' : 'What breaks', escaped(isLint ? page.why : page.breaks)),
    ...section(isLint ? 'Found' : 'Before', fenced(example.before)),
    ...section(isLint ? 'Fine' : 'After', fenced(example.after)),
    ...section('What to do', escaped(page.remedy)),
    list,
  ];
}

/** The list of all pages, by kind. */
function indexMarkdown(pages) {
  const row = (page) => `| [${escaped(page.id)}](/codes/${fileOf(page)}) | ${escaped(summaryOf(page))} |`;
  return Object.entries(kinds)
    .map(([kind, title]) => {
      const rows = pages.filter((page) => page.kind === kind).map(row);
      return [`## ${title}`, '', '| | |', '|---|---|', ...rows].join('\n');
    })
    .join('\n\n');
}

/** Writes all pages, and the list of them, over those that are there. */
export function writeCodes() {
  const folder = fileURLToPath(new URL('pages/codes', import.meta.url));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name, data, text) => {
    const lines = Object.entries({ ...data, editLink: false }).map(
      ([key, value]) => `${key}: ${JSON.stringify(value)}`,
    );
    writeFileSync(`${folder}/${name}.md`, `---\n${lines.join('\n')}\n---\n\n${text}\n`);
  };
  const pages = explained();
  const intro = 'Every diagnostic, rule and error has a page with an address that does not change.';
  const list = `# Codes and rules\n\n${intro} \`soapwright explain\` prints the same.\n\n${indexMarkdown(pages)}`;
  write('index', { title: 'Codes and rules', description: intro, search: false }, list);
  for (const page of pages) write(fileOf(page), { title: page.id, description: summaryOf(page) }, markdownOf(page));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeCodes();
