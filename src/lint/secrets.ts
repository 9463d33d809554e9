import { wordsOf } from './words.ts';

/**
 * Whether a name is that of a secret. In an English name the last word says what a thing is: an AccessToken is a token,
 * a TokenCount is a count. Words that only say how the secret is written, or that it comes once more, do not count.
 */
export function looksSecret(name: string, kind: 'text' | 'number'): boolean {
  const words = [...wordsOf(name)];
  while (words.length > 1 && trailing.has(words.at(-1) ?? '')) words.pop();
  if (/^\d+$/.test(words.at(-1) ?? '') && words.length > 1) words.pop();
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (kind === 'number') return numeric.has(last) || (last === 'code' && codes.has(before));
  if (always.has(last) || numeric.has(last)) return true;
  if (last === 'key') return keys.has(before);
  if (last === 'code') return codes.has(before);
  return last === 'phrase' && before === 'pass';
}

/** Numbers that are not secret and yet nobody's business. */
export function looksPersonal(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (/^(?:iban|ssn|pan)$/.test(last)) return true;
  const pair = words.slice(-2).join(' ');
  return /^(?:(?:credit|debit)? ?card|passport|security|account|tax|insurance) (?:number|no|nr|id)$/.test(pair);
}

/** `wordsOf` cannot part what is written as one word. */
const always: ReadonlySet<string> = new Set(
  `password passwords passwd passwort pwd passphrase passcode secret secrets token tokens credential credentials
  apikey authtoken accesstoken clientsecret privatekey secretkey accesskey sharedsecret kennwort`.split(/\s+/),
);

const numeric: ReadonlySet<string> = new Set('pin pincode cvv cvc otp tan passcode'.split(' '));

/** A key alone is mostly that of a map or a table. */
const keys: ReadonlySet<string> = new Set(
  'api access private secret encryption decryption signing session auth authentication master shared symmetric hmac ssh'.split(
    ' ',
  ),
);

const codes: ReadonlySet<string> = new Set(
  'pin auth authorization authorisation oauth security verification activation recovery pass'.split(' '),
);

const trailing: ReadonlySet<string> = new Set(
  'value text string confirm confirmation repeat repeated again plain clear encrypted hash hashed salt base64 b64 old new current'.split(
    ' ',
  ),
);
