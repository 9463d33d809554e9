import type { Diagnostic, Severity, SourceLocation } from '../diagnostic.ts';
import { visible } from '../terminal-text.ts';
import { codeFrame } from './frame.ts';
import { locationText } from './location-text.ts';

export interface TextOptions {
  /** Text of the files, by the path in the diagnostics; lines are quoted from it. */
  readonly sources?: ReadonlyMap<string, string> | undefined;
  /** ANSI colours. */
  readonly colour?: boolean | undefined;
}

/**
 * The format for people; the empty string for no diagnostics:
 *
 * ```text
 * contract.yaml:12:15 error SW1201: There is no type "strng". Did you mean "string"?
 *   11 |     request:
 *   12 |       APIKey: strng
 *      |               ^^^^^
 *   Built in are …
 * ```
 */
export function renderText(diagnostics: readonly Diagnostic[], options: TextOptions = {}): string {
  const paint = options.colour === true ? coloured : plain;
  return shortened(diagnostics)
    .map((one) => ('more' in one ? `${paint('faint', moreText(one))}\n` : diagnosticText(one, options, paint)))
    .join('\n');
}

/** Further warnings of one kind in one file, which the text format counts. */
interface More {
  readonly code: string;
  readonly file: string | undefined;
  more: number;
}

/** The first warnings of each kind in each file, and the number of the others. */
function shortened(diagnostics: readonly Diagnostic[]): readonly (Diagnostic | More)[] {
  const found = new Map<string, { count: number; more: More | undefined }>();
  return diagnostics.flatMap((diagnostic): readonly (Diagnostic | More)[] => {
    const { code, file, severity } = diagnostic;
    if (severity === 'error') return [diagnostic];
    const key = `${code} ${file}`;
    const seen = found.get(key) ?? { count: 0, more: undefined };
    found.set(key, seen);
    if (++seen.count <= mostAlike) return [diagnostic];
    if (seen.more !== undefined) {
      seen.more.more++;
      return [];
    }
    seen.more = { code, file, more: 1 };
    return [seen.more];
  });
}

/** Warnings of one kind in one file that the text format shows. */
const mostAlike = 10;

function moreText({ code, file, more }: More): string {
  const where = file === undefined ? '' : ` in ${visible(file)}`;
  return `${more} more ${code}${where}; --format json lists all.`;
}

type Paint = (style: Style, text: string) => string;
type Style = Severity | 'location' | 'faint';

const ansi: Readonly<Record<Style, string>> = {
  error: '1;31',
  warning: '1;33',
  info: '1;34',
  location: '1',
  faint: '2',
};

const coloured: Paint = (style, text) => `\u001B[${ansi[style]}m${text}\u001B[0m`;
const plain: Paint = (_style, text) => text;

function diagnosticText(diagnostic: Diagnostic, options: TextOptions, paint: Paint): string {
  const { code, severity, message, remedy, related = [] } = diagnostic;
  const location = locationText(diagnostic);
  const head = `${paint(severity, `${severity} ${code}`)}: ${message}`;
  const lines = [
    location === '' ? head : `${paint('location', location)} ${head}`,
    ...frameLines(diagnostic, severity, options, paint),
  ];
  for (const other of related) {
    const where = locationText(other);
    lines.push(where === '' ? `  ${other.message}` : `  ${paint('location', where)} ${other.message}`);
    lines.push(...frameLines(other, 'info', options, paint));
  }
  if (remedy !== undefined) lines.push(...remedy.split('\n').map((line) => `  ${line}`));
  return lines.map((line) => `${line}\n`).join('');
}

function frameLines(
  location: SourceLocation,
  severity: Severity,
  options: TextOptions,
  paint: Paint,
): readonly string[] {
  const source = location.file === undefined ? undefined : options.sources?.get(location.file);
  if (source === undefined) return [];
  const frame = codeFrame(source, location);
  const width = Math.max(0, ...frame.map(({ number }) => String(number ?? '').length));
  return frame
    .filter(({ number, text }) => number !== undefined || text !== '')
    .map(({ number, text }) => {
      const gutter = paint('faint', `${String(number ?? '').padStart(width)} |`);
      if (text === '') return `  ${gutter}`;
      return `  ${gutter} ${number === undefined ? paint(severity, text) : text}`;
    });
}
