import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, sessionOf, startHarness } from '../../../test/support/service/harness.ts';
import {
  oidcClients,
  type RunningOidcProvider,
  startOidcProvider,
} from '../../../test/support/service/oidc-provider.ts';
import { defaultGuessLimits } from '../domain/guess-guard.ts';
import type { OidcClient } from '../storage/identity-providers.ts';
import { saveProvider } from '../storage/identity-providers.ts';

const anna = 'anna@demo.example';
const rejected = {
  ErrorMessage: 'The sign-in was not accepted.',
  Token: undefined,
  ClientEncryptedPassword: undefined,
};
const { web, desktop, old } = oidcClients;

describe('ExternalOAuthAccountLogin, with a real provider', () => {
  let harness: Harness;
  let provider: RunningOidcProvider;
  /** Codes, states and other values that no log may contain. */
  const secrets: string[] = Object.values(oidcClients).flatMap(({ clientSecret }) => clientSecret ?? []);
  beforeAll(async () => {
    provider = await startOidcProvider();
    harness = await startHarness({ signInTimes: { provider: 120_000 } });
    const { db, seals } = harness.service.state;
    await saveProvider(db, seals, 1001, provider.provider);
    await saveProvider(db, seals, 2147483647, provider.provider);
  });
  afterAll(async () => {
    await harness.close();
    await provider.close();
  });

  const login = async (
    code: string,
    changed: Partial<Parameters<Harness['client']['ExternalOAuthAccountLogin']>[0]> = {},
  ) =>
    await harness.client.ExternalOAuthAccountLogin({
      APIKey: 'key-for-all',
      EmailAddress: anna,
      ApplicationType: web.applicationType,
      ExternalOAuthCode: code,
      ...changed,
    });
  /** Begins a sign-in, and signs in at the provider. */
  const signIn = async (operation: 'SSOLoginURL' | 'SSOLoginWebURL', EmailAddress = anna): Promise<string> => {
    const { LoginURL = '' } = await harness.client[operation]({ APIKey: 'key-for-all', EmailAddress });
    const { state = '', nonce = '' } = Object.fromEntries(new URL(LoginURL).searchParams);
    const back = await provider.signIn(LoginURL);
    const { code = 'none' } = Object.fromEntries(new URL(back).searchParams);
    secrets.push(state, nonce, code);
    return back;
  };
  const queryOf = (redirect: string): string => redirect.slice(redirect.indexOf('?') + 1);
  /** A code of a sign-in that a client has begun by itself. */
  const codeFor = async (client: OidcClient, parameters: Record<string, string> = {}): Promise<string> => {
    const back = await provider.signIn(provider.authorizationUrl(client, { login_hint: anna, ...parameters }));
    const code = new URL(back).searchParams.get('code') ?? '';
    secrets.push(code);
    return code;
  };
  const reasons = () => harness.log.map((line) => JSON.parse(line).reason).filter((reason) => reason !== undefined);

  it.each([
    ['1.1', 'SSOLoginWebURL', web],
    ['1.2', 'SSOLoginWebURL', web],
    ['1.1', 'SSOLoginURL', desktop],
    ['1.2', 'SSOLoginURL', desktop],
  ] as const)('SOAP %s: %s, then the complete redirect query, begins a session', async (soap, operation, client) => {
    const back = await signIn(operation);
    expect(back.startsWith(client.redirectUri)).toBe(true);
    const response = await harness.clientFrom('192.0.2.1', soap).ExternalOAuthAccountLogin({
      APIKey: 'key-for-all',
      EmailAddress: 'Anna@DEMO.example',
      ApplicationType: client.applicationType,
      ExternalOAuthCode: queryOf(back),
    });
    expect(response.ErrorMessage).toBe('');
    expect(response.Token).toMatch(/^[\w-]{43}$/);
    secrets.push(response.Token ?? '', response.ClientEncryptedPassword ?? '');
    const { db } = harness.service.state;
    const session = await sessionOf(harness, response.Token ?? '');
    const account = await db.selectFrom('accounts').select('id').where('email_folded', '=', anna).executeTakeFirst();
    expect(session).toMatchObject({ account_id: account?.id, expires_at: harness.now() + 8 * 3_600_000 });
  });

  it('the query may start with ?, and be the complete redirect address', async () => {
    expect((await login(`?${queryOf(await signIn('SSOLoginWebURL'))}`)).ErrorMessage).toBe('');
    expect((await login(await signIn('SSOLoginWebURL'))).ErrorMessage).toBe('');
    const back = await signIn('SSOLoginURL');
    expect((await login(`${back}#`, { ApplicationType: desktop.applicationType })).ErrorMessage).toBe('');
  });

  it('the e-mail address is fetched from userinfo when the ID token has none', async () => {
    const other = await startOidcProvider('userinfo');
    const { db, seals } = harness.service.state;
    try {
      await saveProvider(db, seals, 1001, other.provider);
      const { LoginURL = '' } = await harness.client.SSOLoginWebURL({ APIKey: 'key-for-all', EmailAddress: anna });
      expect((await login(await other.signIn(LoginURL))).ErrorMessage).toBe('');
    } finally {
      await saveProvider(db, seals, 1001, provider.provider);
      await other.close();
    }
  });

  it('two concurrent sign-ins of one person both complete', async () => {
    const [first, second] = [await signIn('SSOLoginWebURL'), await signIn('SSOLoginWebURL')];
    expect((await login(second)).ErrorMessage).toBe('');
    expect((await login(first)).ErrorMessage).toBe('');
  });

  it('50 concurrent sign-ins of different people all complete', async () => {
    const backs = await Promise.all(Array.from({ length: 50 }, () => signIn('SSOLoginWebURL')));
    const responses = await Promise.all(backs.map((back) => login(back)));
    expect(responses.map(({ ErrorMessage }) => ErrorMessage)).toEqual(Array(50).fill(''));
    expect(new Set(responses.map(({ Token }) => Token)).size).toBe(50);
  });

  it('of 100 callers with one state, one succeeds', async () => {
    const back = await signIn('SSOLoginWebURL');
    const responses = await Promise.all(Array.from({ length: 100 }, () => login(back)));
    expect(responses.filter(({ ErrorMessage }) => ErrorMessage === '')).toHaveLength(1);
    expect(responses.filter(({ ErrorMessage }) => ErrorMessage === rejected.ErrorMessage)).toHaveLength(99);
  });

  it('an unknown, used or expired state is rejected', async () => {
    const back = await signIn('SSOLoginWebURL');
    const code = new URL(back).searchParams.get('code') ?? '';
    expect(await login(`code=${code}&state=unknown`)).toEqual(rejected);
    expect(await login(`code=${code}&state=`)).toEqual(rejected);
    expect((await login(back)).ErrorMessage).toBe('');
    expect(await login(back)).toEqual(rejected);
    const late = await signIn('SSOLoginWebURL');
    harness.pass(10 * 60_000);
    expect(await login(late)).toEqual(rejected);
    expect(reasons().slice(-4)).toEqual(Array(4).fill('the state is unknown, used or expired'));
    harness.pass(-10 * 60_000);
  });

  it("a state with another person's e-mail or another ApplicationType is rejected, and used up", async () => {
    for (const changed of [{ EmailAddress: 'annb@demo.example' }, { ApplicationType: old.applicationType }]) {
      const query = queryOf(await signIn('SSOLoginWebURL')).replace('from=provider&', '');
      expect(await login(query, changed)).toEqual(rejected);
      expect(await login(query)).toEqual(rejected);
    }
    expect(reasons().slice(-4)).toEqual([
      'the state belongs to another e-mail address',
      'the state is unknown, used or expired',
      'the state belongs to another ApplicationType',
      'the state is unknown, used or expired',
    ]);
  });

  it('a state of another tenant is rejected, and stays valid', async () => {
    const back = await signIn('SSOLoginWebURL', 'bob@other.example');
    expect(await login(back)).toEqual(rejected);
    expect((await login(back, { EmailAddress: 'bob@other.example' })).ErrorMessage).toBe('');
  });

  it('a code of another sign-in (PKCE), a used and an unknown one are rejected', async () => {
    const [one, two] = [new URL(await signIn('SSOLoginWebURL')), new URL(await signIn('SSOLoginWebURL'))];
    const swapped = (code: string | null) =>
      `code=${code}&state=${two.searchParams.get('state')}&iss=${provider.issuer}`;
    expect(await login(swapped(one.searchParams.get('code')))).toEqual(rejected);
    const three = new URL(await signIn('SSOLoginWebURL'));
    three.searchParams.set('code', 'unknown');
    expect(await login(three.href)).toEqual(rejected);
    expect(reasons().slice(-2)).toEqual(Array(2).fill('the provider rejected the code'));
  });

  it('a response of another issuer (mix-up, RFC 9207), or without one, is rejected', async () => {
    for (const iss of ['https://attacker.example', undefined]) {
      const back = new URL(await signIn('SSOLoginWebURL'));
      if (iss === undefined) back.searchParams.delete('iss');
      else back.searchParams.set('iss', iss);
      expect(await login(back.href)).toEqual(rejected);
    }
    expect(reasons().at(-1)).toBe("the provider's response is not valid: OAUTH_INVALID_RESPONSE");
  });

  it('an error instead of a code is a rejection, and uses up the state', async () => {
    const { LoginURL = '' } = await harness.client.SSOLoginWebURL({
      APIKey: 'key-for-all',
      EmailAddress: 'refused@demo.example',
    });
    const back = await provider.signIn(LoginURL);
    expect(new URL(back).searchParams.get('error')).toBe('access_denied');
    expect(await login(back, { EmailAddress: 'refused@demo.example' })).toEqual(rejected);
    expect(await login(back, { EmailAddress: 'refused@demo.example' })).toEqual(rejected);
    expect(reasons().slice(-2)).toEqual([
      'the provider responded with the error access_denied',
      'the state is unknown, used or expired',
    ]);
  });

  it('a bare code without PKCE is accepted from a permitted client', async () => {
    const code = await codeFor(old);
    expect((await login(code, { ApplicationType: old.applicationType })).ErrorMessage).toBe('');
    expect(await login(code, { ApplicationType: old.applicationType })).toEqual(rejected);
    const query = `code=${await codeFor(old)}&iss=${encodeURIComponent(provider.issuer)}`;
    expect((await login(query, { ApplicationType: old.applicationType })).ErrorMessage).toBe('');
  });

  it('a bare code is rejected from another client', async () => {
    const message = 'For this ApplicationType ExternalOAuthCode must be the whole redirect query, with its state.';
    const code = new URL(await signIn('SSOLoginWebURL')).searchParams.get('code') ?? '';
    for (const text of [code, `code=${code}`, `?code=${code}`]) expect((await login(text)).ErrorMessage).toBe(message);
  });

  it('a bare code is rejected if its ID token has a nonce or the code a PKCE challenge', async () => {
    const code = await codeFor(old, { nonce: 'of-somebody-else' });
    expect(await login(code, { ApplicationType: old.applicationType })).toEqual(rejected);
    expect(reasons().at(-1)).toBe("the provider's response is not valid: OAUTH_JWT_CLAIM_COMPARISON_FAILED nonce");
    const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
    expect(await login(await codeFor(old, challenge), { ApplicationType: old.applicationType })).toEqual(rejected);
  });

  it('a person without an account of the tenant is rejected like any other, even if the provider confirms the identity', async () => {
    for (const EmailAddress of ['unknown@demo.example', 'unverified@demo.example', 'bob@demo.example']) {
      const back = await signIn('SSOLoginWebURL', EmailAddress);
      expect(await login(back, { EmailAddress })).toEqual(rejected);
    }
    expect(reasons().slice(-3)).toEqual([
      'no account of the tenant has this e-mail address',
      'the provider has not verified the e-mail address',
      'no account of the tenant has this e-mail address',
    ]);
    const { db } = harness.service.state;
    const move = (client_id: number) => db.updateTable('accounts').set({ client_id }).where('email_folded', '=', anna);
    await move(2147483647).execute();
    expect(await login(await signIn('SSOLoginWebURL'))).toEqual(rejected);
    await move(1001).execute();
  });

  it('an identity other than EmailAddress is rejected', async () => {
    const code = await codeFor(old, { login_hint: 'mallory@demo.example' });
    expect(await login(code, { ApplicationType: old.applicationType })).toEqual(rejected);
    expect(reasons().at(-1)).toBe('the provider confirms another e-mail address');
  });

  it('API key, e-mail address, ApplicationType and code are checked in this order, with clear messages', async () => {
    const message = async (changed: Parameters<typeof login>[1]) => (await login('code', changed)).ErrorMessage;
    expect(await message({ APIKey: 'wrong', EmailAddress: '' })).toBe('The API key is not valid.');
    expect(await message({ EmailAddress: '' })).toBe('EmailAddress is missing.');
    const none = 'The tenant of this e-mail address has no identity provider.';
    expect(await message({ EmailAddress: 'x@unknown.example' })).toBe(none);
    expect(await message({ APIKey: 'key-of-other' })).toBe(none);
    expect(await message({ ApplicationType: 99 })).toBe(
      'The identity provider of this tenant has no client of this ApplicationType.',
    );
    expect(await message({ ExternalOAuthCode: undefined })).toBe('ExternalOAuthCode is missing.');
  });

  it('wrong codes are counted, and beyond the limit the message names the waiting time', async () => {
    const guarded = await startHarness({
      guessLimits: { ...defaultGuessLimits, account: { failures: 3, within: 900 } },
    });
    try {
      const { db, seals } = guarded.service.state;
      await saveProvider(db, seals, 1001, provider.provider);
      const ask = async (ExternalOAuthCode: string, EmailAddress = anna) =>
        (
          await guarded.client.ExternalOAuthAccountLogin({
            ...{ APIKey: 'key-for-all', EmailAddress, ExternalOAuthCode, ApplicationType: old.applicationType },
          })
        ).ErrorMessage;
      for (let i = 0; i < 3; i += 1) expect(await ask('wrong')).toBe(rejected.ErrorMessage);
      expect(await ask('wrong')).toBe('Too many wrong attempts. Try again in 900 seconds.');
      expect(await ask('wrong', 'other@demo.example')).toBe(rejected.ErrorMessage);
      guarded.pass(900_000);
      expect(await ask('wrong')).toBe(rejected.ErrorMessage);
    } finally {
      await guarded.close();
    }
  });

  it('Common: no code, state, nonce, token or client secret is in the log, nor an e-mail address', () => {
    const log = harness.log.join('');
    expect(secrets.length).toBeGreaterThan(200);
    for (const secret of secrets) expect(log).not.toContain(secret);
    expect(log).not.toContain('@');
  });
});
