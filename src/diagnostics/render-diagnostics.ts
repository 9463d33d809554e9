import type { Diagnostic, Severity, SourceLocation } from './diagnostic.ts';
import { codeFrame } from './frame.ts';
import { visible } from './terminal-text.ts';

export type OutputFormat = 'text' | 'json' | 'github';

export const outputFormats: readonly OutputFormat[] = ['text', 'json', 'github'];

export interface RenderOptions {
  /** Text of the files, by the path in the diagnostics; the text format quotes lines from it. */
  readonly sources?: ReadonlyMap<string, string> | undefined;
  /** ANSI colours, in the text format only. */
  readonly colour?: boolean | undefined;
}

/** All diagnostics in one text that ends in a line feed. For none: the empty string, in JSON an empty list. */
export function render(diagnostics: readonly Diagnostic[], format: OutputFormat, options: RenderOptions = {}): string {
  switch (format) {
    case 'text':
      return renderText(diagnostics, options);
    case 'json':
      return `${JSON.stringify(diagnostics, undefined, 2)}\n`;
    case 'github':
      return diagnostics.map((diagnostic) => `${githubCommand(diagnostic)}\n`).join('');
  }
}

/**
 * The format for people:
 *
 * ```text
 * contract.yaml:12:15 error SW1201: There is no type "strng". Did you mean "string"?
 *   11 |     request:
 *   12 |       APIKey: strng
 *      |               ^^^^^
 *   Built in are …
 * ```
 */
export function renderText(diagnostics: readonly Diagnostic[], options: RenderOptions = {}): string {
  const paint = options.colour === true ? coloured : plain;
  return shortened(diagnostics)
    .map((one) => ('more' in one ? `${paint('faint', moreText(one))}\n` : textOf(one, options, paint)))
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

function textOf(diagnostic: Diagnostic, options: RenderOptions, paint: Paint): string {
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

function locationText({ file, line, column }: SourceLocation): string {
  const parts = [file === undefined ? undefined : visible(file), line, line === undefined ? undefined : column];
  return parts.filter((part) => part !== undefined).join(':');
}

function frameLines(
  location: SourceLocation,
  severity: Severity,
  options: RenderOptions,
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

const githubCommands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/**
 * A workflow command that GitHub shows as an annotation of the line.
 *
 * @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
function githubCommand(diagnostic: Diagnostic): string {
  const { file, line, column, length, code, message, remedy } = diagnostic;
  const properties: string[] = [];
  if (file !== undefined) properties.push(`file=${githubProperty(file)}`);
  if (line !== undefined) properties.push(`line=${line}`, `endLine=${line}`);
  if (line !== undefined && column !== undefined) {
    properties.push(`col=${column}`, `endColumn=${column + Math.max(length ?? 1, 1)}`);
  }
  properties.push(`title=${githubProperty(code)}`);
  const text = remedy === undefined ? message : `${message}\n${remedy}`;
  return `::${githubCommands[diagnostic.severity]} ${properties.join(',')}::${githubData(text)}`;
}

function githubData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function githubProperty(text: string): string {
  return githubData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
