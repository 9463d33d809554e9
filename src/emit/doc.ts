import type { LifeCycle, LifeCycleKey } from '../contract/index.ts';
import type { Code, Paragraph } from './code.ts';

/** Prints the code of an example. @param before columns before each line. */
export type PrintCode = (code: readonly Code[], before: number) => string;

/** Columns that a line of a doc comment may fill, indentation and ` * ` included. */
const width = 118;

/** The lines of a doc comment; none without text. */
export function docComment(
  paragraphs: readonly (Paragraph | undefined)[],
  indent: number,
  print: PrintCode = () => '',
): readonly string[] {
  const lines = docLines(paragraphs, indent, print);
  const [only] = lines;
  if (only === undefined) return [];
  if (lines.length === 1 && indent + only.length + '/**  */'.length <= width + 2) return [`/** ${only} */`];
  return ['/**', ...lines.map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */'];
}

/**
 * The lines of a doc comment: paragraphs wrapped, and nothing left in them that could end the comment or change how it
 * is shown.
 */
export function docLines(
  paragraphs: readonly (Paragraph | undefined)[],
  indent: number,
  print: PrintCode = () => '',
): readonly string[] {
  const lines: string[] = [];
  for (const paragraph of paragraphs) {
    if (paragraph === undefined) continue;
    if (typeof paragraph !== 'string' && 'code' in paragraph) {
      if (lines.length > 0) lines.push('');
      lines.push(
        paragraph.tag,
        ...print(paragraph.code, indent + ' * '.length)
          .trimEnd()
          .split('\n')
          .map(harmless),
      );
      continue;
    }
    const [tag, text] = typeof paragraph === 'string' ? ['', paragraph] : [`${paragraph.tag} `, paragraph.text];
    if (tag === '' && text.trim() === '') continue;
    if (tag !== '' && lines.length > 0 && !lines.at(-1)?.startsWith('@')) lines.push('');
    lines.push(...wrap(`${tag}${harmless(text)}`, width - indent - 3));
  }
  return lines;
}

function harmless(text: string): string {
  // Nearly every text: classes of Unicode take many times as long.
  if (/^[ -)+-?A-~\n]*$/.test(text)) return text;
  return text
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, (character) => (character === '\n' ? '\n' : ' '))
    .replace(/\*\//g, '*\\/')
    .replace(/(^|\s)@(?=\p{L})/gu, '$1\\@');
}

function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const source of text.split('\n')) {
    let line = '';
    for (const word of source.split(/\s+/)) {
      if (word === '') continue;
      if (line !== '' && line.length + 1 + word.length > columns) {
        lines.push(line);
        line = word;
      } else {
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    if (line !== '') lines.push(line);
  }
  return lines;
}

/** One line of text for a `//` comment. */
export function lineComment(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ');
}

/** In the order of the tags. */
const lifeCycleTag: Readonly<Record<LifeCycleKey, `@${string}`>> = { since: '@since', deprecated: '@deprecated' };

/** A tag for each text about the life of a component. */
export function lifeCycleTags(component: LifeCycle): readonly Paragraph[] {
  return Object.entries(lifeCycleTag).flatMap(([key, tag]) => {
    const text = component[key as LifeCycleKey];
    return text === undefined ? [] : [{ tag, text }];
  });
}
