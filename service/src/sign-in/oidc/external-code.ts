import { Refusal } from '../../common/rejection.ts';

/** What ExternalOAuthCode holds. */
export interface CodeGiven {
  /** Parameters of the provider's answer; of a bare code, that alone. */
  readonly answer: URLSearchParams;
  /** Undefined: a code without its state. */
  readonly state: string | undefined;
}

const longest = 16_384;

/**
 * Reads ExternalOAuthCode: the whole redirect address, its query with or without `?`, or the bare code.
 *
 * @param redirectUri of the client; another address is not taken.
 * @throws {Refusal} `InvalidValue`.
 */
export function codeGiven(text: string | undefined, redirectUri: string): CodeGiven {
  if (text === undefined || text === '') throw new Refusal('InvalidValue', 'ExternalOAuthCode is missing.');
  if (text.length > longest) {
    throw new Refusal('InvalidValue', `ExternalOAuthCode has more than ${longest} characters.`);
  }
  // RFC 6749, appendix A: codes and states are printable ASCII, and what they come in is an address.
  if (!/^[\x21-\x7e]+$/.test(text)) throw new Refusal('InvalidValue', 'ExternalOAuthCode is no code and no query.');
  const query = queryOf(text, redirectUri);
  if (query === undefined) return { answer: new URLSearchParams({ code: text }), state: undefined };
  const answer = new URLSearchParams(query);
  for (const name of ['code', 'state', 'iss', 'error']) {
    if (answer.getAll(name).length > 1)
      throw new Refusal('InvalidValue', `ExternalOAuthCode has more than one ${name}.`);
  }
  if (!answer.get('code') && !answer.get('error')) {
    throw new Refusal('InvalidValue', 'ExternalOAuthCode has no code.');
  }
  return { answer, state: answer.get('state') ?? undefined };
}

/** The query of a redirect; undefined: it is none, so a bare code. */
function queryOf(text: string, redirectUri: string): string | undefined {
  const [address = ''] = text.split('#');
  const base = redirectUri + (redirectUri.includes('?') ? '&' : '?');
  if (address.startsWith(base)) return address.slice(base.length);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) {
    throw new Refusal('InvalidValue', 'ExternalOAuthCode is not at the redirect address of this ApplicationType.');
  }
  if (address.startsWith('?')) return address.slice(1);
  return /(^|&)(code|error|state)=/.test(address) ? address : undefined;
}
