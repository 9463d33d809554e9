import { type JsonWebKey, randomBytes } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Configuration, JWK } from 'oidc-provider';
import { faultPage } from './demo-pages.ts';
import { demonstration, paths, returnAddress } from './demo-values.ts';

/** The OpenID Connect side of the demonstration's provider. */
export interface OpenId {
  /** Answers every address that is part of the protocol. */
  readonly listener: RequestListener;
  /** The e-mail address that the sign-in of a request expects; undefined: whatever is given. */
  hint(request: IncomingMessage, response: ServerResponse): Promise<string | undefined>;
  /** Ends the sign-in of a request: the user goes back to the application. */
  finish(request: IncomingMessage, response: ServerResponse, email: string): Promise<void>;
  /** Whom a code stands for; undefined when it is none. */
  emailOf(code: string): Promise<string | undefined>;
}

/** Seconds. Long enough for trying things out by hand. */
const minutes = 60;

/** @param onError is told of errors that nobody else is told of. */
export async function createOpenId(base: string, key: JsonWebKey, onError: (error: Error) => void): Promise<OpenId> {
  return await quietly(async () => {
    // Loaded by the demonstration alone, for it takes a while.
    const { Provider, interactionPolicy } = await import('oidc-provider');
    const policy = interactionPolicy.base();
    // A session that is still there would sign in whoever came before.
    policy.get('login')?.checks.add(
      new interactionPolicy.Check('every_time', 'Every sign-in asks who is there', (context) => {
        return context.oidc.result?.login === undefined;
      }),
    );
    // The sign-in page shows for whom a desktop client asks as well as another page would.
    policy.get('consent')?.checks.remove('native_client_prompt');
    const provider = new Provider(base, { ...configuration(base, key), interactions: { policy, url: interactionUrl } });
    // Koa's own event, which the types of the provider leave out.
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
  const { web, client } = demonstration;
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
        client_id: client.clientId,
        token_endpoint_auth_method: 'none',
        application_type: 'native',
        redirect_uris: [returnAddress(base, 'client')],
      },
    ],
    jwks: { keys: [key as JWK] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    responseTypes: ['code'],
    scopes: ['openid'],
    // A client with bare codes has no verifier that it could show. A code that was asked for with PKCE still needs it.
    pkce: { required: () => false },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // The e-mail address stands in the ID token itself.
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
    // Nobody is asked whether the application may know the e-mail address.
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

/** The library says on the console what is amiss in production: storage in memory, a version of Node. Here it is not. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { info, warn } = console;
  console.info = console.warn = () => {};
  try {
    return await work();
  } finally {
    Object.assign(console, { info, warn });
  }
}
