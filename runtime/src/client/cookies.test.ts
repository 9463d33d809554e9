import { describe, expect, it } from 'vitest';
import { GetClientID, validResponse } from '../../../test/support/runtime/sample-binding.ts';
import { address, clientOf, soapResponse } from '../../../test/support/runtime/test-client.ts';
import { headerValues } from './header-values.ts';
import { MemoryCookieJar } from './memory-cookie-jar.ts';
import type { ClientOptions, CookieJar } from './options.ts';

/** A client whose service sets cookies, and the Cookie headers that it has sent. */
function setting(lines: readonly string[], options: Omit<ClientOptions, 'transport'>) {
  const sent: (readonly string[])[] = [];
  const client = clientOf((request) => {
    sent.push(headerValues(request.headers, 'cookie'));
    const { status, headers, body } = soapResponse('1.1', validResponse);
    return { status, headers: [...headers, ...lines.flatMap((line) => ['Set-Cookie', line])], body };
  }, options);
  return { client, sent };
}

describe('the option cookies', () => {
  const lines = ['session=a1; Path=/; HttpOnly', 'node=7'];

  it("'keep' sends all cookies of a client's responses again, after those of a call", async () => {
    const { client, sent } = setting(lines, { cookies: 'keep' });
    await client.call(GetClientID, {});
    await client.call(GetClientID, {});
    await client.call(GetClientID, {}, { headers: { Cookie: 'own=1' } });
    expect(sent).toEqual([[], ['node=7; session=a1'], ['own=1; node=7; session=a1']]);
    const other = setting([], { cookies: 'keep' });
    await other.client.call(GetClientID, {});
    expect(other.sent).toEqual([[]]);
  });

  it('takes a jar with the interface of tough-cookie, whose refusals do not matter', async () => {
    const seen: string[][] = [];
    const jar: CookieJar = {
      getCookieString: async (url) => (url === address ? 'a=b' : ''),
      setCookie: async (line, url) => {
        seen.push([line, url]);
        throw new Error('another domain');
      },
    };
    const { client, sent } = setting(lines, { cookies: jar });
    await client.call(GetClientID, {});
    expect(sent).toEqual([['a=b']]);
    expect(seen).toEqual(lines.map((line) => [line, address]));
  });

  it('without it no cookie is sent, and httpHeaders has every Set-Cookie', async () => {
    const { client, sent } = setting(lines, {});
    let seen: readonly string[] = [];
    await client.call(GetClientID, {}, { onResponse: (response) => (seen = response.httpHeaders('set-cookie')) });
    await client.call(GetClientID, {});
    expect([sent, seen]).toEqual([[[], []], lines]);
  });
});

describe('the jar in memory', () => {
  async function after(lines: readonly string[], set: string, asked: string): Promise<string> {
    const jar = new MemoryCookieJar();
    for (const line of lines) await jar.setCookie(line, set);
    return jar.getCookieString(asked);
  }

  it.each([
    [['a=1'], 'http://x.example/p/s', 'http://x.example/p/t', 'a=1'],
    [['a=1'], 'http://x.example/p/s', 'http://x.example/q', ''],
    [['a=1; Path=/'], 'http://x.example/p/s', 'http://other.example/', ''],
    [['a=1; Path=/; Domain=.x.example'], 'http://in.x.example/', 'http://out.x.example/', 'a=1'],
    [['a=1; Path=/; Domain=example'], 'http://x.example/', 'http://y.example/', ''],
    [['a=1; Path=/; Domain=bank.example'], 'http://x.example/', 'http://bank.example/', ''],
    [['a=1; Path=/; Domain=0.0.1'], 'http://127.0.0.1/', 'http://1.0.0.1/', ''],
    [['a=1; Secure'], 'https://x.example/', 'https://x.example/', 'a=1'],
    [['a=1; Secure'], 'https://x.example/', 'http://x.example/', ''],
    [['a=1; Secure'], 'http://x.example/', 'https://x.example/', ''],
    [['a=1', 'a=2'], 'http://x.example/', 'http://x.example/', 'a=2'],
    [['a=1', 'a=; Max-Age=0'], 'http://x.example/', 'http://x.example/', ''],
    [['a=1', 'a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], 'http://x.example/', 'http://x.example/', ''],
    [['a=1\r\nX: y', '=1', 'a', 'b b=1'], 'http://x.example/', 'http://x.example/', ''],
    [[`a=${'x'.repeat(5000)}`], 'http://x.example/', 'http://x.example/', ''],
  ])('%j of %s for %s', async (lines, set, asked, expected) => {
    expect(await after(lines, set, asked)).toBe(expected);
  });

  it('holds 100 cookies at most', async () => {
    const lines = Array.from({ length: 150 }, (_, index) => `c${index}=1`);
    const sent = (await after(lines, 'http://x.example/', 'http://x.example/')).split('; ');
    expect([sent.length, sent[0]]).toEqual([100, 'c50=1']);
  });
});
