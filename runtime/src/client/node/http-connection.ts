import type { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { ConnectedTransport } from '../connecting-transport.ts';
import type { Transport, TransportRequest, TransportResponse } from '../transport.ts';

/** A connection of its own: an agent with one socket, which counts its sockets. */
export class HttpConnection implements ConnectedTransport {
  opened = 0;
  #socket: Socket | undefined;
  readonly #transport: Required<Transport>;
  readonly #agent: Agent;
  readonly #onClose: () => void;

  /** @param agent of one socket, which the transport uses. */
  constructor(transport: Required<Transport>, agent: Agent, onClose: () => void) {
    this.#transport = transport;
    this.#agent = agent;
    this.#onClose = onClose;
    const create = agent.createConnection.bind(agent);
    agent.createConnection = (options, created) => {
      // A tunnel has its socket later, and passes it on.
      const socket = create(options, (error, later) => {
        if (later !== undefined && later !== this.#socket) this.#open(later);
        created?.(error, later);
      });
      if (socket) this.#open(socket);
      return socket;
    };
  }

  send(request: TransportRequest): Promise<TransportResponse> {
    return this.#transport.sendLarge(request);
  }

  sendLarge(request: TransportRequest): Promise<TransportResponse> {
    return this.#transport.sendLarge(request);
  }

  get isOpen(): boolean {
    return this.#socket !== undefined && !this.#socket.destroyed && this.#socket.writable;
  }

  certificate(): Uint8Array | undefined {
    const socket = this.#socket as TLSSocket | undefined;
    return socket !== undefined && 'getPeerCertificate' in socket ? socket.getPeerCertificate().raw : undefined;
  }

  close(): void {
    this.#agent.destroy();
    this.#onClose();
  }

  #open(socket: Duplex): void {
    this.opened++;
    this.#socket = socket as Socket;
  }
}
