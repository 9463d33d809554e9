import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { SAML } from '@node-saml/node-saml';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInByOidc, signInBySaml } from './demo-browser.ts';
import { type DemoProvider, startDemoProvider } from './demo-provider.ts';
import { demonstration } from './demo-values.ts';

const serviceAddress = 'http://127.0.0.1:8080/v2/fileservice.asmx';
const { anna, sam } = { anna: demonstration.people.oidc, sam: demonstration.people.saml };

let data: string;
let provider: DemoProvider;
const errors: Error[] = [];
const start = (port = 0): Promise<DemoProvider> =>
  startDemoProvider({ data, port, serviceAddress: () => serviceAddress, onError: (error) => errors.push(error) });

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'rfs-demo-'));
  provider = await start();
});

afterAll(async () => {
  await provider.stop();
  await rm(data, { recursive: true, force: true });
  expect(errors).toEqual([]);
});

const variable = (name: string): string => provider.variables[`RFS_DEMO_${name}`] ?? '';

/** A page as a browser gets it, with the Host header that it would send. */
const get = (
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; type: string }> =>
  new Promise((resolve, reject) => {
    httpRequest(provider.url + path, { headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, type: String(response.headers['content-security-policy']) }),
      );
    })
      .on('error', reject)
      .end();
  });

