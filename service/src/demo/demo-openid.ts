import { type JsonWebKey, randomBytes } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Configuration, JWK } from 'oidc-provider';
import { faultPage } from './demo-pages.ts';
import { demonstration, paths, returnAddress } from './demo-values.ts';

/** The OpenID Connect side of the demonstration's provider. */
export interface OpenId {
  /** Serves the endpoints of the protocol. */
  readonly listener: RequestListener;
  /** The expected e-mail address of a sign-in; undefined: any. */
  hint(request: IncomingMessage, response: ServerResponse): Promise<string | undefined>;
  /** Completes a sign-in: redirects the user to the application. */
  finish(request: IncomingMessage, response: ServerResponse, email: string): Promise<void>;
  /** The e-mail address of a code; undefined when the code is invalid. */
  emailOf(code: string): Promise<string | undefined>;
}

/** In seconds. Lifetimes are long enough for trying things out by hand. */
const minutes = 60;

/** @param onError called for errors that are not reported to a caller. */
export async function createOpenId(base: string, key: JsonWebKey, onError: (error: Error) => void): Promise<OpenId> {
  return await quietly(async () => {
    // Loaded by the demonstration only, since it takes a while.
    const { Provider, interactionPolicy } = await import('oidc-provider');
    const policy = interactionPolicy.base();
    // An existing session would sign in the previous user.
    policy.get('login')?.checks.add(
      new interactionPolicy.Check('every_time', 'Every sign-in shows the sign-in page', (context) => {
        return context.oidc.result?.login === undefined;
      }),
    );
    // No consent page for desktop clients: the sign-in page is enough.
    policy.get('consent')?.checks.remove('native_client_prompt');
    const provider = new Provider(base, { ...configuration(base, key), interactions: { policy, url: interactionUrl } });
    // An event of Koa, which the types of the provider omit.
    const emitter: EventEmitter = provider;
    emitter.on('error', onError);
    provider.on('server_error', (_context, error) => onError(error));
    return {
      listener: provider.callback(),
      async hint(request, response) {
        const { params } = await provider.interactionDetails(request, response);
        return typeof params.login_hint === 'string' ? params.login_hint : undefined;
      },
      async finish(request, response, email) {
        const login = { accountId: email, remember: false };
        await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
      },
      emailOf: async (code) => (await provider.AuthorizationCode.find(code))?.accountId,
    };
  });
}

function configuration(base: string, key: JsonWebKey): Configuration {
  const { web, client, operator } = demonstration;
  const isPublic = { token_endpoint_auth_method: 'none' as const, application_type: 'native' as const };
  const common = { grant_types: ['authorization_code'], response_types: ['code' as const] };
  return {
    clients: [
      {
        ...common,
        client_id: web.clientId,
        client_secret: web.clientSecret,
        redirect_uris: [returnAddress(base, 'web')],
      },
      {
        ...common,
        ...isPublic,
        client_id: client.clientId,
        redirect_uris: [returnAddress(base, 'client')],
      },
      { ...common, ...isPublic, client_id: operator.clientId, redirect_uris: [operator.redirectUri] },
    ],
    jwks: { keys: [key as JWK] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    responseTypes: ['code'],
    scopes: ['openid'],
    // Bare codes have no verifier. A code that was requested with PKCE still needs it.
    pkce: { required: () => false },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // Puts the e-mail address into the ID token.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    ttl: {
      AccessToken: 10 * minutes,
      AuthorizationCode: 10 * minutes,
      Grant: 10 * minutes,
      IdToken: 10 * minutes,
      Interaction: 60 * minutes,
      Session: 60 * minutes,
    },
    clientBasedCORS: () => false,
    findAccount: (_context, email) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: true }),
    }),
    // No consent is needed for the e-mail address.
    async loadExistingGrant({ oidc }) {
      const { client: call, account } = oidc;
      if (call === undefined || account === undefined) return undefined;
      const grant = new oidc.provider.Grant({ clientId: call.clientId, accountId: account.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    renderError(context, { error, error_description: description }) {
      context.type = 'html';
      context.body = faultPage(description ?? error);
    },
  };
}

function interactionUrl(_context: unknown, { uid }: { readonly uid: string }): string {
  return paths.oidcSignIn + uid;
}

/** Suppresses the library's warnings for production, which do not apply here: storage in memory, the version of Node. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { info, warn } = console;
  console.info = console.warn = () => {};
  try {
    return await work();
  } finally {
    Object.assign(console, { info, warn });
  }
}
