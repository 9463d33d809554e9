import { describe, expect, it } from 'vitest';
import { linkedText } from './value-link.ts';

describe('a value in a page', () => {
  it.each(['http://localhost:8080/v2/a.asmx', 'HTTPS://files.example/?a=1&b=2#c', 'https://[::1]:1/'])(
    'P3: is a link if it is an address: %s',
    (text) => {
      const shown = text.replaceAll('&', '&amp;');
      expect(linkedText(text).text).toBe(`<a href="${shown}" target="_blank" rel="noopener noreferrer">${shown}</a>`);
    },
  );

  it.each([
    'javascript:alert(1)',
    'data:text/html,<b>',
    'ftp://files.example/',
    'see https://files.example/',
    'https://files.example/ and more',
    ' https://files.example/',
    'https://',
    'https://files.example:port/',
    'https://bank.example@files.example/',
    'https://files.example/\u202efdp',
    `https://files.example/${'a'.repeat(2_000)}`,
  ])('P5: is text otherwise: %s', (text) => {
    expect(linkedText(text).text).not.toContain('<a ');
  });

  it('P5: is escaped as a link', () => {
    expect(linkedText('https://a.example/"onclick="x').text).toBe(
      '<a href="https://a.example/&quot;onclick=&quot;x" target="_blank" rel="noopener noreferrer">https://a.example/&quot;onclick=&quot;x</a>',
    );
  });
});
