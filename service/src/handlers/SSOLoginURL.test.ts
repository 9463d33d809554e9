import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeOidcProvider, startFakeOidcProvider } from '../../../test/support/service/fake-oidc-provider.ts';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import type { OidcProvider, SamlProvider } from '../storage/identity-providers.ts';
import { saveProvider } from '../storage/identity-providers.ts';
import { consumePendingSignIn, sweepSignIns } from '../storage/sign-ins.ts';

const saml: SamlProvider = {
  kind: 'SAML2',
  issuer: 'https://idp.other.example/entity',
  signInUrl: 'https://idp.other.example/sso',
  // Requests are not signed, and nothing is checked with it here.
  certificates: ['-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'],
  entityId: 'https://files.example/saml',
  returnTo: { web: 'https://app.example/saml', client: 'http://127.0.0.1:7001/saml' },
  unsolicited: true,
};

describe('SSOLoginURL and SSOLoginWebURL', () => {
  let harness: Harness;
  let fake: FakeOidcProvider;
  let provider: OidcProvider;
  beforeAll(async () => {
    fake = await startFakeOidcProvider();
    harness = await startHarness();
    const desktop = { applicationType: 7, clientId: 'desktop', clientSecret: undefined, bareCode: false } as const;
    provider = {
      ...fake.provider,
      clients: [
        fake.client,
        { ...desktop, use: 'client', redirectUri: 'com.example.files:/signed-in' },
        { ...desktop, use: undefined, applicationType: 8, redirectUri: 'https://nobody.example' },
      ],
    };
    await save(1001, provider);
    await save(2147483647, saml);
  });
  afterAll(async () => {
    await harness.close();
    await fake.close();
  });

  const save = (clientId: number, of: OidcProvider | SamlProvider | undefined) =>
    saveProvider(harness.service.state.db, harness.service.state.seals, clientId, of);
  const ask = (operation: 'SSOLoginURL' | 'SSOLoginWebURL', EmailAddress: string | undefined, APIKey = 'key-for-all') =>
    harness.client[operation]({ APIKey, EmailAddress });
  const none = {
    ErrorMessage: 'The tenant of this e-mail address has no identity provider.',
    LoginURL: undefined,
    SSOType: undefined,
    ClientID: undefined,
    UserName: undefined,
  };
  const pendingOf = async (state: string, clientId: number, kind: 'OIDC' | 'SAML2') =>
    await consumePendingSignIn(
      harness.service.state.db,
      harness.service.state.hashes.all('sign-in-state', state),
      { client_id: clientId, kind },
      harness.now(),
    );

  it.each([
    ['SSOLoginWebURL', 'web', 'https://app.example/signed-in', 1],
    ['SSOLoginURL', 'desktop', 'com.example.files:/signed-in', 7],
  ] as const)(
    '%s: for OpenID Connect an authorization URL with PKCE, state and nonce',
    async (operation, clientId, redirectUri, applicationType) => {
      const response = await ask(operation, 'Anna+1@DEMO.example');
      expect(response).toMatchObject({
        ErrorMessage: '',
        SSOType: 'OIDC',
        ClientID: '1001',
        UserName: 'anna+1@demo.example',
      });
      const url = new URL(response.LoginURL ?? '');
      expect(url.origin + url.pathname).toBe(`${fake.issuer}/authorize`);
      const { state = '', nonce, code_challenge, ...rest } = Object.fromEntries(url.searchParams);
      expect(rest).toEqual({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email',
        code_challenge_method: 'S256',
        login_hint: 'Anna+1@DEMO.example',
      });
      expect(state).toMatch(/^[\w-]{43}$/);
      expect(nonce).toMatch(/^[\w-]{43}$/);
      const pending = await pendingOf(state, 1001, 'OIDC');
      expect(pending).toMatchObject({ email_folded: 'anna+1@demo.example', nonce, application_type: applicationType });
      expect(
        createHash('sha256')
          .update(pending?.pkce_verifier ?? '')
          .digest('base64url'),
      ).toBe(code_challenge);
    },
  );

  it.each([
    ['SSOLoginWebURL', 'https://app.example/saml'],
    ['SSOLoginURL', 'http://127.0.0.1:7001/saml'],
  ] as const)('%s: for SAML an AuthnRequest by HTTP redirect, whose id is stored', async (operation, returnTo) => {
    const response = await ask(operation, 'Bob@other.example');
    expect(response).toMatchObject({ SSOType: 'SAML2', ClientID: '2147483647', UserName: 'bob@other.example' });
    const url = new URL(response.LoginURL ?? '');
    expect(url.origin + url.pathname).toBe('https://idp.other.example/sso');
    const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    expect(request).toContain(`AssertionConsumerServiceURL="${returnTo}"`);
    const id = / ID="([^"]+)"/.exec(request)?.[1] ?? '';
    expect(id).toMatch(/^_[\w-]{43}$/);
    expect(await pendingOf(id, 2147483647, 'SAML2')).toMatchObject({
      email_folded: 'bob@other.example',
      nonce: null,
      pkce_verifier: null,
      application_type: null,
    });
  });

  it('SSOLoginURL, SSOLoginWebURL: nothing reveals whether the account exists', async () => {
    for (const operation of ['SSOLoginURL', 'SSOLoginWebURL'] as const) {
      const [known, unknown] = [await ask(operation, 'anna@demo.example'), await ask(operation, 'nope@demo.example')];
      const shape = ({ LoginURL, ...rest }: typeof known, email: string) => ({
        ...rest,
        UserName: rest.UserName?.replace(email, ''),
        LoginURL: LoginURL?.replace(encodeURIComponent(email), '').replace(/=[\w-]{43}/g, '='),
      });
      expect(shape(known, 'anna@demo.example')).toEqual(shape(unknown, 'nope@demo.example'));
    }
  });

  it('SSOLoginURL, SSOLoginWebURL: one ErrorMessage for an unknown domain, no provider and the key of another tenant', async () => {
    for (const operation of ['SSOLoginURL', 'SSOLoginWebURL'] as const) {
      expect(await ask(operation, 'x@unknown.example')).toEqual(none);
      expect(await ask(operation, 'anna@demo.example', 'key-of-other')).toEqual(none);
      expect((await ask(operation, 'anna@demo.example', 'key-of-1001')).ErrorMessage).toBe('');
      await save(2147483647, undefined);
      expect(await ask(operation, 'bob@other.example')).toEqual(none);
      await save(2147483647, saml);
    }
  });

  it('SSOLoginURL, SSOLoginWebURL: the API key is checked first, then the e-mail address', async () => {
    for (const operation of ['SSOLoginURL', 'SSOLoginWebURL'] as const) {
      expect((await ask(operation, 'nonsense', 'wrong')).ErrorMessage).toBe('The API key is not valid.');
      expect((await ask(operation, 'nonsense')).ErrorMessage).toBe('EmailAddress is not an e-mail address.');
      expect((await ask(operation, undefined)).ErrorMessage).toBe('EmailAddress is missing.');
    }
  });

  it('SSOLoginURL: a provider without a client for the use is a clear rejection', async () => {
    await save(1001, { ...provider, clients: [fake.client] });
    expect((await ask('SSOLoginURL', 'anna@demo.example')).ErrorMessage).toBe(
      'The identity provider of this tenant has no client for client applications.',
    );
    await save(1001, { ...provider, clients: provider.clients.slice(1) });
    expect((await ask('SSOLoginWebURL', 'anna@demo.example')).ErrorMessage).toBe(
      'The identity provider of this tenant has no client for web applications.',
    );
    await save(1001, provider);
  });

  it('SSOLoginURL: a further call never ends another sign-in; each ends after 10 minutes and is swept', async () => {
    const { db } = harness.service.state;
    const count = async () => (await db.selectFrom('pending_sign_ins').selectAll().execute()).length;
    const before = await count();
    const responses = await Promise.all(Array.from({ length: 20 }, () => ask('SSOLoginURL', 'anna@demo.example')));
    const states = responses.map(({ LoginURL }) => new URL(LoginURL ?? '').searchParams.get('state') ?? '');
    expect(new Set(states).size).toBe(20);
    expect(await count()).toBe(before + 20);
    const [first = '', second = ''] = states;
    expect(await pendingOf(first, 1001, 'OIDC')).toBeDefined();
    expect(await pendingOf(first, 1001, 'OIDC')).toBeUndefined();
    harness.pass(10 * 60_000);
    expect(await pendingOf(second, 1001, 'OIDC')).toBeUndefined();
    expect(await count()).toBe(before + 20);
    await sweepSignIns(db, harness.now());
    expect(await count()).toBe(0);
  });

  it('SSOLoginURL: states are stored as keyed hashes, and nothing of a sign-in is logged', async () => {
    const { LoginURL } = await ask('SSOLoginURL', 'anna@demo.example');
    const { state = '', nonce = '' } = Object.fromEntries(new URL(LoginURL ?? '').searchParams);
    const rows = await harness.service.state.db.selectFrom('pending_sign_ins').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(state);
    for (const secret of [
      state,
      nonce,
      ...rows.map((row) => row.pkce_verifier ?? nonce),
      'anna@',
      'fake-client-secret',
    ]) {
      expect(harness.log.join('')).not.toContain(secret);
    }
  });
});
