import { type Piece, readPieces } from '@soapwright/runtime/xml';

const most = Number.MAX_SAFE_INTEGER;

/** The content was read within the limits of its document, and only its depth has one of its own. */
const limits = {
  maxAttributes: most,
  maxNameBytes: most,
  maxAttributeValueBytes: most,
  maxElements: most,
  maxDepth: 256,
};

/** The pieces of an element's content that was kept as XML text, each with its text. */
export function contentPieces(content: string): readonly (Piece & { readonly text: string })[] {
  const document = new TextEncoder().encode(`<content>${content}</content>`);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return [...readPieces(document, { limits, charset: 'utf-8' })]
    .slice(1, -1)
    .map((piece) => ({ ...piece, text: decoder.decode(document.subarray(piece.start, piece.end)) }));
}
