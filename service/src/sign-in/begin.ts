import type { SSOLoginURL } from '@soapwright/generated/remote-file-service/server';
import { Refusal } from '../common/rejection.ts';
import { type EmailAddress, emailAddress } from '../domain/email-address.ts';
import { randomToken } from '../secrets/random.ts';
import type { ApiKey } from '../storage/api-keys.ts';
import type { OidcProvider, SamlProvider, SignInUse } from '../storage/identity-provider.ts';
import type { PendingSignIn } from '../storage/pending-sign-ins.ts';
import { keepPending } from './keep-pending.ts';
import { withDeadline } from './oidc/deadline.ts';
import { OidcError } from './oidc/oidc-error.ts';
import { refusalOf } from './oidc/refusal.ts';
import { oidcSignIn } from './oidc/sign-in-url.ts';
import { providerOf } from './provider-of.ts';
import { samlSignInUrl } from './saml/sign-in-url.ts';
import type { SignInContext } from './sign-in-context.ts';

/** An address at the provider, and what is kept until the user comes back from there. */
interface Begun {
  readonly url: string;
  readonly pending: Omit<PendingSignIn, 'clientId' | 'kind' | 'emailFolded'>;
}

/**
 * Begins a sign-in: the work of SSOLoginURL and SSOLoginWebURL. The answer is the same for every address of a domain,
 * and accounts are not asked for, so that nothing tells which ones there are.
 *
 * @throws {Refusal}
 */
export async function beginSignIn(
  context: SignInContext,
  use: SignInUse,
  asked: { readonly apiKey: ApiKey; readonly email: string | undefined },
): Promise<SSOLoginURL> {
  const { state } = context;
  const email = emailAddress(asked.email);
  const { clientId, provider } = await providerOf(state, asked.apiKey, email);
  const { kind } = provider;
  const begun = kind === 'SAML2' ? await atSaml(context, provider, use) : await atOidc(context, provider, use, email);
  await keepPending(
    state.db,
    { ...begun.pending, clientId, kind, emailFolded: email.folded },
    { now: state.now(), lasting: state.signInTimes.pending },
  );
  return { ErrorMessage: '', LoginURL: begun.url, SSOType: kind, ClientID: String(clientId), UserName: email.folded };
}

async function atSaml({ state }: SignInContext, provider: SamlProvider, use: SignInUse): Promise<Begun> {
  // An XML ID begins with a letter or `_`.
  const requestId = `_${randomToken()}`;
  return {
    url: await samlSignInUrl(provider, use, requestId),
    pending: {
      stateHash: state.hashes.of('sign-in-state', requestId),
      nonce: null,
      pkceVerifier: null,
      applicationType: null,
    },
  };
}

async function atOidc(
  { state, signal: caller }: SignInContext,
  provider: OidcProvider,
  use: SignInUse,
  email: EmailAddress,
): Promise<Begun> {
  const client = provider.clients.find((one) => one.use === use);
  if (client === undefined) {
    const whom = { web: 'web applications', client: 'client applications' }[use];
    throw new Refusal('NoIdentityProvider', `The identity provider of this tenant has no client for ${whom}.`);
  }
  const within = state.signInTimes.provider;
  const signIn = await withDeadline(caller, within, async (signal) => {
    const discovered = await state.oidc.find(provider.issuer, within);
    return await oidcSignIn(discovered, { client, now: state.now(), signal }, email);
  }).catch((error: unknown) => {
    throw error instanceof OidcError ? refusalOf(error) : error;
  });
  return {
    url: signIn.url,
    pending: {
      stateHash: state.hashes.of('sign-in-state', signIn.state),
      nonce: signIn.nonce,
      pkceVerifier: signIn.pkceVerifier,
      applicationType: client.applicationType,
    },
  };
}
