import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeName,
  encodeIdentifier,
  isIdentifier,
  localIdentifier,
  propertyIdentifier,
  topLevelIdentifier,
} from './identifier.ts';

const xmlName = fc.stringMatching(/^[A-Za-z_À-ÖØ-ö\u3001-\u3020𐀀-𐀐][-.\w·À-ÖØ-ö\u3001-\u3020𐀀-𐀐]{0,6}$/u);

describe('identifiers', () => {
  it('are unchanged if valid', () => {
    for (const name of ['GetClientID', 'API_KEY', 'isLastChunk', '_x', 'Größe', '名前'])
      expect(encodeIdentifier(name)).toBe(name);
  });

  it('encode other characters', () => {
    expect(encodeIdentifier('a-b.c')).toBe('a$_b$$c');
    expect(encodeIdentifier('a\u200Cb')).toBe('a$200C$b');
    expect(encodeIdentifier('𐀀')).toBe('$10000$');
    expect(encodeIdentifier('、')).toBe('$3001$');
  });

  it.each([
    ['Calculator_x0020_Web_x0020_Service', 'CalculatorWebService'],
    ['order_x0020_number', 'orderNumber'],
    ['_x0031_st', '_1st'],
    ['a_x002F_b_x0029_', 'aB'],
    ['_x005F_x0020_', '_x0020_'],
    ['_x0025_', '_x0025_'],
    ['a_x20_b', 'a_x20_b'],
    ['_x0020__x0020_a', 'A'],
    ['Gr_x00F6_sse', 'Grösse'],
  ])('say what .NET has encoded: %s is %s', (name, decoded) => {
    expect(decodeName(name)).toBe(decoded);
    expect(propertyIdentifier(name)).toBe(decoded);
  });

  it('are valid in JavaScript, and differ for different names', () => {
    fc.assert(
      fc.property(xmlName, xmlName, (a, b) => {
        const encoded = encodeIdentifier(a);
        expect(
          () => new Function(`let ${topLevelIdentifier(a)}; return { ${propertyIdentifier(a)}: 1 }`),
        ).not.toThrow();
        expect(encoded === encodeIdentifier(b)).toBe(a === b);
      }),
    );
  });

  it('avoid reserved words, globals and names of the generated modules', () => {
    for (const name of [
      'class',
      'await',
      'string',
      'Date',
      'Blob',
      'Promise',
      'constructor',
      'then',
      '__proto__',
      'undefined',
    ]) {
      expect(topLevelIdentifier(name)).toBe(`${name}_`);
    }
    const own = 'soap t codec operations description namespace prefixes faults headers'.split(' ');
    for (const name of own) expect(topLevelIdentifier(name)).toBe(`${name}_`);
  });

  it('of properties avoid only inherited properties and then', () => {
    for (const name of Object.getOwnPropertyNames(Object.prototype)) expect(propertyIdentifier(name)).toBe(`${name}_`);
    expect(propertyIdentifier('then')).toBe('then_');
    for (const name of ['class', 'Date', 'string', 'soap']) expect(propertyIdentifier(name)).toBe(name);
  });

  it('of variables are unique', () => {
    const taken = new Set(['reader', 'value']);
    expect(localIdentifier('APIKey', taken)).toBe('APIKey');
    expect(localIdentifier('reader', taken)).toBe('reader$');
    expect(localIdentifier('class', taken)).toBe('class$');
    fc.assert(
      fc.property(xmlName, xmlName, (a, b) => {
        const [first, second] = [propertyIdentifier(a), propertyIdentifier(b)];
        fc.pre(first !== second);
        expect(localIdentifier(first, taken)).not.toBe(localIdentifier(second, taken));
      }),
    );
  });

  it('can be set in the contract if they need no encoding', () => {
    expect(['GetFile', '_a1', 'Größe'].every(isIdentifier)).toBe(true);
    expect(['', '1a', 'a-b', 'a$', 'a b', 'a.b'].some(isIdentifier)).toBe(false);
  });
});
