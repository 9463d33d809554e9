import { builtInTypes, type ConstructName, type Key, keyDoc, valueText } from '../contract/index.ts';
import type { Range } from '../diagnostics/index.ts';
import { type CursorContext, cursorContext } from './cursor-context.ts';
import { type FoundKey, mapsOf, type Place, placeOf, type StyleOf } from './place.ts';

export interface Hover {
  /** Markdown. */
  readonly text: string;
  readonly at: Range;
}

/** The texts that a contract adds to the language. */
export interface HoverSources {
  readonly styleOf: StyleOf;
  /** The TypeScript of the declaration at an offset. */
  readonly signatureAt: (offset: number) => string | undefined;
  /** The entry that declares the name at an offset, and the key of its section. */
  readonly declarationAt: (offset: number) => DeclarationText | undefined;
}

export interface DeclarationText {
  readonly kind: string;
  readonly name: string;
  readonly doc: string | undefined;
  /** Its lines. */
  readonly text: string;
}

/** The hover at an offset of a file: on a key of the language, a built-in type, a component, a field or an operation. */
export function hoverAt(text: string, offset: number, top: ConstructName, from: HoverSources): Hover | undefined {
  const context = cursorContext(text, offset);
  const place = placeOf(context.path, top, from.styleOf);
  const { word } = context;
  if (offset < word.start || offset > word.end || word.start === word.end) return undefined;
  const content = context.at === 'key' ? keyText(text, context, place, from) : nameText(text, context, place, from);
  return content === undefined ? undefined : { text: content, at: word };
}

function keyText(text: string, { word }: CursorContext, place: Place, from: HoverSources): string | undefined {
  const name = text.slice(word.start, word.end).replace(/^["']|["']$/g, '');
  const signature = from.signatureAt(word.start);
  if (signature !== undefined) return paragraphs([code(signature), fieldText(text, word.end)]);
  for (const construct of mapsOf(place)) {
    const row = Object.hasOwn(construct.keys, name) ? construct.keys[name] : undefined;
    if (row !== undefined) return rowText({ name, construct, row, doc: row.doc });
    const found = /^\$\w+/.exec(name)?.[0] ?? '';
    const ofWord = Object.hasOwn(construct.members?.words ?? {}, found) ? construct.members?.words[found] : undefined;
    if (ofWord !== undefined) return paragraphs([`**${found}**`, ofWord.doc]);
  }
  return declarationText(from.declarationAt(word.start));
}

/** The XSD type of a field in short form. @param end of its key. */
function fieldText(text: string, end: number): string | undefined {
  const type = /^["']?:\s*(?:\{[^}]*\btype:\s*)?["']?([A-Za-z]\w*)/.exec(text.slice(end, end + 200))?.[1];
  return type === undefined ? undefined : builtInText(type);
}

function nameText(text: string, { word }: CursorContext, { key }: Place, from: HoverSources): string | undefined {
  const name = /^[^\s?[\]"']+/.exec(text.slice(word.start, word.end))?.[0] ?? '';
  const declared = from.declarationAt(word.start);
  if (declared !== undefined) return declarationText(declared);
  const builtIn = key?.row === undefined || isTypeRow(key.row) ? builtInText(name) : undefined;
  return builtIn ?? (key && rowText(key));
}

function isTypeRow({ value }: Key): boolean {
  return /type/i.test(value.kind) || (value.kind === 'list' && /type/i.test(value.of.kind)) || value.kind === 'message';
}

/** The meaning of a type of XML Schema; undefined for any other name. */
export function builtInText(name: string): string | undefined {
  if (!Object.hasOwn(builtInTypes, name)) return undefined;
  return `\`xs:${name}\` ${builtInTypes[name as keyof typeof builtInTypes]}`;
}

function rowText({ name, construct, row, doc }: FoundKey): string {
  if (row === undefined) return paragraphs([`**${name}**`, doc]);
  const otherwise =
    row.default === undefined || row.default === false ? undefined : `Default: \`${String(row.default)}\``;
  return paragraphs([`**${name}**: ${valueText(row.value)}`, keyDoc(construct, row), otherwise]);
}

function declarationText(declared: DeclarationText | undefined): string | undefined {
  if (declared === undefined) return undefined;
  const { kind, name, text, doc } = declared;
  return paragraphs([`**${name}**, ${kind}`, doc, code(text, 'yaml')]);
}

export function code(text: string, language = 'ts'): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

export function paragraphs(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('\n\n');
}
