import type { IdentityProvider } from '../../storage/identity-provider.ts';
import { fingerprintOf } from './certificate.ts';
import { Secret, type Shown } from './difference.ts';

/** An identity provider field by field: certificates by their fingerprints, clients by their applicationType. */
export function providerFields(provider: IdentityProvider | undefined): Shown {
  if (provider === undefined) return {};
  const fields: Record<string, string | Secret | undefined> = {};
  if (provider.kind === 'SAML2') {
    fields['saml.issuer'] = provider.issuer;
    fields['saml.signInUrl'] = provider.signInUrl;
    fields['saml.certificates'] = provider.certificates.map(fingerprintOf).sort().join(', ');
    fields['saml.entityId'] = provider.entityId;
    fields['saml.returnTo.web'] = provider.returnTo.web;
    fields['saml.returnTo.client'] = provider.returnTo.client;
    fields['saml.unsolicited'] = String(provider.unsolicited);
  } else {
    fields['oidc.issuer'] = provider.issuer;
    for (const client of provider.clients) {
      const name = `oidc.client ${client.applicationType}`;
      fields[`${name}.use`] = client.use;
      fields[`${name}.clientId`] = client.clientId;
      fields[`${name}.clientSecret`] = client.clientSecret === undefined ? undefined : new Secret(client.clientSecret);
      fields[`${name}.redirectUri`] = client.redirectUri;
      fields[`${name}.bareCode`] = String(client.bareCode);
    }
  }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`identityProvider.${name}`, value]));
}
