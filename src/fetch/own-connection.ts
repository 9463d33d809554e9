import type { TLSSocket } from 'node:tls';
import type { Connection } from '@soapwright/runtime/client/authentication';
import type { buildConnector, Dispatcher } from 'undici';

/** A connection that is signed in as a whole. Through a tunnel of undici its socket is not seen, so that each
 * request signs in. */
export class OwnConnection implements Connection {
  opened = 0;
  readonly dispatcher: Dispatcher;
  #socket: TLSSocket | undefined;

  /** @param create a dispatcher of one connection. */
  constructor(create: (connect: buildConnector.connector) => Dispatcher, connect: buildConnector.connector) {
    this.dispatcher = create((options, callback) =>
      connect(options, (...result) => {
        const [error, socket] = result;
        if (error === null) {
          this.opened++;
          this.#socket = socket as TLSSocket;
        }
        callback(...result);
      }),
    );
  }

  get isOpen(): boolean {
    return this.#socket !== undefined && !this.#socket.destroyed && this.#socket.writable;
  }

  certificate(): Uint8Array | undefined {
    const socket = this.#socket;
    return socket !== undefined && 'getPeerCertificate' in socket ? socket.getPeerCertificate().raw : undefined;
  }

  close(): void {
    void this.dispatcher.destroy();
  }
}
