import { describe, expect, it } from 'vitest';
import { loadFilesInMemory, sequence, wsdlWithSchema } from '../../../test/support/generator/wsdl-files.ts';

/** A WSDL with a field and documentation whose letters are in all of the encodings. */
const text = (letters: string): string =>
  wsdlWithSchema(
    sequence(
      'Type',
      `<xs:element name="${letters}"><xs:annotation><xs:documentation>${letters}</xs:documentation></xs:annotation></xs:element>
    <xs:element name="bad" maxOccurs="Unbounded"/>`,
    ),
  );

function declared(encoding: string, letters: string): string {
  return `<?xml version="1.0" encoding="${encoding}"?>\n${text(letters)}`;
}

/** Bytes of an encoding with one byte for each character. */
function encoded(characters: string, encoding: string): Uint8Array {
  // Some releases of Node.js decode this byte of windows-1252 as a control character.
  const byCharacter = new Map<string, number>(encoding === 'windows-1252' ? [['Œ', 0x8c]] : []);
  for (let byte = 0; byte < 256; byte++) byCharacter.set(new TextDecoder(encoding).decode(Uint8Array.of(byte)), byte);
  return Uint8Array.from(characters, (character) => byCharacter.get(character) ?? 0x3f);
}

function utf16(characters: string, isBigEndian: boolean, hasMark: boolean): Uint8Array {
  const bytes = Buffer.from(`${hasMark ? '\uFEFF' : ''}${characters}`, 'utf16le');
  return new Uint8Array(isBigEndian ? bytes.swap16() : bytes);
}

function expectRead(bytes: Uint8Array, letters: string, more: readonly string[] = []): void {
  const { contract, lines } = loadFilesInMemory({ 'main.wsdl': bytes });
  expect(lines.map((line) => line.slice(0, 6))).toEqual([...more, 'SW6312']);
  // The place of the mistake, behind the letters, is right.
  const start = new TextDecoder().decode(new TextEncoder().encode(text(letters))).split('\n');
  const line = start.findIndex((one) => one.includes('Unbounded'));
  expect(lines.at(-1)).toContain(
    `:${start[line]?.indexOf('Unbounded') === undefined ? 0 : start[line].indexOf('Unbounded') + 1} `,
  );
  expect(JSON.stringify(contract)).toContain(`"local":"${letters}"`);
  expect(JSON.stringify(contract)).toContain(`"doc":"${letters}"`);
}

describe('the encoding of a file', () => {
  it('UTF-8, without and with a byte order mark', () => {
    expectRead(new TextEncoder().encode(text('Größe')), 'Größe');
    expectRead(new TextEncoder().encode(`\uFEFF${declared('UTF-8', 'Größe')}`), 'Größe');
    expectRead(new TextEncoder().encode(declared('utf-8', '名前')), '名前');
  });

  it.each([
    ['UTF-16LE with a mark', false, true],
    ['UTF-16BE with a mark', true, true],
    ['UTF-16LE without a mark', false, false],
    ['UTF-16BE without a mark', true, false],
  ])('%s', (_, isBigEndian, hasMark) => {
    expectRead(utf16(declared('UTF-16', 'Größe'), isBigEndian, hasMark), 'Größe');
  });

  it.each([
    ['ISO-8859-1', 'Größe'],
    ['iso-8859-2', 'Źródło'],
    ['ISO-8859-15', 'Œuvre'],
    ['Windows-1250', 'Źródło'],
    ['windows-1251', 'Имя'],
    ['windows-1252', 'Œuvre'],
    ['US-ASCII', 'Name'],
  ])('%s', (encoding, letters) => {
    expectRead(encoded(declared(encoding, letters), encoding), letters);
  });

  it('a declaration of UTF-16 in a file of bytes is not believed', () => {
    expectRead(new TextEncoder().encode(declared('UTF-16', 'Größe')), 'Größe');
  });

  it('a byte order mark is believed rather than the declaration', () => {
    expectRead(new TextEncoder().encode(`\uFEFF${declared('ISO-8859-1', 'Größe')}`), 'Größe');
  });

  it.each([
    ['UTF-8 that is not', Uint8Array.of(...new TextEncoder().encode('<a>'), 0xff, 0xfe)],
    ['an overlong form', Uint8Array.of(0x3c, 0xc0, 0xaf)],
    ['a lone surrogate', Uint8Array.of(0x3c, 0xed, 0xa0, 0x80)],
    ['an unknown encoding', new TextEncoder().encode('<?xml version="1.0" encoding="EBCDIC-CP-US"?><a/>')],
    ['UTF-16 that is not', utf16('<a/>\uD800', false, true)],
  ])('SW6001: %s', (_, bytes) => {
    const { lines, contract } = loadFilesInMemory({ 'main.wsdl': bytes });
    expect(lines).toEqual([expect.stringMatching(/^SW6001 main\.wsdl:1:1 /)]);
    expect(contract).toBeUndefined();
  });

  it('SW6301: white space before the declaration is skipped, and places stay right', () => {
    expectRead(new TextEncoder().encode(`\n  ${declared('UTF-8', 'Größe')}`), 'Größe', ['SW6301']);
  });
});
