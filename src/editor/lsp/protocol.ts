/**
 * What is used of the packages for the language server protocol. The bundle has this module in a separate file
 * (rolldown.config.js), which only `lsp` loads.
 */
export {
  CodeActionKind,
  CompletionItemKind,
  createConnection,
  DiagnosticSeverity,
  ErrorCodes,
  ProposedFeatures,
  ResponseError,
  SymbolKind,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
export { TextDocument } from 'vscode-languageserver-textdocument';
