import { encodeBase64 } from '#bytes';
import { DateTime } from '../../types/date-time.ts';
import { Duration } from '../../types/duration.ts';
import { placeholder } from './secret-variables.ts';

/** A value that no literal can represent. */
export class NoLiteral extends Error {
  override readonly name = 'NoLiteral';
}

/** An attachment, whose content is a file of the name of its field. */
export class FileBlob extends Blob {
  readonly file: string;

  constructor(file: string, type: string) {
    super([], { type });
    this.file = file;
  }
}

const width = 80;

/** Prints values that a codec has read as expressions of TypeScript. */
export class LiteralPrinter {
  /** Classes of the runtime that the expressions name. */
  readonly classes: Set<string> = new Set();
  /** Whether the expressions read files. */
  readsFiles = false;
  readonly #streamed: string[];

  /** @param streamed the contents of Blobs in their order, in base64. */
  constructor(streamed: readonly string[]) {
    this.#streamed = [...streamed];
  }

  /** @param indent spaces before further lines. @throws {NoLiteral} */
  value(value: unknown, indent = 0): string {
    switch (typeof value) {
      case 'string':
        return textExpression(value);
      case 'bigint':
        return `${value}n`;
      case 'boolean':
        return String(value);
      case 'number':
        return numberExpression(value);
      case 'object':
        return value === null ? 'null' : this.#object(value, indent);
      default:
        throw new NoLiteral();
    }
  }

  #object(value: object, indent: number): string {
    if (Array.isArray(value)) {
      const items = value.map((item) => this.value(item, indent + 2));
      return enclosed('[', items, ']', indent);
    }
    if (value instanceof Uint8Array) return `Buffer.from('${encodeBase64(value)}', 'base64')`;
    if (value instanceof FileBlob) return this.#file(value);
    if (value instanceof Blob) return `new Blob([Buffer.from('${this.#streamedText()}', 'base64')])`;
    if (value instanceof Date) return `new Date('${value.toISOString()}')`;
    if (value instanceof DateTime) return this.#parsed('DateTime', value);
    if (value instanceof Duration) return this.#parsed('Duration', value);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) throw new NoLiteral();
    const properties = Object.entries(value).filter(([, inner]) => inner !== undefined);
    const printed = properties.map(([name, inner]) => `${propertyName(name)}: ${this.value(inner, indent + 2)}`);
    return enclosed('{', printed, '}', indent);
  }

  #file({ file, type }: FileBlob): string {
    this.readsFiles = true;
    return `new Blob([readFileSync(${quotedText(file)})], { type: ${quotedText(type)} })`;
  }

  #streamedText(): string {
    const text = this.#streamed.shift();
    if (text === undefined) throw new NoLiteral();
    return text;
  }

  #parsed(name: string, value: DateTime | Duration): string {
    this.classes.add(name);
    return `${name}.parse(${quotedText(value.toString())})`;
  }
}

/** On one line if it is short. */
function enclosed(open: '{' | '[', parts: readonly string[], close: '}' | ']', indent: number): string {
  if (parts.length === 0) return open + close;
  const space = open === '{' ? ' ' : '';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (line.length + indent <= width && !line.includes('\n')) return line;
  const before = ' '.repeat(indent);
  return `${open}\n${parts.map((part) => `${before}  ${part},\n`).join('')}${before}${close}`;
}

/** A text, in which environment variables stand for secrets. */
function textExpression(text: string): string {
  const parts = text.split(placeholder).map((part, index) => {
    if (index % 2 === 1) return `(process.env.${part.replace(/:.*/, '')} ?? '')`;
    return part === '' ? '' : quotedText(part);
  });
  const [only, ...others] = parts.filter((part) => part !== '');
  if (only === undefined) return "''";
  return others.length === 0 ? only.replace(/^\((.*)\)$/s, '$1') : [only, ...others].join(' + ');
}

/** In single quotes. */
export function quotedText(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped.replace(/[\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, hexEscape)}'`;
}

function hexEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function numberExpression(value: number): string {
  if (Number.isNaN(value)) return 'Number.NaN';
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
  return value > 0 ? 'Number.POSITIVE_INFINITY' : 'Number.NEGATIVE_INFINITY';
}

function propertyName(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(name) ? name : quotedText(name);
}
