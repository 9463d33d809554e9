import { SAML } from '@node-saml/node-saml';
import type { SSOLoginURL } from '@soapwright/generated/remote-file-service/server';
import { emailFormat } from '@soapwright/security/saml';
import { Rejection } from '../common/rejection.ts';
import { type EmailAddress, emailAddress } from '../domain/account-names.ts';
import { randomToken } from '../secrets/secret-tokens.ts';
import type { Commits } from '../storage/commits.ts';
import type { ApiKey } from '../storage/credentials.ts';
import type { LdapProvider, OidcClient, OidcProvider, SamlProvider, SignInUse } from '../storage/identity-providers.ts';
import { countPendingSignIns, insertPendingSignIn, type PendingSignIn } from '../storage/sign-ins.ts';
import { providerOf } from './complete-sign-in.ts';
import { oidcSignIn } from './oidc/code-flow.ts';
import { rejectionOf } from './oidc/provider-errors.ts';
import { OidcError, withDeadline } from './oidc/provider-fetch.ts';
import { serviceBase, signInPath } from './service-base.ts';
import type { SignInContext, SignInState } from './sign-in-context.ts';

const minute = 60_000;

/**
 * Maximum number of sign-ins that a tenant may start within a minute: more than any company needs, and few enough that a
 * loop fills some twenty megabytes of the disk at most, until expired ones are deleted.
 */
const maxPerMinute = 6000;

/**
 * Stores a sign-in until it returns or expires.
 *
 * @throws {Rejection} `TooManyAttempts` when the tenant has started too many within a minute.
 */
export async function savePendingSignIn(
  commits: Commits,
  signIn: PendingSignIn,
  { now, lasting, most = maxPerMinute }: { readonly now: number; readonly lasting: number; readonly most?: number },
): Promise<void> {
  const expiresAt = now + lasting;
  await commits.run(async (transaction) => {
    // By the expiry: sign-ins of the last minute expire last.
    const { client_id } = signIn;
    if ((await countPendingSignIns(transaction, { client_id, expiresAfter: expiresAt - minute })) >= most) {
      throw new Rejection(
        'TooManyAttempts',
        'Too many sign-ins were started for this tenant. Try again in 60 seconds.',
      );
    }
    await insertPendingSignIn(transaction, signIn, { now, expiresAt });
  });
}

/** A URL of the provider, and the sign-in that is pending until the user returns. */
interface StartedSignIn {
  readonly url: string;
  readonly pending: Omit<PendingSignIn, 'client_id' | 'kind' | 'email_folded'>;
}

/**
 * Starts a sign-in for SSOLoginURL and SSOLoginWebURL. The response is the same for every address of a domain and does
 * not depend on accounts, so that callers cannot find out which accounts exist.
 *
 * @throws {Rejection}
 */
export async function beginSignIn(
  context: SignInContext,
  use: SignInUse,
  request: { readonly apiKey: ApiKey; readonly email: string | undefined },
): Promise<SSOLoginURL> {
  const { state } = context;
  const email = emailAddress(request.email);
  const { clientId, provider } = await providerOf(state, request.apiKey, email);
  // A page of the service returns as a provider of OpenID Connect does.
  const kind = provider.kind === 'LDAP' ? 'OIDC' : provider.kind;
  const started =
    provider.kind === 'SAML2'
      ? await beginSaml(context, provider, use)
      : provider.kind === 'OIDC'
        ? await beginOidc(context, provider, use, email)
        : beginByPassword(state, provider, use);
  await savePendingSignIn(
    state.commits,
    { ...started.pending, client_id: clientId, kind, email_folded: email.folded },
    { now: state.now(), lasting: state.signInTimes.pending },
  );
  return { ErrorMessage: '', LoginURL: started.url, SSOType: kind, ClientID: String(clientId), UserName: email.folded };
}

async function beginSaml({ state }: SignInContext, provider: SamlProvider, use: SignInUse): Promise<StartedSignIn> {
  // An xs:ID starts with a letter or `_`.
  const requestId = `_${randomToken()}`;
  const { hash: state_hash, keyId: key_id } = state.hashes.new('sign-in-state', requestId);
  return {
    url: await samlSignInUrl(provider, use, requestId),
    pending: {
      state_hash,
      key_id,
      nonce: null,
      pkce_verifier: null,
      application_type: null,
    },
  };
}

function clientFor({ clients }: OidcProvider | LdapProvider, use: SignInUse): OidcClient {
  const client = clients.find((one) => one.use === use);
  if (client !== undefined) return client;
  const whom = { web: 'web applications', client: 'client applications' }[use];
  throw new Rejection('NoIdentityProvider', `The identity provider of this tenant has no client for ${whom}.`);
}

/** The address of the page where the user enters name and password. */
function beginByPassword({ hashes, apiUrl }: SignInState, provider: LdapProvider, use: SignInUse): StartedSignIn {
  const { applicationType: application_type } = clientFor(provider, use);
  const token = randomToken();
  const { hash: state_hash, keyId: key_id } = hashes.new('sign-in-state', token);
  return {
    url: `${serviceBase(apiUrl())}${signInPath}?state=${token}`,
    pending: { state_hash, key_id, nonce: null, pkce_verifier: null, application_type },
  };
}

async function beginOidc(
  { state, signal: caller }: SignInContext,
  provider: OidcProvider,
  use: SignInUse,
  email: EmailAddress,
): Promise<StartedSignIn> {
  const client = clientFor(provider, use);
  const within = state.signInTimes.provider;
  const signIn = await withDeadline(caller, within, async (signal) => {
    const discovered = await state.oidc.find(provider.issuer, within);
    return await oidcSignIn(
      discovered,
      { client, now: state.now(), signal },
      { scope: 'openid email', login_hint: email.text },
    );
  }).catch((error: unknown) => {
    throw error instanceof OidcError ? rejectionOf(error) : error;
  });
  const { hash: state_hash, keyId: key_id } = state.hashes.new('sign-in-state', signIn.state);
  return {
    url: signIn.url,
    pending: {
      state_hash,
      key_id,
      nonce: signIn.nonce,
      pkce_verifier: signIn.pkceVerifier,
      application_type: client.applicationType,
    },
  };
}

/**
 * The URL of a SAML provider with an AuthnRequest by HTTP redirect (saml-bindings-2.0, 3.4): deflated, in base64. It is
 * not signed and requests the e-mail address only; the authentication method is up to the provider.
 *
 * @param requestId an xs:ID; the response must refer to it.
 */
export async function samlSignInUrl(provider: SamlProvider, use: SignInUse, requestId: string): Promise<string> {
  const saml = new SAML({
    entryPoint: provider.signInUrl,
    callbackUrl: provider.returnTo[use],
    issuer: provider.entityId,
    idpCert: [...provider.certificates],
    generateUniqueId: () => requestId,
    identifierFormat: emailFormat,
    disableRequestedAuthnContext: true,
    forceAuthn: false,
  });
  return await saml.getAuthorizeUrlAsync('', undefined, {});
}
