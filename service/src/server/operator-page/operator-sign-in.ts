import { type OperatorRole, operatorRoles, type SignedInOperator, useOnce } from '../../operator/operator-sessions.ts';
import { randomToken } from '../../secrets/secret-tokens.ts';
import { samlSignInUrl } from '../../sign-in/begin-sign-in.ts';
import { type Claims, oidcSignIn, redeemClaims, verifiedEmail } from '../../sign-in/oidc/code-flow.ts';
import { rejectionOf } from '../../sign-in/oidc/provider-errors.ts';
import { OidcError, withDeadline } from '../../sign-in/oidc/provider-fetch.ts';
import { readAttributes } from '../../sign-in/saml/read-token.ts';
import { type SignInState, signInRejected } from '../../sign-in/sign-in-context.ts';
import type { OidcClient, SamlProvider } from '../../storage/identity-providers.ts';
import type { OperatorSignIn } from './sign-in-file.ts';

/** A person whom the provider has confirmed. */
export interface Confirmed {
  readonly person: SignedInOperator;
  /** When the provider's session ends, in milliseconds since 1970. */
  readonly endsAt?: number | undefined;
}

/** A sign-in at the provider. It is kept by the browser, sealed, and returns once. */
interface Pending {
  /** State of OpenID Connect, or the ID of the AuthnRequest. */
  readonly id: string;
  readonly nonce: string;
  readonly pkceVerifier: string;
  readonly expires: number;
}

/** Milliseconds that a sign-in may take at the provider. */
export const pendingTime: number = 10 * 60_000;

/** Signs people in by the provider of the setting `operator.signIn`. */
export class OperatorProvider {
  readonly #signIn: OperatorSignIn;
  readonly #state: SignInState;
  readonly #returnTo: string;

  /** @param returnTo where the provider sends people back. */
  constructor(signIn: OperatorSignIn, state: SignInState, returnTo: string) {
    this.#signIn = signIn;
    this.#state = state;
    this.#returnTo = returnTo;
  }

  get kind(): 'OIDC' | 'SAML2' {
    return this.#signIn.provider.kind;
  }

