import { isUtf8 } from 'node:buffer';
import { isAlias, LineCounter, type Node, parseDocument, visit } from 'yaml';

/** An error in a file, with its position. */
export interface Problem {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A value with its offset in the text, in UTF-16 units. */
export interface Located<T> {
  readonly value: T;
  readonly offset: number;
}

/** Collects the problems of a file, to report all at once. */
export class Problems {
  readonly #file: string;
  readonly #lines: LineCounter;
  readonly #list: Problem[] = [];

  constructor(file: string, lines: LineCounter) {
    this.#file = file;
    this.#lines = lines;
  }

  /** Adds a problem; returns undefined, as which an invalid value reads. */
  add(offset: number, message: string): undefined {
    this.#list.push({ ...this.#positionOf(offset), message });
  }

  /** `file:line:column` of an offset. */
  locationOf(offset: number): string {
    const { line, column } = this.#positionOf(offset);
    return `${this.#file}:${line}:${column}`;
  }

  #positionOf(offset: number): { readonly line: number; readonly column: number } {
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  }

  get count(): number {
    return this.#list.length;
  }

  /** @throws {FileProblems} if there are any. */
  throwIfAny(): void {
    if (this.#list.length === 0) return;
    const sorted = [...this.#list].sort((a, b) => a.line - b.line || a.column - b.column);
    throw new FileProblems(this.#file, sorted);
  }
}

/** An invalid file. The message has a line `file:line:column: …` for each problem. */
export class FileProblems extends Error {
  override readonly name = 'FileProblems';
  readonly file: string;
  readonly problems: readonly Problem[];

  constructor(file: string, problems: readonly Problem[]) {
    super(problems.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`).join('\n'));
    this.file = file;
    this.problems = problems;
  }
}

/** A YAML file as nodes. Scalars are kept as text, so that `007` and 2^53+1 keep their digits. */
export interface YamlDocument {
  /** Null for an empty file. */
  readonly root: Node | null;
  readonly problems: Problems;
}

/**
 * Parses a file. Syntax errors are reported as problems, as are tags, anchors and aliases, which are not supported.
 *
 * @param file name of the file, for the problems.
 */
export function parseYaml(text: string, file: string): YamlDocument {
  const lines = new LineCounter();
  const problems = new Problems(file, lines);
  const document = parseDocument(text, {
    schema: 'failsafe',
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: true,
  });
  for (const { pos, code, message } of [...document.errors, ...document.warnings]) {
    // The parser's own message is for programmers.
    problems.add(pos[0], code === 'MULTIPLE_DOCS' ? 'A second document starts here. A file must have one.' : message);
  }
  if (problems.count === 0) {
    visit(document, {
      Node(_key, node) {
        const anchored = !isAlias(node) && node.anchor !== undefined;
        if (isAlias(node) || anchored) problems.add(node.range?.[0] ?? 0, 'Anchors and aliases are not supported.');
        // The parser knows some tags, such as !!binary, and would convert the value.
        else if (node.tag !== undefined) problems.add(node.range?.[0] ?? 0, 'Tags are not supported.');
      },
    });
  }
  return { root: document.contents, problems };
}

/**
 * Decodes a file as UTF-8. Lenient decoding would change a password in another encoding.
 *
 * @throws {FileProblems} at the first invalid byte.
 */
export function readUtf8(bytes: Uint8Array, file: string): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  if (isUtf8(buffer)) return text;
  const lenient = Buffer.from(text);
  const before = buffer.subarray(
    0,
    buffer.findIndex((byte, at) => byte !== lenient[at]),
  );
  const lines = before.toString('utf8').split('\n');
  const column = (lines.at(-1) ?? '').length + 1;
  throw new FileProblems(file, [{ line: lines.length, column, message: 'This is not UTF-8. Save the file as UTF-8.' }]);
}
