import type { Diagnostic, Place, Severity } from '../diagnostic.ts';
import { codeFrame } from '../frame.ts';
import { visible } from '../visible.ts';
import type { RenderOptions } from './options.ts';

/**
 * For people:
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
  return diagnostics.map((diagnostic) => textOf(diagnostic, options, paint)).join('\n');
}

type Paint = (style: Style, text: string) => string;
type Style = Severity | 'place' | 'faint';

const ansi: Readonly<Record<Style, string>> = { error: '1;31', warning: '1;33', info: '1;34', place: '1', faint: '2' };

const coloured: Paint = (style, text) => `\u001B[${ansi[style]}m${text}\u001B[0m`;
const plain: Paint = (_style, text) => text;

function textOf(diagnostic: Diagnostic, options: RenderOptions, paint: Paint): string {
  const { code, severity, message, remedy, related = [] } = diagnostic;
  const place = placeText(diagnostic);
  const head = `${paint(severity, `${severity} ${code}`)}: ${message}`;
  const lines = [
    place === '' ? head : `${paint('place', place)} ${head}`,
    ...frameLines(diagnostic, severity, options, paint),
  ];
  for (const other of related) {
    const where = placeText(other);
    lines.push(where === '' ? `  ${other.message}` : `  ${paint('place', where)} ${other.message}`);
    lines.push(...frameLines(other, 'info', options, paint));
  }
  if (remedy !== undefined) lines.push(...remedy.split('\n').map((line) => `  ${line}`));
  return lines.map((line) => `${line}\n`).join('');
}

function placeText({ file, line, column }: Place): string {
  const parts = [file === undefined ? undefined : visible(file), line, line === undefined ? undefined : column];
  return parts.filter((part) => part !== undefined).join(':');
}

function frameLines(place: Place, severity: Severity, options: RenderOptions, paint: Paint): readonly string[] {
  const source = place.file === undefined ? undefined : options.sources?.get(place.file);
  if (source === undefined) return [];
  const frame = codeFrame(source, place);
  const width = Math.max(0, ...frame.map(({ number }) => String(number ?? '').length));
  return frame
    .filter(({ number, text }) => number !== undefined || text !== '')
    .map(({ number, text }) => {
      const gutter = paint('faint', `${String(number ?? '').padStart(width)} |`);
      if (text === '') return `  ${gutter}`;
      return `  ${gutter} ${number === undefined ? paint(severity, text) : text}`;
    });
}
