import { describe, expect, it } from 'vitest';
import { GetClientID, validResponse } from '../../../../test/support/runtime/sample-binding.ts';
import { clientOf, response, soapResponse } from '../../../../test/support/runtime/test-client.ts';
import { findHeader } from '../http-headers.ts';
import type { ClientOptions } from '../options.ts';
import { anyOf, basic, bearer, digest } from './index.ts';
import { ntlm } from './node/index.ts';

const address = 'https://files.example/v2/fileservice.asmx';

/** A client whose service answers with the headers of challenges in turn, undefined for a result. */
function challenged(
  answers: readonly (readonly string[] | undefined)[],
  authentication: ClientOptions['authentication'],
  options: Omit<ClientOptions, 'transport'> = {},
) {
  const sent: (string | undefined)[] = [];
  const client = clientOf(
    (request) => {
      const challenges = answers[Math.min(sent.push(findHeader(request.headers, 'authorization')), answers.length) - 1];
      if (challenges === undefined) return soapResponse('1.1', validResponse);
      const refused = response(401, {}, '');
      return { ...refused, headers: challenges.flatMap((each) => ['WWW-Authenticate', each]) };
    },
    { address, authentication, ...options },
  );
  return { sent, call: () => client.call(GetClientID, {}) };
}

const refusedWith = (code: string) =>
  expect.objectContaining({ name: 'ClientError', code, remedy: expect.any(String) });
const nonce = 'nonce="abc"';

describe('Basic', () => {
  it('is sent with the first request, in UTF-8 (RFC 7617, 2.1)', async () => {
    const { sent, call } = challenged([undefined], basic('test', '123£'));
    await call();
    expect(sent).toEqual(['Basic dGVzdDoxMjPCow==']);
  });

  it('is not sent again after it was refused', async () => {
    const { sent, call } = challenged([['Basic realm="x"']], basic('Aladdin', 'open sesame'));
    await expect(call()).rejects.toMatchObject({ code: 'unauthorized', challenges: [{ scheme: 'Basic' }] });
    expect(sent).toEqual(['Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==']);
  });

  it('with a realm waits for its challenge, and refuses another one', async () => {
    const right = challenged([['Basic realm="ours"'], undefined], basic('a', 'b', { realm: 'ours' }));
    await right.call();
    expect(right.sent).toEqual([undefined, 'Basic YTpi']);
    const other = challenged([['Basic realm="theirs"']], basic('a', 'b', { realm: 'ours' }));
    await expect(other.call()).rejects.toEqual(refusedWith('foreign-realm'));
    expect(other.sent).toEqual([undefined]);
  });

  it.each([
    ['a user with a colon', () => basic('a:b', 'c')],
    ['control characters', () => basic('a', 'b\n')],
    ['no password', () => basic('a', undefined as never)],
    ['no scheme', () => anyOf()],
    ['a scheme twice', () => anyOf(basic('a', 'b'), basic('c', 'd'))],
    ['a token with spaces', () => bearer('a b')],
    ['a domain in the user', () => ntlm({ user: 'CORP\\anna', password: 'p' })],
  ])('%s is an invalid option', (_, make) => {
    expect(make).toThrowError(expect.objectContaining({ code: 'invalid-options' }));
  });
});

