import { literalParts } from './literal.ts';

/** Columns that a line of generated code fills where it can be broken. */
const width = 120;

/** Columns that no line of generated code exceeds, names and patterns apart. */
const mostColumns = 190;

export function fits(text: string, indent: number): boolean {
  return indent + text.length <= width;
}

/** Code as a tree of lines and blocks; the body of a block is indented. */
export type Code = Line | Block;

export interface Line {
  readonly kind: 'line';
  readonly text: string;
}

/** An opening line, what is indented below it, and a closing line unless that is empty. */
export interface Block {
  readonly kind: 'block';
  readonly open: string;
  readonly body: readonly Code[];
  readonly close: string;
}

export function line(text: string): Line {
  return { kind: 'line', text };
}

export function block(open: string, body: readonly Code[], close: string): Block {
  return { kind: 'block', open, body, close };
}

/** `head(item, item)tail` on one line where it fits, else an item a line, as a formatter would. */
export function listed(
  head: string,
  items: readonly string[],
  tail: string,
  indent = 0,
  { spaced = false, lastComma = true }: ListStyle = {},
): Code {
  const space = spaced && items.length > 0 ? ' ' : '';
  const flat = `${head}${space}${items.join(', ')}${space}${tail}`;
  if (items.length === 0 || fits(flat, indent)) return line(flat);
  return block(
    head,
    items.map((item, index) => line(lastComma || index < items.length - 1 ? `${item},` : item)),
    tail,
  );
}

export interface ListStyle {
  /** With a space inside the brackets if all is on one line, as with braces. */
  readonly spaced?: boolean;
  /** With a comma after the last item if each is on its own line; type arguments cannot have it. */
  readonly lastComma?: boolean;
}

/** `head a | b;` on one line where it fits, else a member a line, as a formatter would. */
export function listedUnion(head: string, members: readonly string[]): Code {
  const flat = `${head} ${members.join(' | ')};`;
  if (fits(flat, 0)) return line(flat);
  const last = members.length - 1;
  return block(
    head,
    members.map((member, index) => line(`| ${member}${index === last ? ';' : ''}`)),
    '',
  );
}

/** A body after a head of `listed`, which may be on several lines. */
export function headed(head: Code, body: readonly Code[], close: string): readonly Code[] {
  if (head.kind === 'line') return [body.length === 0 ? line(`${head.text}${close}`) : block(head.text, body, close)];
  return [{ ...head, close: '' }, block(head.close, body, close)];
}

/** An arrow function whose body goes to a line of its own where it must. */
export function arrow(head: string, body: string, indent = 2): Code {
  const flat = `${head} ${body}`;
  return fits(flat, indent) ? line(flat) : block(head, [line(body)], '');
}

/** Plain data as a literal: text that is code already, or lists and objects of it. Keys of objects are code too. */
export type Literal =
  | string
  | { readonly list: readonly Literal[] }
  | { readonly object: readonly (readonly [key: string, value: Literal])[] };

/** `head`, then the value, then `tail`; broken where it does not fit on one line. */
export function literalCode(head: string, value: Literal, tail: string, indent: number): Code {
  if (typeof value === 'string') return line(`${head}${value}${tail}`);
  const flat = flatLiteral(value, width - indent - head.length - tail.length);
  if (flat !== undefined) return line(`${head}${flat}${tail}`);
  if ('list' in value) {
    const items = value.list.map((item) => literalCode('', item, ',', indent + 2));
    return block(`${head}[`, items, `]${tail}`);
  }
  const entries = value.object.map(([key, item]) => literalCode(`${key}: `, item, ',', indent + 2));
  return block(`${head}{`, entries, `}${tail}`);
}

/** `head(first, second, { … })tail` with a literal as its last argument; an argument a line where the others do not fit on one. */
export function callCode(head: string, args: readonly string[], last: Literal, tail: string): Code {
  const flat = `${head}${args.map((arg) => `${arg}, `).join('')}`;
  if (fits(`${flat}{`, 0)) return literalCode(flat, last, tail, 0);
  return block(head, [...args.map((arg) => line(`${arg},`)), literalCode('', last, ',', 2)], tail);
}

/** `literalCode` as it is printed at `indent`, without a tree of it: pages of a large contract are one large literal. */
export function printLiteral(head: string, value: Literal, tail: string, indent: number, parts: string[]): void {
  const margin = ' '.repeat(indent);
  if (typeof value === 'string' && indent + head.length + value.length > mostColumns) {
    const pieces = literalParts(value, width - indent - 4);
    parts.push(margin, head.trimEnd(), '\n', margin, '  ', pieces.join(` +\n${margin}  `), tail, '\n');
    return;
  }
  const flat = typeof value === 'string' ? value : flatLiteral(value, width - indent - head.length - tail.length);
  if (flat !== undefined) {
    parts.push(margin, head, flat, tail, '\n');
    return;
  }
  if (typeof value === 'string') return;
  const [open, close] = 'list' in value ? ['[', ']'] : ['{', '}'];
  parts.push(margin, head, open, '\n');
  if ('list' in value) for (const item of value.list) printLiteral('', item, ',', indent + 2, parts);
  else for (const [key, item] of value.object) printLiteral(`${key}: `, item, ',', indent + 2, parts);
  parts.push(margin, close, tail, '\n');
}

/** On one line, however long. */
export function flatText(value: Literal): string {
  return flatLiteral(value, Number.POSITIVE_INFINITY) ?? '';
}

/** On one line; undefined where that has more columns than there is room. */
function flatLiteral(value: Literal, room: number): string | undefined {
  if (typeof value === 'string') return value.length <= room ? value : undefined;
  let text = '';
  if ('list' in value) {
    for (const item of value.list) {
      const flat = flatLiteral(item, room - text.length);
      if (flat === undefined) return undefined;
      text += text === '' ? flat : `, ${flat}`;
    }
    return text.length + 2 <= room ? `[${text}]` : undefined;
  }
  if (value.object.length === 0) return room < 2 ? undefined : '{}';
  for (const [key, item] of value.object) {
    const flat = flatLiteral(item, room - text.length);
    if (flat === undefined) return undefined;
    text += text === '' ? `${key}: ${flat}` : `, ${key}: ${flat}`;
  }
  return text.length + 4 <= room ? `{ ${text} }` : undefined;
}

/** Code as it is printed, two spaces a level; each line ends in a line feed. */
export function codeText(nodes: readonly Code[], indent = ''): string {
  // Joined once, so that no line is a string of its own.
  const parts: string[] = [];
  print(nodes, indent, parts);
  return parts.join('');
}

function print(nodes: readonly Code[], indent: string, parts: string[]): void {
  for (const node of nodes) {
    if (node.kind === 'line') {
      if (node.text !== '') parts.push(indent, node.text, '\n');
      continue;
    }
    parts.push(indent, node.open, '\n');
    print(node.body, `${indent}  `, parts);
    if (node.close !== '') parts.push(indent, node.close, '\n');
  }
}
