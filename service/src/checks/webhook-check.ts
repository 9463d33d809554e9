import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { errorCode } from '../common/storage-error.ts';
import { eventId } from '../hooks/outbox.ts';
import { signatures, type Webhook } from '../hooks/webhook.ts';
import { type ArrivedFile, accepted, NoVerdict, reasonOf, type Verdict } from './file-check.ts';

/** Bytes of a response that are read. */
const mostResponse = 16 * 1024;

/**
 * Posts the bytes of a file. 2xx accepts it, 422 refuses it with the first line of a text or the `reason` of JSON as the
 * reason; everything else gives no verdict, and redirects are not followed. The signature, by the rules of Standard
 * Webhooks, is over the SHA-256 in the header `x-file-sha256`, since the bytes are not held.
 *
 * @throws {NoVerdict}, and what reading the file throws.
 */
export async function checkByWebhook(
  { url, secrets, ca }: Webhook,
  file: ArrivedFile,
  signal: AbortSignal,
  now: number,
): Promise<Verdict> {
  let unreadable: unknown;
  try {
    const id = eventId();
    const seconds = Math.floor(now / 1000);
    const headers = {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(file.size),
      'User-Agent': 'remote-file-service',
      'x-file-id': file.id,
      'x-file-path': encodeURI(file.path),
      'x-file-sha256': file.sha256,
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signatures(await secrets(), { id, body: file.sha256 }, seconds),
    };
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = send(url, { method: 'POST', headers, agent: false, signal, ...(ca !== undefined && { ca }) });
      request.on('response', resolve).on('error', reject);
      Readable.from(file.bytes())
        .on('error', (error) => {
          unreadable = error;
          request.destroy(error);
        })
        .pipe(request);
    });
    return await verdictOf(response);
  } catch (error) {
    if (unreadable !== undefined) throw unreadable;
    if (error instanceof NoVerdict) throw error;
    throw new NoVerdict(signal.aborted ? 'no response in time' : `${url.origin}: ${errorCode(error) || 'failed'}`, {
      cause: error,
    });
  }
}

async function verdictOf(response: IncomingMessage): Promise<Verdict> {
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) {
    response.destroy();
    return accepted;
  }
  if (status !== 422) {
    response.destroy();
    throw new NoVerdict(`HTTP ${status}`);
  }
  let text = '';
  for await (const piece of response.setEncoding('utf8')) {
    text += piece;
    if (text.length > mostResponse) break;
  }
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(response.headers['content-type'] ?? '');
  return { accepted: false, reason: reasonOf(isJson ? reasonInJson(text) : text) };
}

function reasonInJson(text: string): string {
  try {
    const { reason } = JSON.parse(text) as { readonly reason?: unknown };
    return typeof reason === 'string' ? reason : '';
  } catch {
    return '';
  }
}
