import type { IdentityProvider, LdapProvider } from '../../storage/identity-providers.ts';
import { fingerprintOf } from './provider-values.ts';

/** The fields of an entity for display; undefined: the entity does not have the field. */
export type FieldValues = Readonly<Record<string, string | Secret | undefined>>;

/** A value that is compared but never displayed. */
export class Secret {
  /** Equal for equal secrets: the secret itself, or a hash of it. */
  readonly comparable: string;

  constructor(comparable: string) {
    this.comparable = comparable;
  }

  /** Serialising a secret does not reveal it. */
  toJSON(): string {
    return 'secret';
  }
}

/** A changed field. */
export interface FieldChange {
  readonly field: string;
  /** Undefined: the field is new, or a secret. */
  readonly from: string | undefined;
  /** Undefined: the field is removed, or a secret. */
  readonly to: string | undefined;
  readonly secret: boolean;
}

/** The changed fields in the order of `after`, then the removed ones. `before` is undefined for a new entity. */
export function differenceOf(before: FieldValues | undefined, after: FieldValues): readonly FieldChange[] {
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

function directoryFields({ kind, clients, servers, bindPassword, ca, ...rest }: LdapProvider): FieldValues {
  const all = {
    ...rest,
    servers: servers.join(', '),
    ca: ca && fingerprintOf(ca),
    bindPassword: new Secret(bindPassword),
  };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [`ldap.${name}`, value]));
}

/** The fields of an identity provider: certificates by fingerprint, clients by applicationType. */
export function providerFields(provider: IdentityProvider | undefined): FieldValues {
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
    if (provider.kind === 'OIDC') fields['oidc.issuer'] = provider.issuer;
    else Object.assign(fields, directoryFields(provider));
    for (const client of provider.clients) {
      const name = `${provider.kind.toLowerCase()}.client ${client.applicationType}`;
      fields[`${name}.use`] = client.use;
      fields[`${name}.clientId`] = client.clientId;
      fields[`${name}.clientSecret`] = client.clientSecret === undefined ? undefined : new Secret(client.clientSecret);
      fields[`${name}.redirectUri`] = client.redirectUri;
      fields[`${name}.bareCode`] = String(client.bareCode);
    }
  }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`identityProvider.${name}`, value]));
}
