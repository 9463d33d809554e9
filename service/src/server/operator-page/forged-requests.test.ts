import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type FakeOidcProvider,
  newSigner,
  startFakeOidcProvider,
} from '../../../../test/support/service/fake-oidc-provider.ts';
import { type Harness, startHarness } from '../../../../test/support/service/harness.ts';
import {
  type Answer,
  inputs,
  OperatorBrowser,
  providerMetadata,
  type ServedPages,
  servePages,
} from '../../../../test/support/service/operator-browser.ts';
import {
  base64,
  makeKey,
  type ProviderKey,
  responseXml,
  signed,
  type TokenFields,
  tokenFields,
} from '../../../../test/support/service/saml-provider.ts';
import { createOperatorLink, type OperatorRole, revokeOperatorSessions } from '../../operator/operator-sessions.ts';
import { loadOperatorSignIn } from './sign-in-file.ts';
import { operatorTables } from './tables.ts';

const roles = 'roles: { claim: groups, viewer: [staff], operator: [it], admin: [it-leads] }';

describe("sign-in and forged requests of the operator's page", () => {
  let folder: string;
  let harness: Harness;
  let provider: FakeOidcProvider;
  let key: ProviderKey;
  let otherKey: ProviderKey;
  let [oidc, saml, links]: ServedPages[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-operator-'));
    [harness, provider, key, otherKey] = await Promise.all([
      startHarness(),
      startFakeOidcProvider(),
      makeKey(),
      makeKey(),
    ]);
    const file = async (name: string, text: string): Promise<string> => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    };
    await file('secret.txt', 'fake-client-secret\n');
    await file('metadata.xml', providerMetadata(key.certificate));
    const client = `oidc: { issuer: "${provider.issuer}", clientId: operators, clientSecretFile: secret.txt }`;
    const entity = 'saml: { metadataFile: metadata.xml, entityId: "urn:files:operators" }';
    const [byOidc, bySaml] = await Promise.all([
      loadOperatorSignIn(await file('oidc.yaml', `${client}\n${roles}\n`)),
      loadOperatorSignIn(await file('saml.yaml', `${entity}\n${roles}\n`)),
    ]);
    oidc = await servePages(harness, { signIn: byOidc });
    saml = await servePages(harness, { signIn: bySaml });
    links = await servePages(harness);
  });
  afterAll(async () => {
    for (const served of [oidc, saml, links]) await served?.close();
    await provider.close();
    await harness.close();
    await rm(folder, { recursive: true, force: true });
  });

  const urlOf = (served: ServedPages | undefined): string => served?.url ?? '';
  const sessions = async (): Promise<number> =>
    (await harness.service.state.db.selectFrom('operator_sessions').selectAll().execute()).length;

  /** Starts a sign-in by OpenID Connect; returns the way back from the provider. */
  const startOidc = async (
    browser: OperatorBrowser,
    claims: Readonly<Record<string, unknown>> = {},
    by = undefined,
  ) => {
    const start = await browser.get('/operator/sign-in');
    const asked = new URL(start.location ?? '').searchParams;
    const nonce = asked.get('nonce');
    provider.give(provider.idToken({ aud: 'operators', nonce, groups: ['it'], ...claims }, by));
    expect(asked.get('redirect_uri')).toBe(`${urlOf(oidc)}/operator/signed-in`);
    return `/operator/signed-in?${new URLSearchParams({ code: 'c', state: asked.get('state') ?? '' })}`;
  };

  const group = (name: string): string =>
    `<saml:AttributeStatement><saml:Attribute Name="groups"><saml:AttributeValue>staff</saml:AttributeValue><saml:AttributeValue>${name}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`;

  /** Starts a sign-in by SAML; returns the form that the provider makes the browser send. */
  const startSaml = async (
    browser: OperatorBrowser,
    changed: Partial<TokenFields> = {},
    { signer = key, part = 'Response' }: { signer?: ProviderKey; part?: 'Response' | 'Assertion' | 'none' } = {},
  ): Promise<{ readonly SAMLResponse: string }> => {
    const start = await browser.get('/operator/sign-in');
    const { inflateRawSync } = await import('node:zlib');
    const sent = new URL(start.location ?? '').searchParams.get('SAMLRequest') ?? '';
    const inResponseTo = /ID="([^"]*)"/.exec(inflateRawSync(Buffer.from(sent, 'base64')).toString())?.[1];
    const acs = `${urlOf(saml)}/operator/signed-in`;
    const common = { inResponseTo, audience: 'urn:files:operators', recipient: acs, destination: acs };
    const fields = tokenFields(harness.now(), { ...common, attributes: group('it-leads'), ...changed });
    const xml = responseXml(fields);
    return { SAMLResponse: base64(part === 'none' ? xml : signed(xml, part, { key: signer })) };
  };

  const byLink = async (role: OperatorRole, name: string = role): Promise<OperatorBrowser> => {
    const token = await createOperatorLink(harness.service.state, { name, role });
    const browser = new OperatorBrowser(urlOf(links));
    await browser.post('/operator/link', { token });
    expect((await browser.get('/operator')).text).toContain(`${name} (${role})`);
    return browser;
  };

  const csrfOf = async (browser: OperatorBrowser): Promise<string> =>
    inputs((await browser.get('/operator')).text).get('csrf') ?? '';

  it.each([
    [{ preferred_username: 'anna' }, 'anna'],
    [{ preferred_username: 'max@demo.example' }, 'subject-1'],
    [{ preferred_username: 'max@demo.example', email_verified: true }, 'anna@demo.example'],
  ])('names a person with %j %s, never by an address that is not verified', async (claims, name) => {
    const browser = new OperatorBrowser(urlOf(oidc));
    await browser.get(await startOidc(browser, { email_verified: false, ...claims }));
    expect((await browser.get('/operator')).text).toContain(`${name} (operator)`);
  });

  it('signs in by OpenID Connect, with the name, the subject and the role of the provider', async () => {
    const browser = new OperatorBrowser(urlOf(oidc));
    expect((await browser.get('/operator')).text).toContain('<a href="/operator/sign-in">Sign in</a>');
    const answer = await browser.get(await startOidc(browser));
    expect(answer.text).toContain('content="0;url=/operator"');
    expect((await browser.get('/operator')).text).toContain('anna@demo.example (operator)');
    const entries = await harness.service.state.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'operator.signed-in')
      .execute();
    expect(entries.at(-1)).toMatchObject({ actor: 'operator:anna@demo.example' });
    expect(JSON.parse(entries.at(-1)?.details ?? '')).toEqual({
      by: 'OIDC',
      subject: `${provider.issuer} subject-1`,
      role: 'operator',
    });
  });

  it('signs in by SAML: a form from another site is sent again from a page of its own', async () => {
    const browser = new OperatorBrowser(urlOf(saml));
    const form = await startSaml(browser);
    const crossSite = new OperatorBrowser(urlOf(saml));
    const again = await crossSite.post('/operator/signed-in', form, { Origin: 'https://idp.example' });
    expect(again.text).toContain('Continue');
    expect(crossSite.cookies.size).toBe(0);
    await browser.send(again.text);
    expect((await browser.get('/operator')).text).toContain('anna@demo.example (admin)');
  });

  it('rejects a file that gives nobody a role, and metadata without a certificate', async () => {
    const path = join(folder, 'bad.yaml');
    await writeFile(path, 'oidc: { issuer: "http://login.example", clientId: x }\nroles: { claim: groups }\n');
    await expect(loadOperatorSignIn(path)).rejects.toThrow(
      /bad\.yaml:1:17.*issuer must start with https[\s\S]*bad\.yaml:2:8.*roles must give somebody a role/,
    );
    await writeFile(path, `saml: { metadataFile: none.xml, entityId: "urn:x" }\n${roles}\n`);
    await writeFile(join(folder, 'none.xml'), providerMetadata('').replace(/<md:KeyDescriptor.*?KeyDescriptor>/s, ''));
    await expect(loadOperatorSignIn(path)).rejects.toThrow('none.xml has no certificate for signatures.');
  });

  it('accepts none of 100 forged and replayed requests', async () => {
    const [viewer, operator, admin] = await Promise.all([byLink('viewer'), byLink('operator'), byLink('admin')]);
    const [viewerCsrf, operatorCsrf, csrf] = await Promise.all([viewer, operator, admin].map(csrfOf));
    const bySignIn = (served: ServedPages | undefined) => new OperatorBrowser(urlOf(served));
    const nobody = bySignIn(links);
    const name = 'anna-in';
    const actions = operatorTables.flatMap(({ path }) =>
      ['cancel', 'remove', 'retention', 'quota', 'release', 'retry', 'drop', 'sign-out', 'revoke'].flatMap((action) => {
        const found = operatorTables.find((table) => table.path === path)?.action(action, 'admin');
        const isOfAdmin = operatorTables.find((table) => table.path === path)?.action(action, 'operator') === undefined;
        return found === undefined ? [] : [{ path: `/operator/${path}/${action}`, isOfAdmin }];
      }),
    );
    const form = (token = '') => ({ csrf: token, id: `folder-key:${name}`, value: '' });
    const revoke = '/operator/keys/revoke';
    const token = admin.cookies.get('rfs-operator-session') ?? '';
    const withCookie = (value: string, served = links): OperatorBrowser => {
      const browser = bySignIn(served);
      browser.cookies.set('rfs-operator-session', value);
      return browser;
    };
    const attempts: [string, () => Promise<Answer>][] = [];
    const attempt = (what: string, run: () => Promise<Answer>): void => void attempts.push([what, run]);

    for (const path of ['', ...operatorTables.map((table) => table.path), 'audit/export.csv', 'audit/export.ndjson']) {
      attempt(`no session: GET ${path}`, () => nobody.get(`/operator/${path}`));
    }
    for (const { path, isOfAdmin } of actions) {
      attempt(`no session: POST ${path}`, () => nobody.post(path, form()));
      attempt(`viewer: POST ${path}`, () => viewer.post(path, form(viewerCsrf)));
      if (isOfAdmin) attempt(`operator: POST ${path}`, () => operator.post(path, form(operatorCsrf)));
    }
    const flipped = `${csrf?.slice(0, -1)}${csrf?.endsWith('0') ? '1' : '0'}`;
    for (const other of ['', flipped, viewerCsrf, operatorCsrf, token, csrf?.slice(0, 32), csrf?.toUpperCase()]) {
      attempt(`CSRF ${other}`, () => admin.post(revoke, form(other)));
    }
    for (const Origin of ['https://evil.example', 'null', '', `${urlOf(links)}.evil.example`, urlOf(oidc)]) {
      attempt(`origin ${Origin}`, () => admin.post(revoke, form(csrf), { Origin }));
    }
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      attempt(method, async () => await raw(method, revoke, { Cookie: `rfs-operator-session=${token}` }));
    }
    for (const Host of ['evil.example', 'localhost.evil.example']) {
      attempt(
        `host ${Host}`,
        async () => await raw('GET', '/operator/keys', { Host, Cookie: `rfs-operator-session=${token}` }),
      );
    }
    const { hashes } = harness.service.state;
    const altered = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    const hash = hashes.of('operator-session', token);
    for (const value of ['', altered, `${token}A`, token.slice(1), hash, "' OR '1'='1", token.toLowerCase(), '%00']) {
      attempt(`cookie ${value}`, () => withCookie(value).get('/operator/keys'));
    }
    const idToken = (what: string, claims: object, signer?: ReturnType<typeof newSigner>): void =>
      attempt(`ID token: ${what}`, async () => {
        const browser = bySignIn(oidc);
        return await browser.get(await startOidc(browser, { ...claims }, signer as undefined));
      });
    idToken('no role', { groups: ['guests'] });
    idToken('no groups', { groups: undefined });
    idToken('another audience', { aud: 'web' });
    idToken('another issuer', { iss: 'https://evil.example' });
    idToken('another nonce', { nonce: 'x' });
    idToken('no nonce', { nonce: undefined });
    idToken('expired', { exp: 1, iat: 1 });
    idToken('another key', {}, newSigner('first'));
    idToken('no subject', { sub: undefined });
    idToken('a role that is an object', { groups: { it: true } });
    const back = bySignIn(oidc);
    const path = await startOidc(back);
    const pending = new Map(back.cookies);
    const replay = (cookies: ReadonlyMap<string, string>) => async () => {
      const browser = bySignIn(oidc);
      for (const [cookie, value] of cookies) browser.cookies.set(cookie, value);
      return await browser.get(path);
    };
    await back.get(path);
    attempt('OpenID Connect: the same response again', replay(pending));
    attempt('OpenID Connect: without its cookie', replay(new Map()));
    attempt('OpenID Connect: with a forged cookie', replay(new Map([['rfs-operator-sign-in', 'x'.repeat(80)]])));
    attempt('OpenID Connect: in another browser', async () => {
      const browser = bySignIn(oidc);
      await startOidc(browser);
      return await browser.get(path);
    });
    const response = (what: string, ...values: [Partial<TokenFields>, object?]): void =>
      attempt(`SAML: ${what}`, async () => {
        const browser = bySignIn(saml);
        return await browser.post('/operator/signed-in', await startSaml(browser, ...values));
      });
    response('no role', { attributes: group('guests').replace('staff', 'others') });
    response('no attributes', { attributes: '' });
    response('unsolicited', { inResponseTo: undefined, responseInResponseTo: undefined });
    response('another request', { inResponseTo: '_x', responseInResponseTo: '_x' });
    response('another audience', { audience: 'urn:evil' });
    response('another recipient', { recipient: 'https://evil.example/' });
    response('another issuer', { issuer: 'https://evil.example/', responseIssuer: 'https://evil.example/' });
    response('expired', { confirmationNotOnOrAfter: '2020-01-01T00:00:00Z' });
    response('another key', {}, { signer: otherKey });
    response('not signed', {}, { part: 'none' });
    const first = bySignIn(saml);
    const sent = await startSaml(first);
    const samlCookies = new Map(first.cookies);
    await first.post('/operator/signed-in', sent);
    attempt('SAML: the same response again', async () => {
      const browser = bySignIn(saml);
      for (const [cookie, value] of samlCookies) browser.cookies.set(cookie, value);
      return await browser.post('/operator/signed-in', sent);
    });
    attempt('SAML: in another browser', async () => {
      const browser = bySignIn(saml);
      await startSaml(browser);
      return await browser.post('/operator/signed-in', sent);
    });
    const link = await createOperatorLink(harness.service.state, { name: 'once', role: 'admin' });
    await bySignIn(links).post('/operator/link', { token: link });
    const fresh = await createOperatorLink(harness.service.state, { name: 'fresh', role: 'admin' });
    const old = await createOperatorLink(
      { ...harness.service.state, now: () => harness.now() - 600_001 },
      { name: 'old', role: 'admin' },
    );
    for (const value of [
      link,
      old,
      `${fresh.slice(0, -2)}__`,
      '',
      harness.service.state.seals.seal('client-encrypted-password', '', '{}'),
    ]) {
      attempt(`link ${value.slice(0, 8)}`, () => bySignIn(links).post('/operator/link', { token: value }));
    }
    attempt('link through a proxy', () =>
      bySignIn(links).post('/operator/link', { token: fresh }, { 'X-Forwarded-For': '192.0.2.1' }),
    );
    attempt('link from another site', () =>
      bySignIn(links).post('/operator/link', { token: fresh }, { Origin: 'https://evil.example' }),
    );
    attempt('link where a provider is set', () => bySignIn(oidc).post('/operator/link', { token: fresh }));
    const revoked = await byLink('admin', 'revoked');
    await revokeOperatorSessions(harness.service.state, 'revoked');
    attempt('a revoked session', () => revoked.get('/operator/keys'));

    const before = await sessions();
    const accepted: string[] = [];
    for (const [what, run] of attempts) {
      const { status, text } = await run();
      if (/<caption>|rel="next"|<dl>|"action":|id,at,actor|role="status"|Signed in as/.test(text) || status === 303) {
        accepted.push(`${what}: ${status}`);
      }
    }
    expect(accepted).toEqual([]);
    expect(attempts.length).toBeGreaterThanOrEqual(100);
    expect(await sessions()).toBe(before);
    const left = await harness.service.state.db
      .selectFrom('folder_keys')
      .selectAll()
      .where('name', '=', name)
      .execute();
    expect(left).toMatchObject([{ revoked_at: null }]);
    // The same request is accepted when nothing about it is forged.
    expect(await admin.post(revoke, form(csrf))).toMatchObject({
      status: 200,
      text: expect.stringContaining('Revoked 1'),
    });
  });

  /** A request whose headers `fetch` would not send. */
  async function raw(method: string, path: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
    const { promise, resolve, reject } = withResolvers<Answer>();
    const { port } = new URL(urlOf(links));
    const sent = request({ port, path, method, headers: { Origin: urlOf(links), ...headers } }, (response) => {
      let text = '';
      response.on('data', (piece) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, location: null }));
    });
    sent.on('error', reject).end();
    return await promise;
  }
});

function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((settle, fail) => {
    [resolve, reject] = [settle, fail];
  });
  return { promise, resolve, reject };
}
