import { beforeAll, describe, expect, it } from 'vitest';
import {
  assertionXml,
  base64,
  iso,
  makeKey,
  type ProviderKey,
  providerWith,
  reasonOf,
  responseXml,
  signed,
  type TokenFields,
  tokenFields,
} from '../../../../test/support/service/saml-provider.ts';
import { readToken } from './read-token.ts';

const now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

describe('SAML: content of a token', () => {
  let key: ProviderKey;
  beforeAll(async () => {
    key = await makeKey('ec');
  });

  const read = (xml: string, part: 'Response' | 'Assertion') =>
    readToken(providerWith(key), base64(signed(xml, part, { key })), now);
  /** The reason to reject a token that was changed before signing, the same for any position of the signature. */
  const reason = (changed: Partial<TokenFields>, change: (xml: string) => string = (xml) => xml) => {
    const fields = tokenFields(now, changed);
    const whole = change(responseXml(fields));
    const reasons = (['Response', 'Assertion'] as const).map((part) => reasonOf(() => read(whole, part)));
    return reasons[0] === reasons[1] ? reasons[0] : reasons;
  };
  const bare = (changed: Partial<TokenFields>, change: (xml: string) => string = (xml) => xml) =>
    reasonOf(() => read(change(assertionXml(tokenFields(now, changed))), 'Assertion'));
  const both = (changed: Partial<TokenFields>, change?: (xml: string) => string) => {
    const [whole, alone] = [reason(changed, change), bare(changed, change)];
    return whole === alone ? whole : [whole, alone];
  };

  it('SAML wrong audience: another one, none, or none in one of two restrictions', () => {
    const wrong = 'no audience, or another one';
    expect(both({ audience: 'https://other.example/saml' })).toBe(wrong);
    expect(both({ audience: 'https://files.example/saml/' })).toBe(wrong);
    expect(both({ audience: '' })).toBe(wrong);
    const more =
      '<saml:AudienceRestriction><saml:Audience>https://other.example</saml:Audience></saml:AudienceRestriction>';
    expect(both({ condition: more })).toBe(wrong);
    expect(both({ condition: '<saml:AudienceRestriction/>' })).toBe(wrong);
  });

  it('SAML missing audience', () => {
    expect(both({ audience: undefined })).toBe('no audience, or another one');
    expect(both({}, (xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/, ''))).toBe(
      'an element is missing or repeated',
    );
  });

  it('SAML audience: ours may be one of several', () => {
    const ours = (xml: string) =>
      xml.replace('<saml:Audience>', '<saml:Audience>https://other.example</saml:Audience><saml:Audience>\n ');
    expect(both({}, ours)).toBe('accepted');
  });

  it('SAML conditions: unknown ones are rejected, OneTimeUse and ProxyRestriction are respected', () => {
    expect(both({ condition: '<saml:OneTimeUse/><saml:ProxyRestriction Count="1"/>' })).toBe('accepted');
    expect(both({ condition: '<saml:Condition/>' })).toBe('an unknown condition');
    expect(both({ condition: '<x:Moon xmlns:x="urn:x"/>' })).toBe('an unknown condition');
  });

  it('SAML wrong recipient: another one, or none', () => {
    for (const recipient of [
      'https://other.example/acs',
      'https://files.example/acs/',
      'https://files.example/ACS',
      '',
      undefined,
    ]) {
      expect(both({ recipient })).toBe('a recipient that is not ours');
    }
    expect(both({ recipient: 'https://localhost:7777/acs', destination: 'https://localhost:7777/acs' })).toBe(
      'accepted',
    );
  });

  it('SAML wrong destination: another one; a missing one is accepted if the response is not signed', () => {
    expect(reason({ destination: 'https://other.example/acs' })).toBe('a destination that is not ours');
    expect(reason({ destination: '' })).toBe('a destination that is not ours');
    expect(reason({ destination: undefined })).toEqual(['a destination that is not ours', 'accepted']);
  });

  it('SAML wrong issuer: of the assertion, of the response, or none', () => {
    expect(both({ issuer: 'https://evil.example/metadata' })).toBe('another issuer');
    expect(both({ issuer: ' https://idp.example/metadata' })).toBe('another issuer');
    expect(both({ issuer: '' })).toBe('another issuer');
    expect(reason({ responseIssuer: 'https://evil.example/metadata' })).toBe('another issuer');
    const noIssuer = (xml: string) => signed(xml, 'Assertion', { key }).replace(/<i:Issuer.*<\/i:Issuer>/, '');
    expect(reasonOf(() => readToken(providerWith(key), base64(noIssuer(responseXml(tokenFields(now)))), now))).toBe(
      'accepted',
    );
    const format = (xml: string) =>
      xml.replaceAll('<saml:Issuer>', '<saml:Issuer Format="urn:oasis:names:tc:SAML:2.0:nameid-format:entity">');
    expect(both({}, format)).toBe('accepted');
    expect(both({}, (xml) => format(xml).replaceAll(':entity', ':transient'))).toBe('another issuer');
  });

  it('SAML status not Success', () => {
    const other = 'the status is not Success';
    expect(reason({ status: 'urn:oasis:names:tc:SAML:2.0:status:Requester' })).toBe(other);
    expect(reason({ status: '' })).toBe(other);
    const nested = '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:StatusCode>';
    const inside = (xml: string) => xml.replace(/(status:Requester")\/>/, `$1>${nested}`);
    expect(reason({ status: 'urn:oasis:names:tc:SAML:2.0:status:Requester' }, inside)).toBe(other);
    const twice = (xml: string) => xml.replace('<samlp:Status>', '<samlp:Status><samlp:StatusCode Value="x"/>');
    expect(reason({}, twice)).toBe('an element is missing or repeated');
    expect(reason({}, (xml) => xml.replace(/<samlp:Status>.*<\/samlp:Status>/, ''))).toBe(
      'an element is missing or repeated',
    );
  });

  it('SAML version 1.1, of either', () => {
    const other = 'another version than 2.0';
    expect(both({ version: '1.1' })).toBe(other);
    expect(reason({ responseVersion: '1.1' })).toBe(other);
    expect(reason({}, (xml) => xml.replace(' Version="2.0"', ''))).toBe(other);
  });

  it('SAML subject confirmation: holder-of-key, sender-vouches, none, two, or one without data', () => {
    const other = 'the subject is not confirmed by bearer';
    for (const method of ['holder-of-key', 'sender-vouches', 'Bearer', '']) {
      expect(both({ method: `urn:oasis:names:tc:SAML:2.0:cm:${method}` })).toBe(other);
    }
    const pattern = /<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/;
    expect(both({}, (xml) => xml.replace(pattern, ''))).toBe(other);
    expect(both({}, (xml) => xml.replace(pattern, '$&$&'))).toBe(other);
    expect(both({}, (xml) => xml.replace(/<saml:SubjectConfirmationData[^>]*>/, ''))).toBe(
      'an element is missing or repeated',
    );
  });

  it('SAML subject: an attribute called nameID is not a NameID', () => {
    const attributes =
      '<saml:AttributeStatement><saml:Attribute Name="nameID"><saml:AttributeValue>anna@demo.example</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>';
    expect(both({ attributes, nameId: '' })).toBe('an element is missing or repeated');
  });

  it('SAML subject: one NameID of a format that can be an e-mail address', () => {
    const nameId = '<saml:NameID>anna@demo.example</saml:NameID>';
    expect(both({ nameId })).toBe('accepted');
    expect(both({ nameFormat: undefined })).toBe('accepted');
    expect(both({ nameFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified' })).toBe('accepted');
    for (const format of ['persistent', 'transient', 'kerberos']) {
      expect(both({ nameFormat: `urn:oasis:names:tc:SAML:2.0:nameid-format:${format}` })).toBe(
        'the name of the subject is in another format',
      );
    }
    expect(both({ nameId: nameId + nameId })).toBe('an element is missing or repeated');
    expect(both({ nameId: '<saml:BaseID/>' })).toBe('an unexpected element');
    expect(both({ nameId: '<saml:EncryptedID/>' })).toBe('an unexpected element');
    expect(both({ nameId: '<NameID xmlns="urn:x">anna@demo.example</NameID>' })).toBe('an unexpected element');
    expect(both({ nameId: '<saml:NameID>anna@demo.example<saml:x/></saml:NameID>' })).toBe('an unexpected element');
  });

  it('SAML comment truncation: a comment in the NameID is rejected, before and after signing', () => {
    for (const email of [
      'anna@demo.example<!---->.evil.example',
      'anna@demo<!-- -->.example',
      '<!---->anna@demo.example',
    ]) {
      expect(both({ email })).toBe('a comment');
    }
    const token = signed(responseXml(tokenFields(now, { email: 'anna@demo.example.evil.example' })), 'Assertion', {
      key,
    });
    const cut = token.replace('.evil.example<', '<!---->.evil.example<');
    expect(reasonOf(() => readToken(providerWith(key), base64(cut), now))).toBe('a comment');
    expect(readToken(providerWith(key), base64(token), now).name).toBe('anna@demo.example.evil.example');
  });

  it('SAML subject: CDATA and entities in the NameID are rejected; character references are resolved', () => {
    expect(both({ email: '<![CDATA[anna@demo.example]]>' })).toBe('a CDATA section');
    const token = signed(responseXml(tokenFields(now)), 'Assertion', { key });
    const name = (email: string) =>
      readToken(providerWith(key), base64(token.replace('anna@demo.example', email)), now).name;
    expect(reasonOf(() => name('anna@demo<![CDATA[]]>.example'))).toBe('a CDATA section');
    for (const entity of ['&anna;', 'anna&commat;demo.example', 'anna@demo.example&nbsp;']) {
      expect(reasonOf(() => name(entity))).toBe('an entity that is not one of the five of XML');
    }
    expect(name('anna&#64;demo.example')).toBe('anna@demo.example');
    expect(name('&#x61;nna@demo.example')).toBe('anna@demo.example');
    expect(reasonOf(() => name('anna@demo.example&#10;'))).toBe('the signed content was changed');
  });

  it('SAML clock: conditions, to the millisecond, 60 s either way', () => {
    const over = 'the assertion is not valid at this time';
    expect(both({ notBefore: iso(now + 60_000) })).toBe('accepted');
    expect(both({ notBefore: iso(now + 60_001) })).toBe(over);
    expect(both({ notOnOrAfter: iso(now - 59_999) })).toBe('accepted');
    expect(both({ notOnOrAfter: iso(now - 60_000) })).toBe(over);
    expect(both({ notBefore: undefined, notOnOrAfter: undefined })).toBe('accepted');
  });

  it('SAML clock: the confirmation of the subject, which must have an end and no start', () => {
    const over = 'the confirmation is not valid at this time';
    expect(both({ confirmationNotOnOrAfter: iso(now - 59_999) })).toBe('accepted');
    expect(both({ confirmationNotOnOrAfter: iso(now - 60_000) })).toBe(over);
    expect(both({ confirmationNotBefore: iso(now) })).toBe(over);
    expect(both({ confirmationNotOnOrAfter: undefined })).toBe('an invalid time');
  });

  it('SAML clock: nothing is issued in the future', () => {
    const future = 'issued in the future';
    expect(both({ issueInstant: iso(now + 60_000) })).toBe('accepted');
    expect(both({ issueInstant: iso(now + 60_001) })).toBe(future);
    expect(reason({ responseIssueInstant: iso(now + 60_000) })).toBe('accepted');
    expect(reason({ responseIssueInstant: iso(now + 60_001) })).toBe(future);
    expect(both({}, (xml) => xml.replace(/AuthnInstant="[^"]*"/, `AuthnInstant="${iso(now + 60_001)}"`))).toBe(future);
  });

  it('SAML session: an authentication with a session that has not expired is required', () => {
    expect(both({ authnStatement: '' })).toBe('no authentication statement');
    expect(both({ sessionNotOnOrAfter: undefined })).toBe('accepted');
    expect(both({ sessionNotOnOrAfter: iso(now - 59_999) })).toBe('accepted');
    expect(both({ sessionNotOnOrAfter: iso(now - 60_000) })).toBe('the session at the provider has ended');
  });

  it('SAML clock: a time is in UTC and on a day of the calendar', () => {
    for (const time of ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.6789012Z', ' 2026-01-02T03:04:05Z\n']) {
      expect(both({ notBefore: time })).toBe('accepted');
    }
    for (const time of [
      '',
      'now',
      '2026-01-02',
      '2026-01-02T03:04:05',
      '2026-01-02T03:04:05+00:00',
      '2026-02-30T00:00:00Z',
      '2026-01-02T24:00:00Z',
      '+12026-01-02T03:04:05Z',
      '1767323045678',
      '2026-01-02T03:04:60Z',
    ]) {
      expect(both({ notBefore: time })).toBe('an invalid time');
    }
  });

  it('SAML InResponseTo: response and confirmation name the same request', () => {
    const differ = 'Response and Assertion refer to different requests';
    expect(reason({ inResponseTo: '_r' })).toBe('accepted');
    expect(reason({ inResponseTo: '_r', responseInResponseTo: undefined })).toBe(differ);
    expect(reason({ inResponseTo: undefined, responseInResponseTo: '_r' })).toBe(differ);
    expect(reason({ inResponseTo: '_r', responseInResponseTo: '_R' })).toBe(differ);
  });

  it('SAML shape: unexpected and repeated elements, and text between elements', () => {
    const foreign = '<x:y xmlns:x="urn:x"/>';
    expect(both({}, (xml) => xml.replace('<saml:Subject>', `${foreign}<saml:Subject>`))).toBe('an unexpected element');
    expect(reason({}, (xml) => xml.replace('<samlp:Status>', `${foreign}<samlp:Status>`))).toBe(
      'an unexpected element',
    );
    expect(both({}, (xml) => xml.replace('<saml:Subject>', '<saml:Advice/><saml:Subject>'))).toBe(
      'an unexpected element',
    );
    const twice = 'an element is missing or repeated';
    expect(both({}, (xml) => xml.replace(/<saml:Subject>.*<\/saml:Subject>/, '$&$&'))).toBe(twice);
    expect(both({}, (xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/, '$&$&'))).toBe(twice);
    expect(both({}, (xml) => xml.replace(/<saml:Subject>.*<\/saml:Subject>/, ''))).toBe(twice);
    expect(both({}, (xml) => xml.replace('<saml:Subject>', 'x<saml:Subject>'))).toBe('unexpected text');
    expect(reason({}, (xml) => xml.replace('<samlp:Status>', 'x<samlp:Status>'))).toBe('unexpected text');
  });

  it('SAML shape: an ID that is missing or invalid', () => {
    const invalid = 'an ID that is missing, invalid or repeated';
    for (const id of ['', '1a', 'a b', "a'b", 'a&quot;b', `a${'b'.repeat(256)}`]) {
      const xml = signed(assertionXml(tokenFields(now)), 'Assertion', { key }).replace(/ ID="[^"]*"/, ` ID="${id}"`);
      expect(reasonOf(() => readToken(providerWith(key), base64(xml), now))).toBe(invalid);
    }
    const one = tokenFields(now, { assertionId: '_same', responseId: '_same' });
    expect(reasonOf(() => readToken(providerWith(key), base64(responseXml(one)), now))).toBe(invalid);
  });

  it('SAML shape: other documents', () => {
    const other = 'neither a Response nor an Assertion of SAML 2.0';
    for (const xml of [
      '<a/>',
      '<Response/>',
      '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:1.0:protocol"/>',
      '<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>',
      '<samlp:Assertion xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>',
    ]) {
      expect(reasonOf(() => readToken(providerWith(key), base64(xml), now))).toBe(other);
    }
  });
});
