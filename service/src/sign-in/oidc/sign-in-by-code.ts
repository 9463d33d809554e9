import type { LoginResult } from '@soapwright/generated/remote-file-service/server';
import { Rejection } from '../../common/rejection.ts';
import { type EmailAddress, parseEmailAddress } from '../../domain/account-names.ts';
import { subjectsOf } from '../../domain/check-credentials.ts';
import type { Subject } from '../../domain/guess-guard.ts';
import type { ApiKey } from '../../storage/credentials.ts';
import type { OidcClient, OidcProvider } from '../../storage/identity-providers.ts';
import { consumePendingSignIn } from '../../storage/sign-ins.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { type SignInContext, signInRejected } from '../sign-in-context.ts';
import { type Expected, redeemCode } from './code-flow.ts';
import type { DiscoveredProvider } from './oidc-providers.ts';
import { rejectionOf } from './provider-errors.ts';
import { OidcError, withDeadline } from './provider-fetch.ts';

/** A sign-in with a code of the tenant's provider. */
export interface CodeSignIn<Provider = OidcProvider> {
  readonly apiKey: ApiKey;
  readonly clientId: number;
  readonly provider: Provider;
  readonly email: EmailAddress;
  readonly applicationType: number;
  /** ExternalOAuthCode. */
  readonly code: string | undefined;
}

/**
 * Redeems a code and creates a session: ExternalOAuthAccountLogin once the provider is known.
 *
 * @throws {Rejection}
 */
export async function signInByCode(context: SignInContext, bearer: CodeSignIn): Promise<LoginResult> {
  const { state, requestId } = context;
  const { apiKey, clientId, provider } = bearer;
  const client = clientOf(provider, bearer.applicationType);
  const given = readExternalCode(bearer.code, client.redirectUri);
  if (given.state === undefined && !client.bareCode) {
    throw new Rejection(
      'InvalidValue',
      'For this ApplicationType ExternalOAuthCode must be the whole redirect query, with its state.',
    );
  }
  const within = state.signInTimes.provider;
  const email = await withDeadline(context.signal, within, async (signal) => {
    // Before the state is consumed, and not counted as a guess: a provider that is down costs the caller neither.
    const discovered = await state.oidc.find(provider.issuer, within);
    signal.throwIfAborted();
    const outcome = await guarded(context, bearer, async () => {
      // The caller may have disconnected while the check was waiting.
      signal.throwIfAborted();
      return await verifyCode(context, bearer, { given, client, discovered, signal });
    });
    if (outcome instanceof Rejection) throw outcome;
    signal.throwIfAborted();
    return outcome;
  }).catch((error: unknown) => {
    throw error instanceof OidcError ? rejectionOf(error) : error;
  });
  const signedIn = { requestId, apiKey, clientId, kind: provider.kind, email };
  return await state.commits.run((transaction) => completeSignIn(transaction, state, signedIn));
}

/** The client of an ApplicationType. @throws {Rejection} */
export function clientOf(provider: Pick<OidcProvider, 'clients'>, applicationType: number): OidcClient {
  const client = provider.clients.find((one) => one.applicationType === applicationType);
  if (client !== undefined) return client;
  throw new Rejection('InvalidValue', 'The identity provider of this tenant has no client of this ApplicationType.');
}

/** The e-mail address that the provider confirms, or a rejection that is not counted as a guess. */
type Outcome = EmailAddress | Rejection;

/**
 * Counts a rejected sign-in as a wrong guess for the account, but not an unavailable provider. While the provider is
 * called, only an attempt of the account is occupied: a slow provider must not delay other callers at the address.
 */
export async function guarded(
  context: SignInContext,
  { clientId, email }: Pick<CodeSignIn, 'clientId' | 'email'>,
  check: () => Promise<Outcome>,
): Promise<Outcome> {
  const account: Subject = { kind: 'account', id: `sign-in/${clientId}/${email.folded}` };
  let wrong = signInRejected('the check was interrupted');
  const checked = async (): Promise<{ readonly outcome: Outcome } | undefined> => {
    try {
      return { outcome: await check() };
    } catch (error) {
      if (!(error instanceof Rejection) || error.code !== 'SignInRefused') throw error;
      wrong = error;
      return undefined;
    }
  };
  const right = await context.state.guard.guarded(subjectsOf(context, account), checked, [account]);
  return right?.outcome ?? wrong;
}

