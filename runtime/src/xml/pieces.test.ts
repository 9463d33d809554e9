import { describe, expect, it } from 'vitest';
import { XmlError, type XmlErrorCode } from './error.ts';
import { type Piece, type PieceOptions, readPieces } from './pieces.ts';

const document = `<?xml version="1.0" encoding="utf-8"?>
<!-- before -->
<p:a xmlns:p="urn:p" x='1 &amp; "2"' p:y = "ü
&#x1F600;"><b xmlns=""/>text &lt;\r\n<![CDATA[<c>\r\n]]><!-- in --><?pi x?></p:a ><!-- after -->
`;

function piecesOf(text: string, options?: PieceOptions): readonly Piece[] {
  return [...readPieces(new TextEncoder().encode(text), options)];
}

function codeOf(text: string, options?: PieceOptions): XmlErrorCode | undefined {
  try {
    piecesOf(text, options);
    return undefined;
  } catch (error) {
    if (error instanceof XmlError) return error.code;
    throw error;
  }
}

describe('pieces of a document', () => {
  it('are in the order of the document, each with its text', () => {
    const bytes = new TextEncoder().encode(document);
    const shown = piecesOf(document).map(({ kind, start, end }) => [
      kind,
      new TextDecoder().decode(bytes.subarray(start, end)),
    ]);
    expect(shown).toEqual([
      ['declaration', '<?xml version="1.0" encoding="utf-8"?>'],
      ['comment', '<!-- before -->'],
      ['start', '<p:a xmlns:p="urn:p" x=\'1 &amp; "2"\' p:y = "ü\n&#x1F600;">'],
      ['start', '<b xmlns=""/>'],
      ['end', ''],
      ['text', 'text &lt;\r\n'],
      ['cdata', '<![CDATA[<c>\r\n]]>'],
      ['comment', '<!-- in -->'],
      ['instruction', '<?pi x?>'],
      ['end', '</p:a >'],
      ['comment', '<!-- after -->'],
    ]);
  });

  it('have values with references resolved and line ends normalised', () => {
    const values = piecesOf(document).flatMap((piece) => ('value' in piece ? [piece.value] : []));
    expect(values).toEqual(['text <\n', '<c>\n']);
  });

  it('have names with their namespaces, and attributes as they are written', () => {
    const [first, second] = piecesOf(document).filter((piece) => piece.kind === 'start');
    expect(first).toMatchObject({ name: 'p:a', namespace: 'urn:p', local: 'a' });
    expect(second).toMatchObject({ name: 'b', namespace: '', local: 'b' });
    const xmlns = 'http://www.w3.org/2000/xmlns/';
    expect(first?.attributes).toEqual([
      { name: 'xmlns:p', namespace: xmlns, local: 'p', value: 'urn:p', quoted: '"urn:p"' },
      { name: 'x', namespace: '', local: 'x', value: '1 & "2"', quoted: `'1 &amp; "2"'` },
      { name: 'p:y', namespace: 'urn:p', local: 'y', value: 'ü 😀', quoted: '"ü\n&#x1F600;"' },
    ]);
    expect(second?.attributes).toEqual([{ name: 'xmlns', namespace: xmlns, local: 'xmlns', value: '', quoted: '""' }]);
  });

  it('are checked when they are reached', () => {
    const pieces = readPieces(new TextEncoder().encode('<a><b/></c>'))[Symbol.iterator]();
    for (const kind of ['start', 'start', 'end']) expect(pieces.next().value).toMatchObject({ kind });
    expect(() => pieces.next()).toThrow('an end tag that does not match its start tag');
  });

  it.each(['', ' ', 'x<a/>', '<a/>x', '<a/><b/>', '<a/><![CDATA[x]]>', '<a>&x;</a>', '<p:a/>', '<a', '<a>', '</a>'])(
    'of %j are an error',
    (text) => {
      expect(codeOf(text)).toBe('ill-formed');
    },
  );

  it('of a document type declaration, or beyond a limit, are an error', () => {
    expect(codeOf('<!DOCTYPE a><a/>')).toBe('doctype');
    expect(codeOf('<a><b/></a>', { limits: { maxDepth: 1 } })).toBe('limit');
    expect(codeOf('<?xml version="1.0" encoding="utf-16"?><a/>')).toBe('encoding');
    expect(codeOf('<?xml version="1.0" encoding="utf-16"?><a/>', { charset: 'utf-8' })).toBeUndefined();
  });
});
