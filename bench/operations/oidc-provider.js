// An OpenID Connect provider that redeems any code: the part of a code before `~` is the e-mail address.
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** @returns {Promise<{ issuer: string, close(): void }>} */
export async function startOidcProvider() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'first', use: 'sig', alg: 'ES256' };
  let issuer = '';

  const idToken = (email) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: 'desktop', sub: email, email, email_verified: true, iat: now, exp: now + 300 };
    const data = `${part({ alg: 'ES256', kid: 'first', typ: 'JWT' })}.${part(claims)}`;
    const signature = sign('sha256', Buffer.from(data), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${data}.${signature.toString('base64url')}`;
  };
  const responses = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['ES256'],
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
    }),
    '/jwks': () => ({ keys: [jwk] }),
    '/token': (form) => ({
      access_token: 'access',
      token_type: 'Bearer',
      expires_in: 300,
      id_token: idToken(form.get('code').split('~')[0]),
    }),
  };
  const server = createServer(async (request, response) => {
    const body = responses[request.url](new URLSearchParams(await text(request)));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${server.address().port}`;
  return { issuer, close: () => server.close() };
}
