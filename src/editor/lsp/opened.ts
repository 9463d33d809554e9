import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileKind } from './file-kind.ts';

/** A document of the project in an editor. */
export interface Opened {
  readonly path: string;
  readonly document: TextDocument;
  readonly kind: FileKind;
}
