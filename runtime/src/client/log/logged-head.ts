import { looksSecret, MASK } from './secret-names.ts';

/** The headers of a message as lines, with secrets masked. @param headers names and values alternately. */
export function headerLines(headers: readonly string[]): string {
  let lines = '';
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = visible(String(headers[at]));
    lines += `${name}: ${headerValue(name, visible(String(headers[at + 1])))}\n`;
  }
  return lines;
}

/** An address without the values of parameters that look like secrets, and without credentials. */
export function loggedAddress(address: string): string {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return 'an address that cannot be read';
  }
  const user = url.username === '' && url.password === '' ? '' : `${MASK}@`;
  const pairs = [...url.searchParams].map(maskedParameter);
  return `${url.protocol}//${user}${url.host}${url.pathname}${url.search === '' ? '' : `?${pairs.join('&')}`}`;
}

function maskedParameter([name, value]: readonly [string, string]): string {
  const shown = encodeURIComponent(name);
  if (value === '') return shown;
  return `${shown}=${/key|sig|code/i.test(name) || looksSecret(name) ? MASK : encodeURIComponent(value)}`;
}

function headerValue(name: string, value: string): string {
  switch (name.toLowerCase()) {
    case 'authorization':
    case 'proxy-authorization': {
      const scheme = /^[A-Za-z][\w-]*(?= )/.exec(value)?.[0];
      return scheme === undefined ? MASK : `${scheme} ${MASK}`;
    }
    case 'cookie':
      return value.split(';').map(maskedPair).join('; ');
    case 'set-cookie': {
      const [pair = '', ...attributes] = value.split(';');
      return [maskedPair(pair), ...attributes.map((attribute) => attribute.trim())].join('; ');
    }
    case 'www-authenticate':
    case 'proxy-authenticate':
      return value;
    default:
      return /auth|key$/i.test(name) || looksSecret(name) ? MASK : value;
  }
}

/** A cookie with its name alone. */
function maskedPair(pair: string): string {
  const equals = pair.indexOf('=');
  return equals === -1 ? MASK : `${pair.slice(0, equals).trim()}=${MASK}`;
}

/** On one line, and without codes that a terminal obeys. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, '?');
}
