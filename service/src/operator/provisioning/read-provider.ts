import { createRequire } from 'node:module';
import type { Node } from 'yaml';
import type { Located, Problems } from '../../config/yaml-document.ts';
import { Fields, offsetOf } from '../../config/yaml-fields.ts';
import type {
  IdentityProvider,
  LdapProvider,
  OidcClient,
  OidcProvider,
  SamlProvider,
  SignInUse,
} from '../../storage/identity-providers.ts';
import {
  entityIdProblem,
  readCertificate,
  redirectUriProblem,
  secureAddressProblem,
  webAddressProblem,
} from './provider-values.ts';
import type { ValueReader } from './secret-values.ts';

type Fault = (value: string) => string | undefined;

/** Parses the identity provider of a tenant. Every value may be given directly or by reference. */
export class ProviderReader {
  readonly #values: ValueReader;
  readonly #problems: Problems;

  constructor(values: ValueReader) {
    this.#values = values;
    this.#problems = values.problems;
  }

  /** Undefined, with a problem, when it is invalid. */
  read(node: Node): Located<IdentityProvider> | undefined {
    const fields = Fields.of(node, 'identityProvider', this.#problems);
    if (fields === undefined) return undefined;
    const [saml, oidc, ldap] = [fields.node('saml'), fields.node('oidc'), fields.node('ldap')];
    fields.done();
    const offset = offsetOf(node);
    if ([saml, oidc, ldap].filter((one) => one !== undefined).length !== 1) {
      return this.#problems.add(offset, 'identityProvider needs one of the fields saml, oidc and ldap.');
    }
    const value = saml ? this.#saml(saml) : oidc ? this.#oidc(oidc) : this.#ldap(ldap ?? null);
    return value && { value, offset };
  }

  #saml(node: Node): SamlProvider | undefined {
    return this.#map(node, 'saml', (fields) => {
      const issuer = this.#text(fields, 'issuer', entityIdProblem);
      const signInUrl = this.#text(fields, 'signInUrl', webAddressProblem);
      const certificates = this.#certificates(fields);
      const entityId = this.#text(fields, 'entityId', entityIdProblem);
      const returnTo = this.#map(fields.required('returnTo') ?? null, 'returnTo', (both) => {
        const web = this.#text(both, 'web', webAddressProblem);
        const client = this.#text(both, 'client', webAddressProblem);
        return web && client && { web: web.value, client: client.value };
      });
      const unsolicited = this.#flag(fields, 'unsolicited', { fallback: true });
      if (!issuer || !signInUrl || !entityId || !returnTo || certificates === undefined) return undefined;
      return {
        kind: 'SAML2',
        issuer: issuer.value,
        signInUrl: signInUrl.value,
        certificates,
        entityId: entityId.value,
        returnTo,
        unsolicited,
      };
    });
  }

  /** Undefined when one is invalid; empty when all optional ones are omitted: then no token is accepted. */
  #certificates(fields: Fields): readonly string[] | undefined {
    if (fields.required('certificates') === undefined) return undefined;
    const all = fields.items('certificates');
    const items = all.filter((item) => !this.#values.isOmitted(item));
    if (all.length === 0) this.#problems.add(fields.offset, 'certificates must have one certificate or more.');
    const read = items.flatMap((item) => {
      const given = this.#values.text(item, 'certificates');
      if (given === undefined) return [];
      const certificate = readCertificate(given.value);
      if ('pem' in certificate) return [certificate.pem];
      this.#problems.add(given.offset, `certificates ${certificate.fault}.`);
      return [];
    });
    return read.length === items.length && all.length > 0 ? [...new Set(read)] : undefined;
  }

  #oidc(node: Node | null): OidcProvider | undefined {
    return this.#map(node, 'oidc', (fields) => {
      const issuer = this.#text(fields, 'issuer', secureAddressProblem);
      const clients = this.#clients(fields, true);
      return issuer && clients.length > 0 ? { kind: 'OIDC', issuer: issuer.value, clients } : undefined;
    });
  }

  #ldap(node: Node | null): LdapProvider | undefined {
    return this.#map(node, 'ldap', (fields) => {
      const items = fields.required('servers') === undefined ? [] : fields.items('servers');
      const servers = items.flatMap((item) => this.#checked(this.#values.text(item, 'servers'), serverProblem) ?? []);
      const ca = this.#optional(fields, 'ca');
      const issued = ca && readCertificate(ca.value);
      if (ca && issued && 'fault' in issued) this.#problems.add(ca.offset, `ca ${issued.fault}.`);
      const bindDn = this.#text(fields, 'bindDn', nameProblem);
      const secret = fields.required('bindPassword');
      const bindPassword = secret && this.#values.secret(secret, 'bindPassword', 1);
      const base = this.#text(fields, 'base', nameProblem);
      const filter = this.#checked(this.#optional(fields, 'filter'), filterProblem);
      const attribute = (name: string, fallback: string): string =>
        this.#checked(this.#optional(fields, name), attributeProblem)?.value ?? fallback;
      const [userName, email] = [attribute('userName', 'uid'), attribute('email', 'mail')];
      const id = attribute('id', 'entryUUID');
      const clients = this.#clients(fields, false);
      if (!bindDn || !bindPassword || !base || servers.length !== items.length || clients.length === 0)
        return undefined;
      if (servers.length === 0) return this.#problems.add(fields.offset, 'servers must have one server or more.');
      return {
        kind: 'LDAP',
        servers: servers.map(({ value }) => value),
        ca: issued && 'pem' in issued ? issued.pem : undefined,
        bindDn: bindDn.value,
        bindPassword: bindPassword.value,
        base: base.value,
        filter: filter?.value,
        ...{ userName, email, id, clients },
      };
    });
  }

  /** @param registered whether each has an id, and perhaps a secret, at a provider. */
  #clients(fields: Fields, registered: boolean): readonly OidcClient[] {
    const items = fields.required('clients') === undefined ? [] : fields.items('clients');
    const clients = items.flatMap(
      (item) => this.#map(item, 'A client', (client) => this.#client(client, registered)) ?? [],
    );
    if (items.length === 0) this.#problems.add(fields.offset, 'clients must have one client or more.');
    this.#once(clients, 'applicationType', ({ applicationType }) => applicationType);
    this.#once(clients, 'use', ({ use }) => use);
    return clients.map(({ offset, applicationType, use, ...client }) => ({
      ...client,
      applicationType: applicationType.value,
      use: use?.value,
    }));
  }

  #client(fields: Fields, registered: boolean): LocatedClient | undefined {
    const applicationType = this.#int(fields, 'applicationType');
    const use = this.#use(fields);
    const clientId = registered
      ? this.#text(fields, 'clientId', clientIdProblem)
      : { value: '', offset: fields.offset };
    const secret = registered ? fields.node('clientSecret') : undefined;
    const clientSecret = secret && this.#values.secret(secret, 'clientSecret', 1);
    const redirectUri = this.#text(fields, 'redirectUri', redirectUriProblem);
    const bareCode = registered && this.#flag(fields, 'bareCode', { fallback: false });
    if (!applicationType || !clientId || !redirectUri) return undefined;
    return {
      offset: fields.offset,
      applicationType,
      use,
      clientId: clientId.value,
      clientSecret: clientSecret?.value,
      redirectUri: redirectUri.value,
      bareCode,
    };
  }

  #use(fields: Fields): Located<SignInUse> | undefined {
    const text = this.#optional(fields, 'use');
    const value = (['web', 'client'] as const).find((use) => use === text?.value);
    if (text !== undefined && value === undefined) this.#problems.add(text.offset, 'use must be web or client.');
    return text && value && { value, offset: text.offset };
  }

  #int(fields: Fields, key: string): Located<number> | undefined {
    const node = fields.required(key);
    const text = node && this.#values.text(node, key);
    if (text === undefined) return undefined;
    const value = /^-?\d{1,10}$/.test(text.value) ? Number(text.value) : Number.NaN;
    if (value === (value | 0)) return { value, offset: text.offset };
    return this.#problems.add(text.offset, `${key} must be a whole number from -2147483648 to 2147483647.`);
  }

  #flag(fields: Fields, key: string, { fallback }: { readonly fallback: boolean }): boolean {
    const text = this.#optional(fields, key);
    if (text === undefined) return fallback;
    if (!/^(true|false)$/.test(text.value)) this.#problems.add(text.offset, `${key} must be true or false.`);
    return text.value === 'true';
  }

  #text(fields: Fields, key: string, faultOf: Fault): Located<string> | undefined {
    const node = fields.required(key);
    return this.#checked(node && this.#values.text(node, key), (value) => problemOf(key, faultOf(value)));
  }

  /** @param faultOf the mistake with the name of the field. */
  #checked(text: Located<string> | undefined, faultOf: Fault): Located<string> | undefined {
    const fault = text && faultOf(text.value);
    return text && fault !== undefined ? this.#problems.add(text.offset, `${fault}.`) : text;
  }

  #optional(fields: Fields, key: string): Located<string> | undefined {
    const node = fields.node(key);
    return node && this.#values.text(node, key);
  }

  #map<T>(node: Node | null, what: string, read: (fields: Fields) => T | undefined): T | undefined {
    // Null: it is missing, which has been reported.
    const fields = node === null ? undefined : Fields.of(node, what, this.#problems);
    const value = fields && read(fields);
    fields?.done();
    return value;
  }

  #once(
    clients: readonly LocatedClient[],
    what: string,
    value: (client: LocatedClient) => Located<string | number> | undefined,
  ): void {
    const seen = new Set<string | number>();
    for (const client of clients) {
      const own = value(client);
      if (own === undefined) continue;
      if (seen.has(own.value)) this.#problems.add(own.offset, `Another client has this ${what}.`);
      seen.add(own.value);
    }
  }
}

