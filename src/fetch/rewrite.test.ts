import { describe, expect, it } from 'vitest';
import { readDocument } from '../contract/wsdl/document.ts';
import { referencesOf } from '../contract/wsdl/references.ts';
import { locationRange, rewrite } from './rewrite.ts';

const namespace = 'http://www.w3.org/2001/XMLSchema';

/** The file with every location replaced by `1.xsd`, `2.xsd`, … */
function rewritten(bytes: Buffer): Buffer {
  const { document, diagnostics } = readDocument({ location: 'a', name: 'a', bytes });
  expect(diagnostics).toEqual([]);
  if (document === undefined) throw new Error('no document');
  const references = referencesOf(document.root);
  return rewrite(
    bytes,
    references.map((reference, index) => ({ range: locationRange(document, reference), value: `${index + 1}.xsd` })),
  );
}

function utf16be(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

const served = (encoding: string, letter = 'ü'): string => `<?xml version="1.0" encoding="${encoding}"?>\r
<!-- ${letter} schemaLocation="x" -->\t<xs:schema xmlns:xs='${namespace}' id="${letter}">
<xs:import  x:schemaLocation='${letter}' xmlns:x="urn:x" namespace="schemaLocation='a'"\r\n schemaLocation = 'http://h/${letter}?a&amp;b'/><!-- ${letter} -->
<xs:include schemaLocation="b.xsd"></xs:include>${letter}
</xs:schema>
`;
const written = (encoding: string, letter = 'ü'): string =>
  served(encoding, letter).replace(`'http://h/${letter}?a&amp;b'`, "'1.xsd'").replace('"b.xsd"', '"2.xsd"');

describe('locations are replaced, and nothing else', () => {
  it('in UTF-8, with and without a byte order mark', () => {
    for (const letter of ['ü', '€', '𝄞']) {
      const mark = '\uFEFF';
      expect(rewritten(Buffer.from(served('utf-8', letter))).toString()).toBe(written('utf-8', letter));
      expect(rewritten(Buffer.from(mark + served('UTF-8', letter))).toString()).toBe(mark + written('UTF-8', letter));
    }
  });

  it('in UTF-16, in both orders of bytes', () => {
    for (const letter of ['ü', '𝄞']) {
      const text = `\uFEFF${served('utf-16', letter)}`;
      const expected = `\uFEFF${written('utf-16', letter)}`;
      expect(rewritten(Buffer.from(text, 'utf16le')).toString('utf16le')).toBe(expected);
      expect(rewritten(utf16be(text)).equals(utf16be(expected))).toBe(true);
    }
  });

  it('in ISO-8859-1 and Windows-1252', () => {
    for (const encoding of ['ISO-8859-1', 'windows-1252']) {
      const bytes = Buffer.from(served(encoding), 'latin1');
      expect(rewritten(bytes).toString('latin1')).toBe(written(encoding));
    }
  });

  it('in Shift_JIS, where a character has one byte or two', () => {
    // 0x83 0x5c is one character, whose second byte is a backslash in ASCII.
    const encode = (text: string): Buffer => Buffer.from(text.replaceAll('ソ', '\u0083\\'), 'latin1');
    expect(rewritten(encode(served('Shift_JIS', 'ソ'))).equals(encode(written('Shift_JIS', 'ソ')))).toBe(true);
  });

  it('not at all where they are right already', () => {
    const text = `<xs:schema xmlns:xs="${namespace}"><xs:include schemaLocation="1.xsd"/></xs:schema>`;
    const bytes = Buffer.from(text);
    expect(rewritten(bytes)).toBe(bytes);
  });
});
