import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { generate } from 'selfsigned';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../../test/support/free-ports.js';
import {
  discoveryDocument,
  type FakeOidcProvider,
  sendJson,
  startFakeOidcProvider,
} from '../../../../test/support/service/fake-oidc-provider.ts';
import { type Harness, startHarness } from '../../../../test/support/service/harness.ts';
import { defaultGuessLimits } from '../../domain/guess-guard.ts';
import { saveProvider } from '../../storage/identity-providers.ts';

const late = 'The identity provider did not respond in time. Try again later.';
const unavailable = 'The identity provider cannot be reached, or its response is not valid. Try again later.';
const discovery = '/.well-known/openid-configuration';
/** Milliseconds that a provider is waited for where it is late. */
const deadline = 250;
/** The same where it responds, however busy the machine is. */
const patience = 20_000;

describe('ExternalOAuthAccountLogin: failures of the provider', () => {
  let harness: Harness;
  let fake: FakeOidcProvider;
  const startService = async (provider: number): Promise<void> => {
    harness = await startHarness({ signInTimes: { provider } });
    await saveProvider(harness.service.state.db, harness.service.state.seals, 1001, fake.provider);
  };
  const restartImpatient = async (): Promise<void> => {
    await harness.close();
    await startService(deadline);
  };
  beforeEach(async () => {
    fake = await startFakeOidcProvider(await freePort());
    await startService(patience);
    fake.give(fake.idToken());
  });
  afterEach(async () => {
    await harness.close();
    await fake.close();
  });

  const login = async (ExternalOAuthCode = 'bare-code', options: { signal?: AbortSignal } = {}) => {
    const request = { APIKey: 'key-for-all', EmailAddress: 'anna@demo.example', ApplicationType: 1, ExternalOAuthCode };
    return (await harness.client.ExternalOAuthAccountLogin(request, options)).ErrorMessage;
  };
  const begin = () => harness.client.SSOLoginWebURL({ APIKey: 'key-for-all', EmailAddress: 'anna@demo.example' });
  const reason = () => JSON.parse(harness.log.findLast((line) => line.includes('"refused"')) ?? '{}').reason;
  const discoveries = () => fake.asked.filter(({ path }) => path === discovery).length;
  /** Whether a response arrived soon after the deadline, and the response. */
  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const answer = await work();
    expect(performance.now() - start).toBeGreaterThanOrEqual(deadline - 20);
    expect(performance.now() - start).toBeLessThan(patience / 2);
    return answer;
  };

  it.each([discovery, '/token', '/jwks'])('%s never responds: a clear message within the deadline', async (path) => {
    await restartImpatient();
    fake.answers.set(path, () => undefined);
    expect(await timed(() => login())).toBe(late);
    expect(reason()).toBe(`provider late: no response within ${deadline} ms`);
  });

  it('SSOLoginWebURL: discovery never responds: a clear message within the deadline', async () => {
    await restartImpatient();
    fake.answers.set(discovery, () => undefined);
    expect(await timed(async () => (await begin()).ErrorMessage)).toBe(late);
  });

  it.each([discovery, '/token', '/jwks'])('%s trickles: the deadline includes the complete response', async (path) => {
    await restartImpatient();
    fake.answers.set(path, (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    expect(await timed(() => login())).toBe(late);
  });

  it.each<[string, string, (response: ServerResponse) => void, string]>([
    [
      'answers without end',
      '/token',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const more = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.on('drain', more);
        more();
      },
      'too-large: ISSUER sent more than 1048576 bytes',
    ],
    [
      'answers HTML',
      '/token',
      (response) => response.writeHead(200).end('<html>'),
      'malformed: ISSUER responded with 200 and something other than JSON',
    ],
    [
      'answers nothing',
      '/token',
      (response) => response.writeHead(204).end(),
      'malformed: ISSUER responded with 204 and something other than JSON',
    ],
    [
      'answers a list',
      '/jwks',
      (response) => response.end('[]'),
      'malformed: ISSUER responded with 200 and something other than JSON',
    ],
    [
      'fails',
      '/token',
      (response) => sendJson(response, 500, { error: 'server_error' }),
      'failing: ISSUER responded with 500',
    ],
    ['is overrun', '/token', (response) => sendJson(response, 429, {}), 'failing: ISSUER responded with 429'],
    [
      'says that it cannot',
      '/token',
      (response) => sendJson(response, 400, { error: 'temporarily_unavailable' }),
      'failing: it responded with a server error',
    ],
    [
      'has no keys',
      '/jwks',
      (response) => sendJson(response, 404, {}),
      'malformed: its response led to OAUTH_RESPONSE_IS_NOT_CONFORM',
    ],
    [
      'forbids it',
      '/token',
      (response) => sendJson(response, 403, { message: 'secret' }),
      'malformed: its response led to OAUTH_RESPONSE_IS_NOT_CONFORM',
    ],
    [
      'does not know us',
      '/token',
      (response) => sendJson(response, 401, { error: 'invalid_client' }),
      'client-refused: it responded with invalid_client',
    ],
    ['hangs up', '/token', (response) => response.destroy(), 'unreachable: ISSUER: UND_ERR_SOCKET'],
    [
      'hangs up half-way',
      '/jwks',
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{');
        setTimeout(() => response.destroy(), 20);
      },
      'unreachable: ISSUER: UND_ERR_SOCKET',
    ],
    [
      'redirects',
      '/token',
      (response) => response.writeHead(307, { location: 'https://attacker.example/' }).end(),
      'malformed: ISSUER responded with a redirect',
    ],
    [
      'has keys that are none',
      '/jwks',
      (response) => sendJson(response, 200, { keys: [{ kty: 'EC', kid: 'first', crv: 'P-256', key_ops: 7 }] }),
      'malformed: its response led to a TypeError',
    ],
  ])('a provider that %s is not a sender fault', async (_, path, answer, why) => {
    fake.answers.set(path, answer);
    expect(await login()).toBe(unavailable);
    expect(reason()).toBe(`provider ${why.replaceAll('ISSUER', fake.issuer)}`);
  });

  it('connection refused: a clear message; available again: used within two seconds', async () => {
    const port = Number(new URL(fake.issuer).port);
    const idToken = fake.idToken();
    await fake.close();
    expect(await login()).toBe(unavailable);
    expect((await begin()).ErrorMessage).toBe(unavailable);
    expect(reason()).toBe(`provider unreachable: ${fake.issuer}: ECONNREFUSED`);
    fake = await startFakeOidcProvider(port);
    fake.give(idToken);
    harness.pass(2000);
    expect((await begin()).ErrorMessage).toBe('');
  });

  it.each<[string, Record<string, unknown>]>([
    ['another issuer', { issuer: 'https://attacker.example' }],
    ['no issuer', { issuer: undefined }],
    ['no token endpoint', { token_endpoint: undefined }],
    ['a token endpoint by plain http', { token_endpoint: 'http://login.example/token' }],
    ['keys in a file', { jwks_uri: 'file:///etc/passwd' }],
    ['an authorization endpoint that is a script', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('a discovery document with %s is rejected', async (_, changed) => {
    fake.answers.set(discovery, { ...discoveryDocument(fake.issuer), ...changed });
    expect(await login()).toBe(unavailable);
    expect(await begin()).toMatchObject({ ErrorMessage: unavailable, LoginURL: undefined });
    expect(fake.asked.map(({ path }) => path)).toEqual([discovery]);
  });

  it('an https provider with an untrusted certificate gets no request', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });
    let asked = 0;
    const server = createServer({ key, cert }, (_, response) => {
      asked += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const issuer = `https://localhost:${typeof address === 'object' ? address?.port : ''}`;
    try {
      const { db, seals } = harness.service.state;
      await saveProvider(db, seals, 1001, { ...fake.provider, issuer });
      expect(await login()).toBe(unavailable);
      expect(reason()).toBe(`provider unreachable: ${issuer}: DEPTH_ZERO_SELF_SIGNED_CERT`);
      expect(asked).toBe(0);
    } finally {
      server.close();
    }
  });

  it('one discovery serves concurrent callers, and those of the next hour', async () => {
    const responses = await Promise.all(Array.from({ length: 30 }, begin));
    expect(responses.every(({ ErrorMessage }) => ErrorMessage === '')).toBe(true);
    expect(discoveries()).toBe(1);
    harness.pass(3_599_000);
    await begin();
    expect(discoveries()).toBe(1);
    harness.pass(1000);
    await begin();
    expect(discoveries()).toBe(2);
  });

  it('a failed discovery also serves concurrent callers, but only for two seconds', async () => {
    const right = fake.answers.get(discovery) ?? {};
    fake.answers.set(discovery, (response) => sendJson(response, 503, {}));
    for (let i = 0; i < 5; i += 1) expect((await begin()).ErrorMessage).toBe(unavailable);
    expect(discoveries()).toBe(1);
    fake.answers.set(discovery, right);
    harness.pass(2000);
    expect((await begin()).ErrorMessage).toBe('');
  });

  it('a failed discovery uses up no state and is not a guess', async () => {
    const guarded = await startHarness({
      signInTimes: { provider: patience },
      guessLimits: { ...defaultGuessLimits, account: { failures: 1, within: 900 } },
    });
    try {
      const { db, seals } = guarded.service.state;
      await saveProvider(db, seals, 1001, fake.provider);
      const { LoginURL = '' } = await guarded.client.SSOLoginWebURL({
        APIKey: 'key-for-all',
        EmailAddress: 'anna@demo.example',
      });
      const { state = '', nonce } = Object.fromEntries(new URL(LoginURL).searchParams);
      const ask = async () =>
        (
          await guarded.client.ExternalOAuthAccountLogin({
            APIKey: 'key-for-all',
            EmailAddress: 'anna@demo.example',
            ApplicationType: 1,
            ExternalOAuthCode: `code=c&state=${state}`,
          })
        ).ErrorMessage;
      guarded.pass(3_600_000);
      await db
        .updateTable('pending_sign_ins')
        .set({ expires_at: guarded.now() + 60_000 })
        .execute();
      const right = fake.answers.get(discovery) ?? {};
      fake.answers.set(discovery, (response) => sendJson(response, 503, {}));
      expect(await ask()).toBe(unavailable);
      fake.answers.set(discovery, right);
      guarded.pass(2000);
      const at = Math.floor(guarded.now() / 1000);
      fake.give(fake.idToken({ nonce, iat: at, exp: at + 60 }));
      expect(await ask()).toBe('');
      expect(await db.selectFrom('guesses').selectAll().where('failures', '>', 0).execute()).toEqual([]);
    } finally {
      await guarded.close();
    }
  });

  it('a caller queued behind possible wrong codes of its address waits no longer either', async () => {
    const guarded = await startHarness({
      signInTimes: { provider: deadline },
      guessLimits: { ...defaultGuessLimits, account: { failures: 2, within: 900 } },
    });
    try {
      const { db, seals } = guarded.service.state;
      await saveProvider(db, seals, 1001, fake.provider);
      fake.answers.set('/token', () => undefined);
      const request = { APIKey: 'key-for-all', EmailAddress: 'anna@demo.example', ApplicationType: 1 };
      const responses = await timed(() =>
        Promise.all(
          Array.from({ length: 8 }, () =>
            guarded.client.ExternalOAuthAccountLogin({ ...request, ExternalOAuthCode: 'bare-code' }),
          ),
        ),
      );
      expect(new Set(responses.map(({ ErrorMessage }) => ErrorMessage))).toEqual(new Set([late]));
      // Two at a time, and only those whose own time is not over.
      expect(fake.asked.filter(({ path }) => path === '/token').length).toBeLessThan(8);
    } finally {
      await guarded.close();
    }
  });

  it('a slow provider delays no other caller from the same address', async () => {
    const guarded = await startHarness({
      signInTimes: { provider: 5000 },
      guessLimits: { ...defaultGuessLimits, address: { failures: 3, within: 900 } },
    });
    try {
      const { db, seals } = guarded.service.state;
      await saveProvider(db, seals, 1001, fake.provider);
      const waiting: ServerResponse[] = [];
      fake.answers.set('/token', (response) => waiting.push(response));
      const signIns = Array.from({ length: 10 }, (_, i) => {
        const request = { APIKey: 'key-for-all', EmailAddress: `user${i}@demo.example`, ApplicationType: 1 };
        return guarded.client.ExternalOAuthAccountLogin({ ...request, ExternalOAuthCode: 'bare-code' });
      });
      await expect.poll(() => waiting.length).toBe(10);
      const lookUp = () => guarded.client.GetAPIURL({ APIKey: 'key-for-all', ClientId: 1001 });
      expect((await lookUp()).ErrorMessage).toBe('');
      // What they turn out to be still counts for the address.
      for (const response of waiting) sendJson(response, 400, { error: 'invalid_grant' });
      await Promise.all(signIns);
      expect((await lookUp()).ErrorMessage).toMatch(/^Too many wrong attempts/);
    } finally {
      await guarded.close();
    }
  });

  it('when the caller disconnects, the request to the provider is cancelled, and no session begins', async () => {
    const gone = new AbortController();
    let closed: () => void = () => undefined;
    const hungUp = new Promise<void>((resolve) => {
      closed = resolve;
    });
    fake.answers.set('/token', (response) => {
      response.on('close', closed);
      gone.abort();
    });
    const start = performance.now();
    await login('bare-code', { signal: gone.signal }).catch(() => undefined);
    await hungUp;
    expect(performance.now() - start).toBeLessThan(patience);
    expect(await harness.service.state.db.selectFrom('session_tokens').selectAll().execute()).toEqual([]);
  });

  it('Common: the response of a provider is not in the log', async () => {
    fake.answers.set('/token', (response) =>
      sendJson(response, 400, { error: 'invalid_grant', error_description: 'secret description' }),
    );
    expect(await login('secret-code')).toBe('The sign-in was not accepted.');
    fake.answers.set('/token', (response) => response.writeHead(200).end('secret text'));
    expect(await login('secret-code')).toBe(unavailable);
    expect(harness.log.join('')).not.toMatch(/secret|@/);
  });
});
