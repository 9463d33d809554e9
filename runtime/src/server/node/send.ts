import type { IncomingMessage, ServerResponse } from 'node:http';
import { MessageStream } from '../../xml/message-stream.ts';
import type { Answer } from '../answer.ts';
import type { Connection } from './connection.ts';
import type { Outbox } from './outbox.ts';
import { giveUp, isGone, sendPieces } from './send-pieces.ts';

/** A body up to this long that nobody wants may be read and forgotten, so that its connection can be used again. */
const cheapToRead = 64 * 1024;
/** How much of a longer one is read so that the answer gets through before the connection is closed, and how long. */
const lingerBytes = 64 * 1024 * 1024;
const lingerMilliseconds = 5_000;

/** Sends an answer. Nothing happens when the caller is gone, or was answered already. */
export function send(
  outbox: Outbox,
  connection: Connection,
  response: ServerResponse,
  { status, headers, body }: Answer,
  close: boolean,
): void {
  if (response.headersSent || isGone(response)) {
    giveUp(body);
    return;
  }
  connection.unanswered -= 1;
  if (close) connection.closing = true;
  response.writeHead(status, close ? closing(headers) : (headers as string[]));
  if (body instanceof MessageStream) sendPieces(connection, response, body, (last) => response.end(last));
  else outbox.end(response, body);
}

/**
 * Sends an answer to a request whose body was not read, or not to its end. A short body that came with its head is read
 * and forgotten, and the connection goes on. Nobody waits for one that did not: it may never come.
 *
 * @param length of the body, where it is known.
 * @param promised the body is coming: the caller does not wait to be told to go on (rule T8).
 * @param closes whether the answer is to close the connection all the same; asked when it is sent.
 */
export function sendEarly(
  outbox: Outbox,
  connection: Connection,
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  {
    length,
    promised,
    closes,
  }: { readonly length: number | undefined; readonly promised: boolean; readonly closes: () => boolean },
): void {
  if (length === undefined || length > cheapToRead || !promised) {
    sendAndClose(connection, request, response, answer);
    return;
  }
  request.resume();
  // By then everything that has arrived was read.
  setImmediate(() => {
    if (request.complete) send(outbox, connection, response, answer, closes());
    else sendAndClose(connection, request, response, answer);
  });
}

/**
 * A connection that is closed with unread bytes is reset, and a reset can overtake the answer: so it is written, then the
 * rest of the body is read and forgotten within bounds, and only then the connection is closed.
 */
function sendAndClose(
  connection: Connection,
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
): void {
  if (response.headersSent || isGone(response)) {
    giveUp(body);
    return;
  }
  connection.unanswered -= 1;
  connection.closing = true;
  response.writeHead(status, closing(headers));
  if (body instanceof MessageStream) {
    // A caller that sends all before it reads anything must not wait for us.
    request.resume();
    sendPieces(connection, response, body, (last) => {
      response.write(last);
      linger(connection, request, response);
    });
    return;
  }
  if (body.length === 0) response.flushHeaders();
  else response.write(body, 'utf8');
  linger(connection, request, response);
}

function closing(headers: readonly string[]): string[] {
  return headers.includes('Connection') ? [...headers] : [...headers, 'Connection', 'close'];
}

function linger(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
  let bytes = 0;
  const end = (): void => {
    clearTimeout(timer);
    request.off('data', count);
    connection.endLinger = undefined;
    response.end();
  };
  const count = (chunk: Uint8Array): void => {
    bytes += chunk.length;
    if (bytes > lingerBytes) end();
  };
  const timer = setTimeout(end, lingerMilliseconds);
  timer.unref();
  connection.endLinger = end;
  request.on('data', count);
  request.once('end', end);
  request.once('close', end);
}
