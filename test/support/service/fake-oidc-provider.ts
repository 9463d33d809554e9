import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OidcClient, OidcProvider } from '../../../service/src/storage/identity-providers.ts';

/** A response of the fake: a JSON value, a status with one, or a function that writes the response. */
type Answer = object | ((response: ServerResponse, body: URLSearchParams) => void);

/** A fake provider, whose responses each test configures. */
export interface FakeOidcProvider {
  readonly issuer: string;
  readonly provider: OidcProvider;
  readonly client: OidcClient;
  /** By path. To begin with all of them are right, but for `/token`, which is for each test to set. */
  readonly answers: Map<string, Answer>;
  /** Requests in order. */
  readonly asked: { readonly path: string; readonly body: URLSearchParams }[];
  /** A valid ID token with the given claims changed; undefined ones are left out. */
  idToken(claims?: Readonly<Record<string, unknown>>, signer?: Signer): string;
  /** Configures `/token` to respond with an ID token. */
  give(idToken: string): void;
  close(): Promise<void>;
}

/** How an ID token is signed. */
export interface Signer {
  readonly header: Readonly<Record<string, unknown>>;
  readonly sign: (data: Buffer) => Buffer;
}

/** A key pair, with the public half as a provider publishes it. */
export function newSigner(kid: string): Signer & { readonly jwk: object; readonly privateKey: KeyObject } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    header: { alg: 'ES256', kid, typ: 'JWT' },
    sign: (data) => sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'ES256' },
    privateKey,
  };
}

/** A JWT in compact form. */
export function jwt(header: object, claims: object, signature: (data: Buffer) => Buffer): string {
  const data = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${data}.${signature(Buffer.from(data)).toString('base64url')}`;
}

/** @param port 0: any that is free. */
export async function startFakeOidcProvider(port = 0): Promise<FakeOidcProvider> {
  const asked: { path: string; body: URLSearchParams }[] = [];
  const responses = new Map<string, Answer>();
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const path = new URL(request.url ?? '/', issuer).pathname;
      asked.push({ path, body });
      const answer = responses.get(path) ?? notFound;
      if (typeof answer === 'function') answer(response, body);
      else sendJson(response, 200, answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signer = newSigner('first');
  const client: OidcClient = {
    applicationType: 1,
    use: 'web',
    clientId: 'web',
    clientSecret: 'fake-client-secret',
    redirectUri: 'https://app.example/signed-in',
    bareCode: true,
  };
  responses.set('/.well-known/openid-configuration', discoveryDocument(issuer));
  responses.set('/jwks', { keys: [signer.jwk] });
  return {
    issuer,
    client,
    provider: { kind: 'OIDC', issuer, clients: [client] },
    answers: responses,
    asked,
    idToken(claims = {}, by = signer) {
      const now = Math.floor(Date.now() / 1000);
      const right = { iss: issuer, aud: client.clientId, sub: 'subject-1', iat: now, exp: now + 300 };
      const email = { email: 'anna@demo.example', email_verified: true };
      return jwt(by.header, { ...right, ...email, ...claims }, by.sign);
    },
    give(idToken) {
      responses.set('/token', { access_token: 'secret-access-token', token_type: 'Bearer', id_token: idToken });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function discoveryDocument(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    // A careless provider: none and HS256 must be rejected regardless.
    id_token_signing_alg_values_supported: ['ES256', 'RS256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: false,
  };
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function notFound(response: ServerResponse): void {
  sendJson(response, 404, { error: 'not_found' });
}

async function read(request: IncomingMessage): Promise<URLSearchParams> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return new URLSearchParams(Buffer.concat(pieces).toString('utf8'));
}
