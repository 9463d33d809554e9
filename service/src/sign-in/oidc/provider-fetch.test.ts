import { describe, expect, it } from 'vitest';
import { isAllowedAddress } from './provider-fetch.ts';

describe('mayAsk', () => {
  const ask = (address: string, issuer: string) => isAllowedAddress(new URL(address), new URL(issuer));
  const far = 'https://login.example';
  const here = 'http://127.0.0.1:4000';

  it('allows remote addresses only with https', () => {
    expect(ask(far, far)).toBe(true);
    expect(ask('https://keys.example:8443/jwks?x=1', far)).toBe(true);
    for (const address of ['http://login.example', 'ftp://login.example', 'file:///etc/passwd', 'data:,x']) {
      expect(ask(address, far)).toBe(false);
    }
    expect(ask('http://login.example', here)).toBe(false);
    expect(ask('https://user:password@login.example', far)).toBe(false);
  });

  it('allows addresses of this machine only if the operator has named them', () => {
    for (const host of [
      'localhost',
      'LOCALHOST.',
      'a.localhost',
      '127.1',
      '2130706433',
      '0.0.0.0',
      '[::1]',
      '[::ffff:127.0.0.1]',
    ]) {
      expect(ask(`https://${host}/`, far)).toBe(false);
      expect(ask(`http://${host}:8080/`, far)).toBe(false);
      expect(ask(`http://${host}:8080/`, here)).toBe(true);
    }
    expect(ask('http://localhost.example/', here)).toBe(false);
  });
});