describe('a bearer token', () => {
  it('is asked for once, and once more after a 401, by all calls together', async () => {
    let asked = 0;
    const valid = new Set(['Bearer t1']);
    const sent: (string | undefined)[] = [];
    const client = clientOf(
      (request) => {
        const token = findHeader(request.headers, 'authorization');
        sent.push(token);
        if (valid.has(token ?? '')) return soapResponse('1.1', validResponse);
        return response(401, { 'WWW-Authenticate': 'Bearer error="invalid_token"' }, '');
      },
      { address, authentication: bearer(async () => `t${++asked}`) },
    );
    await Promise.all([client.call(GetClientID, {}), client.call(GetClientID, {})]);
    valid.clear();
    valid.add('Bearer t2');
    await Promise.all([client.call(GetClientID, {}), client.call(GetClientID, {})]);
    expect(asked).toBe(2);
    valid.clear();
    await expect(client.call(GetClientID, {})).rejects.toMatchObject({ code: 'unauthorized' });
    expect(asked).toBe(3);
    expect(sent.at(-1)).toBe('Bearer t3');
  });

  it('is tried by an empty request before a large one', async () => {
    const sent: unknown[] = [];
    const client = clientOf(
      (request) => {
        sent.push([
          findHeader(request.headers, 'authorization'),
          findHeader(request.headers, 'content-length') !== '0',
        ]);
        return sent.length === 1
          ? response(401, { 'WWW-Authenticate': 'Bearer' }, '')
          : soapResponse('1.1', validResponse);
      },
      { address, authentication: bearer(async () => `t${sent.length}`) },
    );
    await client.call(GetClientID, { APIKey: 'x'.repeat(100_000) });
    expect(sent).toEqual([
      ['Bearer t0', false],
      ['Bearer t1', true],
    ]);
  });

  it('that cannot be had is an error without its text, and nothing is sent', async () => {
    const { sent, call } = challenged(
      [undefined],
      bearer(() => Promise.reject(new Error('secret=7'))),
    );
    const error = await call().catch((thrown: unknown) => thrown);
    expect(error).toEqual(refusedWith('no-credentials'));
    expect(String(error)).not.toContain('secret');
    expect(sent).toEqual([]);
  });
});

describe('the choice of a scheme', () => {
  it('takes the strongest one that is offered and configured', async () => {
    const { sent, call } = challenged(
      [['Negotiate', 'Basic realm="x"', `Digest realm="x", ${nonce}, qop="auth"`], undefined],
      anyOf(basic('a', 'b'), digest('a', 'b')),
    );
    await call();
    await call();
    expect(sent.map((value) => value?.split(' ')[0])).toEqual([undefined, 'Digest', 'Digest']);
  });

  it('is Basic only where it was configured', async () => {
    const { sent, call } = challenged([['Basic realm="x"']], digest('a', 'b'));
    await expect(call()).rejects.toEqual(refusedWith('scheme-not-offered'));
    expect(sent).toEqual([undefined]);
  });

  it('never goes down after a stronger one', async () => {
    const { sent, call } = challenged(
      [[`Digest realm="x", ${nonce}, qop="auth"`, 'Basic realm="x"'], undefined, ['Basic realm="x"']],
      anyOf(basic('a', 'b'), digest('a', 'b')),
    );
    await call();
    await expect(call()).rejects.toEqual(refusedWith('weaker-scheme'));
    expect(sent.filter((value) => value?.startsWith('Basic'))).toEqual([]);
  });

  it.each<[string, string, readonly string[]]>([
    [
      'MD5 after SHA-256',
      `Digest realm="x", ${nonce}, qop="auth", algorithm=SHA-256`,
      [`Digest realm="x", nonce="d", qop="auth", stale=true`],
    ],
    ['no qop after qop', `Digest realm="x", ${nonce}, qop="auth"`, ['Digest realm="x", nonce="d", stale=true']],
  ])('refuses %s', async (_, first, then) => {
    const { call } = challenged([[first], undefined, then], digest('a', 'b'));
    await call();
    await expect(call()).rejects.toEqual(refusedWith('weaker-scheme'));
  });

  it('takes SHA-256 where MD5 is offered too, and no MD5 below the minimum', async () => {
    const both = [`Digest realm="x", ${nonce}, algorithm=MD5`, `Digest realm="x", ${nonce}, algorithm=SHA-256`];
    const { sent, call } = challenged([both, undefined], digest('a', 'b'));
    await call();
    expect(sent[1]).toContain('algorithm=SHA-256');
    const refused = challenged([[`Digest realm="x", ${nonce}`]], digest('a', 'b', { minimum: 'SHA-256' }));
    await expect(refused.call()).rejects.toEqual(refusedWith('weaker-scheme'));
    const without = challenged([[`Digest realm="x", ${nonce}, qop="auth"`]], digest('a', 'b', { integrity: true }));
    await expect(without.call()).rejects.toEqual(refusedWith('weaker-scheme'));
  });
});

