import { showAddress } from './address.ts';
import { bodyExcerpt } from './body-excerpt.ts';
import type { Fail } from './call-error.ts';
import { challengesOf } from './challenges.ts';
import type { Challenge, ClientError, ClientErrorCode } from './client-error.ts';
import { headerValues } from './header-values.ts';
import { htmlPage, isSignInAddress } from './html-page.ts';
import { findHeader } from './http-headers.ts';
import type { TransportResponse } from './transport.ts';

/** The error for a response without a SOAP message: its status decides, then its body. */
export function notSoap(
  { status, headers, body }: TransportResponse,
  text: string,
  mediaType: string,
  fail: Fail,
  cause?: unknown,
): ClientError {
  const excerpt = bodyExcerpt(text);
  const page = htmlPage(text, mediaType);
  const type = findHeader(headers, 'content-type');
  const what =
    body.byteLength === 0
      ? 'an empty body'
      : page?.title !== undefined
        ? `an HTML page titled ${JSON.stringify(page.title)}`
        : type === undefined
          ? 'no Content-Type'
          : printable(type);
  const isSignIn = page?.isSignIn === true && status >= 200 && status < 300;
  const { code, remedy, challenges } = isSignIn ? signIn : byStatus(status, headers);
  const shown = excerpt === '' ? '.' : `: ${excerpt}`;
  return fail(code, `HTTP ${status} with ${what} instead of a SOAP message${shown} ${remedy}`, {
    bodyStart: excerpt,
    remedy,
    challenges,
    cause,
  });
}

interface Explanation {
  readonly code: ClientErrorCode;
  readonly remedy: string;
  readonly challenges?: readonly Challenge[];
}

const signIn: Explanation = {
  code: 'sign-in-page',
  remedy:
    'The service wants people to sign in: pass credentials (the option authentication, or cookies of a session), or use the address for programs.',
};

function byStatus(status: number, headers: readonly string[]): Explanation {
  switch (status) {
    case 401: {
      const challenges = challengesOf(headerValues(headers, 'www-authenticate'));
      return {
        code: 'unauthorized',
        remedy: demanded('Pass credentials that are accepted, with the option authentication', challenges),
        challenges,
      };
    }
    case 407: {
      const challenges = challengesOf(headerValues(headers, 'proxy-authenticate'));
      const remedy = demanded(
        'A proxy wants credentials, or other ones: pass them with its address to the transport',
        challenges,
      );
      return { code: 'proxy-authentication', remedy, challenges };
    }
    case 403:
      return {
        code: 'forbidden',
        remedy:
          'Check the rights of the account, the allowed networks, and whether a firewall has refused the request.',
      };
    case 404:
    case 410:
      return { code: 'not-found', remedy: "Check the address: the WSDL's may be that of another system." };
    case 429:
      return { code: 'too-many-requests', remedy: later(headers) };
    case 503:
      return { code: 'unavailable', remedy: later(headers) };
    default:
      return { code: 'not-soap', remedy: 'Check the address, and the proxies before the service.' };
  }
}

function demanded(what: string, challenges: readonly Challenge[]): string {
  if (challenges.length === 0) return `${what}; the response names no scheme.`;
  return `${what} (${challenges.map(({ scheme }) => scheme.slice(0, 20)).join(', ')}).`;
}

function later(headers: readonly string[]): string {
  const after = findHeader(headers, 'retry-after');
  return after === undefined
    ? 'Call again later.'
    : `Call again after ${printable(after)}${/^\d+$/.test(after) ? ' seconds' : ''}.`;
}

/** The error for a redirect. @param called address of the call. */
export function redirected({ status, headers }: TransportResponse, called: string, fail: Fail): ClientError {
  const location = findHeader(headers, 'location');
  const where = location === undefined ? 'nowhere' : showAddress(location, called);
  const remedy =
    location !== undefined && isSignInAddress(location)
      ? 'People sign in there: send credentials with the call, or use the address for programs.'
      : 'Redirects are not followed: pass that address if it is right.';
  return fail('redirected', `HTTP ${status} redirects to ${where}. ${remedy}`, { remedy });
}

/** A header value, made safe for an error message. */
export function printable(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);
}