describe('the OpenID Connect side', () => {
  const configuration = async (use: 'web' | 'client'): Promise<openid.Configuration> => {
    const { clientId } = demonstration[use];
    const secret = use === 'web' ? demonstration.web.clientSecret : undefined;
    const authentication = secret === undefined ? openid.None() : openid.ClientSecretBasic(secret);
    return await openid.discovery(new URL(variable('OIDC_ISSUER')), clientId, secret, authentication, {
      execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
    });
  };

  for (const use of ['web', 'client'] as const) {
    it(`signs in by openid-client with PKCE, state and nonce, and sends the ${use} application a verified e-mail`, async () => {
      const config = await configuration(use);
      const redirect = variable(`RETURN_TO_${use.toUpperCase()}`);
      const [verifier, state, nonce] = [openid.randomPKCECodeVerifier(), openid.randomState(), openid.randomNonce()];
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirect,
        scope: 'openid email',
        state,
        nonce,
        login_hint: anna,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const query = await signInByOidc(address.href, anna, { bare: false });
      expect(query).toMatch(new RegExp(`^code=[^&]+&state=${state}&iss=`));
      const tokens = await openid.authorizationCodeGrant(config, new URL(`${redirect}?${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      expect(tokens.claims()).toMatchObject({ email: anna, email_verified: true, iss: provider.url });
    });
  }

  it('gives the desktop client a bare code, which needs no PKCE and brings no nonce; each code works once', async () => {
    const config = await configuration('client');
    const redirect = variable('RETURN_TO_CLIENT');
    const address = openid.buildAuthorizationUrl(config, { redirect_uri: redirect, scope: 'openid email', nonce: 'n' });
    const code = await signInByOidc(address.href, 'somebody@demo.example', { bare: true });
    expect(code).toMatch(/^[\w-]+$/);
    const returned = new URL(`${redirect}?${new URLSearchParams({ code, iss: provider.url })}`);
    const redeem = () => openid.authorizationCodeGrant(config, returned, { idTokenExpected: true });
    const claims = (await redeem()).claims();
    expect(claims?.email).toBe('somebody@demo.example');
    expect(claims?.nonce).toBeUndefined();
    await expect(redeem()).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('a code requested with PKCE is invalid without its verifier', async () => {
    const config = await configuration('client');
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: variable('RETURN_TO_CLIENT'),
      scope: 'openid email',
      state: 's',
      code_challenge: await openid.calculatePKCECodeChallenge(openid.randomPKCECodeVerifier()),
      code_challenge_method: 'S256',
    });
    const query = await signInByOidc(address.href, anna, { bare: false });
    const returned = new URL(`${variable('RETURN_TO_CLIENT')}?${query}`);
    await expect(openid.authorizationCodeGrant(config, returned, { expectedState: 's' })).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('redirects only to registered addresses', async () => {
    const query = new URLSearchParams({
      client_id: demonstration.client.clientId,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: 'http://attacker.example/',
    });
    const { status, text } = await get(`/auth?${query}`);
    expect(status).toBe(400);
    expect(text).toContain('redirect_uri');
  });

  it('asks for the account on one page, and shows the code and the command on the page of the application', async () => {
    const query = new URLSearchParams({
      client_id: demonstration.client.clientId,
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: variable('RETURN_TO_CLIENT'),
      login_hint: `<script>"'&@demo.example`,
    });
    const asked = await fetch(`${provider.url}/auth?${query}`, { redirect: 'manual' });
    const cookie = asked.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const path = asked.headers.get('location') ?? '';
    const signIn = await get(path, { Cookie: cookie });
    expect(signIn.text).toContain('Sign in as &lt;script&gt;&quot;&#39;&amp;@demo.example');
    expect(signIn.text).not.toContain('<script');
    expect(signIn.type).toContain("default-src 'none'");
    // Without the cookies it is the sign-in of another browser.
    expect((await get(path)).text).toContain('This sign-in has expired');
    const elsewhere = await fetch(provider.url + path, {
      method: 'POST',
      headers: { Cookie: cookie, Origin: 'http://attacker.example' },
      body: new URLSearchParams({ email: anna }),
    });
    expect(elsewhere.status).toBe(400);

    query.set('login_hint', anna);
    const code = await signInByOidc(`${provider.url}/auth?${query}`, anna, { bare: true });
    const page = await get(`/returned/client?code=${code}&state=${encodeURIComponent('<b>')}`);
    expect(page.text).toContain(`code=${code}&amp;state=%3Cb%3E</textarea>`);
    expect(page.text).toContain('curl -sS');
    expect(page.text).toContain(`&lt;EmailAddress&gt;${anna}&lt;/EmailAddress&gt;`);
    const forged = await get('/returned/web?code=%3Cscript%3E&error_description=%3Cscript%3E');
    expect([forged.status, forged.text.includes('<script')]).toEqual([200, false]);
  });
});

describe('the SAML side', () => {
  const saml = (use: 'web' | 'client', id: string): SAML =>
    new SAML({
      entryPoint: variable('SAML_SIGN_IN_URL'),
      callbackUrl: variable(`RETURN_TO_${use.toUpperCase()}`),
      issuer: demonstration.entityId,
      idpIssuer: variable('SAML_ISSUER'),
      audience: demonstration.entityId,
      idpCert: variable('SAML_CERTIFICATE'),
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      generateUniqueId: () => id,
    });

  for (const use of ['web', 'client'] as const) {
    it(`responds to the request of node-saml for the ${use} application with a signed token for audience, recipient and request`, async () => {
      const address = await saml(use, '_request-1').getAuthorizeUrlAsync('', undefined, {});
      const token = await signInBySaml(address, sam);
      const { profile } = await saml(use, '_request-1').validatePostResponseAsync({ SAMLResponse: token });
      expect(profile).toMatchObject({ nameID: sam, issuer: `${provider.url}/saml`, inResponseTo: '_request-1' });
      const xml = Buffer.from(token, 'base64').toString('utf8');
      const returnTo = variable(`RETURN_TO_${use.toUpperCase()}`);
      expect(xml).toContain(`Recipient="${returnTo}"`);
      expect(xml).toContain('InResponseTo="_request-1" NotOnOrAfter=');
      expect(xml).toContain('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
      expect(xml).not.toMatch(/sha1|X509Certificate/);
      const [from, until] = ['NotBefore', 'NotOnOrAfter'].map((name) =>
        Date.parse(new RegExp(`Conditions.*? ${name}="([^"]+)"`).exec(xml)?.[1] ?? ''),
      );
      expect((until ?? 0) - (from ?? 0)).toBe(5 * 60_000);
    });
  }

  it('shows a browser the token and the command, for the account of the page', async () => {
    const address = new URL(await saml('client', '_request-2').getAuthorizeUrlAsync('', undefined, {}));
    const { status, text, type } = await get(address.pathname + address.search);
    expect([status, text.includes(`Signed in as ${sam}`)]).toEqual([200, true]);
    expect(text).toContain('curl -sS');
    expect(type).toContain("default-src 'none'");
    const token = /<textarea id="token"[^>]*>([^<]*)</.exec(text)?.[1] ?? '';
    const validated = await saml('client', '_request-2').validatePostResponseAsync({ SAMLResponse: token });
    expect(validated.profile?.nameID).toBe(sam);
    address.searchParams.set('email', `o'hara&co@saml.example`);
    const other = await get(address.pathname + address.search);
    expect(other.text).toContain('Signed in as o&#39;hara&amp;co@saml.example');
  });

  it('rejects an invalid request, a bomb, a DOCTYPE, another return address and another service', async () => {
    const request = (xml: string): Promise<{ status: number; text: string }> => {
      const SAMLRequest = deflateRawSync(Buffer.from(xml)).toString('base64');
      return get(`/saml/sign-in?${new URLSearchParams({ SAMLRequest })}`);
    };
    const authn = (to: string, issuer: string, before = ''): string =>
      `${before}<p:AuthnRequest xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" ID="_a" AssertionConsumerServiceURL="${to}"><a:Issuer xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</a:Issuer></p:AuthnRequest>`;
    const [good, entityId] = [variable('RETURN_TO_WEB'), demonstration.entityId];
    const responses = await Promise.all([
      request(authn(good, entityId)),
      get('/saml/sign-in'),
      get('/saml/sign-in?SAMLRequest=AAAA'),
      request('<a/>'),
      request('<a'),
      request(`<a>${'x'.repeat(10_000_000)}</a>`),
      request(authn(good, entityId, '<!DOCTYPE x [<!ENTITY e "e">]>')),
      request(authn('http://attacker.example/', entityId)),
      request(authn(good, 'urn:another')),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 400, 400, 400, 400, 413, 400, 400, 400]);
    expect(responses[7]?.text).toContain('not requested by the demonstration');
  });
});

describe('the provider', () => {
  it('rejects every Host but its own, so that DNS rebinding gets nothing', async () => {
    const names = ['attacker.example', `localhost:${new URL(provider.url).port}`, '127.0.0.1'];
    const responses = await Promise.all(names.map((Host) => get('/', { Host })));
    expect(responses.map(({ status }) => status)).toEqual([421, 421, 421]);
    expect((await get('/')).status).toBe(200);
  });

  it('stores its keys in the data folder, readable by their owner only, and restarts with the same ones', async () => {
    const modes = await Promise.all(['', 'saml.pem', 'oidc.pem'].map((name) => stat(join(data, 'demo', name))));
    expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
    const again = await start();
    await again.stop();
    expect(again.variables.RFS_DEMO_SAML_CERTIFICATE).toBe(variable('SAML_CERTIFICATE'));
    const certificate = new X509Certificate(variable('SAML_CERTIFICATE'));
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
    expect(Date.parse(certificate.validTo) - Date.now()).toBeGreaterThan(9 * 365 * 24 * 3_600_000);
    expect(JSON.stringify(provider.variables)).not.toContain('PRIVATE');
  });

  it('uses the keys of the first of two that generate them at once', async () => {
    const fresh = await mkdtemp(join(tmpdir(), 'rfs-demo-'));
    const both = await Promise.all(
      [1, 2].map(() => startDemoProvider({ data: fresh, port: 0, serviceAddress: () => '', onError: () => {} })),
    );
    const certificates = both.map(({ variables }) => variables.RFS_DEMO_SAML_CERTIFICATE);
    await Promise.all(both.map((one) => one.stop()));
    expect(new Set(certificates).size).toBe(1);
    await writeFile(join(fresh, 'demo', 'saml.pem'), 'no key');
    await expect(
      startDemoProvider({ data: fresh, port: 0, serviceAddress: () => '', onError: () => {} }),
    ).rejects.toThrow(`${join(fresh, 'demo', 'saml.pem')} does not contain a key.`);
    expect(await readFile(join(fresh, 'demo', 'saml.pem'), 'utf8')).toBe('no key');
    await rm(fresh, { recursive: true });
  });

  it('names a taken port, and how to choose another', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const address = blocker.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await expect(start(port)).rejects.toThrow(new RegExp(`Port ${port} .*is in use.*--provider-port ${port + 1}`));
    blocker.close();
  });
});
