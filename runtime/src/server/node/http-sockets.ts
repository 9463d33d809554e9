import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import type { Listener } from './listener.ts';
import { resetSocket, WriteTimeout } from './write-timeout.ts';

/** The sockets that are open. */
export interface OpenSockets {
  /** Those that speak HTTP. */
  readonly speaking: Set<Socket>;
  /** Those that are still shaking hands for TLS, by their peer; node:http knows nothing of them. */
  readonly handshaking: Map<string, Socket>;
}

/**
 * How long a connection must be quiet, in milliseconds, before a server that stops closes it. A request that was sent
 * before the stop is on its way for about so long at most; closing before it is here would leave it without an answer.
 */
const quietTime = 500;
const checkInterval = 50;
/** How long a peer has to close its side, once ours is closed. */
const closeTimeout = 1_000;

export interface ConnectOptions {
  readonly secure: boolean;
  readonly maxConnections: number;
  /** In milliseconds. */
  readonly writeTimeout: number;
}

/** Hooks the listener up, and keeps the sockets that are open. */
export function connect(
  http: HttpServer,
  listener: Listener,
  { secure, maxConnections, writeTimeout }: ConnectOptions,
): OpenSockets {
  const sockets: OpenSockets = { speaking: new Set(), handshaking: new Map() };
  const { speaking, handshaking } = sockets;
  const writes = new WriteTimeout(speaking, writeTimeout);
  // Those that are over the limit are to be told so, in their turn; beyond that Node drops what comes.
  http.maxConnections = maxConnections + Math.max(16, Math.ceil(maxConnections / 8));
  http.on('request', (request, response) => listener.answer(request, response, { waits: false }));
  http.on('checkContinue', (request, response) => listener.answer(request, response, { waits: true }));
  http.on('checkExpectation', (request, response) => listener.refuse(request, response, 417));
  http.on('connect', (_request, socket) => {
    // Node hands the socket over without a listener for its errors, and an error without one ends the process.
    socket.on('error', () => socket.destroy());
    listener.connection(socket).end(socket, 405);
  });
  http.on('clientError', (error, socket) => {
    // Whoever has not shaken hands cannot read an answer.
    if (secure && !speaking.has(socket as Socket)) socket.destroy();
    else listener.connection(socket).fail(socket, error);
  });
  // Node would destroy it.
  http.on('timeout', (socket: Socket) => {
    const connection = listener.connection(socket);
    if (socket.writableLength > 0) resetSocket(socket);
    else if (connection.idle) connection.leave(socket, closeTimeout);
  });
  if (secure) {
    http.on('connection', (socket: Socket) => {
      const peer = peerOf(socket);
      handshaking.set(peer, socket);
      socket.once('close', () => handshaking.get(peer) === socket && handshaking.delete(peer));
    });
  }
  http.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => {
    if (secure) handshaking.delete(peerOf(socket));
    speaking.add(socket);
    writes.start();
    if (speaking.size > maxConnections) listener.connection(socket).excess = true;
    socket.once('close', () => speaking.delete(socket));
  });
  return sockets;
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/**
 * Takes no new connections, lets those that are there finish what they have begun, and closes them (rule T9): a busy one
 * behind its last answer, which says so, an idle one when nothing more was heard of it.
 */
export async function stop(http: HttpServer, listener: Listener, { speaking, handshaking }: OpenSockets): Promise<void> {
  listener.stopping = true;
  // Callers that the system has let in already, and whom it would turn away when the port closes.
  await nextTurn();
  const quiet = new Map<Socket, { heard: number; looks: number }>();
  // Node's own, which \`close\` calls as well, takes a connection for idle while an answer is still on its way to a slow
  // reader, and one for busy on which nothing was ever asked. It destroys them, too, and with bytes unread that resets.
  http.closeIdleConnections = () => {};
  const closed = once(http, 'close');
  http.close();
  const look = (): void => {
    for (const socket of speaking) {
      const connection = listener.connection(socket);
      if (!connection.idle || connection.closing) {
        quiet.delete(socket);
        continue;
      }
      const seen = quiet.get(socket);
      if (seen === undefined || seen.heard !== socket.bytesRead)
        quiet.set(socket, { heard: socket.bytesRead, looks: 0 });
      else if (++seen.looks * checkInterval >= quietTime) connection.leave(socket, closeTimeout);
    }
    for (const [peer, socket] of handshaking) {
      const seen = quiet.get(socket);
      if (seen === undefined) quiet.set(socket, { heard: 0, looks: 0 });
      else if (++seen.looks * checkInterval >= quietTime) {
        handshaking.delete(peer);
        socket.destroy();
      }
    }
  };
  look();
  const looking = setInterval(look, checkInterval);
  await closed;
  clearInterval(looking);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

/** OpenSockets that Node has handed over or not taken in yet are not among the connections that it closes. */
export function cutOff(http: HttpServer, { speaking, handshaking }: OpenSockets): void {
  http.closeAllConnections();
  for (const socket of [...speaking, ...handshaking.values()]) socket.destroy();
}
