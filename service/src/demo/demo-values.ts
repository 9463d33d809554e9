import type { SignInUse } from '../storage/identity-providers.ts';

/** Values shared by demo.yaml and the demonstration's provider. They are public and protect nothing. */
export const demonstration = {
  apiKey: 'demo-api-key',
  /** The OpenID Connect client of the web application, and its ApplicationType. */
  web: { clientId: 'demo-web', clientSecret: 'demo-web-client-secret', applicationType: 0 },
  /** The OpenID Connect client of the desktop client: public, allowed to use a bare code. */
  client: { clientId: 'demo-client', applicationType: 1 },
  /** The OpenID Connect client of the operator's page, which returns to any port of this machine. */
  operator: { clientId: 'demo-operator', redirectUri: 'http://127.0.0.1/operator/signed-in' },
  /** Entity ID of the service for the SAML tenant. */
  entityId: 'urn:remote-file-service:demo',
  /** A user of the tenant with OpenID Connect, and of the tenant with SAML. */
  people: { oidc: 'anna@demo.example', saml: 'sam@saml.example' },
} as const;

/** The URL of a demonstration that was started with this environment and without flags. */
export function usualServiceAddress(environment: NodeJS.ProcessEnv): string {
  const given = environment.RFS_PORT || environment.PORT || '';
  return `http://127.0.0.1:${/^[1-9]\d{0,4}$/.test(given) ? given : '8080'}/v2/fileservice.asmx`;
}

/** Paths of the provider. */
export const paths = {
  samlSignIn: '/saml/sign-in',
  /** Followed by the ID of an interaction. */
  oidcSignIn: '/sign-in/',
  returned: { web: '/returned/web', client: '/returned/client' },
} as const;

/** The environment variables that demo.yaml refers to. */
export type DemoVariables = Readonly<Record<`RFS_DEMO_${string}`, string>>;

/** The entity ID of the SAML provider. */
export function samlIssuer(base: string): string {
  return `${base}/saml`;
}

export function returnAddress(base: string, use: SignInUse): string {
  return base + paths.returned[use];
}

/**
 * The variables for demo.yaml.
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

/** A header of every response of the demonstration's provider, by which `demo-token` recognises it. */
export const providerHeader = { name: 'demonstration', value: 'remote-file-service' } as const;

/** What went wrong in the demonstration. */
export type DemoErrorCode =
  /** The sign-in failed. */
  | 'not-a-sign-in'
  /** The SAML request is larger than any real one. */
  | 'too-large'
  /** A sign-in with a return address that is not the demonstration's. */
  | 'unknown-return-address'
  /** The server is not a demonstration of this service. */
  | 'not-a-demonstration'
  /** No response in time. */
  | 'unreachable';

/** An error of the demonstration. The message is for its user. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
  readonly code: DemoErrorCode;

  constructor(code: DemoErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
