/** A line of this many columns fits at any indentation of generated code. */
const surelyFits = 72;

/** Code as a tree, without layout: the printer decides which parts are on one line. */
export type Code = Line | Block | Either | Doc | LiteralCode;

export interface Line {
  readonly kind: 'line';
  readonly text: string;
}

/** An opening line, indented content, and a closing line unless that is empty. */
export interface Block {
  readonly kind: 'block';
  readonly open: string;
  readonly body: readonly Code[];
  readonly close: string;
}

/** Code that begins with a line of `text` where that fits, and is something else where not. */
export interface Either {
  readonly kind: 'either';
  readonly text: string;
  /** A continuation of the line, printed instead of it. */
  readonly fitting?: Code;
  /** A body below the line, and the line that closes it. */
  readonly body?: readonly Code[];
  readonly close?: string;
  readonly otherwise: () => readonly Code[];
}

/** Text, or a block tag such as `@throws` with its text, or `@example` with code, which is not wrapped. */
export type Paragraph =
  | string
  | { readonly tag: `@${string}`; readonly text: string }
  | { readonly tag: `@${string}`; readonly code: readonly Code[] };

/** A doc comment; nothing without text. */
export interface Doc {
  readonly kind: 'doc';
  readonly paragraphs: readonly (Paragraph | undefined)[];
}

/** Data after a head and before a tail. */
export interface LiteralCode {
  readonly kind: 'literal';
  readonly head: string;
  readonly value: Literal;
  readonly tail: string;
}

export function line(text: string): Line {
  return { kind: 'line', text };
}

export function block(open: string, body: readonly Code[], close: string): Block {
  return { kind: 'block', open, body, close };
}

function either(text: string, otherwise: () => readonly Code[]): Code {
  // Nearly every line is short wherever it is.
  return text.length <= surelyFits ? line(text) : { kind: 'either', text, otherwise };
}

/** `head(item, item)tail` on one line where it fits, else an item a line, as a formatter would. */
export function listed(
  head: string,
  items: readonly string[],
  tail: string,
  { spaced = false, lastComma = true }: ListStyle = {},
): Code {
  const space = spaced && items.length > 0 ? ' ' : '';
  const flat = `${head}${space}${items.join(', ')}${space}${tail}`;
  return items.length === 0 ? line(flat) : either(flat, () => [listBlock(head, items, tail, lastComma)]);
}

function listBlock(head: string, items: readonly string[], tail: string, lastComma: boolean): Block {
  const last = items.length - 1;
  const lines = items.map((item, index) => line(lastComma || index < last ? `${item},` : item));
  return block(head, lines, tail);
}

export interface ListStyle {
  /** With a space inside the brackets if all is on one line, as with braces. */
  readonly spaced?: boolean;
  /** With a comma after the last item if each is on its own line; type arguments cannot have it. */
  readonly lastComma?: boolean;
}

/** `head a | b;` on one line where it fits, else a member a line, as a formatter would. */
export function listedUnion(head: string, members: readonly string[]): Code {
  const last = members.length - 1;
  return either(`${head} ${members.join(' | ')};`, () => [
    block(
      head,
      members.map((member, index) => line(`| ${member}${index === last ? ';' : ''}`)),
      '',
    ),
  ]);
}

/** A function: a head of `listed`, which may be on several lines, with its body. */
export function headed(head: Code, body: readonly Code[], close: string): Code {
  if (head.kind === 'line') return body.length === 0 ? line(`${head.text}${close}`) : block(head.text, body, close);
  if (head.kind !== 'either') throw new TypeError('A head is a line or a list.');
  const { text, otherwise } = head;
  const broken = (): readonly Code[] =>
    otherwise().flatMap((one): readonly Code[] =>
      one.kind === 'block' ? [{ ...one, close: '' }, block(one.close, body, close)] : [one],
    );
  return { kind: 'either', text: body.length === 0 ? `${text}${close}` : text, body, close, otherwise: broken };
}

/** An arrow function whose body goes to a line of its own where it must. */
export function arrow(head: string, body: string): Code {
  return either(`${head} ${body}`, () => [block(head, [line(body)], '')]);
}

/** A single short statement follows its head; anything else is in a block. */
export function within(head: string, body: readonly Code[]): Code {
  const [only] = body;
  const broken = block(`${head} {`, body, '}');
  if (body.length !== 1 || only?.kind !== 'line') return broken;
  return either(`${head} ${only.text}`, () => [broken]);
}

/** Plain data as a literal: text that is code already, or lists and objects of it. Keys of objects are code too. */
export type Literal =
  | string
  | { readonly list: readonly Literal[] }
  | { readonly object: readonly (readonly [key: string, value: Literal])[] };

/** `head`, then the value, then `tail`; broken where it does not fit on one line. */
export function literalCode(head: string, value: Literal, tail: string): Code {
  return { kind: 'literal', head, value, tail };
}

/** `head(first, second, { … })tail` with a literal as its last argument; an argument a line where the others do not fit on one. */
export function callCode(head: string, args: readonly string[], last: Literal, tail: string): Code {
  const flat = `${head}${args.map((arg) => `${arg}, `).join('')}`;
  if (flat.length < surelyFits) return literalCode(flat, last, tail);
  return {
    kind: 'either',
    text: `${flat}{`,
    fitting: literalCode(flat, last, tail),
    otherwise: () => [block(head, [...args.map((arg) => line(`${arg},`)), literalCode('', last, ',')], tail)],
  };
}

/** On one line, however long. */
export function flatText(value: Literal): string {
  return flatLiteral(value, Number.POSITIVE_INFINITY) ?? '';
}

/** On one line; undefined where that has more columns than there is room. */
export function flatLiteral(value: Literal, room: number): string | undefined {
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

/** The code of one type; an empty line separates the parts. */
export type Parts = readonly (readonly Code[])[];
