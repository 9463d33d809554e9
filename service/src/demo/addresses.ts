import type { SignInUse } from '../storage/identity-provider.ts';

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
