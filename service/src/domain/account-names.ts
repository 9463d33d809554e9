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

/** A valid e-mail address; `folded` is the local part folded and the domain in lower case. */
export interface EmailAddress extends FoldedName {
  /**
   * For comparison with the address from a provider: both parts in lower case. Folding prevents two accounts whose
   * names differ only in `ß` and `ss`, `ﬁ` and `fi`, or the two small `i`, but a provider may have two people with such
   * names.
   */
  readonly strict: string;
  /** Its domain, folded. */
  readonly domain: string;
}

/**
 * Parses an e-mail address: local part, `@`, domain name of two labels or more; at most 254 bytes (RFC 5321, 4.5.3.1).
 * Quoted local parts and address literals are not accepted, nor are domains that are not ASCII: see domainName.
 *
 * @throws {Rejection} `InvalidValue`.
 */
export function emailAddress(given: string | undefined): EmailAddress {
  if (given === undefined || given === '') throw new Rejection('InvalidValue', 'EmailAddress is missing.');
  const at = given.lastIndexOf('@');
  const local = given.slice(0, Math.max(at, 0)).normalize('NFC');
  const domain = domainName(given.slice(at + 1));
  const text = `${local}@${given.slice(at + 1)}`;
  const valid =
    !hidesAscii(given.slice(0, Math.max(at, 0))) &&
    /^[^\s\p{Cc}\p{Cs}@"(),:;<>[\\\]]+$/u.test(local) &&
    !/^\.|\.\.|\.$/.test(local) &&
    Buffer.byteLength(local) <= 64 &&
    Buffer.byteLength(text) <= 254;
  if (!valid || domain === undefined) throw new Rejection('InvalidValue', 'EmailAddress is not an e-mail address.');
  return { text, folded: `${fold(local)}@${domain}`, strict: strictForm(local, domain), domain };
}

function strictForm(local: string, domain: string): string {
  return `${local.toLowerCase()}@${domain}`;
}

/** The strict form of a stored address, which may be older than the rule that domains are ASCII. */
export function storedStrictForm(text: string, folded: string): string {
  return strictForm(text.slice(0, text.lastIndexOf('@')), folded.slice(folded.lastIndexOf('@') + 1));
}

/**
 * Whether a text has a character outside of ASCII that normalization or lower-casing makes an ASCII character, such as
 * the Kelvin sign. Two people at a provider may have addresses that differ only in that.
 */
function hidesAscii(text: string): boolean {
  const ascii = /^\p{ASCII}+$/u;
  return [...text].some((character) => !ascii.test(character) && ascii.test(character.normalize('NFC').toLowerCase()));
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

/**
 * Normalises a domain name to lower case; undefined when it is invalid. Labels outside of ASCII must be A-labels already
 * (`xn--…`, RFC 5890, 2.3.2.1): the mapping to ASCII makes equal what providers tell apart, such as letters with an
 * invisible character between them, full-width letters and the ideographic full stop.
 */
export function domainName(given: string): string | undefined {
  if (!/^[A-Za-z0-9.-]+$/.test(given)) return undefined;
  const ascii = given.toLowerCase();
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

/** The mistake in a name in NFC, to follow the field's name in a message; undefined when it is valid. */
export function labelProblem(name: string): string | undefined {
  const fits = name !== '' && [...name].length <= longestLabel;
  if (fits && name.trim() === name && !/[\p{Cc}\p{Cs}]/u.test(name)) return undefined;
  return `must have 1 to ${longestLabel} characters, no control characters and no white space around it`;
}
