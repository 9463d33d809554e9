import { type PagePart, plainText } from './document.ts';

/** Fields that the search finds; of larger contracts it finds operations and types. */
const mostFields = 20_000;

/** The index of the search: a script, since pages of `file://` can load no other data. */
export function searchIndex(parts: readonly PagePart[]): string {
  const pages = parts.filter(({ section, kind }) => kind !== '' && section !== 'index');
  const fields = pages.map((part) => fieldsOf(part));
  const hasFields = fields.reduce((sum, { length }) => sum + length, 0) <= mostFields;
  const lines = pages.map((part, index) => {
    const own = hasFields ? (fields[index] ?? []) : [];
    if (part.number > 1 && own.length === 0) return undefined;
    return JSON.stringify([part.title, part.kind, part.path, own.join(' ')]).replaceAll('<', '\\u003c');
  });
  return `soapwrightIndex([\n${lines.filter((line) => line !== undefined).join(',\n')}\n]);\n`;
}

/** Anchors of the fields on a page. */
function fieldsOf({ blocks }: PagePart): readonly string[] {
  return blocks.flatMap((block) =>
    block.kind === 'table'
      ? block.rows.flatMap(({ id, cells }) => (id === undefined || plainText(cells[0] ?? []) === '' ? [] : [id]))
      : [],
  );
}

/** The script of the search. Without it, the pages are complete, and A to Z finds everything. */
export const searchScript = `'use strict';
(() => {
  const root = document.body.dataset.root;
  const nav = document.querySelector('.top nav');
  const box = document.createElement('div');
  box.className = 'find';
  box.setAttribute('role', 'search');
  const input = document.createElement('input');
  input.type = 'search';
  input.placeholder = 'Search (/)';
  input.setAttribute('aria-label', 'Search operations, types and fields');
  input.setAttribute('autocomplete', 'off');
  const results = document.createElement('ul');
  results.hidden = true;
  const status = document.createElement('p');
  status.className = 'unseen';
  status.setAttribute('role', 'status');
  box.append(input, results, status);
  nav.append(box);
  let entries;
  let isAsked = false;
  window.soapwrightIndex = (list) => {
    entries = list.flatMap(([title, kind, path, fields]) => [
      { text: title, kind, address: path + '.html' },
      ...fields.split(' ').filter(Boolean).map((id) => ({
        text: id.replace(/^[a-z]+-/, ''), kind: title, address: path + '.html#' + encodeURIComponent(id),
      })),
    ]);
    for (const entry of entries) entry.key = entry.text.toLowerCase();
    show();
  };
  const load = () => {
    if (isAsked) return;
    isAsked = true;
    const script = document.createElement('script');
    script.src = root + 'search-index.js';
    document.head.append(script);
  };
  const found = (words) => {
    const ranked = [[], [], []];
    for (const entry of entries) {
      const at = entry.key.indexOf(words);
      if (at === -1) continue;
      ranked[entry.key === words ? 0 : at === 0 ? 1 : 2].push(entry);
    }
    return ranked.flat();
  };
  const show = () => {
    const words = input.value.trim().toLowerCase();
    results.replaceChildren();
    results.hidden = words === '' || entries === undefined;
    status.textContent = '';
    if (results.hidden) return;
    const all = found(words);
    for (const { text, kind, address } of all.slice(0, 30)) {
      const link = document.createElement('a');
      link.href = root + address;
      link.textContent = text + ' ';
      const small = document.createElement('small');
      small.textContent = kind;
      link.append(small);
      const item = document.createElement('li');
      item.append(link);
      results.append(item);
    }
    status.textContent = all.length + (all.length === 1 ? ' result' : ' results');
    if (all.length > 0) return;
    const item = document.createElement('li');
    item.textContent = 'Nothing has this name.';
    results.append(item);
  };
  input.addEventListener('focus', load);
  input.addEventListener('input', () => { load(); show(); });
  const move = (event, step) => {
    const all = [input, ...results.querySelectorAll('a')];
    const next = all[all.indexOf(document.activeElement) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  box.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') move(event, 1);
    if (event.key === 'ArrowUp') move(event, -1);
    if (event.key === 'Enter' && document.activeElement === input) results.querySelector('a')?.click();
    if (event.key === 'Escape') { input.value = ''; show(); input.focus(); }
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    event.preventDefault();
    input.focus();
  });
})();
`;
