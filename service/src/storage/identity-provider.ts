/**
 * What a service knows of a tenant's identity provider: where it is, and what its word is checked with. A tenant has at
 * most one.
 */
export type IdentityProvider = SamlProvider | OidcProvider;

/** Where a sign-in goes back to: the web application (SSOLoginWebURL) or the desktop client (SSOLoginURL). */
export type SignInUse = 'web' | 'client';

/** SAML 2.0, Web Browser SSO profile. */
export interface SamlProvider {
  readonly kind: 'SAML2';
  /** Entity id of the provider: the issuer of its responses and assertions. */
  readonly issuer: string;
  /** Where AuthnRequests go, by HTTP redirect. */
  readonly signInUrl: string;
  /** PEM. A signature by any of them counts, so that keys can be changed; one that a token brings never does. */
  readonly certificates: readonly string[];
  /** Our own entity id: the audience of assertions, the issuer of requests. */
  readonly entityId: string;
  /** Assertion consumer addresses: the recipients that are accepted. */
  readonly returnTo: { readonly [use in SignInUse]: string };
  /** Whether a sign-in that was started at the provider is accepted. */
  readonly unsolicited: boolean;
}

/** OpenID Connect Core 1.0, authorization code flow. */
export interface OidcProvider {
  readonly kind: 'OIDC';
  /** Its discovery document is below this address. */
  readonly issuer: string;
  readonly clients: readonly OidcClient[];
}

/** One registration at the provider. */
export interface OidcClient {
  /** What callers of ExternalOAuthAccountLogin pick it by; of one provider no two are the same. */
  readonly applicationType: number;
  /** The one that SSOLoginWebURL or SSOLoginURL sends users with; undefined: neither. */
  readonly use: SignInUse | undefined;
  readonly clientId: string;
  /** Undefined: a public client. Sealed where it is stored. */
  readonly clientSecret: string | undefined;
  readonly redirectUri: string;
  /** Whether a code without its state is redeemed, for callers that started the sign-in by themselves. */
  readonly bareCode: boolean;
}
