import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../../../test/support/service/saml-provider.ts';
import { decodeToken, maxTokenLength } from './read-token.ts';

const reason = (token: string) => reasonOf(() => decodeToken(token));
const notBase64 = 'the token is not strict base64';

describe('decodeToken', () => {
  it('SAMLAccountLogin: base64 in one line, or in lines of up to 76 characters as in RFC 2045', () => {
    const xml = `<a>${'ä€😀'.repeat(100)}</a>`;
    const text = Buffer.from(xml).toString('base64');
    const lines = (length: number) => text.match(new RegExp(`.{1,${length}}`, 'g')) ?? [];
    for (const token of [
      text,
      `${text}\n`,
      `${text}\r\n`,
      lines(76).join('\n'),
      lines(76).join('\r\n'),
      `${lines(64).join('\r\n')}\r\n`,
    ]) {
      expect(decodeToken(token)).toBe(xml);
    }
    expect(reason(lines(77).join('\n'))).toBe(notBase64);
    expect(reason(lines(76).join('\n\n'))).toBe(notBase64);
    expect(reason(lines(76).join('\r'))).toBe(notBase64);
  });

  it('SAMLAccountLogin, stray base64: other characters, wrong padding, stray bits, and the alphabet of URLs', () => {
    for (const token of [
      'PGEv Pg==',
      ' PGEvPg==',
      'PGEvPg== ',
      '\nPGEvPg==',
      'PGEvPg==\n\n',
      'PGEvPg',
      'PGEvPg=',
      'PGEvPg===',
      'PGEvPh==',
      'PGEvPg==PGEvPg==',
      'PGEv.Pg==',
      'PGEv\u00a0Pg==',
      'PGEv\0Pg==',
      'PGEvPg%3D%3D',
      '_-==',
      '=',
      '====',
      '\n',
      '',
    ]) {
      expect(reason(token)).toBe(notBase64);
    }
    expect(decodeToken('PGEvPg==')).toBe('<a/>');
  });

  it('SAMLAccountLogin: too long a token is rejected by its length alone', () => {
    expect(reason('A'.repeat(maxTokenLength + 1))).toBe('the token is too long');
    expect(decodeToken(Buffer.alloc((maxTokenLength / 4) * 3, 'a').toString('base64'))).toHaveLength(196_608);
  });

  it('hardening: overlong UTF-8, surrogates and other encodings are rejected; a byte order mark is not removed', () => {
    const notUtf8 = 'the token is not UTF-8';
    for (const bytes of [
      [0xc0, 0xbc],
      [0xe0, 0x80, 0xbc],
      [0xed, 0xa0, 0x80],
      [0xff, 0xfe, 0x3c, 0x00],
      [0xf4, 0x90, 0x80, 0x80],
      [0x3c, 0xe4, 0x3e],
    ]) {
      expect(reason(Buffer.from(bytes).toString('base64'))).toBe(notUtf8);
    }
    expect(decodeToken(Buffer.from('\ufeff<a/>').toString('base64'))).toBe('\ufeff<a/>');
  });
});
