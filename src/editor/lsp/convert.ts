import type {
  CodeAction,
  DocumentSymbol,
  CompletionItem as ProtocolCompletion,
  Diagnostic as ProtocolDiagnostic,
  Range as ProtocolRange,
  TextEdit,
} from 'vscode-languageserver/node';
import {
  type Diagnostic,
  pageAddress,
  type Range,
  type Severity,
  type SourceLocation,
} from '../../diagnostics/index.ts';
import type { Completion } from '../completions.ts';
import type { OutlineEntry } from '../outline.ts';
import { uriOf } from './paths.ts';
import { CodeActionKind, CompletionItemKind, DiagnosticSeverity, SymbolKind, TextDocument } from './protocol.ts';
import type { Shift } from './shift.ts';

/** From the terms of this program to those of the language server protocol, whose lines and columns count from 0. */

export function documentOf(path: string, text: string): TextDocument {
  return TextDocument.create(uriOf(path), 'yaml', 0, text);
}

export function rangeIn(document: TextDocument, { start, end }: Range): ProtocolRange {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

/** The first character of the file for a diagnostic without a position. */
function rangeOf({ line = 1, column = 1, endLine, endColumn }: SourceLocation): ProtocolRange {
  const start = { line: line - 1, character: column - 1 };
  if (endLine === undefined || endColumn === undefined) return { start, end: { line: line - 1, character: column } };
  return { start, end: { line: endLine - 1, character: endColumn - 1 } };
}

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

export function protocolDiagnostic(diagnostic: Diagnostic, file: string): ProtocolDiagnostic {
  const { code, severity, message, remedy, related = [] } = diagnostic;
  return {
    code,
    codeDescription: { href: pageAddress(code) },
    source: 'soapwright',
    severity: severities[severity],
    message: remedy === undefined ? message : `${message}\n${remedy}`,
    range: rangeOf(diagnostic),
    ...(related.length > 0 && {
      relatedInformation: related.map((other) => ({
        location: { uri: uriOf(other.file ?? file), range: rangeOf(other) },
        message: other.message,
      })),
    }),
  };
}

/** The change that a diagnostic proposes; undefined without edits. */
export function quickFix(diagnostic: Diagnostic, file: string): CodeAction | undefined {
  const { edits = [], suggestion } = diagnostic;
  if (edits.length === 0) return undefined;
  const changes: Record<string, TextEdit[]> = {};
  for (const edit of edits) {
    const uri = uriOf(edit.file ?? file);
    changes[uri] = [...(changes[uri] ?? []), { range: rangeOf(edit), newText: edit.text }];
  }
  return {
    title: suggestion === undefined ? `Fix ${diagnostic.code}` : `Replace by "${suggestion}"`,
    kind: CodeActionKind.QuickFix,
    diagnostics: [protocolDiagnostic(diagnostic, file)],
    isPreferred: true,
    edit: { changes },
  };
}

/** Whether ranges share a character or touch. */
export function touches(one: ProtocolRange, other: ProtocolRange): boolean {
  return !isBefore(one.end, other.start) && !isBefore(other.end, one.start);
}

type Position = ProtocolRange['start'];

function isBefore(one: Position, other: Position): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}

const completionKinds: Readonly<Record<Completion['kind'], CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  type: CompletionItemKind.TypeParameter,
  component: CompletionItemKind.Class,
  value: CompletionItemKind.EnumMember,
  file: CompletionItemKind.File,
};

export function protocolCompletion(completion: Completion, document: TextDocument, order: number): ProtocolCompletion {
  const { label, kind, detail, doc, text, replaces } = completion;
  return {
    label,
    kind: completionKinds[kind],
    sortText: String(order).padStart(4, '0'),
    textEdit: { range: rangeIn(document, replaces), newText: text },
    ...(detail !== undefined && { detail }),
    ...(doc !== undefined && { documentation: { kind: 'markdown', value: doc } }),
  };
}

const symbolKinds: Readonly<Record<OutlineEntry['kind'], SymbolKind>> = {
  section: SymbolKind.Namespace,
  operation: SymbolKind.Method,
  component: SymbolKind.Class,
  field: SymbolKind.Field,
};

/** @param shift from the text that the outline is of. */
export function documentSymbol(entry: OutlineEntry, document: TextDocument, shift: Shift): DocumentSymbol {
  const { name, kind, detail, whole, key, children } = entry;
  return {
    name,
    kind: symbolKinds[kind],
    range: rangeIn(document, shift.after(whole)),
    selectionRange: rangeIn(document, shift.after(key)),
    children: children.map((child) => documentSymbol(child, document, shift)),
    ...(detail !== undefined && { detail }),
  };
}
