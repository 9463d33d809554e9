import type { Transport } from './transport.ts';

/** A connection of its own, for schemes that sign connections in. It is opened by its first request, and again if it ended. */
export interface Connection {
  /** How many sockets were opened: unchanged while the connection is the same. */
  readonly opened: number;
  /** Whether the last socket can take another request. */
  readonly isOpen: boolean;
  /** The server's certificate in DER; undefined without TLS. */
  certificate(): Uint8Array | undefined;
  close(): void;
}

/** Method of a transport that opens connections of their own. Its name is the same in every copy of this module. */
export const connect: unique symbol = Symbol.for('soapwright.connect');

/** A connection of a transport. */
export interface ConnectedTransport extends Connection, Transport {}

export interface ConnectingTransport extends Transport {
  /** Opens a connection for requests to an address. Undefined where the transport cannot. */
  readonly [connect]?: ((address: string) => ConnectedTransport) | undefined;
}

/** A transport around another one, and around the connections of its own that it opens. */
export function aroundConnections(
  transport: ConnectingTransport,
  around: (inner: Transport) => Transport,
): ConnectingTransport {
  const open = transport[connect];
  const own = around(transport);
  if (open === undefined) return own;
  return {
    ...own,
    [connect]: (address) => {
      const connection = open.call(transport, address);
      return {
        ...around(connection),
        get opened() {
          return connection.opened;
        },
        get isOpen() {
          return connection.isOpen;
        },
        certificate: () => connection.certificate(),
        close: () => connection.close(),
      };
    },
  };
}
