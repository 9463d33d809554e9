import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type ClientMetadata, type Configuration, interactionPolicy } from 'oidc-provider';
import type { OidcClient, OidcProvider } from '../../../service/src/storage/identity-providers.ts';

/** A real OpenID Connect provider on this machine, with keys of its own, at which everybody may sign in. */
export interface RunningOidcProvider {
  readonly issuer: string;
  /** As the service is provisioned with it. */
  readonly provider: OidcProvider;
  /**
   * Acts as a browser with a LoginURL: signs in as the `login_hint`, and goes where the provider sends it. Whose
   * address begins with `refused` turns back.
   *
   * @returns the redirect to the client, with code and state or an error.
   */
  signIn(url: string): Promise<string>;
  /** The address of an authorization request that another client has begun. */
  authorizationUrl(client: OidcClient, parameters: Readonly<Record<string, string>>): string;
  close(): Promise<void>;
}

const web: OidcClient = {
  applicationType: 1,
  use: 'web',
  clientId: 'web',
  clientSecret: 'web client secret: 100% & +',
  redirectUri: 'https://app.example/signed-in?from=provider',
  bareCode: false,
};
const desktop: OidcClient = {
  applicationType: 2,
  use: 'client',
  clientId: 'desktop',
  clientSecret: undefined,
  redirectUri: 'com.example.files:/signed-in',
  bareCode: false,
};
/** Signs in by itself, without PKCE. */
const old: OidcClient = {
  applicationType: 3,
  use: undefined,
  clientId: 'old',
  clientSecret: 'old-client-secret',
  redirectUri: 'https://old.example',
  bareCode: true,
};

export const oidcClients = { web, desktop, old } as const;

/** @param emailIn where the provider tells the e-mail address. */
export async function startOidcProvider(emailIn: 'ID token' | 'userinfo' = 'ID token'): Promise<RunningOidcProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration(emailIn));
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return answer(request, response);
    return provider.interactionDetails(request, response).then(async ({ params }) => {
      const accountId = String(params.login_hint);
      const result = accountId.startsWith('refused') ? { error: 'access_denied' } : { login: { accountId } };
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    });
  });
  return {
    issuer,
    provider: { kind: 'OIDC', issuer, clients: [web, desktop, old] },
    signIn: (url) => followRedirects(url, issuer),
    authorizationUrl: ({ clientId, redirectUri }, parameters) =>
      `${issuer}/auth?${new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email',
        ...parameters,
      })}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function configuration(emailIn: 'ID token' | 'userinfo'): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    clients: [registered(web), { ...registered(desktop), application_type: 'native' }, registered(old)],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'EC', kid: 'one', use: 'sig', alg: 'ES256' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: emailIn === 'userinfo',
    cookies: { keys: [randomBytes(16).toString('hex')] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: (_context, client) => client.clientId !== old.clientId },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: !id.startsWith('unverified') }),
    }),
    async loadExistingGrant({ oidc }) {
      const { provider, client, session } = oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}`, policy: interactionPolicyWithoutConsent() },
  };
}

/** Consent comes from loadExistingGrant, for native clients too. */
function interactionPolicyWithoutConsent(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return policy;
}

function registered({ clientId, clientSecret, redirectUri }: OidcClient): ClientMetadata {
  return {
    client_id: clientId,
    redirect_uris: [redirectUri],
    id_token_signed_response_alg: 'ES256',
    ...(clientSecret === undefined
      ? { token_endpoint_auth_method: 'none' }
      : { client_secret: clientSecret, token_endpoint_auth_method: 'client_secret_basic' }),
  };
}

async function followRedirects(start: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let steps = 0; url.startsWith(`${issuer}/`); steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null || steps > 10) {
      throw new Error(`The provider answered ${response.status} instead of a redirect: ${await response.text()}`);
    }
    url = URL.canParse(location) ? location : new URL(location, url).href;
  }
  return url;
}
