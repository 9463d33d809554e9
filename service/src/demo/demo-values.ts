import type { SignInUse } from '../storage/identity-providers.ts';

/** What demo.yaml and the demonstration's provider agree on. Everybody knows these: they protect nothing. */
export const demonstration = {
  apiKey: 'demo-api-key',
  /** The OpenID Connect client that is the web application, and its ApplicationType. */
  web: { clientId: 'demo-web', clientSecret: 'demo-web-client-secret', applicationType: 0 },
  /** The one that is the desktop client: public, and trusted with a bare code. */
  client: { clientId: 'demo-client', applicationType: 1 },
  /** Entity id of the service, as the SAML tenant knows it. */
  entityId: 'urn:remote-file-service:demo',
  /** Somebody of the tenant with OpenID Connect, and of the one with SAML. */
  people: { oidc: 'anna@demo.example', saml: 'sam@saml.example' },
} as const;

/** The address of a demonstration that was started with this environment, and no flags. */
export function usualServiceAddress(environment: NodeJS.ProcessEnv): string {
  const given = environment.RFS_PORT || environment.PORT || '';
  return `http://127.0.0.1:${/^[1-9]\d{0,4}$/.test(given) ? given : '8080'}/v2/fileservice.asmx`;
}

/** Where what of the provider is, below its base address. */
export const paths = {
  samlSignIn: '/saml/sign-in',
  /** Followed by the id of an interaction. */
  oidcSignIn: '/sign-in/',
  returned: { web: '/returned/web', client: '/returned/client' },
} as const;

/** Addresses that demo.yaml names, and the certificate, by the environment variables that it names them by. */
export type DemoVariables = Readonly<Record<`RFS_DEMO_${string}`, string>>;

/** The entity id of the SAML side. */
export function samlIssuer(base: string): string {
  return `${base}/saml`;
}

export function returnAddress(base: string, use: SignInUse): string {
  return base + paths.returned[use];
}

/**
 * What demo.yaml is to be provisioned with.
 *
 * @param base `http://127.0.0.1:8081`, without a slash at its end.
 */
export function demoVariables(base: string, certificate: string): DemoVariables {
  return {
    RFS_DEMO_OIDC_ISSUER: base,
    RFS_DEMO_SAML_ISSUER: samlIssuer(base),
    RFS_DEMO_SAML_SIGN_IN_URL: base + paths.samlSignIn,
    RFS_DEMO_SAML_CERTIFICATE: certificate,
    RFS_DEMO_RETURN_TO_WEB: returnAddress(base, 'web'),
    RFS_DEMO_RETURN_TO_CLIENT: returnAddress(base, 'client'),
  };
}

/** What every answer of the demonstration's provider carries, so that `demo-token` knows whom it talks to. */
export const providerHeader = { name: 'demonstration', value: 'remote-file-service' } as const;

/** Which of the demonstration's own things went wrong. */
export type DemoErrorCode =
  /** A request that the provider does not answer as it was meant. */
  | 'not-a-sign-in'
  /** The SAML request is larger than any real one. */
  | 'too-large'
  /** A sign-in that would send its token to an address that is none of the demonstration's. */
  | 'unknown-return-address'
  /** What answers is no demonstration of this service. */
  | 'not-a-demonstration'
  /** Nothing answers in time. */
  | 'unreachable';

/** Something about the demonstration that cannot be. The message is for whoever tries it out. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
  readonly code: DemoErrorCode;

  constructor(code: DemoErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
