import { domainToASCII } from 'node:url';
import { Refusal } from '../common/rejection.ts';
import { fold } from './fold.ts';

/** An e-mail address as it is stored. */
export interface EmailAddress {
  /** As given, in NFC. */
  readonly text: string;
  /** What it is compared by: the part before the `@` without regard to case, the domain in its ASCII form. */
  readonly folded: string;
  /**
   * What a provider's word is compared by: of the local part no more than upper and lower case are one. Folding, which
   * makes one of `ß` and `ss`, of `ﬁ` and `fi`, and of the two small `i`, keeps accounts apart; a provider may well have two
   * people of such names.
   */
  readonly strict: string;
  /** Its domain, folded. */
  readonly domain: string;
}

/**
 * Reads an e-mail address: something, `@`, a domain name of two labels or more; at most 254 bytes (RFC 5321, 4.5.3.1).
 * Quoted local parts and address literals are not taken.
 *
 * @throws {Refusal} `InvalidValue`.
 */
export function emailAddress(given: string | undefined): EmailAddress {
  if (given === undefined || given === '') throw new Refusal('InvalidValue', 'EmailAddress is missing.');
  const text = given.normalize('NFC');
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const domain = domainName(text.slice(at + 1));
  const valid =
    /^[^\s\p{Cc}\p{Cs}@"(),:;<>[\\\]]+$/u.test(local) &&
    !/^\.|\.\.|\.$/.test(local) &&
    Buffer.byteLength(local) <= 64 &&
    Buffer.byteLength(text) <= 254;
  if (!valid || domain === undefined) throw new Refusal('InvalidValue', 'EmailAddress is not an e-mail address.');
  return { text, folded: `${fold(local)}@${domain}`, strict: `${local.toLowerCase()}@${domain}`, domain };
}

/** A domain name in lower case and ASCII form; undefined when it is none. */
export function domainName(given: string): string | undefined {
  if (/[\s%:/?#@\\[\]]/.test(given)) return undefined;
  const ascii = domainToASCII(given).toLowerCase();
  const labels = ascii.split('.');
  const valid =
    labels.length >= 2 && ascii.length <= 253 && labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label));
  // A name whose last label is a number is an IPv4 address.
  return valid && !/^\d+$/.test(labels.at(-1) ?? '') ? ascii : undefined;
}
