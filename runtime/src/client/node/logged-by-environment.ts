import { aroundConnections, type ConnectingTransport } from '../connecting-transport.ts';
import type { BufferedRequest, Transport } from '../transport.ts';

/**
 * The transport, which prints requests and responses if the environment variable `SOAPWRIGHT_LOG` is `calls`: as
 * `logCalls()`, whose option `sensitive` is the variable `SOAPWRIGHT_LOG_SENSITIVE`, with commas between the names.
 */
export function loggedByEnvironment<Own extends ConnectingTransport & { close(): void }>(
  transport: Own,
): Own | (ConnectingTransport & { close(): void }) {
  const { SOAPWRIGHT_LOG, SOAPWRIGHT_LOG_SENSITIVE = '' } = process.env;
  if (SOAPWRIGHT_LOG !== 'calls') return transport;
  const sensitive = SOAPWRIGHT_LOG_SENSITIVE.split(',').map((name) => name.trim());
  const around = aroundConnections(transport, (inner) => logged(inner, sensitive));
  return { ...around, close: () => transport.close() };
}

function logged(transport: Transport, sensitive: readonly string[]): Required<Transport> {
  let loading: Promise<Transport> | undefined;
  const logging = (): Promise<Transport> => {
    // Loaded only when it is used: few processes do.
    loading ??= import('../log.ts').then(({ logCalls }) => logCalls({ transport, sensitive }));
    return loading;
  };
  return {
    send: async (request) => (await logging()).send(request),
    async sendLarge(request) {
      const { send, sendLarge = send } = await logging();
      return sendLarge(request as BufferedRequest);
    },
  };
}
