import type { Node } from 'yaml';
import type { Located, Problems } from '../../config/yaml-document.ts';
import { Fields, offsetOf } from '../../config/yaml-fields.ts';
import type {
  IdentityProvider,
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
    const [saml, oidc] = [fields.node('saml'), fields.node('oidc')];
    fields.done();
    const offset = offsetOf(node);
    if ((saml === undefined) === (oidc === undefined)) {
      return this.#problems.add(offset, 'identityProvider needs one of the fields saml and oidc.');
    }
    const value = saml === undefined ? this.#oidc(oidc ?? null) : this.#saml(saml);
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
      const items = fields.required('clients') === undefined ? [] : fields.items('clients');
      const clients = items.flatMap((item) => this.#map(item, 'A client', (client) => this.#client(client)) ?? []);
      if (items.length === 0) this.#problems.add(fields.offset, 'clients must have one client or more.');
      this.#once(clients, 'applicationType', ({ applicationType }) => applicationType);
      this.#once(clients, 'use', ({ use }) => use);
      if (!issuer || clients.length === 0) return undefined;
      return {
        kind: 'OIDC',
        issuer: issuer.value,
        clients: clients.map(({ offset, applicationType, use, ...client }) => ({
          ...client,
          applicationType: applicationType.value,
          use: use?.value,
        })),
      };
    });
  }

  #client(fields: Fields): LocatedClient | undefined {
    const applicationType = this.#int(fields, 'applicationType');
    const use = this.#use(fields);
    const clientId = this.#text(fields, 'clientId', clientIdProblem);
    const secret = fields.node('clientSecret');
    const clientSecret = secret && this.#values.secret(secret, 'clientSecret', 1);
    const redirectUri = this.#text(fields, 'redirectUri', redirectUriProblem);
    const bareCode = this.#flag(fields, 'bareCode', { fallback: false });
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
    const text = node && this.#values.text(node, key);
    const fault = text && faultOf(text.value);
    return text && fault !== undefined ? this.#problems.add(text.offset, `${key} ${fault}.`) : text;
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

/** Printable ASCII (RFC 6749, A.1). */
const clientIdProblem: Fault = (text) =>
  /^[\x20-\x7e]{1,1024}$/.test(text) ? undefined : 'must have 1 to 1024 printable ASCII characters';
