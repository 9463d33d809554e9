// The site's navigation: that of docs/README.md, whose headings are groups and whose links are pages.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { root, routeOf, slug } from './links.js';

const read = (file) => readFileSync(`${root}${file}`, 'utf8');

/** The heading of a page of docs, as plain text. */
export function titleOf(file) {
  const [, title] = /^# (.+)$/m.exec(read(file)) ?? [];
  if (title === undefined) throw new Error(`${file} has no heading.`);
  return plain(title);
}

/** Markdown of one paragraph as plain text. */
export function plain(markdown) {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/!?\[([^\]]*)\]\[[^\]]*\]/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The first paragraph of a page as plain text, cut at the end of a sentence or word: at most 160 characters. */
export function descriptionOf(markdown) {
  const paragraphs = markdown.replaceAll(/```[\s\S]*?```/g, '').split(/\n\s*\n/);
  const first = paragraphs.find((text) => /^(?:[\p{L}`*[“"]|\d+\D)/u.test(text.trim()) && !/^\|/.test(text.trim()));
  const text = plain(first ?? '');
  if (text.length <= 160) return text;
  const cut = text.slice(0, 160);
  const sentence = cut.match(/^.{60,}[.!?](?= )/s)?.[0];
  return sentence ?? `${cut.replace(/[\s,;:]*\S*$/, '')} …`;
}

/**
 * The shelves of docs/README.md: `{ title, items, groups }`, where items are files of docs in order, each once, and groups
 * are the headings within a shelf.
 */
export function shelves() {
  const known = new Set();
  const found = [];
  for (const line of read('docs/README.md').split('\n')) {
    const [, level, title] = /^(##|###) (.+)$/.exec(line) ?? [];
    if (level === '##') found.push({ title, items: [], groups: [] });
    if (level === '###') found.at(-1).groups.push({ title, items: [] });
    if (!line.startsWith('- ')) continue;
    const shelf = found.at(-1);
    const { items } = shelf.groups.at(-1) ?? shelf;
    for (const [, target] of line.matchAll(/\]\(([^)#\s]+\.md)(?:#[^)]*)?\)/g)) {
      const file = posix.join('docs', target);
      if (file.startsWith('docs/') && !known.has(file)) items.push(file);
      known.add(file);
    }
  }
  return found;
}

/** All pages of a shelf, in order. */
export function pagesOf({ items, groups = [] }) {
  return [...items, ...groups.flatMap(pagesOf)];
}

/**
 * VitePress's sidebars, by the paths of pages: a shelf has all of its pages, in its groups, and links to the lists of
 * everything. Sidebars with all shelves would slow the first moment of each page.
 */
export function sidebar() {
  const link = (file) => `/${routeOf(file).replace(/\.md$/, '')}`;
  const group = ({ title, items, groups = [] }) => ({
    text: title,
    items: [...items.map((file) => ({ text: titleOf(file), link: link(file) })), ...groups.map(group)],
  });
  const all = shelves();
  const others = (shown) => ({
    text: shown === undefined ? 'Documentation' : 'More',
    items: [
      ...all
        .filter((shelf) => shelf !== shown)
        .map(({ title }) => ({ text: title, link: `/documentation#${slug(title)}` })),
      { text: 'Codes and rules', link: '/codes/' },
    ],
  });
  const ofShelf = (shelf) => {
    const [first] = pagesOf(shelf);
    const { groups, ...own } = shelf;
    const parts = own.items.length > 0 ? [group(own)] : [];
    return [link(first).replace(/[^/]*$/, ''), [...parts, ...groups.map(group), others(shelf)]];
  };
  return { ...Object.fromEntries(all.map(ofShelf)), '/': [others()] };
}
