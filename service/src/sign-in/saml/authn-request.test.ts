import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { SamlProvider } from '../../storage/identity-providers.ts';
import { samlSignInUrl } from '../begin-sign-in.ts';

const provider: SamlProvider = {
  kind: 'SAML2',
  issuer: 'https://idp.example/metadata',
  signInUrl: 'https://idp.example/sso?tenant=a%26b&x=1',
  certificates: ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
  entityId: 'https://rfs.example/saml?a=1&b="<é>',
  returnTo: { web: 'https://web.example/acs?a&b', client: 'rfs-client://acs' },
  unsolicited: true,
};

const requestOf = (url: string): string =>
  inflateRawSync(Buffer.from(new URL(url).searchParams.get('SAMLRequest') ?? '', 'base64')).toString('utf8');

describe('samlSignInUrl', () => {
  it('SSOLoginURL: an AuthnRequest by HTTP redirect, after the existing query of the address', async () => {
    const url = new URL(await samlSignInUrl(provider, 'web', '_r1'));
    expect(url.origin + url.pathname).toBe('https://idp.example/sso');
    expect([...url.searchParams.keys()]).toEqual(['tenant', 'x', 'SAMLRequest']);
    expect(url.searchParams.get('tenant')).toBe('a&b');
  });

  it('SSOLoginURL, SSOLoginWebURL: the request has our name, its id, and the return address', async () => {
    const web = requestOf(await samlSignInUrl(provider, 'web', '_r1'));
    expect(web).toMatch(/^(<\?xml version="1.0"\?>)?<samlp:AuthnRequest [^>]*ID="_r1" Version="2.0"/);
    expect(web).toContain('Destination="https://idp.example/sso?tenant=a%26b&amp;x=1"');
    expect(web).toContain('AssertionConsumerServiceURL="https://web.example/acs?a&amp;b"');
    expect(web).toContain('ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"');
    expect(web).toMatch(/<saml:Issuer [^>]*>https:\/\/rfs.example\/saml\?a=1&amp;b="&lt;é(>|&gt;)<\/saml:Issuer>/);
    expect(web).toContain('Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"');
    expect(web).not.toMatch(/ForceAuthn|IsPassive|RequestedAuthnContext/);
    const client = requestOf(await samlSignInUrl(provider, 'client', '_r2'));
    expect(client).toContain('AssertionConsumerServiceURL="rfs-client://acs"');
    expect(client).toContain('ID="_r2"');
  });
});
