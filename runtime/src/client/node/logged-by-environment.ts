import { aroundConnections, type ConnectingTransport } from '../connecting-transport.ts';
import type { BufferedRequest, Transport } from '../transport.ts';

/**
 * The transport, which prints requests and responses if the environment variable `SOAPWRIGHT_LOG` is `calls`: as
 * `logCalls()`, whose option `sensitive` is the variable `SOAPWRIGHT_LOG_SENSITIVE`, with commas between the names.
 */
export function loggedByEnvironment<Own extends Transport>(transport: Own): Own | Transport {
  const sensitive = sensitiveNames();
  return sensitive === undefined ? transport : logged(transport, sensitive);
}

/** As `loggedByEnvironment`, for a transport that opens connections itself. */
export function loggedConnections<Own extends ConnectingTransport & { close(): void }>(
  transport: Own,
): Own | (ConnectingTransport & { close(): void }) {
  const sensitive = sensitiveNames();
  if (sensitive === undefined) return transport;
  const around = aroundConnections(transport, (inner) => logged(inner, sensitive));
  return { ...around, close: () => transport.close() };
}

/** Names of further elements to mask; undefined if nothing is to be logged. */
function sensitiveNames(): readonly string[] | undefined {
  const { SOAPWRIGHT_LOG, SOAPWRIGHT_LOG_SENSITIVE = '' } = process.env;
  return SOAPWRIGHT_LOG === 'calls' ? SOAPWRIGHT_LOG_SENSITIVE.split(',').map((name) => name.trim()) : undefined;
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