/** Redeems the code and checks that the provider confirms the caller's e-mail address. */
async function verifyCode(
  { state }: SignInContext,
  bearer: CodeSignIn,
  call: {
    readonly given: ExternalCode;
    readonly client: OidcClient;
    readonly discovered: DiscoveredProvider;
    readonly signal: AbortSignal;
  },
): Promise<Outcome> {
  const { given, client, discovered, signal } = call;
  const expected = given.state === undefined ? undefined : await consumeState(state, bearer, given.state);
  const redeemed = redeemCode(discovered, { client, now: state.now(), signal }, given.parameters, expected);
  // A user whom the provider rejected, or who cancelled there, has guessed nothing.
  if (given.parameters.has('error'))
    return await redeemed.then(() => signInRejected('an error has no name'), rejectionOf);
  const email = parseEmailAddress(await redeemed);
  if (email?.folded === bearer.email.folded) return email;
  throw signInRejected('the provider confirms another e-mail address');
}

/** Consumes a state, whatever the result: a leaked state must not be usable afterwards. */
async function consumeState(
  { db, hashes, now }: SignInContext['state'],
  { clientId: client_id, email, applicationType }: CodeSignIn,
  state: string,
): Promise<Expected> {
  const states = hashes.all('sign-in-state', state);
  const pending = await consumePendingSignIn(db, states, { client_id, kind: 'OIDC' }, now());
  if (pending === undefined) throw signInRejected('the state is unknown, used or expired');
  if (pending.email_folded !== email.folded) throw signInRejected('the state belongs to another e-mail address');
  if (pending.application_type !== applicationType)
    throw signInRejected('the state belongs to another ApplicationType');
  const { nonce, pkce_verifier: pkceVerifier } = pending;
  if (nonce === null || pkceVerifier === null) throw signInRejected('the state has no nonce or no PKCE verifier');
  return { state, nonce, pkceVerifier };
}

/** Parsed ExternalOAuthCode. */
export interface ExternalCode {
  /** Parameters of the provider's redirect; only `code` for a bare code. */
  readonly parameters: URLSearchParams;
  /** Undefined: a bare code. */
  readonly state: string | undefined;
}

const maxCodeLength = 16_384;

/**
 * Parses ExternalOAuthCode: the whole redirect URL, its query with or without `?`, or the bare code.
 *
 * @param redirectUri of the client; another URL is rejected.
 * @throws {Rejection} `InvalidValue`.
 */
export function readExternalCode(text: string | undefined, redirectUri: string): ExternalCode {
  if (text === undefined || text === '') throw new Rejection('InvalidValue', 'ExternalOAuthCode is missing.');
  if (text.length > maxCodeLength) {
    throw new Rejection('InvalidValue', `ExternalOAuthCode has more than ${maxCodeLength} characters.`);
  }
  // RFC 6749, appendix A: codes and states are printable ASCII; in a URL, without spaces.
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new Rejection('InvalidValue', 'ExternalOAuthCode is neither a code nor a query.');
  const query = queryOf(text, redirectUri);
  if (query === undefined) return { parameters: new URLSearchParams({ code: text }), state: undefined };
  const parameters = new URLSearchParams(query);
  for (const name of ['code', 'state', 'iss', 'error']) {
    if (parameters.getAll(name).length > 1)
      throw new Rejection('InvalidValue', `ExternalOAuthCode has more than one ${name}.`);
  }
  if (!parameters.get('code') && !parameters.get('error')) {
    throw new Rejection('InvalidValue', 'ExternalOAuthCode has no code.');
  }
  return { parameters, state: parameters.get('state') ?? undefined };
}

/** The query of a redirect; undefined for a bare code. */
function queryOf(text: string, redirectUri: string): string | undefined {
  const [address = ''] = text.split('#');
  const base = redirectUri + (redirectUri.includes('?') ? '&' : '?');
  if (address.startsWith(base)) return address.slice(base.length);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) {
    throw new Rejection(
      'InvalidValue',
      'ExternalOAuthCode is not a URL of the redirect address of this ApplicationType.',
    );
  }
  if (address.startsWith('?')) return address.slice(1);
  return /(^|&)(code|error|state)=/.test(address) ? address : undefined;
}
