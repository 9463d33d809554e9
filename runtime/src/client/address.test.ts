import { describe, expect, it } from 'vitest';
import { parseAddress, showAddress } from './address.ts';

describe('parseAddress', () => {
  it('removes credentials and turns them into Basic authentication', () => {
    const address = parseAddress('https://an%3Ana:p%C3%A4ss@files.example:8443/a/b.asmx?key=1#x');
    expect(address.url).toBe('https://files.example:8443/a/b.asmx?key=1');
    expect(showAddress(address.url, address.url)).toBe('https://files.example:8443/a/b.asmx');
    expect(address.authorization).toBe(`Basic ${Buffer.from('an:na:päss').toString('base64')}`);
  });

  it('keeps a stray percent sign in credentials', () => {
    expect(parseAddress('http://a:100%@b/').authorization).toBe(`Basic ${Buffer.from('a:100%').toString('base64')}`);
  });

  it('has no authorization without credentials in the address', () => {
    expect(parseAddress('http://[::1]:80/').authorization).toBeUndefined();
    expect(parseAddress('http://[::1]:80/').url).toBe('http://[::1]/');
  });

  it('rejects addresses without http, and does not quote them', () => {
    for (const address of ['', '/v2/x.asmx', 'http://', 'file:///etc/passwd', 'ftp://user:secret@a/']) {
      const attempt = (): unknown => parseAddress(address);
      expect(attempt).toThrow(expect.objectContaining({ name: 'ClientError', code: 'invalid-options' }));
      expect(attempt).not.toThrow(/secret|passwd/);
    }
  });
});

describe('showAddress', () => {
  it('omits credentials and query', () => {
    expect(showAddress('http://u:p@b/c?token=1#d', 'http://a/')).toBe('http://b/c');
    expect(showAddress('/c?token=1', 'http://u:p@a/b')).toBe('http://a/c');
    expect(showAddress('javascript:alert(1)', 'http://a/')).toBe('javascript:…');
    expect(showAddress('http://[', 'http://a/')).toBe('an address that cannot be read');
  });
});
