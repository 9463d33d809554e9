import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unpack } from '../../runtime/src/server/packed-text.ts';
import { packedLiteral } from './packed-text.ts';

/** The value of the literal, as JavaScript reads it. */
const literalValue = (content: string): string => String(new Function(`return \`${content}\``)());

const roundTrip = (text: string): string => unpack({ packed: literalValue(packedLiteral(text)), length: text.length });

describe('a packed text', () => {
  it('is the text again, whatever its characters', () => {
    const special = fc.constantFrom(
      '~',
      '`',
      '${',
      '\\',
      '\n',
      '\r',
      '\0',
      'é',
      '😀',
      '\u2028',
      '\ud800',
      'the same passage again ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(special, fc.string({ unit: 'binary' })), { maxLength: 60 }), (parts) => {
        const text = [...parts, ...parts].join('');
        expect(roundTrip(text)).toBe(text);
      }),
    );
  });

  it('replaces repeated passages with references, in lines that fit', () => {
    const text = Array.from({ length: 500 }, (_, index) => `<xs:element minOccurs="0" name="Name${index}"/>\n`).join(
      '',
    );
    const content = packedLiteral(text);
    expect(roundTrip(text)).toBe(text);
    expect(content.length).toBeLessThan(text.length / 2);
    expect(Math.max(...content.split('\n').map((line) => line.length))).toBeLessThan(200);
  });

  it('is rejected if its references lead nowhere, or its length is another', () => {
    expect(unpack({ packed: 'ab~!!!"!"', length: 3 })).toBe('abb');
    for (const packed of ['~!!!"!"', 'ab~!!!"!#', 'ab~!!!"', 'ab~    !"']) {
      expect(() => unpack({ packed, length: 3 }), packed).toThrow(TypeError);
    }
    expect(() => unpack({ packed: 'ab', length: 3 })).toThrow('another length');
  });
});
