/** The strict XML reader for whole documents, for programs that read WSDL and XML Schema. */
export type { Declaration } from './declaration.ts';
export { readTree, type TreeDocument, type TreeElement, type TreeOptions } from './element-tree.ts';
export { type DecodedXml, decodeXml, encodingOf } from './encodings.ts';
export { XmlError, type XmlErrorCode } from './error.ts';
export { type Limits, MOST_DEPTH } from './limits.ts';
export { messageOf } from './message-of.ts';
export { type Piece, type PieceOptions, readPieces, type StartPiece, type WrittenAttribute } from './pieces.ts';
export { withEmptyDefault } from './raw-element.ts';
export { characterData, elementXml, leafText } from './tree-text.ts';
export type { AnyAttribute } from './wildcard.ts';
