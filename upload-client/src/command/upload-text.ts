import type { UploadEvent, UploadProgress } from '../index.ts';

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** A number of bytes for people: `532 B`, `1.5 MiB`. */
export function bytesText(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(amount) : amount.toFixed(1)} ${units[unit]}`;
}

/** Escapes control, format and surrogate characters, which could move the cursor or change the text direction. */
export function plainName(name: string): string {
  return name.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** A text of somebody else on one line, escaped. */
export function plainLine(text: string): string {
  return plainName(text.replace(/\s+/g, ' ').trim());
}

/** A character that takes two columns of a terminal. */
const wide =
  /(?![\uff61-\uffdc])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Yi}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;

/** Width of a text in terminal columns: combining marks take none. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += /[\p{Mn}\p{Me}]/u.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return columns;
}

/** Truncates a text to a number of columns. */
export function cutTo(text: string, columns: number): string {
  let cut = '';
  for (const character of text) {
    if (columnsOf(cut + character) > columns) break;
    cut += character;
  }
  return cut;
}

/** Shortens a name to a number of columns, in its middle: its end often tells files apart. */
export function shortenName(name: string, columns: number): string {
  if (columnsOf(name) <= columns) return name;
  const end = [...cutTo([...name].reverse().join(''), Math.floor((columns - 1) / 2))].reverse().join('');
  return `${cutTo(name, columns - 1 - columnsOf(end))}…${end}`;
}

/** Breaks a text at spaces into lines of at most a number of columns. */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (columnsOf(longer) <= columns) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = cutTo(word, columns);
  }
  return line === '' ? lines : [...lines, line];
}

/** Progress: `45% of 1.0 GiB, 81.2 MiB/s, 0:12 left`. */
export function amountText({
  acknowledged,
  total,
  bytesPerSecond,
}: Pick<UploadProgress, 'acknowledged' | 'total' | 'bytesPerSecond'>): string {
  const rate = bytesPerSecond > 0 ? `, ${bytesText(bytesPerSecond)}/s` : '';
  if (total === undefined) return `${bytesText(acknowledged)}${rate}`;
  const percent = total === 0 ? 100 : Math.floor((acknowledged / total) * 100);
  const left =
    bytesPerSecond > 0 && acknowledged < total ? `, ${timeText((total - acknowledged) / bytesPerSecond)} left` : '';
  return `${percent}% of ${bytesText(total)}${rate}${left}`;
}

/** `1:05`, `2:00:00`. */
export function timeText(seconds: number): string {
  const whole = Math.ceil(seconds);
  const two = (number: number): string => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** A line about an event; failed attempts have lines of their own. */
export function eventText(event: Exclude<UploadEvent, { readonly type: 'retrying' }>): string {
  const name = plainName(event.name);
  switch (event.type) {
    case 'resumed':
      return `${name}: resuming at ${bytesText(event.offset)}, where an earlier run stopped.`;
    case 'restarted':
      return `${name}: starting over. ${plainLine(event.reason)}`;
    case 'smaller-chunks':
      return `${name}: the service accepts smaller chunks only. Continuing with chunks of ${bytesText(event.chunkSize)}.`;
    case 'journal-failed': {
      const why = event.error instanceof Error ? event.error.message : String(event.error);
      return `${name}: the state of the upload cannot be stored, so it cannot be resumed: ${plainLine(why)}`;
    }
  }
}
