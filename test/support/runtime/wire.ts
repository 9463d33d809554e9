import { connect, type Socket } from 'node:net';

/** An HTTP response as received. */
export interface WireResponse {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A connection that sends given bytes, and splits responses by their Content-Length only. */
export class Wire {
  readonly socket: Socket;
  #held: Buffer = Buffer.alloc(0);
  #closed = false;
  #wake: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    const wake = (): void => this.#wake();
    socket.on('data', (piece) => {
      this.#held = Buffer.concat([this.#held, piece]);
      wake();
    });
    socket.on('error', () => undefined);
    socket.on('end', wake);
    socket.on('close', () => {
      this.#closed = true;
      wake();
    });
  }

  static async open(port: number): Promise<Wire> {
    const socket = connect({ port, host: '127.0.0.1' });
    await new Promise((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new Wire(socket);
  }

  send(bytes: string | Uint8Array): this {
    this.socket.write(bytes);
    return this;
  }

  /** The next response. @param of the request method, since a response to HEAD has no body. */
  async response(of: 'HEAD' | 'other' = 'other'): Promise<WireResponse> {
    const end = await this.#until(() => this.#held.indexOf('\r\n\r\n'));
    const [statusLine = '', ...lines] = this.#held.subarray(0, end).toString('latin1').split('\r\n');
    const headers: Record<string, string> = {};
    for (const line of lines) {
      const colon = line.indexOf(':');
      headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
    }
    const status = Number(statusLine.split(' ')[1]);
    if (status >= 200 && headers['content-length'] === undefined) throw new Error(`no Content-Length: ${statusLine}`);
    const length = of === 'HEAD' ? 0 : Number(headers['content-length'] ?? 0);
    await this.#until(() => (this.#held.length >= end + 4 + length ? 0 : -1));
    const body = this.#held.subarray(end + 4, end + 4 + length).toString('utf8');
    this.#held = this.#held.subarray(end + 4 + length);
    return { status, headers, body };
  }

  /** Resolves with the remaining bytes when the server has closed the connection. */
  async closed(): Promise<string> {
    while (!this.#closed && !this.socket.readableEnded) await this.#next();
    return this.#held.toString('latin1');
  }

  close(): void {
    this.socket.destroy();
  }

  async #until(find: () => number): Promise<number> {
    for (;;) {
      const at = find();
      if (at >= 0) return at;
      if (this.#closed || this.socket.readableEnded) throw new Error(`closed after "${this.#held.toString('latin1')}"`);
      await this.#next();
    }
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

/** Sends one request over a new connection, and returns the response. */
export async function ask(
  port: number,
  request: string | Uint8Array,
  of: 'HEAD' | 'other' = 'other',
): Promise<WireResponse> {
  const wire = await Wire.open(port);
  try {
    return await wire.send(request).response(of);
  } finally {
    wire.close();
  }
}