describe('a nonce', () => {
  const stale = (value: string): string => `Digest realm="x", nonce="${value}", qop="auth", stale=true`;

  it('that is stale is replaced once', async () => {
    const first = `Digest realm="x", ${nonce}, qop="auth"`;
    const { sent, call } = challenged([[first], undefined, [stale('n2')], undefined], digest('a', 'b'));
    await call();
    await call();
    expect(
      sent.map((value) =>
        /nonce="(\w+)".*nc=(\d+)/
          .exec(value ?? '')
          ?.slice(1)
          .join(),
      ),
    ).toEqual([undefined, 'abc,00000001', 'abc,00000002', 'n2,00000001']);
  });

  it('that is stale again and again is refused', async () => {
    const { sent, call } = challenged(
      [['Digest realm="x", nonce="n0", qop="auth"'], [stale('n1')], [stale('n2')]],
      digest('a', 'b'),
    );
    await expect(call()).rejects.toEqual(refusedWith('nonce-refused'));
    expect(sent).toHaveLength(3);
  });

  it('that is sent again after it was stale is refused', async () => {
    const { call } = challenged([['Digest realm="x", nonce="n0", qop="auth"'], [stale('n0')]], digest('a', 'b'));
    await expect(call()).rejects.toEqual(refusedWith('nonce-refused'));
  });

  it.each([
    'Digest realm="x"',
    'Digest nonce="a"',
    'Digest realm="x", nonce="a", algorithm=SHA-512',
    'Digest realm="x", nonce="a", qop="auth-conf"',
    'Digest',
  ])('of a challenge that cannot be read is refused: %s', async (challenge) => {
    const { sent, call } = challenged([[challenge]], digest('a', 'b'));
    await expect(call()).rejects.toEqual(refusedWith('bad-challenge'));
    expect(sent).toHaveLength(1);
  });
});

describe('an address', () => {
  it.each([basic('a', 'b'), bearer('t'), digest('a', 'b'), anyOf(basic('a', 'b'), digest('a', 'b'))])(
    'of http receives no credentials',
    async (authentication) => {
      const challenges = ['Basic realm="x"', `Digest realm="x", ${nonce}`];
      const { sent, call } = challenged([challenges], authentication, { address: 'http://files.example/a' });
      await expect(call()).rejects.toEqual(refusedWith('insecure-address'));
      expect(sent.filter((value) => value !== undefined)).toEqual([]);
    },
  );

  it('of http receives them if that is allowed, or on the same machine', async () => {
    const allowed = challenged([undefined], basic('a', 'b', { allowHttp: true }), { address: 'http://files.example/' });
    await allowed.call();
    for (const own of ['http://localhost:1/', 'http://127.0.0.1/', 'http://[::1]:8/', 'http://a.localhost/']) {
      const { sent, call } = challenged([undefined], basic('a', 'b'), { address: own });
      await call();
      expect(sent).toHaveLength(1);
    }
    const other = challenged([undefined], basic('a', 'b'), { address: 'http://localhost.example/' });
    await expect(other.call()).rejects.toEqual(refusedWith('insecure-address'));
  });

  it('of another origin receives none, and nothing else', async () => {
    const { sent, call } = challenged([undefined], basic('a', 'b'), {
      interceptors: [(next) => (each) => next({ ...each, address: 'https://other.example/v2/' })],
    });
    await expect(call()).rejects.toEqual(refusedWith('foreign-origin'));
    expect(sent).toEqual([]);
  });

  it('that a redirect names receives none', async () => {
    const called: string[] = [];
    const client = clientOf(
      (request) => {
        called.push(request.url);
        return response(307, { Location: 'https://other.example/' }, '');
      },
      { address, authentication: basic('a', 'b') },
    );
    await expect(client.call(GetClientID, {})).rejects.toEqual(refusedWith('redirected'));
    expect(called).toEqual([address]);
  });

  it('with a header Authorization of the call is left alone', async () => {
    const { sent, call } = challenged([undefined], digest('a', 'b'), { headers: { Authorization: 'Own x' } });
    await call();
    expect(sent).toEqual(['Own x']);
  });
});
