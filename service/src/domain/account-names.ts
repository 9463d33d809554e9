import { domainToASCII } from 'node:url';
import { Rejection } from '../common/rejection.ts';

/**
 * What e-mails, UserNames, company codes and administrators' names are compared by: NFC without regard to case. Going
 * through upper case first makes one of `ß` and `ss`, and of the two small sigmas; and through lower case before that,
 * since the capital `ẞ` is its own upper case.
 */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

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

/** A UserName as it is stored. */
export interface UserName {
  /** As given, in NFC. */
  readonly text: string;
  /** What it is compared by. */
  readonly folded: string;
}

/**
 * Reads a UserName: 1 to 64 characters. It is the first segment of the account's paths, so it holds no `/`, `\` or
 * control character and is not `.` or `..`; and no white space around it, which some SOAP clients trim.
 *
 * @throws {Rejection} `InvalidValue`.
 */
export function userName(given: string | undefined): UserName {
  if (given === undefined || given === '') throw new Rejection('InvalidValue', 'UserName is missing.');
  const text = given.normalize('NFC');
  const length = [...text].length;
  if (length > 64) throw new Rejection('InvalidValue', `UserName has ${length} characters, and 64 is the most.`);
  if (text.trim() !== text) throw new Rejection('InvalidValue', 'UserName begins or ends with white space.');
  if (/[/\\\p{Cc}\p{Cs}]/u.test(text)) {
    throw new Rejection('InvalidValue', 'UserName holds a character that it may not: / \\ or a control character.');
  }
  if (text === '.' || text === '..') throw new Rejection('InvalidValue', 'UserName cannot be . or ..');
  return { text, folded: fold(text) };
}

/** Longest name of a key, a promotion or an administrator, in characters. */
export const longestLabel = 64;

/** What is wrong with a name in NFC that operators give, to follow the field's name; undefined when nothing is. */
export function labelProblem(name: string): string | undefined {
  const fits = name !== '' && [...name].length <= longestLabel;
  if (fits && name.trim() === name && !/[\p{Cc}\p{Cs}]/u.test(name)) return undefined;
  return `must have 1 to ${longestLabel} characters, no control characters and no white space around it`;
}