  /**
   * Starts a sign-in.
   *
   * @returns the address of the provider, and what the browser keeps until it returns.
   * @throws {Rejection} `ProviderUnavailable`.
   */
  async begin(signal: AbortSignal): Promise<{ readonly url: string; readonly pending: string }> {
    const { now, seals } = this.#state;
    const { provider } = this.#signIn;
    const expires = now() + pendingTime;
    const sealed = (pending: Pending): string => seals.seal('operator-sign-in', '', JSON.stringify(pending));
    if (provider.kind === 'SAML2') {
      const id = `_${randomToken()}`;
      const url = await samlSignInUrl(this.#saml(provider), 'web', id);
      return { url, pending: sealed({ id, nonce: '', pkceVerifier: '', expires }) };
    }
    return await this.#calling(signal, async (call) => {
      const discovered = await this.#state.oidc.find(provider.issuer, this.#state.signInTimes.provider);
      const { url, state: id, ...rest } = await oidcSignIn(discovered, call, { scope: provider.scope });
      return { url, pending: sealed({ id, ...rest, expires }) };
    });
  }

  /**
   * Completes a sign-in with what the provider has sent.
   *
   * @param kept by the browser since the start.
   * @param response the query of the redirect (OpenID Connect), or the form with SAMLResponse.
   * @throws {Rejection} `SignInRefused`, `ProviderUnavailable`.
   */
  async complete(kept: string, response: URLSearchParams, signal: AbortSignal): Promise<Confirmed> {
    const { seals, now } = this.#state;
    const text = seals.open('operator-sign-in', '', kept);
    const pending = text === undefined ? undefined : (JSON.parse(text) as Pending);
    if (pending === undefined || pending.expires <= now()) throw signInRejected('the sign-in is unknown or expired');
    const { provider } = this.#signIn;
    if (provider.kind === 'SAML2') return await this.#completeSaml(provider, pending, response);
    if (response.get('state') !== pending.id) throw signInRejected('the state belongs to another sign-in');
    await this.#useOnce(pending.id, pending.expires);
    return await this.#calling(signal, async (call) => {
      const discovered = await this.#state.oidc.find(provider.issuer, this.#state.signInTimes.provider);
      const { id: state, nonce, pkceVerifier } = pending;
      const wanted = [this.#signIn.claim];
      const asked = { parameters: response, expected: { state, nonce, pkceVerifier }, wanted };
      return await redeemClaims(discovered, call, asked, (claims) => ({ person: this.#personOf(claims) }));
    });
  }

  async #completeSaml(provider: SamlMetadataProvider, pending: Pending, response: URLSearchParams): Promise<Confirmed> {
    const { now } = this.#state;
    const { claim } = this.#signIn;
    const ours = this.#saml(provider);
    const token = response.get('SAMLResponse') ?? '';
    const { verified, values } = readAttributes(ours, token, { name: claim, now: now() });
    if (verified.inResponseTo !== pending.id) throw signInRejected('the response belongs to another sign-in');
    await this.#useOnce(pending.id, pending.expires);
    await this.#useOnce(JSON.stringify([provider.issuer, verified.assertionId]), verified.expiresAt);
    const role = this.#roleOf(claim === 'NameID' ? [verified.name] : values);
    const person = { name: label(verified.name), subject: `${provider.issuer} ${verified.name}`, role };
    return { person, endsAt: verified.sessionEndsAt };
  }

  #personOf(claims: Claims): SignedInOperator {
    const { claim, provider } = this.#signIn;
    const { sub, email, email_verified: isVerified, preferred_username: chosen } = claims;
    if (typeof sub !== 'string' || provider.kind !== 'OIDC') throw signInRejected('the provider sent no subject');
    const value = claim === 'email' ? verifiedEmail(claims) : claims[claim];
    const role = this.#roleOf(Array.isArray(value) ? value : [value]);
    // People may choose this name themselves: it must not look like the address of somebody else.
    const harmless = typeof chosen === 'string' && !chosen.includes('@') ? chosen : undefined;
    const names = [isVerified === true ? email : undefined, harmless, sub];
    const name = names.find((each) => typeof each === 'string' && each !== '') as string;
    return { name: label(name), subject: `${provider.issuer} ${sub}`, role };
  }

  /** The highest role that the values give. @throws {Rejection} `SignInRefused` without one. */
  #roleOf(values: readonly unknown[]): OperatorRole {
    const { roles } = this.#signIn;
    const role = operatorRoles.findLast((each) => roles[each].some((value) => values.includes(value)));
    if (role === undefined) throw signInRejected('the claim of the roles gives this person none');
    return role;
  }

  async #useOnce(id: string, expiresAt: number): Promise<void> {
    if (await useOnce(this.#state, `operator ${id}`, expiresAt)) return;
    throw signInRejected('the response was used before');
  }

  async #calling<T>(
    caller: AbortSignal,
    work: (call: { readonly client: OidcClient; readonly now: number; readonly signal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const { provider } = this.#signIn;
    if (provider.kind !== 'OIDC') throw new TypeError('The provider is one of SAML.');
    const { clientId, clientSecret } = provider;
    const use = { applicationType: 0, use: undefined, redirectUri: this.#returnTo, bareCode: false };
    const client = { ...use, clientId, clientSecret };
    return await withDeadline(caller, this.#state.signInTimes.provider, async (signal) =>
      work({ client, now: this.#state.now(), signal }),
    ).catch((error: unknown) => {
      throw error instanceof OidcError ? rejectionOf(error) : error;
    });
  }

  #saml({ issuer, signInUrl, certificates, entityId }: SamlMetadataProvider): SamlProvider {
    const returnTo = { web: this.#returnTo, client: this.#returnTo };
    return { kind: 'SAML2', issuer, signInUrl, certificates, entityId, returnTo, unsolicited: false };
  }
}

type SamlMetadataProvider = Extract<OperatorSignIn['provider'], { readonly kind: 'SAML2' }>;

/** A name as one line of 200 characters at most. */
function label(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, 200);
}
