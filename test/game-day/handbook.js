// The page of the handbook: the commands of a section, and the table that it shows.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const page = fileURLToPath(new URL('../../docs/service/bad-day.md', import.meta.url));

/** A section of the page by the anchor of its heading. @returns its title and text */
export function section(id, text = readFileSync(page, 'utf8')) {
  for (const part of text.split(/^## /m).slice(1)) {
    const [title = ''] = part.split('\n');
    if (anchorOf(title) === id) return { title, text: part };
  }
  throw new Error(`${page} has no section ${id}.`);
}

export function anchorOf(title) {
  return title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

/** The commands of a section. */
export function commands(id) {
  const [, script] = /^```sh\n([\s\S]*?)^```/m.exec(section(id).text) ?? [];
  if (script === undefined) throw new Error(`The section ${id} has no commands.`);
  return script;
}

/** Writes the results to the page. @param {readonly import('./game-day.js').Result[]} results */
export function writeResults(results) {
  const text = readFileSync(page, 'utf8');
  const [before, after] = [text.indexOf('<!-- results -->'), text.indexOf('<!-- end of results -->')];
  const head = '<!-- results -->\n\n';
  writeFileSync(page, `${text.slice(0, before)}${head}${table(results)}\n${text.slice(after)}`);
}

/** @param {readonly import('./game-day.js').Result[]} results */
export function table(results) {
  const rows = results.map(({ title, id, alerts, clears, callers, seconds, chunks, files, missing, toCopy }) => [
    `[${title}](#${id})`,
    alerts.map(({ name, minute }) => `\`${name}\` ${minute} min`).join(', '),
    callers,
    seconds.toFixed(1),
    `${clears} min`,
    chunks,
    files,
    toCopy === 0 ? missing : `${missing} (${toCopy} were published after the backup)`,
  ]);
  const head = ['fault', 'alerts, after', 'callers got', 'seconds until the next chunk', 'alerts clear after'];
  head.push('chunks acknowledged', 'files', 'files lost');
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
