import type { IncomingMessage, ServerResponse } from 'node:http';
import { pageHeaders } from '../common/html.ts';
import { Rejection } from '../common/rejection.ts';
import type { Peer } from '../domain/caller-address.ts';

/** Most bytes of a form, or of another body. */
const mostBytes = 8192;

/** The fields of a posted form. @throws {Rejection} `InvalidValue` when it is too large, or comes from another site. */
export async function formOf(request: IncomingMessage, trustProxy: boolean): Promise<URLSearchParams> {
  if (!isOwnForm(request, trustProxy)) throw new Rejection('InvalidValue', 'This form comes from another site.');
  return new URLSearchParams((await bodyOf(request)).toString('utf8'));
}

/** The body of a request. @throws {Rejection} `InvalidValue` when it is too large. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new Rejection('InvalidValue', `This body has more than ${mostBytes} bytes.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Browsers send the origin of the page with each form; programs need not. */
function isOwnForm({ headers }: IncomingMessage, trustProxy: boolean): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  const forwarded = trustProxy ? headers['x-forwarded-host']?.toString().split(',').at(-1)?.trim() : undefined;
  return URL.canParse(origin) && new URL(origin).host === (forwarded ?? host);
}

/** The value of a cookie. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const cookies = (headers.cookie ?? '').split(';').map((each) => each.trim());
  return cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
}

export function peerOf({ headers, socket }: IncomingMessage): Peer {
  return { peerAddress: socket.remoteAddress, httpHeader: (name) => headers[name.toLowerCase()]?.toString() };
}

/** Sends a page that nobody stores. */
export function sendOwnPage(
  { method }: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = Buffer.from(text);
  const own = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': body.length };
  response.writeHead(status, { ...pageHeaders, ...own, ...headers });
  response.end(method === 'HEAD' ? undefined : body);
}

/** Sends a browser to another page after a form. */
export function seeOther(response: ServerResponse, location: string, cookie?: string): void {
  const headers = { Location: location, 'Cache-Control': 'no-store', 'Content-Length': '0' };
  response.writeHead(303, cookie === undefined ? headers : { ...headers, 'Set-Cookie': cookie });
  response.end();
}
