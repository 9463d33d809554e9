import { showAddress } from '../address.ts';
import { type Challenge, ClientError, type ClientErrorCode, type ClientErrorInit } from '../client-error.ts';

/** The error for a request that is not signed in, or for a response that is not trusted. */
export function refusal(
  code: ClientErrorCode,
  text: string,
  remedy: string,
  more?: Pick<ClientErrorInit, 'cause' | 'challenges'>,
): ClientError {
  return new ClientError(code, `${text} ${remedy}`, { remedy, ...more });
}

/** An origin that credentials must not reach. @param url of the request. */
export function foreignOrigin(url: string, own: string): ClientError {
  const text = `the credentials are for ${own}, not for ${showAddress(url, url)}, and nothing was sent.`;
  return refusal('foreign-origin', text, 'Create a client for that address, with credentials of its own.');
}

export function insecureAddress(scheme: string, url: string): ClientError {
  const text = `${scheme} would send credentials without TLS to ${showAddress(url, url)}; none were sent.`;
  return refusal('insecure-address', text, 'Use an https address, or allow it with allowHttp: true in a safe network.');
}

export function notOffered(configured: readonly string[], challenges: readonly Challenge[]): ClientError {
  const offered = [...new Set(challenges.map(({ scheme }) => scheme.slice(0, 20)))].join(', ');
  const only = offered === '' ? 'no scheme' : `only ${offered}`;
  const text = `${configured.join(', ')} is configured, and ${only} is offered.`;
  const remedy = 'Configure a scheme that is offered; none is chosen that you did not name.';
  return refusal('scheme-not-offered', text, remedy, { challenges });
}

export function weakerScheme(earlier: string, offered: string): ClientError {
  const text = `${earlier} was offered or demanded, and now ${offered}, which is weaker.`;
  return refusal('weaker-scheme', text, 'Find out who changed it: somebody between may want to see the password.');
}

export function foreignRealm(realm: string, wanted: string): ClientError {
  const text = `the realm ${shown(realm)} asks for credentials, which are for ${shown(wanted)}.`;
  return refusal('foreign-realm', text, 'Check the address, or correct the option realm.');
}

export function nonceRefused(text: string): ClientError {
  return refusal(
    'nonce-refused',
    text,
    'Call again later; if it stays so, servers behind one address share no nonces.',
  );
}

export function badChallenge(scheme: string, reason: string): ClientError {
  return refusal('bad-challenge', `the ${scheme} challenge ${reason}.`, 'Ask the provider: the server is at fault.');
}

export function badHandshake(scheme: string, reason: string): ClientError {
  const remedy = 'A proxy that shares connections between callers breaks the handshake: go around it.';
  return refusal('bad-handshake', `the ${scheme} handshake failed: ${reason}.`, remedy);
}

export function unverifiedServer(reason: string): ClientError {
  const remedy = 'Do not trust the response: the server may not know the password.';
  return refusal('unverified-server', `the server did not prove itself: ${reason}.`, remedy);
}

/** @param cause may hold secrets, so that no text of it is repeated. */
export function noCredentials(text: string, remedy: string, cause: unknown): ClientError {
  return refusal('no-credentials', `${text}, and nothing was sent.`, remedy, { cause });
}

/** A text of a response, quoted and made safe for a message. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, 60).replace(/[^\x20-\x7e]/g, '?'));
}
