import { createHash, createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  assertionXml,
  base64,
  enveloped,
  exclusive,
  makeKey,
  type ProviderKey,
  providerWith,
  reasonOf,
  responseXml,
  type Signing,
  signed,
  type TokenFields,
  tokenFields,
} from '../../../../test/support/service/saml-provider.ts';
import { readToken } from './read-token.ts';

const now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const ds = 'http://www.w3.org/2000/09/xmldsig#';
const notPinned = 'the signature is not by a pinned certificate';
const changed = 'the signed content was changed';
const notAllowed = 'an algorithm that is not allowed';
const otherForm = 'a signature of another form';

describe('SAML signatures', () => {
  let key: ProviderKey;
  let ec: ProviderKey;
  let other: ProviderKey;
  beforeAll(async () => {
    [key, ec, other] = await Promise.all([makeKey(), makeKey('ec'), makeKey()]);
  });

  const reason = (xml: string, ...keys: readonly ProviderKey[]) =>
    reasonOf(() => readToken(providerWith(...(keys.length > 0 ? keys : [key])), base64(xml), now));
  const plain = (changed: Partial<TokenFields> = {}) => responseXml(tokenFields(now, changed));
  const sign = (how: Partial<Signing> = {}, part: 'Response' | 'Assertion' = 'Assertion') =>
    signed(plain(), part, { key, ...how });

  it('SAML exclusion: a token without a signature', () => {
    expect(reason(plain())).toBe('not signed');
    expect(reason(assertionXml(tokenFields(now)))).toBe('not signed');
    expect(reason(sign().replace(/<ds:Signature.*<\/ds:Signature>/, ''))).toBe('not signed');
  });

  it('SAML exclusion: a signature in another namespace is ignored', () => {
    expect(reason(sign().replaceAll(ds, 'urn:other'))).toBe('an unexpected element');
  });

  it('SAML exclusion: a signature that is empty, or empty in a part', () => {
    const token = sign();
    for (const [pattern, by] of [
      [/<ds:Signature .*<\/ds:Signature>/, `<ds:Signature xmlns:ds="${ds}"/>`],
      [/<ds:SignedInfo>.*<\/ds:SignedInfo>/, '<ds:SignedInfo/>'],
      [/<ds:SignedInfo>.*<\/ds:SignedInfo>/, ''],
      [/<ds:SignatureValue>.*<\/ds:SignatureValue>/, '<ds:SignatureValue/>'],
      [/<ds:SignatureValue>.*<\/ds:SignatureValue>/, ''],
      [/<ds:DigestValue>.*<\/ds:DigestValue>/, '<ds:DigestValue/>'],
      [/<ds:Reference .*<\/ds:Reference>/, ''],
      [/<ds:Transforms>.*<\/ds:Transforms>/, ''],
      [/<ds:Transforms>.*<\/ds:Transforms>/, '<ds:Transforms/>'],
    ] as const) {
      expect(reason(token.replace(pattern, by))).toBe(otherForm);
    }
  });

  it('SAML: signed content was changed, in the subject, the audience, a time or a space', () => {
    for (const part of ['Response', 'Assertion'] as const) {
      const token = sign({}, part);
      for (const [from, to] of [
        ['anna@demo', 'carl@demo'],
        ['files.example/saml', 'files.example/samm'],
        ['2026-01-02T03', '2026-01-02T02'],
        ['<saml:Subject>', '<saml:Subject> '],
        ['SessionIndex="_s1"', 'SessionIndex="_s2"'],
      ] as const) {
        expect(token).toContain(from);
        expect(reason(token.replaceAll(from, to))).toBe(changed);
      }
    }
  });

  it('SAML: if both are signed, both signatures must be valid', () => {
    const both = signed(sign(), 'Response', { key });
    expect(reason(both)).toBe('accepted');
    expect(reason(both.replace('Version="2.0" IssueInstant', 'Version="2.0" Consent="urn:x" IssueInstant'))).toBe(
      changed,
    );
    expect(reason(signed(sign({ key: other }), 'Response', { key }))).toBe(notPinned);
    expect(reason(signed(sign(), 'Response', { key: other }))).toBe(notPinned);
  });

  it('SAML foreign KeyInfo: signed with another key, whose certificate is in the token', () => {
    for (const part of ['Response', 'Assertion'] as const) {
      expect(reason(sign({ key: other }, part))).toBe(notPinned);
      expect(reason(sign({ key: other, keyInfo: false }, part))).toBe(notPinned);
      // The pinned one is shown, and another one used; and the other way round.
      expect(reason(sign({ key: { ...other, certificate: key.certificate } }, part))).toBe(notPinned);
      expect(reason(sign({ key: { ...key, certificate: other.certificate } }, part))).toBe('accepted');
      expect(reason(sign({ keyInfo: false }, part))).toBe('accepted');
    }
  });

  it('SAML weak algorithm: SHA-1 for signature or digest', () => {
    expect(reason(sign({ signature: `${ds}rsa-sha1`, digest: `${ds}sha1` }))).toBe(notAllowed);
    expect(reason(sign({ signature: `${ds}rsa-sha1` }))).toBe(notAllowed);
    expect(reason(sign({ digest: `${ds}sha1` }))).toBe(notAllowed);
    expect(reason(sign({ digest: `${ds}sha1` }, 'Response'))).toBe(notAllowed);
  });

  it('SAML weak algorithm: names that resemble a supported one', () => {
    const token = sign();
    for (const name of [
      '',
      'constructor',
      '__proto__',
      `${ds}rsa-sha256`,
      'http://www.w3.org/2001/04/xmldsig-more#RSA-SHA256',
    ]) {
      expect(reason(token.replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', name))).toBe(notAllowed);
      expect(reason(token.replace('http://www.w3.org/2001/04/xmlenc#sha256', name))).toBe(notAllowed);
    }
  });

  it('SAML weak algorithm: HMAC with the certificate or the public key as its secret', () => {
    for (const sha of ['sha1', 'sha256']) {
      const method = sha === 'sha1' ? `${ds}hmac-sha1` : 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256';
      const token = sign().replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', method);
      const [signedInfo = ''] = /<ds:SignedInfo>.*<\/ds:SignedInfo>/.exec(token) ?? [];
      const canonical = signedInfo.replace('<ds:SignedInfo>', `<ds:SignedInfo xmlns:ds="${ds}">`);
      const value = createHmac(sha, key.certificate).update(canonical).digest('base64');
      const forged = token.replace(/(<ds:SignatureValue>).*(<\/ds:SignatureValue>)/, `$1${value}$2`);
      expect(reason(forged)).toBe(notAllowed);
    }
  });

  it('SAML: an algorithm of the other type of key', () => {
    const uri = (name: string) => `http://www.w3.org/2001/04/xmldsig-more#${name}-sha256`;
    expect(reason(sign().replace(uri('rsa'), uri('ecdsa')), key, ec)).toBe(notPinned);
    expect(reason(sign({ key: ec }).replace(uri('ecdsa'), uri('rsa')), key, ec)).toBe(notPinned);
    expect(reason(sign({ key: ec }), key, ec)).toBe('accepted');
  });

  it('SAML: a signature of zeros, of another length, or of nothing', () => {
    const zeros = [64, 63, 1, 1000, 256].map((length) => Buffer.alloc(length).toString('base64'));
    for (const one of [key, ec]) {
      const token = sign({ key: one });
      for (const value of ['\n', '=', '/w==', Buffer.alloc(64, 0xff).toString('base64'), ...zeros]) {
        const forged = token.replace(/(<ds:SignatureValue>).*(<\/ds:SignatureValue>)/, `$1${value}$2`);
        expect(reason(forged, one)).toBe(notPinned);
      }
    }
  });

  it('SAML transforms: others than enveloped-signature and exclusive canonicalization, in this order', () => {
    const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
    for (const transforms of [
      [enveloped, inclusive],
      [enveloped, `${exclusive}WithComments`],
    ]) {
      expect(reason(sign({ transforms }))).toBe(notAllowed);
    }
    for (const transforms of [[enveloped], [enveloped, exclusive, exclusive]]) {
      expect(reason(sign({ transforms }))).toBe(otherForm);
    }
    for (const canonicalization of [inclusive, `${inclusive}#WithComments`, `${exclusive}WithComments`]) {
      expect(reason(sign({ canonicalization }))).toBe(notAllowed);
    }
  });

  it('SAML transforms: XPath and XSLT, and any content of a transform', () => {
    const transform = `<ds:Transform Algorithm="${enveloped}"/>`;
    const token = sign();
    expect(token).toContain(transform);
    const xpath = '<ds:XPath>not(ancestor-or-self::*[local-name()="Subject"])</ds:XPath>';
    for (const uri of [
      'http://www.w3.org/TR/1999/REC-xpath-19991116',
      'http://www.w3.org/TR/1999/REC-xslt-19991116',
      'http://www.w3.org/2002/06/xmldsig-filter2',
      `${ds}base64`,
    ]) {
      const one = `<ds:Transform Algorithm="${uri}">${xpath}</ds:Transform>`;
      expect(reason(token.replace(transform, one))).toBe(notAllowed);
      expect(reason(token.replace(transform, transform + one))).toBe(otherForm);
    }
    const filled = transform.replace('/>', `>${xpath}</ds:Transform>`);
    expect(reason(token.replace(transform, filled))).toBe(otherForm);
    expect(
      reason(
        token.replace('rsa-sha256"/>', 'rsa-sha256"><ds:HMACOutputLength>0</ds:HMACOutputLength></ds:SignatureMethod>'),
      ),
    ).toBe(otherForm);
  });

  it('SAML references: several, to nothing, to the whole document, elsewhere, or by XPointer', () => {
    const status = "//*[local-name(.)='Status']";
    expect(reason(sign({ also: [status] }))).toBe(otherForm);
    expect(reason(sign({ also: [status] }, 'Response'))).toBe(otherForm);
    const elsewhere = 'a reference to something else than its parent';
    expect(reason(sign({ signs: status }))).toBe(elsewhere);
    expect(reason(sign({ signs: "//*[local-name(.)='Response']" }))).toBe(elsewhere);
    const token = sign();
    const uri = /URI="(#[^"]+)"/.exec(token)?.[1] ?? '';
    for (const by of [
      '',
      uri.slice(1),
      '#',
      '#xpointer(/)',
      `#xpointer(id('${uri.slice(1)}'))`,
      `${uri} `,
      'file:///etc/passwd',
      `${uri}'] | //*[@ID='x`,
    ]) {
      expect(reason(token.replace(`URI="${uri}"`, `URI="${by}"`))).toBe(elsewhere);
    }
    expect(reason(token.replace(` URI="${uri}"`, ''))).toBe(elsewhere);
  });

  it('SAML signatures: two in one part, or one outside of the element that it signs', () => {
    const token = sign();
    const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/.exec(token) ?? [];
    expect(reason(token.replace(signature, signature + signature))).toBe('an element is missing or repeated');
    const detached = token.replace(signature, '');
    // An assertion instead of the response's, and one out of the way.
    expect(reason(detached.replace('<samlp:Status>', `${signature}<samlp:Status>`))).toBe(
      'a reference to something else than its parent',
    );
    expect(reason(detached.replace('<saml:Subject>', `<saml:Subject>${signature}`))).toBe(
      'a signature in another place',
    );
    expect(reason(token.replace('</ds:KeyInfo>', `${signature}</ds:KeyInfo>`))).toBe('a signature in another place');
  });

  it('SAML signatures: a digest or a value with content other than its base64', () => {
    const token = sign();
    const [, digest = ''] = /<ds:DigestValue>(.*)<\/ds:DigestValue>/.exec(token) ?? [];
    for (const text of [`${digest}.`, `-${digest}`, `${digest}&#0;`, `<ds:x/>${digest}`]) {
      expect(reason(token.replace(`>${digest}<`, `>${text}<`))).not.toBe('accepted');
    }
    // CVE-2025-29775: a comment hid which digest was signed.
    const forged = createHash('sha256').update('forged').digest('base64');
    expect(reason(token.replace(`>${digest}<`, `><!--${digest}-->${forged}<`))).toBe('a comment');
    expect(reason(token.replace(`>${digest}<`, `>${digest.slice(0, 20)}\n${digest.slice(20)}<`))).not.toBe('accepted');
  });

  it('SAML signatures: two SignedInfo, one of them signed (CVE-2025-29774)', () => {
    const token = sign();
    const [info = ''] = /<ds:SignedInfo>.*<\/ds:SignedInfo>/.exec(token) ?? [];
    expect(reason(token.replace(info, info + info))).toBe(otherForm);
    expect(reason(token.replace(info, `<ds:Object>${info}</ds:Object>${info}`))).toBe(otherForm);
  });

  it('SAML signatures: InclusiveNamespaces are accepted in the positions that providers use', () => {
    const xml = plain({
      attributes:
        '<saml:AttributeStatement xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><saml:Attribute Name="a"><saml:AttributeValue xsi:type="xs:string">b</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>',
    });
    const token = signed(xml, 'Assertion', { key, inclusive: ['xs'] });
    expect(token).toContain('PrefixList="xs"');
    expect(reason(token)).toBe('accepted');
    expect(reason(token.replace('PrefixList="xs"', 'PrefixList="saml"'))).toBe(notPinned);
  });
});
