import type { IncomingMessage, ServerResponse } from 'node:http';
import { pageHeaders } from './html.ts';
import { Rejection } from './rejection.ts';

/** A request for a page that is refused, with the text of the page. */
export class PageError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The status and the text for a refused request; undefined for any other error. */
export function refusalOf(error: unknown): { readonly status: number; readonly message: string } | undefined {
  if (error instanceof PageError) return error;
  if (!(error instanceof Rejection)) return undefined;
  const statuses: Record<string, number> = { AccessDenied: 403, TooManyAttempts: 429, ProviderUnavailable: 502 };
  return { status: statuses[error.code] ?? 400, message: error.message };
}

/** @throws {PageError} for a method that pages do not have. */
export function checkMethod({ method = '' }: IncomingMessage, response: ServerResponse): void {
  if (['GET', 'HEAD', 'POST'].includes(method)) return;
  response.setHeader('Allow', 'GET, HEAD, POST');
  throw new PageError(405, 'Only GET, HEAD and POST are allowed.');
}

/** The body of a request; undefined when it has more bytes. */
export async function bodyOf(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > most) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The fields of a form. @throws {PageError} when it has more bytes. */
export async function formOf(request: IncomingMessage, most: number): Promise<URLSearchParams> {
  const body = await bodyOf(request, most);
  if (body === undefined) throw new PageError(413, `A form has at most ${most} bytes.`);
  return new URLSearchParams(body.toString('utf8'));
}

/**
 * Whether the page of a form has the service's own origin, which browsers send with it.
 *
 * @param own `https://files.example`; undefined: any with the host of the request.
 */
export function comesFrom({ headers }: IncomingMessage, own: string | undefined): boolean {
  const { origin = '', host } = headers;
  if (own !== undefined) return origin === own;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Programs need not send an origin. @throws {PageError} for a form that another site has sent. */
export function checkOrigin(request: IncomingMessage, own: string | undefined): void {
  if (request.headers.origin === undefined || comesFrom(request, own)) return;
  throw new PageError(403, 'This form comes from another site.');
}

/** The value of a cookie. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const cookies = (headers.cookie ?? '').split(';').map((each) => each.trim());
  return cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** A cookie that scripts cannot read. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly sameSite: 'Lax' | 'Strict';
  /** Undefined: until the browser is closed. */
  readonly seconds?: number | undefined;
  readonly isSecure: boolean;
}

export function setCookie(response: ServerResponse, { name, value, path, sameSite, seconds, isSecure }: Cookie): void {
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  const secure = isSecure ? '; Secure' : '';
  response.appendHeader('Set-Cookie', `${name}=${value}; Path=${path}${age}; HttpOnly; SameSite=${sameSite}${secure}`);
}

/** Sends a page. @param headers those of its frame. */
export function sendPage(
  { method }: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = pageHeaders,
): void {
  const own = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': Buffer.byteLength(text) };
  response.writeHead(status, { ...headers, ...own });
  response.end(method === 'HEAD' ? undefined : text);
}

/** Sends a browser to another page after a form. */
export function seeOther(response: ServerResponse, location: string): void {
  response.writeHead(303, { Location: location, 'Cache-Control': 'no-store', 'Content-Length': '0' });
  response.end();
}
