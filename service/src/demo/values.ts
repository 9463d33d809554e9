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
