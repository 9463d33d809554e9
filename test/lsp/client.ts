import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  createMessageConnection,
  type Diagnostic,
  type MessageConnection,
  type Position,
  type PublishDiagnosticsParams,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

const bin = fileURLToPath(new URL('../../bin/soapwright.js', import.meta.url));

/** An editor with a project in a temporary folder, which speaks to a language server in a process of its own. */
export class Editor {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'soapwright-lsp-'));
  readonly #child: ChildProcess;
  readonly #connection: MessageConnection;
  readonly #texts: Map<string, TextDocument> = new Map();
  readonly #diagnostics: Map<string, PublishDiagnosticsParams> = new Map();
  readonly #waiting: Set<() => void> = new Set();
  readonly #exited: Promise<number | null>;
  readonly stderr: string[] = [];

  constructor(files: Readonly<Record<string, string>> = {}) {
    mkdirSync(join(this.folder, '.git'));
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    // As VS Code starts it.
    const args = [bin, 'lsp', '--stdio', `--clientProcessId=${process.pid}`];
    const child = spawn(process.execPath, args, { cwd: this.folder });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr.push(text);
    });
    this.#exited = new Promise((resolve) => child.on('exit', (code) => resolve(code)));
    this.#connection = createMessageConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    this.#connection.onNotification('textDocument/publishDiagnostics', (found: PublishDiagnosticsParams) => {
      this.#diagnostics.set(found.uri, found);
      for (const wake of this.#waiting) wake();
    });
    this.#connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      this.stderr.push(message);
    });
    this.#connection.listen();
    this.#child = child;
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }

  uri(name: string): string {
    return pathToFileURL(join(this.folder, name)).href;
  }

  /** Replaces addresses in a text by paths. */
  named(uri: string): string {
    return uri.replace(`${pathToFileURL(this.folder).href}/`, '');
  }

  async start(): Promise<unknown> {
    const answer = await this.request('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
    await this.#connection.sendNotification('initialized', {});
    return answer;
  }

  request<Answer>(method: string, params: unknown): Promise<Answer> {
    return this.#connection.sendRequest(method, params);
  }

  notify(method: string, params: unknown): Promise<void> {
    return this.#connection.sendNotification(method, params);
  }

  async open(name: string, text: string, languageId = 'yaml'): Promise<void> {
    const document = TextDocument.create(this.uri(name), languageId, 1, text);
    this.#texts.set(name, document);
    await this.#connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: document.uri, languageId, version: 1, text },
    });
  }

  /** Replaces the first occurrence of a text, as typing would. */
  async edit(name: string, before: string, after: string): Promise<void> {
    const document = this.#document(name);
    const start = document.getText().indexOf(before);
    if (start === -1) throw new RangeError(`${name} has no ${JSON.stringify(before)}`);
    const range = this.#range(document, start, start + before.length);
    await this.change(name, [{ range, text: after }]);
  }

  /** Replaces the whole text, if it is another one. */
  async set(name: string, text: string): Promise<void> {
    const document = this.#document(name);
    const before = document.getText();
    if (before !== text) await this.change(name, [{ range: this.#range(document, 0, before.length), text }]);
  }

  async change(name: string, contentChanges: { range: Range; text: string }[]): Promise<void> {
    const document = this.#document(name);
    const { uri } = document;
    const version = document.version + 1;
    this.#texts.set(name, TextDocument.update(document, contentChanges, version));
    await this.#connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges,
    });
  }

  async close(name: string): Promise<void> {
    await this.#connection.sendNotification('textDocument/didClose', { textDocument: { uri: this.uri(name) } });
  }

  /** The text of an open document. */
  text(name: string): string {
    return this.#document(name).getText();
  }

  /** The place of the mark `|` in a part of a text, in which the part without the mark is unique. */
  at(name: string, part: string): { textDocument: { uri: string }; position: Position } {
    const document = this.#document(name);
    const plain = part.replace('|', '');
    const start = document.getText().indexOf(plain);
    if (start === -1) throw new RangeError(`${name} has no ${JSON.stringify(plain)}`);
    return { textDocument: { uri: document.uri }, position: document.positionAt(start + part.indexOf('|')) };
  }

  /** The text in a range of a file that is open. */
  textIn(name: string, range: Range): string {
    return this.#document(name).getText(range);
  }

  applied(name: string, edits: readonly TextEdit[]): string {
    return TextDocument.applyEdits(this.#document(name), [...edits]);
  }

  /** The diagnostics of a file as soon as they are as expected. */
  async diagnostics(name: string, expected: (found: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]> {
    const uri = this.uri(name);
    for (;;) {
      const { diagnostics } = this.#diagnostics.get(uri) ?? {};
      if (diagnostics !== undefined && expected(diagnostics)) return diagnostics;
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
      });
    }
  }

  /** Ends the server as editors do, and returns its exit code. */
  async stop(): Promise<number | null> {
    await this.request('shutdown', null);
    await this.#connection.sendNotification('exit');
    const code = await this.#exited;
    this.#connection.dispose();
    rmSync(this.folder, { recursive: true });
    return code;
  }

  /** Whether the server runs. */
  get runs(): boolean {
    return this.#child.exitCode === null;
  }

  #document(name: string): TextDocument {
    const document = this.#texts.get(name);
    if (document === undefined) throw new Error(`${name} is not open`);
    return document;
  }

  #range(document: TextDocument, start: number, end: number): Range {
    return { start: document.positionAt(start), end: document.positionAt(end) };
  }
}
