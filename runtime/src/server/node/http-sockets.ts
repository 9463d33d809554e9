import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import type { Listener } from './listener.ts';
import { resetSocket, WriteTimeout } from './write-timeout.ts';

/** All open sockets. */
export interface OpenSockets {
  /** Sockets that use HTTP. */
  readonly connected: Set<Socket>;
  /** Sockets in a TLS handshake, by peer; node:http does not know them. */
  readonly handshaking: Map<string, Socket>;
}

/**
 * How long a connection must be idle, in milliseconds, before a server that stops closes it. A request that was sent
 * before the stop may take that long to arrive, and would get no response on a closed connection.
 */
const idleTime = 500;
const checkInterval = 50;
/** How long a peer has to close its side after ours is closed, in milliseconds. */
const closeTimeout = 1_000;

export interface ConnectOptions {
  readonly secure: boolean;
  readonly maxConnections: number;
  /** In milliseconds. */
  readonly writeTimeout: number;
}

/** Connects the listener to the HTTP server, and collects its open sockets. */
export function connect(
  http: HttpServer,
  listener: Listener,
  { secure, maxConnections, writeTimeout }: ConnectOptions,
): OpenSockets {
  const sockets: OpenSockets = { connected: new Set(), handshaking: new Map() };
  const { connected, handshaking } = sockets;
  const writes = new WriteTimeout(connected, writeTimeout);
  // Connections over the limit get a response; beyond this number, Node drops them.
  http.maxConnections = maxConnections + Math.max(16, Math.ceil(maxConnections / 8));
  http.on('request', (request, response) => listener.handle(request, response, false));
  http.on('checkContinue', (request, response) => listener.handle(request, response, true));
  http.on('checkExpectation', (request, response) => listener.reject(request, response, 417));
  http.on('connect', (_request, socket) => {
    // Node passes the socket without an error listener; an unhandled error would end the process.
    socket.on('error', () => socket.destroy());
    listener.connection(socket).end(socket, 405);
  });
  http.on('clientError', (error, socket) => {
    // No response is possible before the end of the handshake.
    if (secure && !connected.has(socket as Socket)) socket.destroy();
    else listener.connection(socket).fail(socket, error);
  });
  // Without this listener, Node destroys the socket.
  http.on('timeout', (socket: Socket) => {
    const connection = listener.connection(socket);
    if (socket.writableLength > 0) resetSocket(socket);
    else if (connection.idle) connection.close(socket, closeTimeout);
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
    connected.add(socket);
    writes.start();
    if (connected.size > maxConnections) listener.connection(socket).excess = true;
    socket.once('close', () => connected.delete(socket));
  });
  return sockets;
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/**
 * Accepts no new connections, lets running requests finish, and closes all connections (rule T9): a busy one after its
 * last response, which announces it, an idle one after a moment without input.
 */
export async function stop(
  http: HttpServer,
  listener: Listener,
  { connected, handshaking }: OpenSockets,
): Promise<void> {
  listener.stopping = true;
  // Connections that the system has accepted already would be reset when the port closes.
  await nextTurn();
  const idle = new Map<Socket, { bytesRead: number; checks: number }>();
  // Node's own method, which `close` calls, considers a connection idle while a response is still being sent to a slow
  // reader, and busy if it never had a request. It also destroys sockets, which resets those with unread bytes.
  http.closeIdleConnections = () => {};
  const closed = once(http, 'close');
  http.close();
  const check = (): void => {
    for (const socket of connected) {
      const connection = listener.connection(socket);
      if (!connection.idle || connection.closing) {
        idle.delete(socket);
        continue;
      }
      const seen = idle.get(socket);
      if (seen === undefined || seen.bytesRead !== socket.bytesRead)
        idle.set(socket, { bytesRead: socket.bytesRead, checks: 0 });
      else if (++seen.checks * checkInterval >= idleTime) connection.close(socket, closeTimeout);
    }
    for (const [peer, socket] of handshaking) {
      const seen = idle.get(socket);
      if (seen === undefined) idle.set(socket, { bytesRead: 0, checks: 0 });
      else if (++seen.checks * checkInterval >= idleTime) {
        handshaking.delete(peer);
        socket.destroy();
      }
    }
  };
  check();
  const timer = setInterval(check, checkInterval);
  await closed;
  clearInterval(timer);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

/** Destroys all sockets: Node's own method closes neither CONNECT sockets nor those in a handshake. */
export function destroyAll(http: HttpServer, { connected, handshaking }: OpenSockets): void {
  http.closeAllConnections();
  for (const socket of [...connected, ...handshaking.values()]) socket.destroy();
}
