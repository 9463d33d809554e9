import { ClientError } from '../../client-error.ts';
import { noCredentials, unverifiedServer } from '../refusals.ts';
import type { ConnectionScheme, Handshake, SchemeOptions } from '../scheme.ts';
import { SchemesAuthentication } from '../schemes-authentication.ts';

/** The used part of the client of the package `kerberos`. */
export interface KerberosClient {
  /** The next token in base64. */
  step(token: string): Promise<string>;
  readonly contextComplete: boolean;
}

/** The used part of the package `kerberos` (GSS-API on Linux and macOS, SSPI on Windows), version 2 or newer. */
export interface KerberosPackage {
  initializeClient(service: string, options: { readonly mechOID?: number }): Promise<KerberosClient>;
  readonly GSS_MECH_OID_SPNEGO?: number;
}

export interface NegotiateOptions extends SchemeOptions {
  /** Name of the service at the server; default `HTTP@` and the host of the address, `HTTP/host` on Windows. */
  readonly service?: string | undefined;
  /** Default the package `kerberos`, which must be installed beside the runtime. Loaded by the first call. */
  readonly kerberos?: (() => Promise<KerberosPackage>) | undefined;
}

/**
 * Negotiate (RFC 4559): Kerberos with the ticket of the account that the program runs as, of `kinit` or of a Windows
 * session. Needs `httpTransport()` of Node, and the package `kerberos`.
 */
export function negotiate(options: NegotiateOptions = {}): SchemesAuthentication {
  const { allowHttp = false, kerberos = installed } = options;
  const handshake = ({ url }: { readonly url: string }): Handshake => {
    const { hostname } = new URL(url);
    const service = options.service ?? `HTTP${process.platform === 'win32' ? '/' : '@'}${hostname}`;
    let client: KerberosClient | undefined;
    const step = async (token: string): Promise<string> => {
      try {
        client ??= await begin(await kerberos(), service);
        return (await client.step(token)) ?? '';
      } catch (error) {
        if (error instanceof ClientError) throw error;
        const remedy = 'Get a ticket (kinit), and check that the service name is registered; cause has the reason.';
        throw noCredentials(`Kerberos gives no token for ${service}`, remedy, error);
      }
    };
    return {
      // A ticket is the only message in most cases, and goes with the body.
      takesBody: true,
      start: () => step(''),
      next: async (token) => ((client?.contextComplete ?? true) ? undefined : await step(token)),
      finish: async (token) => {
        if (token === undefined || client === undefined || client.contextComplete) return;
        await client.step(token).catch(() => {
          throw unverifiedServer('its last token of Negotiate is wrong');
        });
      },
    };
  };
  const realm = undefined;
  const scheme: ConnectionScheme = { name: 'Negotiate', strength: 5, allowHttp, realm, everyRequest: true, handshake };
  return new SchemesAuthentication([scheme]);
}

async function begin(kerberos: KerberosPackage, service: string): Promise<KerberosClient> {
  const mechanism = kerberos.GSS_MECH_OID_SPNEGO;
  return await kerberos.initializeClient(service, mechanism === undefined ? {} : { mechOID: mechanism });
}

async function installed(): Promise<KerberosPackage> {
  // Not a literal, so that bundlers and compilers do not look for an optional package.
  const name = 'kerberos';
  try {
    const loaded = (await import(name)) as KerberosPackage & { readonly default?: KerberosPackage };
    return loaded.default ?? loaded;
  } catch (error) {
    throw new ClientError('invalid-options', 'negotiate() needs the package kerberos: npm install kerberos.', {
      cause: error,
    });
  }
}