/** A client with the offsets of its unique values. */
interface LocatedClient extends Omit<OidcClient, 'applicationType' | 'use'> {
  readonly offset: number;
  readonly applicationType: Located<number>;
  readonly use: Located<SignInUse> | undefined;
}

function problemOf(key: string, fault: string | undefined): string | undefined {
  return fault === undefined ? undefined : `${key} ${fault}`;
}

/** The address of a directory: `ldaps://` has TLS from the beginning, `ldap://` by StartTLS. */
const serverProblem: Fault = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const fits = url !== undefined && /^ldaps?:$/.test(url.protocol) && url.hostname !== '';
  const hasRest = /[@?#]/.test(text) || !['', '/'].includes(url?.pathname ?? '');
  return fits && !hasRest ? undefined : 'servers must be addresses such as ldaps://directory.example';
};

const nameProblem: Fault = (text) => (text.includes('=') ? undefined : 'must be a name such as dc=demo,dc=example');
const filterProblem: Fault = (text) => {
  const { FilterParser } = createRequire(import.meta.url)('ldapts') as typeof import('ldapts');
  try {
    // The parser accepts a comparison without parentheses.
    if (text.startsWith('(')) return void FilterParser.parseString(text);
  } catch {}
  return 'filter must be one such as (objectClass=person), in parentheses (RFC 4515)';
};
const attributeProblem: Fault = (text) =>
  /^[A-Za-z][A-Za-z0-9-]*$/.test(text) ? undefined : 'userName, email and id must be names of attributes';

/** Printable ASCII (RFC 6749, A.1). */
const clientIdProblem: Fault = (text) =>
  /^[\x20-\x7e]{1,1024}$/.test(text) ? undefined : 'must have 1 to 1024 printable ASCII characters';
