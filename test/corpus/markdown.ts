import type { CorpusEntry } from './entries.ts';

/** The id, the repository and the file of an entry. */
export function entryName({ id, path }: CorpusEntry): string {
  const [repository, ...rest] = path.split('/');
  return `${id} ${repository?.replace('+', '/')}: ${rest.at(-1)}`;
}

export function percent(part: number, whole: number): string {
  return `${(Math.floor((part / whole) * 1000) / 10).toString()} %`;
}

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.map(cellText).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function cellText(cell: string | number): string {
  return String(cell)
    .replace(/\s+/g, ' ')
    .replace(/[|<>]/g, (character) => ({ '|': '\\|', '<': '&lt;', '>': '&gt;' })[character] ?? character);
}
