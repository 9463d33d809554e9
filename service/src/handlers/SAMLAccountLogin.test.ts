import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, sessionOf, startHarness } from '../../../test/support/service/harness.ts';
import {
  assertionXml,
  base64,
  iso,
  makeKey,
  type ProviderKey,
  providerWith,
  responseXml,
  signed,
  type TokenFields,
  tokenFields,
} from '../../../test/support/service/saml-provider.ts';
import { provisioning } from '../../../test/support/service/sample-provisioning.ts';
import { defaultGuessLimits } from '../domain/guess-guard.ts';
import type { SamlProvider } from '../storage/identity-providers.ts';
import { saveProvider } from '../storage/identity-providers.ts';

const yaml = provisioning.replace(
  'administrators:',
  `  - { userName: carl, email: carl@demo.example, tenant: 1001 }
  - { userName: Berta, email: berta@other.example, tenant: 1001 }
  - { userName: strange, email: strange@demo.example, tenant: 2147483647 }
  - { userName: free, email: free@demo.example }
  - { userName: sofia, email: sofia@demo.example, tenant: 1001 }
  - { userName: strasse, email: strasse@demo.example, tenant: 1001 }
  - { userName: admin, email: admin@demo.example, tenant: 1001 }
administrators:`,
);
const rejectedText = 'The sign-in was not accepted.';
const noProvider = 'The tenant of this e-mail address has no identity provider.';
const nothing = { Token: undefined, ClientEncryptedPassword: undefined };
const rejected = { ErrorMessage: rejectedText, ...nothing };

