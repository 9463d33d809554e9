// llms.txt (https://llmstxt.org): the documentation as a list for programs that read, and llms-full.txt, all of its text.
import { readFileSync, writeFileSync } from 'node:fs';
import { forgeAddress, root, routeOf } from './links.js';
import { descriptionOf, pagesOf, shelves, titleOf } from './navigation.js';

const home = 'https://soapwright.github.io/soapwright/';
const read = (file) => readFileSync(`${root}${file}`, 'utf8');

/** Shelves for those who use Soapwright; the others are listed as optional. */
const optional = new Set(['Contributing', 'Decisions', 'The Remote File Service']);

function listed(shelf) {
  const lines = pagesOf(shelf).map((file) => {
    const description = descriptionOf(read(file));
    return `- [${titleOf(file)}](${home}${routeOf(file)})${description && `: ${description}`}`;
  });
  return `## ${shelf.title}\n\n${lines.join('\n')}\n`;
}

/** The list. */
export function llmsText() {
  const { description } = JSON.parse(read('package.json'));
  const all = shelves();
  const parts = [
    `# Soapwright\n\n> ${description}.\n`,
    `Each page is at its address as HTML with the ending .html, and as Markdown with .md. All of it in one file: ${home}llms-full.txt. Every code of an error or a finding has a page, ${home}codes/SW1201.html, which \`npx soapwright explain SW1201\` prints too.\n`,
    ...all.filter(({ title }) => !optional.has(title)).map(listed),
    ...all
      .filter(({ title }) => optional.has(title))
      .map((shelf) => listed({ ...shelf, title: `Optional: ${shelf.title}` })),
  ];
  return parts.join('\n');
}

/** The text of all pages for users, one after the other, each behind its address. */
export function fullText() {
  const files = shelves()
    .filter(({ title }) => !optional.has(title))
    .flatMap(pagesOf);
  return files.map((file) => `<!-- ${home}${routeOf(file)} -->\n\n${read(file)}`).join('\n\n');
}

/** Writes both texts into a built site, and each page of docs as Markdown beside its HTML. */
export function writeTexts(folder) {
  writeFileSync(`${folder}/llms.txt`, llmsText());
  writeFileSync(`${folder}/llms-full.txt`, fullText());
  for (const file of shelves().flatMap(pagesOf)) writeFileSync(`${folder}/${routeOf(file)}`, withAddresses(file));
}

/** Markdown whose links to files outside of docs work on the site. */
function withAddresses(file) {
  return read(file).replaceAll(/\]\(((?:\.\.\/)+(?!\.)[^)#\s]+)/g, (link, target) => {
    const path = new URL(target, `http://root/${file}`).pathname.slice(1);
    return path.startsWith('docs/') ? link.replace('(../README.md', '(../documentation.md') : `](${forgeAddress(path)}`;
  });
}
