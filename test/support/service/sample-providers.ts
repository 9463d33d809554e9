import type { RunningOidcProvider } from './oidc-provider.ts';
import { type ProviderKey, providerWith } from './saml-provider.ts';
import { provisioning } from './sample-provisioning.ts';

/** The sample, with a SAML provider of the first tenant and an OpenID Connect provider of the second. */
export function yamlWithProviders(
  key: ProviderKey,
  { provider: { issuer, clients } }: Pick<RunningOidcProvider, 'provider'>,
): string {
  const { kind: _, ...saml } = providerWith(key);
  const withProvider = (domain: string, value: Readonly<Record<string, unknown>>): readonly [string, string] => [
    `domains: [${domain}]`,
    `domains: [${domain}], identityProvider: ${JSON.stringify(value)}`,
  ];
  return [withProvider('demo.example', { saml }), withProvider('other.example', { oidc: { issuer, clients } })].reduce(
    (yaml, [from, to]) => yaml.replace(from, () => to),
    provisioning,
  );
}
