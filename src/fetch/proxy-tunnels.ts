import type { Agent } from 'node:http';
import type { SecureContextOptions, TLSSocket } from 'node:tls';
import { environmentProxy } from '@soapwright/runtime/client/authentication/node';
import { buildConnector } from 'undici';
import { type SchemeName, schemesOf } from './sign-in.ts';

/** A proxy of https that is signed in to by the user and password of its address. */
export interface TunnelProxy {
  readonly url: URL;
  /** As in NO_PROXY. */
  readonly except: string;
  readonly schemes: readonly SchemeName[];
}

/**
 * Connects to servers of https through tunnels, and answers what the proxy demands.
 *
 * @param tls of the connection to the server.
 * @param authorities of the connection to the proxy.
 */
export function tunnelConnector(
  { url, except, schemes }: TunnelProxy,
  tls: SecureContextOptions,
  authorities: SecureContextOptions,
): buildConnector.connector {
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  // Who writes a password into the address of a proxy without TLS wants it sent so.
  const authentication = schemesOf(schemes, user, password, { allowHttp: true });
  const environment = { HTTPS_PROXY: url.href, NO_PROXY: except };
  const proxy = environmentProxy({ environment, authentication, tls: authorities });
  const direct = buildConnector(tls);
  return (options, callback) => {
    const { hostname, port, servername } = options;
    const number = Number(port || 443);
    const agent: Agent | undefined = proxy.agent(new URL(`https://${hostname}:${number}`), tls);
    if (agent === undefined) {
      direct(options, callback);
      return;
    }
    const target = { ...tls, host: hostname, port: number, ...(servername && { servername }) };
    agent.createConnection(target, (error, socket) => {
      if (error !== null) callback(error, null);
      else
        (socket as TLSSocket)
          .once('error', (failure) => callback(failure, null))
          .once('secureConnect', () => callback(null, socket as TLSSocket));
    });
  };
}
