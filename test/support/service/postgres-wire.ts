import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A request of a client, for which the server has one response: several messages up to Sync, or a simple query. */
export interface RoundTrip {
  /** Texts of the statements, separated by `;`. */
  readonly text: string;
  /** By performance.now(); the end is undefined until the server is ready for the next one. */
  readonly startedAt: number;
  endedAt: number | undefined;
  /** Whether a transaction was open before it. */
  readonly inTransaction: boolean;
}

export interface PostgresWire {
  /** The URL of a database through the proxy. */
  urlOf(url: string): string;
  /** All round trips of all connections since the last call of `clear`. */
  readonly trips: readonly RoundTrip[];
  clear(): void;
  /** Connections on which a request runs or a transaction is open. */
  held(): number;
  close(): Promise<void>;
}

/** Milliseconds and text of one connection. */
class Connection {
  readonly #trips: RoundTrip[];
  /** Texts of prepared statements by their names. */
  readonly #prepared = new Map<string, string>();
  #texts: string[] = [];
  #running: RoundTrip[] = [];
  #status = 'I';

  constructor(trips: RoundTrip[]) {
    this.#trips = trips;
  }

  get isHeld(): boolean {
    return this.#running.length > 0 || this.#status !== 'I';
  }

  /** A message of the client. */
  sent(type: string, body: Buffer): void {
    if (type === 'P') {
      const [name = '', text = ''] = body.toString('latin1').split('\0');
      this.#prepared.set(name, text);
    }
    if (type === 'B') this.#texts.push(this.#prepared.get(body.toString('latin1').split('\0')[1] ?? '') ?? '');
    if (type === 'Q') this.#texts.push(body.toString('latin1').replace(/\0$/, ''));
    if (type === 'Q' || type === 'S') this.#begin();
  }

  /** A message of the server. */
  received(type: string, body: Buffer): void {
    if (type !== 'Z') return;
    this.#status = body.toString('latin1');
    const done = this.#running.shift();
    if (done !== undefined) done.endedAt = performance.now();
  }

  #begin(): void {
    const trip: RoundTrip = {
      text: this.#texts.join('; '),
      startedAt: performance.now(),
      endedAt: undefined,
      inTransaction: this.#status !== 'I',
    };
    this.#texts = [];
    this.#running.push(trip);
    this.#trips.push(trip);
  }
}

/** Splits bytes into messages of a type, a length and a body; the first message of a client has no type. */
class Messages {
  readonly #take: (type: string, body: Buffer) => void;
  #rest: Buffer = Buffer.alloc(0);
  #hasType: boolean;

  constructor(take: (type: string, body: Buffer) => void, { first }: { readonly first: 'typed' | 'untyped' }) {
    this.#take = take;
    this.#hasType = first === 'typed';
  }

  add(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const at = this.#hasType ? 1 : 0;
      if (this.#rest.length < at + 4) return;
      const end = at + this.#rest.readUInt32BE(at);
      if (this.#rest.length < end) return;
      if (this.#hasType) this.#take(this.#rest.toString('latin1', 0, 1), this.#rest.subarray(at + 4, end));
      this.#hasType = true;
      this.#rest = this.#rest.subarray(end);
    }
  }
}

/** A proxy in front of a PostgreSQL server that counts round trips, and knows which connections are held. */
export async function startPostgresWire(port: number): Promise<PostgresWire> {
  const trips: RoundTrip[] = [];
  const open = new Map<Socket, Connection>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    const connection = new Connection(trips);
    open.set(client, connection);
    const end = (): void => {
      open.delete(client);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.setNoDelay(true).on('error', end).on('close', end);
    const sent = new Messages((type, body) => connection.sent(type, body), { first: 'untyped' });
    const received = new Messages((type, body) => connection.received(type, body), { first: 'typed' });
    client.on('data', (bytes) => {
      sent.add(bytes);
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      received.add(bytes);
      client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = (server.address() as AddressInfo).port;
  return {
    urlOf(url) {
      const changed = new URL(url);
      changed.port = String(own);
      return changed.href;
    },
    trips,
    clear: () => {
      trips.length = 0;
    },
    held: () => [...open.values()].filter(({ isHeld }) => isHeld).length,
    close: async () => {
      for (const client of open.keys()) client.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
