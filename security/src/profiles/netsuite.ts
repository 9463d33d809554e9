import type { Interceptor } from '@soapwright/runtime/client';
import { toBase64 } from '../password.ts';
import { escaped } from '../xml-text.ts';
import { element, withBlocks } from './blocks.ts';

/** What NetSuite gives for token-based authentication. */
export interface NetSuiteOptions {
  /** Such as `1234567` or `1234567_SB1`. */
  readonly account: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly token: string;
  readonly tokenSecret: string;
  /** The time in milliseconds since 1970; default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/**
 * Signs each call of NetSuite's SuiteTalk in by a tokenPassport with HMAC-SHA256, in the namespaces of the called release.
 *
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_4395630653.html
 */
export function netsuite(options: NetSuiteOptions): Interceptor {
  const { account, consumerKey, token, now = Date.now } = options;
  return withBlocks(async ({ operation }) => {
    const messages = operation.input.namespace;
    const core = messages.replace('urn:messages_', 'urn:core_');
    const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'));
    const parts = { nonce: nonce.join(''), timestamp: Math.floor(now() / 1000) };
    const signature = await netsuiteSignature(options, parts);
    const fields = [
      element('c:account', account),
      element('c:consumerKey', consumerKey),
      element('c:token', token),
      element('c:nonce', parts.nonce),
      element('c:timestamp', String(parts.timestamp)),
      `<c:signature algorithm="HMAC-SHA256">${signature}</c:signature>`,
    ];
    const namespaces = `xmlns:m="${escaped(messages)}" xmlns:c="${escaped(core)}"`;
    return [`<m:tokenPassport ${namespaces}>${fields.join('')}</m:tokenPassport>`];
  });
}

/** The signature of a tokenPassport in base64. @param timestamp seconds since 1970. */
export async function netsuiteSignature(
  { account, consumerKey, consumerSecret, token, tokenSecret }: NetSuiteOptions,
  { nonce, timestamp }: { readonly nonce: string; readonly timestamp: number },
): Promise<string> {
  const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const secret = bytes(`${percent(consumerSecret)}&${percent(tokenSecret)}`);
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign']);
  const base = [account, consumerKey, token, nonce, String(timestamp)].map(percent).join('&');
  return toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(base))));
}

/** RFC 5849, 3.6. */
function percent(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}
