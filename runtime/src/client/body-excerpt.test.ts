import { describe, expect, it } from 'vitest';
import { bodyExcerpt as excerptOf, holdsEnvelope as isEnvelope, startText } from './body-excerpt.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const bodyExcerpt = (body: Uint8Array): string => excerptOf(startText(body, undefined));
const holdsEnvelope = (body: Uint8Array): boolean => isEnvelope(startText(body, undefined));

describe('bodyExcerpt', () => {
  it('C5: collapses white space and makes control characters visible', () => {
    expect(bodyExcerpt(utf8('\n <html>\r\n\t<h1>Bad \u001b[31mGateway\u0000\u202e</h1>'))).toBe(
      '<html> <h1>Bad \\u001b[31mGateway\\u0000\\u202e</h1>',
    );
  });

  it('cuts after 300 characters, never within one', () => {
    expect(bodyExcerpt(utf8('x'.repeat(300)))).toBe('x'.repeat(300));
    expect(bodyExcerpt(utf8('😀'.repeat(301)))).toBe(`${'😀'.repeat(300)}…`);
    expect(bodyExcerpt(utf8('x'.repeat(1_000_000)))).toHaveLength(301);
  });

  it('reads UTF-16 with a byte order mark, and never fails on other bytes', () => {
    expect(bodyExcerpt(new Uint8Array([0xff, 0xfe, 0x61, 0, 0xe4, 0]))).toBe('aä');
    expect(bodyExcerpt(new Uint8Array([0xfe, 0xff, 0, 0x61, 0, 0xe4]))).toBe('aä');
    expect(bodyExcerpt(new Uint8Array([0x61, 0xff, 0x62]))).toBe('a\ufffdb');
    expect(bodyExcerpt(new Uint8Array(0))).toBe('');
  });

  it('omits a body that contains an envelope: an echo of the request, or a result', () => {
    for (const namespace of ['http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope']) {
      const echo = utf8(`{"data":"<soap:Envelope xmlns:soap=\\"${namespace}\\"><APIKey>k-42</APIKey>"}`);
      expect(holdsEnvelope(echo)).toBe(true);
      expect(bodyExcerpt(echo)).not.toContain('k-42');
    }
    expect(holdsEnvelope(utf8('{"data":"http:\\/\\/schemas.xmlsoap.org\\/soap\\/envelope\\/"}'))).toBe(true);
    expect(holdsEnvelope(utf8('<html>'))).toBe(false);
  });
});
