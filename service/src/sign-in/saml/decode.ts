import { refused } from './fault.ts';

/** Characters of base64. Tokens of real providers have 5,000 to 50,000, those with hundreds of groups included. */
export const maxTokenLength: number = 256 * 1024;
/** Characters of a line, where there are several (RFC 2045, 6.8). */
const maxLineLength = 76;

/**
 * The XML of a token. Its base64 is strict: nothing but the alphabet and the right padding, in one line, or in lines as
 * RFC 2045 breaks them. Its UTF-8 is strict as well, and a byte order mark is none of it.
 *
 * @throws {Refusal} `SignInRefused`.
 */
export function decodeToken(token: string): string {
  if (token.length > maxTokenLength) throw refused('the token is too long');
  const lines = token.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  if (lines.length > 1 && lines.some((line) => line.length > maxLineLength || line === '')) {
    throw refused('the token is not strict base64');
  }
  const text = lines.join('');
  const bytes = Buffer.from(text, 'base64');
  if (text === '' || bytes.toString('base64') !== text) throw refused('the token is not strict base64');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refused('the token is not UTF-8');
  }
}