describe('SAMLAccountLogin', () => {
  let key: ProviderKey;
  let provider: SamlProvider;
  let harness: Harness;
  beforeAll(async () => {
    key = await makeKey();
    provider = providerWith(key);
    harness = await startHarness({ yaml });
  });
  afterAll(() => harness.close());
  beforeEach(() => save(provider));

  const save = (saved: SamlProvider | undefined, clientId = 1001, on = harness) =>
    saveProvider(on.service.state.db, on.service.state.seals, clientId, saved);
  const token = (changed: Partial<TokenFields> = {}) =>
    base64(signed(responseXml(tokenFields(harness.now(), changed)), 'Assertion', { key }));
  const logIn = (SAMLToken: string | undefined, EmailAddress = 'anna@demo.example', APIKey = 'key-for-all') =>
    harness.client.SAMLAccountLogin({ APIKey, EmailAddress, SAMLToken });
  /** The id of a request that was sent to the provider. */
  const begin = async (
    EmailAddress = 'anna@demo.example',
    operation: 'SSOLoginURL' | 'SSOLoginWebURL' = 'SSOLoginURL',
  ) => {
    const { LoginURL = '' } = await harness.client[operation]({ APIKey: 'key-for-all', EmailAddress });
    const request = Buffer.from(new URL(LoginURL).searchParams.get('SAMLRequest') ?? '', 'base64');
    return / ID="([^"]+)"/.exec(inflateRawSync(request).toString('utf8'))?.[1] ?? '';
  };

  it('begins a session that lasts no longer than the one at the provider', async () => {
    const sessionUntil = async (sessionNotOnOrAfter: string | undefined) => {
      const { Token = '' } = await logIn(token({ sessionNotOnOrAfter }));
      return await sessionOf(harness, Token);
    };
    const hour = 3_600_000;
    const [short, long, unsaid] = [
      await sessionUntil(iso(harness.now() + hour)),
      await sessionUntil(iso(harness.now() + 100 * hour)),
      await sessionUntil(undefined),
    ];
    // Clocks may differ by a minute.
    expect(short?.expires_at).toBe(harness.now() + hour + 60_000);
    expect([long?.expires_at, unsaid?.expires_at]).toEqual([harness.now() + 8 * hour, harness.now() + 8 * hour]);
  });
  const lastReason = () =>
    /"reason":"SAML: ([^"]*)"/.exec(harness.log.findLast((line) => line.includes('"refused"')) ?? '')?.[1];

  it('SAMLAccountLogin: Token is a session of the account, ClientEncryptedPassword is bound to it and to the API key', async () => {
    const { Token = '', ClientEncryptedPassword = '', ErrorMessage } = await logIn(token());
    expect(ErrorMessage).toBe('');
    const { db, seals } = harness.service.state;
    const session = await sessionOf(harness, Token);
    const account = await db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', session?.account_id ?? '')
      .executeTakeFirst();
    expect(account?.email).toBe('anna@demo.example');
    const about = `${session?.account_id} ${session?.api_key_id}`;
    expect(seals.open('client-encrypted-password', about, ClientEncryptedPassword)).toContain(session?.account_id);
    const log = await db.selectFrom('audit_log').selectAll().where('action', '=', 'signed-in').execute();
    expect(log.at(-1)).toMatchObject({ actor: 'api-key:all', subject: `account:${session?.account_id}` });
    expect(JSON.parse(log.at(-1)?.details ?? '')).toEqual({ clientId: 1001, kind: 'SAML2' });
  });

  it.each(['1.1', '1.2'] as const)('SAMLAccountLogin: over SOAP %s, accepted and rejected', async (version) => {
    const client = harness.clientFrom('192.0.2.1', version);
    const ask = (SAMLToken: string) =>
      client.SAMLAccountLogin({ APIKey: 'key-of-1001', EmailAddress: 'anna@demo.example', SAMLToken });
    const good = token();
    expect(await ask(good)).toMatchObject({ ErrorMessage: '', Token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(await ask(good)).toEqual(rejected);
  });

  it('SAMLAccountLogin: the token in lines of base64 as in mails, and the e-mail in another case', async () => {
    const lines = (token({ email: 'Anna@DEMO.example' }).match(/.{1,76}/g) ?? []).join('\r\n');
    expect((await logIn(lines, 'ANNA@demo.EXAMPLE')).ErrorMessage).toBe('');
  });

  it.each([
    ['soﬁa', 'sofia'],
    ['ſofia', 'sofia'],
    ['straße', 'strasse'],
    ['admın', 'admin'],
  ])(
    'SAMLAccountLogin: the signed subject %s is not the account %s, although both fold to the same',
    async (name, own) => {
      expect(await logIn(token({ email: `${name}@demo.example` }), `${own}@demo.example`)).toEqual(rejected);
      expect(await logIn(token({ email: `${name}@demo.example` }), `${name}@demo.example`)).toEqual(rejected);
      expect((await logIn(token({ email: `${own}@demo.example` }), `${own}@demo.example`)).ErrorMessage).toBe('');
    },
  );

  it('SAMLAccountLogin: a response to SSOLoginURL and to SSOLoginWebURL, each once', async () => {
    for (const operation of ['SSOLoginURL', 'SSOLoginWebURL'] as const) {
      const inResponseTo = await begin('anna@demo.example', operation);
      expect((await logIn(token({ inResponseTo }))).ErrorMessage).toBe('');
      expect(await logIn(token({ inResponseTo }))).toEqual(rejected);
      expect(lastReason()).toBe('the request is unknown, used or expired');
    }
  });

  it('SAMLAccountLogin: a bare assertion, with and without a request', async () => {
    const bare = (inResponseTo?: string) =>
      base64(signed(assertionXml(tokenFields(harness.now(), { inResponseTo })), 'Assertion', { key }));
    expect((await logIn(bare(await begin()))).ErrorMessage).toBe('');
    expect((await logIn(bare())).ErrorMessage).toBe('');
    await save({ ...provider, unsolicited: false });
    expect(await logIn(bare())).toEqual(rejected);
    expect((await logIn(bare(await begin()))).ErrorMessage).toBe('');
  });

  it('SAML unknown InResponseTo: one that was never sent, or expired after ten minutes', async () => {
    expect(await logIn(token({ inResponseTo: '_unknown' }))).toEqual(rejected);
    expect(lastReason()).toBe('the request is unknown, used or expired');
    const inResponseTo = await begin();
    harness.pass(600_000);
    expect(await logIn(token({ inResponseTo }))).toEqual(rejected);
    expect(lastReason()).toBe('the request is unknown, used or expired');
    expect(await logIn(token({ inResponseTo: '' }))).toEqual(rejected);
  });

  it("SAML someone else's InResponseTo: it is rejected, and the other person can still use it", async () => {
    const inResponseTo = await begin('carl@demo.example');
    const mine = token({ inResponseTo });
    expect(await logIn(mine)).toEqual(rejected);
    expect(lastReason()).toBe("the request is another user's");
    expect((await logIn(token({ inResponseTo, email: 'carl@demo.example' }), 'carl@demo.example')).ErrorMessage).toBe(
      '',
    );
  });

  it('SAML InResponseTo: a request to the provider of another tenant is unknown', async () => {
    await save({ ...provider, issuer: 'https://idp.other.example' }, 2147483647);
    const inResponseTo = await begin('bob@other.example');
    expect(await logIn(token({ inResponseTo }))).toEqual(rejected);
    expect(lastReason()).toBe('the request is unknown, used or expired');
    await save(undefined, 2147483647);
  });

  it('SAML unsolicited forbidden: rejected without a request, accepted with one', async () => {
    await save({ ...provider, unsolicited: false });
    expect(await logIn(token())).toEqual(rejected);
    expect(lastReason()).toBe('unsolicited, which the tenant does not accept');
    expect((await logIn(token({ inResponseTo: await begin() }))).ErrorMessage).toBe('');
  });

  it('SAML replay: a token works once, in another response and with another API key too', async () => {
    const fields = tokenFields(harness.now());
    const assertion = signed(assertionXml(fields), 'Assertion', { key });
    expect((await logIn(base64(responseXml(fields, assertion)))).ErrorMessage).toBe('');
    expect(await logIn(base64(responseXml(fields, assertion)))).toEqual(rejected);
    expect(lastReason()).toBe('the assertion was used before');
    expect(await logIn(base64(responseXml({ ...fields, responseId: '_other' }, assertion)))).toEqual(rejected);
    expect(await logIn(base64(assertion))).toEqual(rejected);
    expect(await logIn(base64(assertion), 'anna@demo.example', 'key-of-1001')).toEqual(rejected);
    const duplicate = signed(
      assertionXml(tokenFields(harness.now(), { assertionId: fields.assertionId })),
      'Assertion',
      {
        key,
      },
    );
    expect(await logIn(base64(duplicate))).toEqual(rejected);
    expect(lastReason()).toBe('the assertion was used before');
  });

  it('SAML replay: of 100 callers with one token exactly one succeeds, with or without a request', async () => {
    for (const inResponseTo of [undefined, await begin()]) {
      const one = token({ inResponseTo });
      const responses = await Promise.all(Array.from({ length: 100 }, () => logIn(one)));
      expect(responses.filter(({ ErrorMessage }) => ErrorMessage === '')).toHaveLength(1);
      expect(responses.filter(({ ErrorMessage }) => ErrorMessage === rejectedText)).toHaveLength(99);
    }
  });

  it('SAML replay: after a restart, after a sweep, and until it expires', async () => {
    const first = await startHarness({ yaml });
    await save(provider, 1001, first);
    const one = base64(signed(responseXml(tokenFields(first.now())), 'Response', { key }));
    const request = { APIKey: 'key-for-all', EmailAddress: 'anna@demo.example', SAMLToken: one };
    expect((await first.client.SAMLAccountLogin(request)).ErrorMessage).toBe('');
    await first.service.close();
    const second = await startHarness({ yaml, data: first.folder });
    try {
      await save(provider, 1001, second);
      second.pass(first.now() + 359_999 - second.now());
      await second.service.sweep();
      expect(await second.client.SAMLAccountLogin(request)).toEqual(rejected);
      expect(second.log.join('')).toContain('SAML: the assertion was used before');
      second.pass(1);
      await second.service.sweep();
      expect(await second.service.state.db.selectFrom('used_assertions').selectAll().execute()).toEqual([]);
      expect(await second.client.SAMLAccountLogin(request)).toEqual(rejected);
      expect(second.log.join('')).toContain('SAML: the confirmation is not valid at this time');
    } finally {
      await second.close();
    }
  });

  it('SAMLAccountLogin: the signed subject must be EmailAddress', async () => {
    const carl = token({ email: 'carl@demo.example' });
    expect(await logIn(carl)).toEqual(rejected);
    expect(lastReason()).toBe('the subject is not this e-mail address');
    // It was not used up by that.
    expect((await logIn(carl, 'carl@demo.example')).ErrorMessage).toBe('');
    for (const email of ['anna', '', ' anna@demo.example', 'anna@demo.example.evil.example', 'anna@demo.example\n']) {
      expect(await logIn(token({ email }))).toEqual(rejected);
      expect(lastReason()).toBe('the subject is not this e-mail address');
    }
  });

  it('SAML account of another tenant, of none, or not there: rejected alike, and nothing is used up', async () => {
    for (const email of ['strange@demo.example', 'free@demo.example', 'ghost@demo.example']) {
      expect(await logIn(token({ email }), email)).toEqual(rejected);
    }
    const { db } = harness.service.state;
    const inResponseTo = await begin('late@demo.example');
    const early = token({ email: 'late@demo.example', inResponseTo });
    expect(await logIn(early, 'late@demo.example')).toEqual(rejected);
    await harness.client.AccountCreateFreeFromPromotion({
      API_KEY: 'key-for-all',
      PromoCode: 'PROMO-1001',
      EmailAddress: 'late@demo.example',
      UserName: 'late',
      Password: 'late-password',
    });
    expect((await logIn(early, 'late@demo.example')).ErrorMessage).toBe('');
    expect(await db.selectFrom('accounts').select('id').where('email', '=', 'ghost@demo.example').execute()).toEqual(
      [],
    );
  });

  it.each([
    ['a zero-width space', 'de\u200bmo.example'],
    ['a soft hyphen', 'de\u00admo.example'],
    ['a word joiner', 'de\u2060mo.example'],
    ['a variation selector', 'demo\ufe0f.example'],
    ['a full-width letter', '\uff44emo.example'],
    ['a mathematical letter', '\u{1d41d}emo.example'],
    ['an ordinal indicator', 'dem\u00ba.example'],
    ['a circled letter', 'dem\u24de.example'],
    ['an ideographic full stop', 'demo\u3002example'],
    ['a full-width full stop', 'demo\uff0eexample'],
  ])('SAML account: a subject with %s in its domain is another address', async (_, domain) => {
    for (const email of [`anna@${domain}`, `ANNA@${domain.toUpperCase()}`]) {
      expect(await logIn(token({ email }))).toEqual(rejected);
      expect((await logIn(token(), email)).ErrorMessage).toBe('EmailAddress is not an e-mail address.');
    }
    expect((await logIn(token())).ErrorMessage).toBe('');
  });

  it('SAML account: the tenant is that of the domain of the e-mail address, for any account', async () => {
    // The provider of 1001 vouches for an address of a domain that is another tenant's.
    expect(await logIn(token({ email: 'berta@other.example' }), 'berta@other.example')).toEqual({
      ErrorMessage: noProvider,
      ...nothing,
    });
    await save({ ...providerWith(await makeKey('ec')), issuer: provider.issuer }, 2147483647);
    expect(await logIn(token({ email: 'berta@other.example' }), 'berta@other.example')).toEqual(rejected);
    await save(undefined, 2147483647);
  });

  it('SAML tenant without provider, with one of another kind, or unknown; API key of another tenant: all get one response', async () => {
    const none = { ErrorMessage: noProvider, ...nothing };
    expect(await logIn(token({ email: 'bob@other.example' }), 'bob@other.example')).toEqual(none);
    expect(await logIn(token({ email: 'x@unknown.example' }), 'x@unknown.example')).toEqual(none);
    expect(await logIn(token(), 'anna@demo.example', 'key-of-other')).toEqual(none);
    const { db, seals } = harness.service.state;
    await saveProvider(db, seals, 1001, { kind: 'OIDC', issuer: 'https://idp.example', clients: [] });
    expect(await logIn(token())).toEqual(none);
  });

  it('SAMLAccountLogin: API key, e-mail address and token are required', async () => {
    expect((await logIn(token(), 'anna@demo.example', 'wrong')).ErrorMessage).toBe('The API key is not valid.');
    expect((await logIn(token(), '')).ErrorMessage).toBe('EmailAddress is missing.');
    expect((await logIn(token(), 'anna')).ErrorMessage).toBe('EmailAddress is not an e-mail address.');
    for (const missing of [undefined, '']) expect((await logIn(missing)).ErrorMessage).toBe('SAMLToken is missing.');
  });

  it('Common: every invalid token gets the same response, and the log has the reason, without a value of the token', async () => {
    const other = await makeKey('ec');
    const tokens = [
      'x',
      base64('<a/>'),
      token({ audience: 'https://secret.example' }),
      token({ inResponseTo: '_secret' }),
      base64(signed(responseXml(tokenFields(harness.now(), { assertionId: '_secret' })), 'Assertion', { key: other })),
      base64(`<!DOCTYPE secret><a/>`),
      'A'.repeat(300_000),
    ];
    const before = harness.log.length;
    for (const one of tokens) expect(await logIn(one)).toEqual(rejected);
    const lines = harness.log.slice(before).filter((line) => line.includes('"refused"'));
    expect(lines).toHaveLength(tokens.length);
    for (const line of lines) expect(line).toMatch(/"code":"SignInRefused","reason":"SAML: [^"]+"/);
    expect(harness.log.join('')).not.toMatch(/secret|anna@|_a\d/);
  });

  it('Common: guesses are limited for the account and the address, and a right token must wait as well', async () => {
    const slow = await startHarness({ yaml, guessLimits: defaultGuessLimits });
    try {
      await save(provider, 1001, slow);
      const ask = (SAMLToken: string, EmailAddress: string, from: string) =>
        slow.clientFrom(from).SAMLAccountLogin({ APIKey: 'key-for-all', EmailAddress, SAMLToken });
      const good = (email: string) =>
        base64(signed(responseXml(tokenFields(slow.now(), { email })), 'Assertion', { key }));
      const responses = await Promise.all(
        Array.from({ length: 15 }, (_, index) => ask(base64('<a/>'), 'anna@demo.example', `192.0.2.${index}`)),
      );
      expect(responses.filter(({ ErrorMessage }) => ErrorMessage === rejectedText)).toHaveLength(10);
      const wait = /^Too many wrong attempts\. Try again in \d+ seconds\.$/;
      expect((await ask(good('anna@demo.example'), 'Anna@demo.example', '198.51.100.1')).ErrorMessage).toMatch(wait);
      expect((await ask(good('carl@demo.example'), 'carl@demo.example', '198.51.100.1')).ErrorMessage).toBe('');
      slow.pass(901_000);
      expect((await ask(good('anna@demo.example'), 'anna@demo.example', '198.51.100.1')).ErrorMessage).toBe('');
    } finally {
      await slow.close();
    }
  });
});
