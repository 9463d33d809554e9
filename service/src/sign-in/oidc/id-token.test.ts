import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  discoveryDocument,
  type FakeOidcProvider,
  jwt,
  newSigner,
  type Signer,
  startFakeOidcProvider,
} from '../../../../test/support/service/fake-oidc-provider.ts';
import { type Harness, startHarness } from '../../../../test/support/service/harness.ts';
import { saveProvider } from '../../storage/identity-providers.ts';

const rejected = 'The sign-in was not accepted.';

describe('ExternalOAuthAccountLogin: requirements on an ID token', () => {
  let harness: Harness;
  let fake: FakeOidcProvider;
  beforeEach(async () => {
    fake = await startFakeOidcProvider();
    harness = await startHarness();
    await saveProvider(harness.service.state.db, harness.service.state.seals, 1001, fake.provider);
  });
  afterEach(async () => {
    await harness.close();
    await fake.close();
  });

  const login = async (ExternalOAuthCode: string): Promise<string | undefined> => {
    const request = { APIKey: 'key-for-all', EmailAddress: 'anna@demo.example', ApplicationType: 1 };
    return (await harness.client.ExternalOAuthAccountLogin({ ...request, ExternalOAuthCode })).ErrorMessage;
  };
  /** With a state, for which the provider gives an ID token with its nonce, but for what is given. */
  const loginWith = async (
    claims: Readonly<Record<string, unknown>> = {},
    signer?: Signer,
    query: Readonly<Record<string, string>> = {},
  ): Promise<string | undefined> => {
    const { LoginURL = '' } = await harness.client.SSOLoginWebURL({
      APIKey: 'key-for-all',
      EmailAddress: 'anna@demo.example',
    });
    const { state = '', nonce } = Object.fromEntries(new URL(LoginURL).searchParams);
    fake.give(fake.idToken({ nonce, ...claims }, signer));
    return await login(`?${new URLSearchParams({ code: 'secret-code', state, ...query })}`);
  };
  const reason = () => JSON.parse(harness.log.findLast((line) => line.includes('"refused"')) ?? '{}').reason;
  const seconds = (from: number) => Math.floor(Date.now() / 1000) + from;
  const broken = (what: string) => `the provider's response is not valid: ${what}`;

  it('a valid one is accepted, and its code is redeemed with the secret, the redirect address and PKCE', async () => {
    expect(await loginWith()).toBe('');
    const token = fake.asked.find(({ path }) => path === '/token');
    expect(Object.fromEntries(token?.body ?? [])).toEqual({
      grant_type: 'authorization_code',
      code: 'secret-code',
      redirect_uri: 'https://app.example/signed-in',
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(harness.log.join('')).not.toMatch(/secret|@/);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['issuer of another', { iss: 'https://other.example' }, broken('OAUTH_JWT_CLAIM_COMPARISON_FAILED iss')],
    ['no issuer', { iss: undefined }, broken('OAUTH_INVALID_RESPONSE')],
    ['audience of another', { aud: 'desktop' }, broken('OAUTH_JWT_CLAIM_COMPARISON_FAILED aud')],
    ['no audience', { aud: undefined }, broken('OAUTH_INVALID_RESPONSE')],
    ['two audiences, no azp', { aud: ['web', 'x'] }, broken('OAUTH_JWT_CLAIM_COMPARISON_FAILED aud')],
    ['azp of another', { aud: ['web', 'x'], azp: 'x' }, broken('OAUTH_JWT_CLAIM_COMPARISON_FAILED azp')],
    ['azp of another, one audience', { azp: 'desktop' }, 'the ID token was issued to another client (azp)'],
    ['azp that is no text', { azp: ['web'] }, 'the ID token was issued to another client (azp)'],
    ['expired', { exp: seconds(-61) }, broken('OAUTH_JWT_TIMESTAMP_CHECK_FAILED exp')],
    ['no expiry', { exp: undefined }, broken('OAUTH_INVALID_RESPONSE')],
    ['not valid yet', { nbf: seconds(120) }, broken('OAUTH_JWT_TIMESTAMP_CHECK_FAILED nbf')],
    ['from the future', { iat: seconds(120) }, 'the ID token was issued in the future'],
    ['issued long ago', { iat: seconds(-800) }, 'the ID token was issued too long ago'],
    ['nonce of another sign-in', { nonce: 'another' }, broken('OAUTH_JWT_CLAIM_COMPARISON_FAILED nonce')],
    ['no nonce', { nonce: undefined }, broken('OAUTH_INVALID_RESPONSE')],
    ['no subject', { sub: undefined }, broken('OAUTH_INVALID_RESPONSE')],
    ['e-mail not verified', { email_verified: false }, 'the provider has not verified the e-mail address'],
    ['nothing about it', { email_verified: undefined }, 'the provider has not verified the e-mail address'],
    ['a text about it', { email_verified: 'true' }, 'the provider has not verified the e-mail address'],
    ['e-mail of another', { email: 'bob@demo.example' }, 'the provider confirms another e-mail address'],
    ['an invalid e-mail', { email: 'anna' }, 'the provider confirms another e-mail address'],
    [
      'an invisible character in the domain',
      { email: 'anna@de\u200bmo.example' },
      'the provider confirms another e-mail address',
    ],
    ['a full-width domain', { email: 'anna@\uff44emo.example' }, 'the provider confirms another e-mail address'],
    ['two e-mails', { email: ['anna@demo.example'] }, 'the provider sent no e-mail address'],
  ])('rejected: %s', async (_, claims, why) => {
    expect(await loginWith(claims)).toBe(rejected);
    expect(reason()).toBe(why);
  });

  it('the e-mail address is compared without regard to case, and clocks may differ by a minute', async () => {
    expect(await loginWith({ email: 'ANNA@Demo.Example' })).toBe('');
    expect(await loginWith({ exp: seconds(-50), iat: seconds(50) })).toBe('');
    expect(await loginWith({ aud: ['web', 'x'], azp: 'web' })).toBe('');
    expect(await loginWith({ azp: 'web' })).toBe('');
  });

  it('rejected: an e-mail address that only folds to that of the account', async () => {
    const sofia = { EmailAddress: 'sofia@demo.example', UserName: 'sofia', Password: 'password' };
    await harness.client.AccountCreateFreeFromPromotion({ API_KEY: 'key-for-all', PromoCode: 'PROMO-1001', ...sofia });
    const loginAs = async (email: string) => {
      fake.give(fake.idToken({ email }));
      const request = { APIKey: 'key-for-all', EmailAddress: sofia.EmailAddress, ApplicationType: 1 };
      return (await harness.client.ExternalOAuthAccountLogin({ ...request, ExternalOAuthCode: 'code' })).ErrorMessage;
    };
    expect(await loginAs('soﬁa@demo.example')).toBe(rejected);
    expect(reason()).toBe('no account of the tenant has this e-mail address');
    expect(await loginAs('Sofia@demo.example')).toBe('');
  });

  it('rejected: signed with a key other than the provider’s, with the same name', async () => {
    expect(await loginWith({}, newSigner('first'))).toBe(rejected);
    expect(reason()).toBe(broken('OAUTH_INVALID_RESPONSE'));
    expect(await loginWith({}, newSigner('unknown'))).toBe(rejected);
    expect(reason()).toBe(broken('OAUTH_KEY_SELECTION_FAILED'));
  });

  it('rejected: a key in the token itself', async () => {
    const mine = newSigner('mine');
    for (const brought of [{ jwk: mine.jwk }, { jku: 'https://attacker.example/jwks' }]) {
      expect(await loginWith({}, { ...mine, header: { ...mine.header, ...brought } })).toBe(rejected);
    }
  });

  it('rejected: algorithms none and HS256, even if the provider declares them', async () => {
    const none: Signer = { header: { alg: 'none' }, sign: () => Buffer.alloc(0) };
    expect(await loginWith({}, none)).toBe(rejected);
    const hmac = (key: string): Signer => ({
      header: { alg: 'HS256', kid: 'first' },
      sign: (data) => createHmac('sha256', key).update(data).digest(),
    });
    expect(await loginWith({}, hmac('fake-client-secret'))).toBe(rejected);
    expect(await loginWith({}, { ...hmac('x'), header: { alg: 'none' } })).toBe(rejected);
    expect(reason()).toBe(broken('OAUTH_INVALID_RESPONSE'));
  });

  it('rejected: a truncated signature, and modified claims', async () => {
    const whole = fake.idToken();
    const [header = '', claims = '', signature = ''] = whole.split('.');
    const changed = Buffer.from(claims, 'base64url').toString().replace('subject-1', 'subject-2');
    for (const token of [
      `${header}.${claims}.`,
      `${header}.${claims}`,
      `${header}.${Buffer.from(changed).toString('base64url')}.${signature}`,
      'nonsense',
      '..',
    ]) {
      fake.give(token);
      expect(await login('bare-code')).toBe(rejected);
    }
    fake.give(whole);
    expect(await login('bare-code')).toBe('');
  });

  it.each([
    ['RS256', () => ({ pair: generateKeyPairSync('rsa', { modulusLength: 2048 }), hash: 'sha256' })],
    ['ES384', () => ({ pair: generateKeyPairSync('ec', { namedCurve: 'P-384' }), hash: 'sha384' })],
    ['EdDSA', () => ({ pair: generateKeyPairSync('ed25519'), hash: undefined })],
  ])('%s is accepted if the provider declares it', async (alg, make) => {
    const { pair, hash } = make();
    fake.answers.set('/.well-known/openid-configuration', {
      ...discoveryDocument(fake.issuer),
      id_token_signing_alg_values_supported: [alg],
    });
    fake.answers.set('/jwks', { keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid: 'k' }] });
    const signer: Signer = {
      header: { alg, kid: 'k' },
      sign: (data) => sign(hash, data, { key: pair.privateKey, dsaEncoding: 'ieee-p1363' }),
    };
    expect(await loginWith({}, signer)).toBe('');
    expect(await loginWith()).toBe(rejected);
  });

  it('a new key of the provider is fetched when a token names it; the old ones are no longer valid then', async () => {
    expect(await loginWith()).toBe('');
    const fetched = () => fake.asked.filter(({ path }) => path === '/jwks').length;
    expect(await loginWith()).toBe('');
    expect(fetched()).toBe(1);
    const next = newSigner('second');
    fake.answers.set('/jwks', { keys: [next.jwk] });
    expect(await loginWith({}, next)).toBe('');
    expect(fetched()).toBe(2);
    expect(await loginWith({}, next)).toBe('');
    expect(fetched()).toBe(2);
    expect(await loginWith()).toBe(rejected);
  });

  it('keys are fetched again after five minutes, so that a revoked one expires', async () => {
    expect(await loginWith()).toBe('');
    fake.answers.set('/jwks', { keys: [newSigner('second').jwk] });
    harness.pass(299_000);
    expect(await loginWith({ iat: seconds(299), exp: seconds(400) })).toBe('');
    harness.pass(1000);
    expect(await loginWith({ iat: seconds(300), exp: seconds(400) })).toBe(rejected);
  });

  it('userinfo is used when the ID token has no e-mail: of the same subject, verified', async () => {
    const userinfo = { sub: 'subject-1', email: 'anna@demo.example', email_verified: true };
    const without = { email: undefined, email_verified: undefined };
    fake.answers.set('/userinfo', userinfo);
    expect(await loginWith(without)).toBe('');
    fake.answers.set('/userinfo', { ...userinfo, sub: 'subject-2' });
    expect(await loginWith(without)).toBe(rejected);
    fake.answers.set('/userinfo', { ...userinfo, email_verified: false });
    expect(await loginWith(without)).toBe(rejected);
    // A verified flag in one does not apply to the address in the other.
    fake.answers.set('/userinfo', { sub: 'subject-1', email: 'anna@demo.example' });
    expect(await loginWith({ email: undefined })).toBe(rejected);
    fake.answers.set('/userinfo', { sub: 'subject-1' });
    expect(await loginWith(without)).toBe(rejected);
    expect(reason()).toBe('the provider sent no e-mail address');
  });

  it('rejected: no ID token, an encrypted one, and one beside the code', async () => {
    fake.answers.set('/token', { access_token: 'secret-access-token', token_type: 'Bearer' });
    expect(await login('bare-code')).toBe(rejected);
    fake.give(`${fake.idToken()}.x.y`);
    expect(await login('bare-code')).toBe(rejected);
    fake.give(fake.idToken());
    expect(await login(`code=bare-code&id_token=${jwt({ alg: 'none' }, {}, () => Buffer.alloc(0))}`)).toBe(rejected);
    expect(await login('code=bare-code&response=jarm')).toBe(rejected);
    expect(await login('code=bare-code')).toBe('');
  });

  it('an error is a rejection even with a code beside it, with a name or without', async () => {
    fake.give(fake.idToken({ email: 'mallory@demo.example' }));
    for (const error of ['access_denied', 'secret value', '']) {
      expect(await loginWith({ email: 'mallory@demo.example' }, undefined, { error })).toBe(rejected);
    }
    expect(harness.log.join('')).not.toContain('secret value');
  });
});
