import { type Code, flatLiteral, type Literal } from './code.ts';
import { docComment } from './doc.ts';
import { literalParts } from './literal.ts';

/** The layout of generated code: it is decided here alone, by the columns that are left where code is printed. */

/** Columns that no line of generated code exceeds, names and patterns apart. */
const width = 120;

/** Code as it is printed, two spaces a level; each line ends in a line feed. @param before columns before each line. */
export function codeText(nodes: readonly Code[], before = 0): string {
  // Joined once, so that no line is a string of its own.
  const parts: string[] = [];
  print(nodes, 0, width - before, parts);
  return parts.join('');
}

/** Deeper code is rare. */
const margins: readonly string[] = Array.from({ length: 80 }, (_, columns) => ' '.repeat(columns));

/** @param room columns of a line, its margin included. */
function print(nodes: readonly Code[], columns: number, room: number, parts: string[]): void {
  const margin = margins[columns] ?? ' '.repeat(columns);
  for (const node of nodes) {
    switch (node.kind) {
      case 'line':
        if (node.text !== '') parts.push(margin, node.text, '\n');
        break;
      case 'block':
        parts.push(margin, node.open, '\n');
        print(node.body, columns + 2, room, parts);
        if (node.close !== '') parts.push(margin, node.close, '\n');
        break;
      case 'either': {
        if (columns + node.text.length > room) {
          print(node.otherwise(), columns, room, parts);
          break;
        }
        const { text, fitting, body = [], close = '' } = node;
        if (fitting !== undefined) {
          print([fitting], columns, room, parts);
          break;
        }
        parts.push(margin, text, '\n');
        if (body.length === 0) break;
        print(body, columns + 2, room, parts);
        if (close !== '') parts.push(margin, close, '\n');
        break;
      }
      case 'doc':
        for (const text of docComment(node.paragraphs, columns + width - room, codeText))
          parts.push(margin, text, '\n');
        break;
      case 'literal':
        printLiteral(node.head, node.value, node.tail, { columns, room }, parts);
    }
  }
}

/** `literalCode` as it is printed at `indent`, without a tree of it: pages of a large contract are one large literal. */
function printLiteral(head: string, value: Literal, tail: string, { columns, room }: Room, parts: string[]): void {
  const margin = ' '.repeat(columns);
  if (typeof value === 'string' && value.startsWith("'") && columns + head.length + value.length > room) {
    const pieces = literalParts(value, room - columns - 4);
    parts.push(margin, head.trimEnd(), '\n', margin, '  ', pieces.join(` +\n${margin}  `), tail, '\n');
    return;
  }
  const flat = typeof value === 'string' ? value : flatLiteral(value, room - columns - head.length - tail.length);
  if (flat !== undefined) {
    parts.push(margin, head, flat, tail, '\n');
    return;
  }
  if (typeof value === 'string') return;
  const [open, close] = 'list' in value ? ['[', ']'] : ['{', '}'];
  const inside = { columns: columns + 2, room };
  parts.push(margin, head, open, '\n');
  if ('list' in value) for (const item of value.list) printLiteral('', item, ',', inside, parts);
  else for (const [key, item] of value.object) printLiteral(`${key}: `, item, ',', inside, parts);
  parts.push(margin, close, tail, '\n');
}

/** Where a line begins, and its columns with the margin. */
interface Room {
  readonly columns: number;
  readonly room: number;
}

/** Prints a large literal piece by piece, indented by its open brackets. */
export class LiteralPrinter {
  #columns: number;

  /** @param levels braces of the template that are open around it. */
  constructor(levels: number) {
    this.#columns = 2 * levels;
  }

  open(text: string): string {
    const opened = this.line(text);
    this.#columns += 2;
    return opened;
  }

  close(text: string): string {
    this.#columns -= 2;
    return this.line(text);
  }

  line(text: string): string {
    return `${' '.repeat(this.#columns)}${text}\n`;
  }

  literal(head: string, value: Literal, tail = ','): string {
    const parts: string[] = [];
    printLiteral(head, value, tail, { columns: this.#columns, room: width }, parts);
    return parts.join('');
  }

  entry([key, value]: readonly [key: string, value: Literal]): string {
    return this.literal(`${key}: `, value);
  }
}
