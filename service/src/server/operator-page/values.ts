import { type Html, html } from '../../common/html.ts';

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Bytes with two or three digits: `1.5 MiB`. */
export function bytesText(bytes: bigint): string {
  let value = Number(bytes);
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit += 1) value /= 1024;
  return `${unit > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** Milliseconds since 1970 as a time in UTC, or `-`. */
export function timeCell(milliseconds: number | null): string | Html {
  if (milliseconds === null) return '-';
  const time = new Date(milliseconds).toISOString();
  return html`<time datetime="${time}">${time.slice(0, 10)} ${time.slice(11, 19)}</time>`;
}

/** Milliseconds as `12 s`, `5 min`, `3 h` or `2 d`. */
export function ageText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}

export function folderLink(root: string, path: string, text: string): Html {
  return html`<a href="${root}/files?${new URLSearchParams({ path }).toString()}">${text}</a>`;
}

/** `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
