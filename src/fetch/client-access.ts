import { ClientError, type ClientOptions } from '@soapwright/runtime/client';
import { environmentProxy } from '@soapwright/runtime/client/authentication/node';
import { type HttpTransport, httpTransport } from '@soapwright/runtime/client/node';
import { type Diagnostic, fetching as kinds, report } from '../diagnostics/index.ts';
import { type AccessOptions, readAccess } from './access.ts';
import type { Surroundings } from './secret-places.ts';

/** What a client needs to call a service as the options of a command say. */
export interface ClientAccess {
  readonly options: Pick<ClientOptions, 'authentication' | 'headers'> & { readonly transport: HttpTransport };
  readonly diagnostics: readonly Diagnostic[];
}

/** Credentials, certificates and the proxy of the environment, for a client of an address. No diagnostic contains a secret. */
export function clientAccess(url: string, options: AccessOptions, surroundings: Surroundings): ClientAccess {
  const { access, diagnostics } = readAccess(options, surroundings, url);
  const { authentication, headers, client, authorities } = access;
  const { proxy, wrong } = proxyOf(surroundings);
  const transport = httpTransport({ tls: { ...client, ...authorities }, proxy });
  return { options: { authentication, headers, transport }, diagnostics: [...diagnostics, ...wrong] };
}

function proxyOf({ environment }: Surroundings): {
  readonly proxy: ReturnType<typeof environmentProxy> | undefined;
  readonly wrong: readonly Diagnostic[];
} {
  try {
    return { proxy: environmentProxy({ environment }), wrong: [] };
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    const reason = error.message.replace(/\.$/, '');
    return { proxy: undefined, wrong: [report(kinds.badProxy, { name: 'The proxy of the environment', reason })] };
  }
}
