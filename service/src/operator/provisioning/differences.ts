import type { IdentityProvider } from '../../storage/identity-providers.ts';
import { fingerprintOf } from './provider-values.ts';

/** What a noun holds, field by field, as an operator may see it; a field that it has not is undefined. */
export type Shown = Readonly<Record<string, string | Secret | undefined>>;

/** A value that is compared and never shown. */
export class Secret {
  /** Equal exactly when the secrets are: the secret itself, or a hash of it. */
  readonly comparable: string;

  constructor(comparable: string) {
    this.comparable = comparable;
  }

  /** Nothing that prints or serialises a secret shows it. */
  toJSON(): string {
    return 'secret';
  }
}

/** A field that is not what it was. */
export interface FieldChange {
  readonly field: string;
  /** Undefined: it was not there, or it is a secret. */
  readonly from: string | undefined;
  /** Undefined: it is not there any more, or it is a secret. */
  readonly to: string | undefined;
  readonly secret: boolean;
}

/** The fields that differ, in the order of `after`, then those that are gone. `before` is undefined for a new noun. */
export function differenceOf(before: Shown | undefined, after: Shown): readonly FieldChange[] {
  const fields = new Set([...Object.keys(after), ...Object.keys(before ?? {})]);
  return [...fields].flatMap((field) => {
    const [from, to] = [before?.[field], after[field]];
    if (comparable(from) === comparable(to)) return [];
    return [{ field, from: visible(from), to: visible(to), secret: from instanceof Secret || to instanceof Secret }];
  });
}

function comparable(value: string | Secret | undefined): string | undefined {
  return value instanceof Secret ? value.comparable : value;
}

function visible(value: string | Secret | undefined): string | undefined {
  return value instanceof Secret ? undefined : value;
}

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
