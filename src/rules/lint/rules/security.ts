import { type ValueView, type View, values } from '../contract-view.ts';
import { each, type RuleDefinition } from '../rule.ts';
import { hasEnumeration, simpleOf } from '../simple-root.ts';
import { wordsOf } from '../wording.ts';

/** Kind of a value that can be a secret; undefined for booleans, times and enumerations. */
function kindOf(view: View, { type }: ValueView): 'text' | 'number' | undefined {
  const simple = simpleOf(view, type);
  if (simple === undefined || hasEnumeration(simple)) return undefined;
  const { builtIn = 'string' } = simple;
  if (/^(?:u?n?signed|non|positive|negative)|^(?:int|long|short|byte|integer|decimal)$/i.test(builtIn)) return 'number';
  return /^(?:boolean|date|time|dateTime|duration|g[A-Z].*|float|double|QName|NOTATION|ENTIT.*)$/.test(builtIn)
    ? undefined
    : 'text';
}

function namesOf(view: View, { name, type }: ValueView): readonly string[] {
  return [name, ...(simpleOf(view, type)?.names ?? [])];
}

export const unmarkedSecret: RuleDefinition = {
  id: 'unmarked-secret',
  summary: 'Fields that look like secrets are marked as sensitive.',
  why: 'A field with "sensitive: true" never appears in a fault, a log or a page. Without it a fault can contain a password with an invalid value, and a debug log a token.',
  example: {
    before: 'operations:\n  Login:\n    request: { UserName: string, Password: string }\n    result: Order',
    after:
      'operations:\n  Login:\n    request:\n      UserName: string\n      Password: { type: string, sensitive: true }\n    result: Order',
  },
  remedy: 'Write it in the long form, with "sensitive: true". If it is not a secret, add the field to "ignore".',
  check: each(values, (value, view) => {
    const kind = kindOf(view, value);
    if (value.sensitive || kind === undefined) return undefined;
    const isSecret = namesOf(view, value).some((name) => looksSecret(name, kind));
    return isSecret && 'looks like a secret, but is not marked as sensitive.';
  }),
};

export const unmarkedPersonal: RuleDefinition = {
  id: 'unmarked-personal',
  severity: 'info',
  preset: 'strict',
  summary: 'Numbers of accounts, cards and persons are marked as sensitive.',
  why: 'Laws and card schemes forbid them in logs.',
  example: {
    before: 'records:\n  Account: { IBAN: string, Owner: string }',
    after: 'records:\n  Account:\n    IBAN: { type: string, sensitive: true }\n    Owner: string',
  },
  remedy: 'Write it in the long form, with "sensitive: true", or add it to "ignore".',
  check: each(values, (value, view) => {
    if (value.sensitive || kindOf(view, value) === undefined) return undefined;
    return namesOf(view, value).some(looksPersonal) && 'looks like the number of an account, a card or a person.';
  }),
};

export const plainHttp: RuleDefinition = {
  id: 'plain-http',
  summary: 'Addresses of other machines use https.',
  why: 'Over http every intermediary can read and change messages, including passwords and tokens. The address is the default in the WSDL and in clients.',
  example: {
    before: 'address: http://shop.example/soap',
    after: 'address: https://shop.example/soap',
  },
  remedy:
    'Write https. The public address of a service behind a proxy is an option at start, not part of the contract.',
  check: (view, report) => {
    const reported = new Set<string>();
    for (const { ports } of view.contract.services) {
      for (const { name, address, origin = view.contract.origin } of ports) {
        if (reported.has(address) || !isPlain(address)) continue;
        reported.add(address);
        report({ path: `ports/${name}`, origin }, `The address of "${name}" is http without TLS.`);
      }
    }
  },
};

function isPlain(address: string): boolean {
  const host = /^http:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(address)?.[1]?.toLowerCase();
  if (host === undefined) return false;
  return !(
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(host)
  );
}

/**
 * Whether a name looks like that of a secret. The last word of an English name is its meaning: an AccessToken is a token,
 * a TokenCount is a count. Words for an encoding or a repetition of the secret are ignored.
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

/** Numbers that identify a person, a card or an account. */
export function looksPersonal(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (/^(?:iban|ssn|pan)$/.test(last)) return true;
  const pair = words.slice(-2).join(' ');
  return /^(?:(?:credit|debit)? ?card|passport|security|account|tax|insurance) (?:number|no|nr|id)$/.test(pair);
}

/** `wordsOf` does not split compounds in lower case. */
const always: ReadonlySet<string> = new Set(
  `password passwords passwd passwort pwd passphrase passcode secret secrets token tokens credential credentials
  apikey authtoken accesstoken clientsecret privatekey secretkey accesskey sharedsecret kennwort`.split(/\s+/),
);

const numeric: ReadonlySet<string> = new Set('pin pincode cvv cvc otp tan passcode'.split(' '));

/** Words that make a key a secret; other keys are mostly those of maps or tables. */
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
