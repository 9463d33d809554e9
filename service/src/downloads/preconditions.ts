import type { IncomingHttpHeaders } from 'node:http';

/** The version of a file that a client may already have. */
export interface Validators {
  /** A strong entity tag, with its quotes. */
  readonly etag: string;
  /** Milliseconds since 1970; undefined when it is not known. */
  readonly lastModified: number | undefined;
}

/** Evaluates the preconditions of a GET or HEAD in the order of RFC 9110, 13.2.2. */
export function precondition(headers: IncomingHttpHeaders, file: Validators): 'send' | 'not-modified' | 'failed' {
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined && !lists(ifMatch, file.etag, strong)) return 'failed';
  if (ifMatch === undefined && changedSince(headers['if-unmodified-since'], file) === true) return 'failed';
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) return lists(ifNoneMatch, file.etag, weak) ? 'not-modified' : 'send';
  return changedSince(headers['if-modified-since'], file) === false ? 'not-modified' : 'send';
}

/** Whether a range may be sent: If-Range is absent, or names this version of the file (RFC 9110, 13.1.5). */
export function rangeApplies({ 'if-range': ifRange }: IncomingHttpHeaders, file: Validators): boolean {
  if (typeof ifRange !== 'string') return true;
  if (ifRange.startsWith('"')) return ifRange === file.etag;
  return file.lastModified !== undefined && Date.parse(ifRange) === wholeSeconds(file.lastModified);
}

const strong = (tag: string): string => tag;
const weak = (tag: string): string => tag.replace(/^W\//, '');

function lists(header: string, etag: string, form: (tag: string) => string): boolean {
  if (header.trim() === '*') return true;
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => form(tag) === etag);
}

/** Undefined when a date is missing or invalid, or the file has none. */
function changedSince(header: string | undefined, { lastModified }: Validators): boolean | undefined {
  const since = header === undefined ? Number.NaN : Date.parse(header);
  if (Number.isNaN(since) || lastModified === undefined) return undefined;
  return wholeSeconds(lastModified) > since;
}

/** Dates of HTTP have whole seconds. */
function wholeSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) * 1000;
}
