import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { listenError } from '../common/network.ts';
import { errorCode } from '../common/storage-error.ts';
import { loadDemoKeys } from './demo-folder.ts';
import { createOpenId } from './demo-openid.ts';
import { siteListener } from './demo-site.ts';
import { type DemoVariables, demoVariables } from './demo-values.ts';

export interface DemoProviderOptions {
  /** Its keys are in `demo/` of this folder. */
  readonly data: string;
  /** 0: any free port. */
  readonly port: number;
  /** Whether to use another free port if that one is in use; default false. */
  readonly orAnotherPort?: boolean | undefined;
  /** The URL of the service, for the commands on the pages. */
  readonly serviceAddress: () => string;
  /** Called for errors that are not reported to a caller. */
  readonly onError: (error: Error) => void;
}

/** A listening identity provider. */
export interface DemoProvider {
  /** `http://127.0.0.1:8081` */
  readonly url: string;
  /** The variables for demo.yaml. */
  readonly variables: DemoVariables;
  stop(): Promise<void>;
}

/**
 * Starts an identity provider that signs in anybody, by SAML and OpenID Connect. It listens on this machine only.
 *
 * @throws {StorageError} when its keys or its port cannot be used.
 */
export async function startDemoProvider(options: DemoProviderOptions): Promise<DemoProvider> {
  const server = createServer({ requestTimeout: 10_000 });
  try {
    const [port, keys] = await Promise.all([
      listening(server, options.port, options.orAnotherPort ?? false),
      loadDemoKeys(options.data),
    ]);
    const url = `http://127.0.0.1:${port}`;
    const openId = await createOpenId(url, keys.oidc, options.onError);
    const { serviceAddress, onError } = options;
    server.on('request', siteListener({ base: url, openId, samlKey: keys.saml.privateKey, serviceAddress, onError }));
    return {
      url,
      variables: demoVariables(url, keys.saml.certificate),
      async stop() {
        const closed = once(server, 'close');
        server.close();
        server.closeAllConnections();
        await closed;
      },
    };
  } catch (error) {
    server.close();
    throw error;
  }
}

async function listening(server: Server, port: number, orAnother: boolean): Promise<number> {
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    if (orAnother && errorCode(error) === 'EADDRINUSE') return await listening(server, 0, false);
    throw listenError(
      error,
      { host: '127.0.0.1', port },
      { flag: '--provider-port', variable: 'RFS_PROVIDER_PORT', of: ", for the demonstration's identity provider," },
    );
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}
