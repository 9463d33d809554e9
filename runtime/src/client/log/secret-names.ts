/** Whether a name looks like that of a secret, in any spelling: `APIKey`, `api_key`, `SessionToken`. */
export function looksSecret(name: string): boolean {
  const plain = name.replace(/[-_.]/g, '').toLowerCase();
  return !harmless.has(plain) && (secret.test(plain) || secrets.has(plain));
}

const secret =
  /pass(?:word|wd|wort|phrase|code)|pwd|secret|credential|token|cvv|cvc|(?:api|access|private|secret|session|auth|license|subscription|function)(?:key|id|ticket)/;

const secrets: ReadonlySet<string> = new Set(['assertion', 'auth', 'otp', 'pin', 'session', 'ticket']);

/** Elements of WS-Security and WS-Trust around others, which are judged on their own. */
const harmless: ReadonlySet<string> = new Set([
  'usernametoken',
  'securitytokenreference',
  'requestsecuritytoken',
  'requestsecuritytokenresponse',
  'requestsecuritytokenresponsecollection',
  'tokentype',
]);

/** What stands for a secret. */
export const MASK = '***';
