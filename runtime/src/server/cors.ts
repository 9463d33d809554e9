import type { Answer } from './answer.ts';
import type { CommonOptions } from './options.ts';

type Cors = NonNullable<CommonOptions['cors']>;

/** What lets the web page that asks read the answer (https://fetch.spec.whatwg.org/#http-cors-protocol). */
export function corsHeaders({ origins }: Cors, origin: string | undefined): readonly string[] {
  if (origins === '*') return allowed('*');
  // Whether the answer allows depends on who asks, and caches must know even where it does not.
  const vary = ['Vary', 'Origin'];
  return origin !== undefined && origins.includes(origin) ? [...allowed(origin), ...vary] : vary;
}

function allowed(origin: string): string[] {
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', 'X-Request-Id, Retry-After'];
}

/** Answers the question whether a page may call (rule T1); the extra headers say yes or nothing. */
export function preflight(extraHeaders: readonly string[]): Answer {
  const methods = ['Access-Control-Allow-Methods', 'GET, HEAD, POST'];
  const headers = ['Access-Control-Allow-Headers', 'Content-Type, SOAPAction'];
  const age = ['Access-Control-Max-Age', '86400'];
  return { status: 200, headers: ['Content-Length', '0', ...methods, ...headers, ...age, ...extraHeaders], body: '' };
}
