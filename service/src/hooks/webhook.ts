import { createHmac } from 'node:crypto';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { errorCode } from '../common/storage-error.ts';
import { tracer } from '../tracing/tracer.ts';
import { failed, type HookAttempt, type HookEvent, type HookResult } from './hook.ts';

/** Where events are posted, signed by the rules of Standard Webhooks. */
export interface Webhook {
  /** By https, or http to this machine. */
  readonly url: URL;
  /** Each secret signs, so that secrets can be rotated. Read at each attempt. */
  readonly secrets: () => Promise<readonly Uint8Array[]>;
  /** PEM: the only certificate authorities that are trusted; undefined: those of Node. */
  readonly ca: string | undefined;
}

/**
 * Parses the secrets of a webhook: `whsec_` and base64 of 24 to 64 bytes, one on each line.
 *
 * @returns undefined when a line is invalid or all are missing.
 */
export function parseSecrets(text: string): readonly Uint8Array[] | undefined {
  const lines = text.split(/\s+/).filter((line) => line !== '');
  const secrets = lines.map((line) => Buffer.from(/^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(line)?.[1] ?? '', 'base64'));
  const valid = secrets.length > 0 && secrets.every(({ length }) => length >= 24 && length <= 64);
  return valid ? secrets : undefined;
}

/** The header `webhook-signature`: `v1,` and the HMAC-SHA-256 of id, time in seconds and body, for each secret. */
export function signatures(secrets: readonly Uint8Array[], { id, body }: HookEvent, seconds: number): string {
  const signed = `${id}.${seconds}.${body}`;
  return secrets.map((secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`).join(' ');
}

/**
 * Posts an event. 2xx is delivered, 410 wants no further attempt, everything else is tried again; redirects are not
 * followed. Never rejects.
 */
export async function postEvent(
  { url, secrets, ca }: Webhook,
  event: HookEvent,
  { signal, now }: HookAttempt,
): Promise<HookResult> {
  try {
    const seconds = Math.floor(now / 1000);
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(event.body),
      'User-Agent': 'remote-file-service',
      ...tracer()?.headers(),
      'webhook-id': event.id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signatures(await secrets(), event, seconds),
    };
    const status = await post(url, { method: 'POST', headers, ...(ca !== undefined && { ca }) }, event.body, signal);
    if (status >= 200 && status < 300) return { delivered: true };
    if (status === 410) return { delivered: false, reason: 'HTTP 410: the receiver wants no events', isFinal: true };
    return failed(`HTTP ${status}`);
  } catch (error) {
    if (signal.aborted) return failed('no response in time');
    return failed(`${url.origin}: ${errorCode(error) || (error instanceof Error ? error.message : 'failed')}`);
  }
}

/** Bytes and milliseconds for the body of a response, which is not used: small ones end as HTTP wants. */
const bodyLimit = { bytes: 16 * 1024, milliseconds: 1_000 };

/**
 * The status of the response, once the connection is closed: a receiver that sends an endless body counts as running
 * until then. The signal ends the exchange, whatever has come of the response.
 */
async function post(url: URL, options: RequestOptions, body: string, signal: AbortSignal): Promise<number> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return await new Promise((resolve, reject) => {
    let status: number | undefined;
    let failure = new Error('the connection was closed');
    let timer: NodeJS.Timeout | undefined;
    const request = send(url, { ...options, agent: false }, (response) => {
      status = response.statusCode ?? 0;
      timer = setTimeout(disconnect, bodyLimit.milliseconds);
      skipBody(response, disconnect);
    });
    const disconnect = (): void => void (request.socket ?? request).destroy();
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', disconnect);
      if (status === undefined) reject(failure);
      else resolve(status);
    };
    // A signal among the options of Node is not obeyed once the head of the response has come.
    signal.addEventListener('abort', disconnect, { once: true });
    if (signal.aborted) disconnect();
    request.on('error', (error) => {
      failure = error;
    });
    request.on('close', () => {
      const { socket } = request;
      if (socket === null || socket.closed) settle();
      else socket.once('close', settle);
    });
    request.end(body);
  });
}

function skipBody(response: IncomingMessage, disconnect: () => void): void {
  let bytes = 0;
  response.on('error', () => undefined);
  response.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > bodyLimit.bytes) disconnect();
  });
}
