import type { InitializeResult, TextDocumentIdentifier, TextDocumentPositionParams } from 'vscode-languageserver/node';
import type { Diagnostic } from '../../diagnostics/index.ts';
import { protocolDiagnostic } from './convert.ts';
import { Features } from './features.ts';
import type { Opened } from './opened.ts';
import { pathOf, uriOf } from './paths.ts';
import {
  CodeActionKind,
  createConnection,
  DocumentFormattingRequest,
  ProposedFeatures,
  TextDocument,
  TextDocumentSyncKind,
  TextDocuments,
} from './protocol.ts';
import { Publisher } from './publisher.ts';
import { type OpenDocument, Workspace } from './workspace.ts';

/** Speaks the language server protocol on the standard streams until the editor ends it. */
export function serveEditor(options: ServerOptions): void {
  new Server(options).listen();
}

export interface ServerOptions {
  readonly version: string;
  /** The arguments of the command that calls an operation with an example of its request. @throws {Error} without one. */
  readonly callArguments: (contract: string, operation: string, overlay?: string) => Promise<readonly string[]>;
}

class Server {
  readonly #connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
  readonly #documents = new TextDocuments(TextDocument);
  readonly #byPath: Map<string, TextDocument> = new Map();
  readonly #workspace = new Workspace((path) => this.#openDocument(path));
  readonly #features = new Features(this.#workspace);
  /** The diagnostics sent last, for quick fixes. */
  readonly #published: Map<string, readonly Diagnostic[]> = new Map();
  readonly #publisher = new Publisher(this.#workspace, {
    open: () => [...this.#byPath.keys()].flatMap((path) => this.#openDocument(path) ?? []),
    send: (path, diagnostics) => this.#send(path, diagnostics),
    failed: (error) => this.#connection.console.error(String(error instanceof Error ? error.stack : error)),
  });
  readonly #options: ServerOptions;
  /** Whether formatting is offered for YAML alone, where the editor allows it: it has other formatters of XML. */
  #registersFormatting = false;

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  listen(): void {
    this.#connection.onInitialize(({ capabilities }) => {
      this.#registersFormatting = capabilities.textDocument?.formatting?.dynamicRegistration === true;
      return this.#capabilities();
    });
    this.#connection.onInitialized(() => {
      if (!this.#registersFormatting) return;
      const documentSelector = [{ language: 'yaml' }, { language: 'soapwright-contract' }];
      void this.#connection.client.register(DocumentFormattingRequest.type, { documentSelector });
    });
    this.#followDocuments();
    this.#answerRequests();
    this.#answerLenses();
    this.#documents.listen(this.#connection);
    this.#connection.listen();
  }

  #capabilities(): InitializeResult {
    return {
      serverInfo: { name: 'soapwright', version: this.#options.version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        completionProvider: { triggerCharacters: [' ', '{', '[', '$', ','] },
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: { prepareProvider: true },
        documentSymbolProvider: true,
        documentFormattingProvider: !this.#registersFormatting,
        codeLensProvider: { resolveProvider: true },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
      },
    };
  }

  #followDocuments(): void {
    // An opened document is a changed one, too.
    this.#documents.onDidChangeContent(({ document }) => {
      const path = pathOf(document.uri);
      this.#byPath.set(path, document);
      this.#workspace.changed(path);
      this.#publisher.schedule(path);
    });
    this.#documents.onDidClose(({ document }) => {
      const path = pathOf(document.uri);
      this.#byPath.delete(path);
      this.#workspace.closed(path);
      this.#publisher.schedule(path);
    });
    this.#connection.onDidChangeWatchedFiles(({ changes }) => {
      for (const path of changes.map(({ uri }) => pathOf(uri))) {
        this.#workspace.changed(path);
        this.#publisher.schedule(path);
      }
    });
  }

  #answerRequests(): void {
    const { onCompletion, onHover, onDefinition, onReferences } = this.#connection;
    onCompletion((at) => this.#at(at, (opened, offset) => [...this.#features.completions(opened, offset)]) ?? []);
    onHover((at) => this.#at(at, (opened, offset) => this.#features.hover(opened, offset)));
    onDefinition((at) => this.#at(at, (opened, offset) => [...this.#features.definitions(opened, offset)]));
    onReferences((at) =>
      this.#at(at, (opened, offset) => [...this.#features.references(opened, offset, at.context.includeDeclaration)]),
    );
    const { onPrepareRename, onRenameRequest, onDocumentSymbol, onDocumentFormatting, onCodeAction } = this.#connection;
    onPrepareRename((at) => this.#at(at, (opened, offset) => this.#features.renamable(opened, offset)));
    onRenameRequest((at) => this.#at(at, (opened, offset) => this.#features.rename(opened, offset, at.newName)));
    onDocumentSymbol(({ textDocument }) => this.#in(textDocument, (opened) => [...this.#features.symbols(opened)]));
    onDocumentFormatting(({ textDocument }) => this.#in(textDocument, (opened) => [...this.#features.format(opened)]));
    onCodeAction(({ textDocument, range }) =>
      this.#in(textDocument, (opened) => [
        ...this.#features.quickFixes(opened, range, this.#published.get(opened.path) ?? []),
      ]),
    );
  }

  #answerLenses(): void {
    const { onCodeLens, onCodeLensResolve, onRequest } = this.#connection;
    onCodeLens(({ textDocument }) => this.#in(textDocument, (opened) => [...this.#features.lenses(opened)]));
    onCodeLensResolve((lens) => {
      const document: TextDocumentIdentifier | undefined = lens.data;
      return (document && this.#in(document, (opened) => this.#features.resolveLens(lens, opened))) ?? lens;
    });
    // Of this program: an editor asks for it when somebody runs the command of a lens.
    onRequest(
      'soapwright/callArguments',
      ({ uri, operation }: { readonly uri: string; readonly operation: string }) => {
        const path = pathOf(uri);
        return this.#options.callArguments(path, operation, this.#features.overlayOf(path));
      },
    );
  }

  /** Null for a document that is not of this program. */
  #in<Answer>({ uri }: TextDocumentIdentifier, answer: (opened: Opened) => Answer | undefined): Answer | null {
    const document = this.#documents.get(uri);
    if (document === undefined) return null;
    const path = pathOf(uri);
    const { languageId } = document;
    const kind = this.#workspace.kindOf({ path, languageId, text: document.getText() });
    return kind === undefined ? null : (answer({ path, document, kind }) ?? null);
  }

  #at<Answer>(
    { textDocument, position }: TextDocumentPositionParams,
    answer: (opened: Opened, offset: number) => Answer | undefined,
  ): Answer | null {
    return this.#in(textDocument, (opened) => answer(opened, opened.document.offsetAt(position)));
  }

  #openDocument(path: string): OpenDocument | undefined {
    const document = this.#byPath.get(path);
    return document && { path, languageId: document.languageId, text: document.getText() };
  }

  #send(path: string, diagnostics: readonly Diagnostic[]): void {
    const document = this.#byPath.get(path);
    this.#published.set(path, diagnostics);
    void this.#connection.sendDiagnostics({
      uri: document?.uri ?? uriOf(path),
      ...(document !== undefined && { version: document.version }),
      diagnostics: diagnostics.map((one) => protocolDiagnostic(one, path)),
    });
  }
}
