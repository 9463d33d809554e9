import { domainToASCII } from 'node:url';
import { Rejection } from '../common/rejection.ts';
import type { FoldedName } from '../storage/accounts.ts';

/**
 * Folds e-mail addresses, UserNames, company codes and administrators' names for comparison: NFC, case-insensitive.
 * Upper-casing first makes `ß` equal to `ss`, and the two small sigmas equal; lower-casing before that is for the capital
 * `ẞ`, which is its own upper case.
 */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

/** A valid e-mail address; `folded` is the local part folded and the domain in ASCII form. */
export interface EmailAddress extends FoldedName {
  /**
   * For comparison with the address from a provider: the local part in lower case. Folding prevents two accounts whose
   * names differ only in `ß` and `ss`, `ﬁ` and `fi`, or the two small `i`, but a provider may have two people with such
   * names.
   */
  readonly strict: string;
  /** Its domain, folded. */
  readonly domain: string;
}

/**
 * Parses an e-mail address: local part, `@`, domain name of two labels or more; at most 254 bytes (RFC 5321, 4.5.3.1).
 * Quoted local parts and address literals are not accepted.
 *
 * @throws {Rejection} `InvalidValue`.
 */
export function emailAddress(given: string | undefined): EmailAddress {
  if (given === undefined || given === '') throw new Rejection('InvalidValue', 'EmailAddress is missing.');
  const text = given.normalize('NFC');
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const domain = domainName(text.slice(at + 1));
  const valid =
    /^[^\s\p{Cc}\p{Cs}@"(),:;<>[\\\]]+$/u.test(local) &&
    !/^\.|\.\.|\.$/.test(local) &&
    Buffer.byteLength(local) <= 64 &&
    Buffer.byteLength(text) <= 254;
  if (!valid || domain === undefined) throw new Rejection('InvalidValue', 'EmailAddress is not an e-mail address.');
  return { text, folded: `${fold(local)}@${domain}`, strict: `${local.toLowerCase()}@${domain}`, domain };
}

/** Parses an e-mail address; undefined when it is invalid. */
export function parseEmailAddress(text: string): EmailAddress | undefined {
  try {
    return emailAddress(text);
  } catch (error) {
    if (error instanceof Rejection) return undefined;
    throw error;
  }
}

/** Normalises a domain name to lower case and ASCII form; undefined when it is invalid. */
export function domainName(given: string): string | undefined {
  if (/[\s%:/?#@\\[\]]/.test(given)) return undefined;
  const ascii = domainToASCII(given).toLowerCase();
  const labels = ascii.split('.');
  const valid =
    labels.length >= 2 && ascii.length <= 253 && labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label));
  // URL parsers take a name whose last label is a number for an IPv4 address.
  return valid && !/^\d+$/.test(labels.at(-1) ?? '') ? ascii : undefined;
}

/**
 * Parses a UserName: 1 to 64 characters. It is the first segment of the account's paths, so it must not contain `/`, `\`
 * or control characters and must not be `.` or `..`; nor start or end with white space, which some SOAP clients trim.
 *
 * @throws {Rejection} `InvalidValue`.
 */
export function userName(given: string | undefined): FoldedName {
  if (given === undefined || given === '') throw new Rejection('InvalidValue', 'UserName is missing.');
  const text = given.normalize('NFC');
  const length = [...text].length;
  if (length > 64) throw new Rejection('InvalidValue', `UserName has ${length} characters, and 64 is the most.`);
  if (text.trim() !== text) throw new Rejection('InvalidValue', 'UserName starts or ends with white space.');
  if (/[/\\\p{Cc}\p{Cs}]/u.test(text)) {
    throw new Rejection('InvalidValue', 'UserName contains / \\ or a control character.');
  }
  if (text === '.' || text === '..') throw new Rejection('InvalidValue', 'UserName cannot be . or ..');
  return { text, folded: fold(text) };
}

/** Maximum length of the name of a key, a promotion or an administrator, in characters. */
const longestLabel = 64;

/** What is wrong with a name in NFC, to follow the field's name in a message; undefined when it is valid. */
export function labelProblem(name: string): string | undefined {
  const fits = name !== '' && [...name].length <= longestLabel;
  if (fits && name.trim() === name && !/[\p{Cc}\p{Cs}]/u.test(name)) return undefined;
  return `must have 1 to ${longestLabel} characters, no control characters and no white space around it`;
}
