import { type ClientOptions, memoryTransport } from '@soapwright/runtime/client';
import { anyOf, basic, bearer, digest } from '@soapwright/runtime/client/authentication';
import { EverythingClient } from '../golden/everything/expected/client.ts';
import { same } from './assert.ts';
import type { Case } from './case.ts';

const pong =
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><Pong xmlns="urn:everything/">42</Pong></soap:Body></soap:Envelope>';

/** The headers Authorization of two calls to a service that answers the first request with challenges. */
async function sent(
  authentication: ClientOptions['authentication'],
  challenges: readonly string[],
): Promise<readonly (string | null)[]> {
  const seen: (string | null)[] = [];
  const transport = memoryTransport({
    fetch(request: Request): Response {
      if (seen.push(request.headers.get('authorization')) > 1 || challenges.length === 0) {
        return new Response(pong, { headers: { 'Content-Type': 'text/xml; charset=utf-8' } });
      }
      const headers = challenges.map((challenge): [string, string] => ['WWW-Authenticate', challenge]);
      return new Response('', { status: 401, headers });
    },
  });
  const client = new EverythingClient({ address: 'https://service.example/soap?a=1', authentication, transport });
  for (let call = 0; call < 2; call++) same(await client.Ping('ä'), 42);
  return seen;
}

/** User and password of RFC 7616, 3.9.2. */
const jason = ['Jäsøn Doe', 'Secret, or not?'] as const;
const challenge = 'Digest realm="api@example.org", nonce="n0", qop="auth", charset=UTF-8';
const answer = (user: string, algorithm: string, response: string, more = ''): string =>
  `Digest ${user}, realm="api@example.org", uri="/soap?a=1", algorithm=${algorithm}, nonce="n0", nc=00000001, ` +
  `cnonce="c0", qop=auth, response="${response}"${more}`;

const cases: Record<string, () => Promise<void>> = {
  async 'Digest with MD5'() {
    const headers = await sent(digest(...jason, { cnonce: () => 'c0' }), [`${challenge}, algorithm=MD5`]);
    const user = "username*=UTF-8''J%C3%A4s%C3%B8n%20Doe";
    same(headers.slice(0, 2), [null, answer(user, 'MD5', 'fad203c1c3a736e7eba9e8f336196a4d')]);
    same(/nc=00000002/.test(headers[2] ?? ''), true);
  },
  async 'Digest with SHA-256 and a hashed user'() {
    const scheme = anyOf(basic('a', 'b'), digest(...jason, { cnonce: () => 'c0' }));
    const headers = await sent(scheme, [`${challenge}, algorithm=SHA-256, userhash=true`]);
    const user = 'username="5a1a8a47df5c298551b9b42ba9b05835174a5bd7d511ff7fe9191d8e946fc4e7"';
    const response = '6d66a1eb89dac9c10e2e1cb455041fb535a5f1f8ea1b1a03939ffb00831c73d3';
    same(headers.slice(0, 2), [null, answer(user, 'SHA-256', response, ', userhash=true')]);
  },
  async 'Basic and a bearer token'() {
    same(await sent(basic('test', '123£'), []), Array(2).fill('Basic dGVzdDoxMjPCow=='));
    same(
      await sent(
        bearer(async () => 't'),
        [],
      ),
      ['Bearer t', 'Bearer t'],
    );
  },
};

export const signInCases: readonly Case[] = Object.entries(cases).map(([name, run]) => ({ name, run }));
