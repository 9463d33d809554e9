import type { IncomingMessage, ServerResponse } from 'node:http';
import { pageHeaders } from '../common/html.ts';
import { bodyOf } from '../common/page-requests.ts';
import { Rejection } from '../common/rejection.ts';
import type { Peer } from '../domain/caller-address.ts';

/** Most bytes of a form, or of another body. */
const mostBytes = 8192;

/** The fields of a posted form. @throws {Rejection} `InvalidValue` when it is too large, or comes from another site. */
export async function formOf(request: IncomingMessage, trustProxy: boolean): Promise<URLSearchParams> {
  if (!isOwnForm(request, trustProxy)) throw new Rejection('InvalidValue', 'This form comes from another site.');
  return new URLSearchParams((await smallBodyOf(request)).toString('utf8'));
}

/** The body of a request. @throws {Rejection} `InvalidValue` when it is too large. */
export async function smallBodyOf(request: IncomingMessage): Promise<Buffer> {
  const body = await bodyOf(request, mostBytes);
  if (body === undefined) throw new Rejection('InvalidValue', `This body has more than ${mostBytes} bytes.`);
  return body;
}

/** Browsers send the origin of the page with each form; programs need not. */
function isOwnForm({ headers }: IncomingMessage, trustProxy: boolean): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  const forwarded = trustProxy ? headers['x-forwarded-host']?.toString().split(',').at(-1)?.trim() : undefined;
  return URL.canParse(origin) && new URL(origin).host === (forwarded ?? host);
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
