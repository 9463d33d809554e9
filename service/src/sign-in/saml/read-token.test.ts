import { beforeAll, describe, expect, it } from 'vitest';
import {
  assertionXml,
  base64,
  foreignRequired,
  makeKey,
  type ProviderKey,
  providerWith,
  reasonOf,
  responseXml,
  type Signing,
  signed,
  type TokenFields,
  tokenFields,
  xmlsec,
} from '../../../../test/support/service/saml-provider.ts';
import type { SamlProvider } from '../../storage/identity-providers.ts';
import { readToken } from './read-token.ts';

const now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const shas = ['sha256', 'sha384', 'sha512'] as const;

describe('readToken: valid tokens', () => {
  let rsa: ProviderKey;
  let ec: ProviderKey;
  let provider: SamlProvider;
  beforeAll(async () => {
    [rsa, ec] = await Promise.all([makeKey('rsa'), makeKey('ec')]);
    provider = providerWith(rsa);
  });

  const read = (xml: string, by = provider) => readToken(by, base64(xml), now);
  const whole = (changed: Partial<TokenFields> = {}) => responseXml(tokenFields(now, changed));
  const anna = {
    name: 'anna@demo.example',
    inResponseTo: undefined,
    expiresAt: now + 360_000,
    sessionEndsAt: now + 28_860_000,
  };

  it('SAMLAccountLogin: a signed assertion, a signed response, and both', () => {
    const fields = tokenFields(now);
    const assertionSigned = signed(responseXml(fields), 'Assertion', { key: rsa });
    const expected = { ...anna, assertionId: fields.assertionId };
    expect(read(assertionSigned)).toEqual(expected);
    expect(read(signed(responseXml(fields), 'Response', { key: rsa }))).toEqual(expected);
    expect(read(signed(assertionSigned, 'Response', { key: rsa }))).toEqual(expected);
  });

  it('SAMLAccountLogin: a bare assertion, with its request or without', () => {
    const bare = (inResponseTo?: string) =>
      read(signed(assertionXml(tokenFields(now, { inResponseTo })), 'Assertion', { key: rsa }));
    expect(bare()).toMatchObject(anna);
    expect(bare('_request')).toMatchObject({ ...anna, inResponseTo: '_request' });
  });

  it.each(shas)('SAMLAccountLogin: RSA and EC keys with %s', (sha) => {
    for (const key of [rsa, ec]) {
      const more = 'http://www.w3.org/2001/04/xmldsig-more#';
      const how: Partial<Signing> = {
        signature: `${more}${key.kind === 'rsa' ? 'rsa' : 'ecdsa'}-${sha}`,
        digest: sha === 'sha384' ? `${more}sha384` : `http://www.w3.org/2001/04/xmlenc#${sha}`,
      };
      for (const part of ['Response', 'Assertion'] as const) {
        expect(read(signed(whole(), part, { key, ...how }), providerWith(key))).toMatchObject(anna);
      }
    }
  });

  const attributes =
    '<saml:AttributeStatement xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    '<saml:Attribute Name="nameID"><saml:AttributeValue xsi:type="xs:string">carl@demo.example</saml:AttributeValue></saml:Attribute>' +
    '<saml:Attribute Name="ünï &amp; &lt;&#10;&quot;&gt;"><saml:AttributeValue>😀 &#13; ]]&gt; &apos;</saml:AttributeValue></saml:Attribute>' +
    '</saml:AttributeStatement>';

  it.skipIf(!xmlsec.available && !foreignRequired).each(shas)(
    'SAMLAccountLogin: signed by xmlsec1, with %s: a response, an assertion, both, and a bare assertion',
    (sha) => {
      for (const key of [rsa, ec]) {
        const by = providerWith(key);
        for (const part of ['Response', 'Assertion'] as const) {
          const xml = whole({ between: '\n  ', attributes });
          expect(read(xmlsec.sign(xml, part, { key, sha }), by)).toMatchObject(anna);
        }
        const bare = assertionXml(tokenFields(now));
        expect(read(xmlsec.sign(bare, 'Assertion', { key, sha }), by)).toMatchObject(anna);
        const inner = xmlsec.sign(whole(), 'Assertion', { key, sha });
        expect(read(xmlsec.sign(inner, 'Response', { key, sha }), by)).toMatchObject(anna);
      }
    },
  );

  it.skipIf(!xmlsec.available && !foreignRequired)(
    'SAMLAccountLogin: signed by xmlsec1, with InclusiveNamespaces as Shibboleth writes them',
    () => {
      const declared = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
      for (const part of ['Response', 'Assertion'] as const) {
        const within = whole({ attributes });
        const above = within.replace(` ${declared}`, '').replace('<samlp:Response', `<samlp:Response ${declared}`);
        for (const xml of [within, above]) {
          expect(read(xmlsec.sign(xml, part, { key: rsa, inclusive: 'xs' }))).toMatchObject(anna);
        }
      }
    },
  );

  it('SAMLAccountLogin: with two certificates pinned, a signature by either counts', async () => {
    const other = await makeKey();
    for (const by of [providerWith(rsa, other), providerWith(other, rsa), providerWith(other, ec, rsa)]) {
      expect(read(signed(whole(), 'Assertion', { key: rsa }), by)).toMatchObject(anna);
    }
    expect(reasonOf(() => read(signed(whole(), 'Assertion', { key: rsa }), providerWith(other, ec)))).toBe(
      'the signature is not by a pinned certificate',
    );
  });

  it('SAMLAccountLogin: other prefixes than saml and samlp, a default namespace, and white space of every kind', () => {
    for (const [saml, samlp] of [
      ['a', 'b'],
      ['', 'samlp'],
      ['saml', ''],
      ['', ''],
      ['saml2', 'saml2p'],
    ] as const) {
      for (const between of ['', '\n', '\r\n\t  ']) {
        for (const part of ['Response', 'Assertion'] as const) {
          const xml = whole({ saml, samlp, between });
          // A provider signs what a parser makes of the line ends.
          const token = signed(xml.replaceAll('\r\n', '\n'), part, {
            key: rsa,
            prefix: part === 'Response' ? '' : 'x',
          });
          expect(read(between.includes('\r') ? token.replaceAll('\n', '\r\n') : token)).toMatchObject(anna);
        }
      }
    }
    const token = signed(whole(), 'Assertion', { key: rsa });
    expect(read(`<?xml version="1.0" encoding="UTF-8"?>\n${token}\n`)).toMatchObject(anna);
    expect(read(token.replace('<saml:Subject>', '<saml:Subject\n\t >'))).toMatchObject(anna);
  });

  it('SAMLAccountLogin: attributes are ignored, with any name', () => {
    expect(read(signed(whole({ attributes }), 'Response', { key: rsa }))).toMatchObject(anna);
  });

  it('SAMLAccountLogin: it expires with its confirmation or its conditions, plus 60 s for clock differences', () => {
    const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
    const expiry = (changed: Partial<TokenFields>) =>
      read(signed(whole(changed), 'Assertion', { key: rsa })).expiresAt - now;
    expect(expiry({ notOnOrAfter: at(10) })).toBe(70_000);
    expect(expiry({ confirmationNotOnOrAfter: at(20) })).toBe(80_000);
    expect(expiry({ notOnOrAfter: undefined, confirmationNotOnOrAfter: at(30) })).toBe(90_000);
  });
});
