import { createHash } from 'node:crypto';
import { byCodeUnits, isConfined } from '../project/index.ts';

/** Name of the lock file, in the folder of the files that it lists. It is committed with them. */
export const fetchLockName = 'fetch-lock.json';

/** Increased when older versions of soapwright can no longer read the lock file. */
const format = 1;

/** Where the files of a folder come from. It holds no times and no credentials. */
export interface FetchLock {
  /** Of the WSDL, as the user typed it. */
  readonly address: string;
  /** Other hosts that the user allowed. */
  readonly allowHosts: readonly string[];
  /** By name. */
  readonly files: ReadonlyMap<string, LockedFile>;
  /** Whether a run was interrupted while it wrote: each file is the old one or the new one. */
  readonly incomplete: boolean;
}

export interface LockedFile {
  readonly address: string;
  /** SHA-256 of the bytes as served. */
  readonly digest: string;
  /** In bytes, as served. */
  readonly size: number;
  /** SHA-256 of the written file, with its new locations and any line ends. */
  readonly written: string;
}

/**
 * The digest of a file as it is on disk. A checkout may have changed its line ends. They are compared as bytes, since
 * the file may be in any encoding.
 */
export function writtenDigest(bytes: Buffer): string {
  const lines = bytes.includes('\r\n')
    ? Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    : bytes;
  return servedDigest(lines);
}

export function servedDigest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Sorted, and one item a line, so that version control can merge it. */
export function printFetchLock({ address, allowHosts, files, incomplete }: FetchLock): string {
  const names = [...files.keys()].sort(byCodeUnits);
  const json = {
    soapwright: format,
    address,
    ...(allowHosts.length > 0 && { allowHosts: [...allowHosts].sort(byCodeUnits) }),
    ...(incomplete && { incomplete }),
    files: Object.fromEntries(names.map((name) => [name, files.get(name)])),
  };
  return `${JSON.stringify(json, undefined, 2)}\n`;
}

/** The lock, or the mistake in the text. */
export function parseFetchLock(text: string): FetchLock | string {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return /^<{7} /m.test(text) ? 'it contains a merge conflict' : 'it is not JSON';
  }
  if (!isRecord(json)) return 'it is not an object';
  if (typeof json.soapwright !== 'number') return 'it has no `soapwright`';
  if (json.soapwright > format) return 'a newer soapwright wrote it';
  const { address, allowHosts = [], files, incomplete = false } = json;
  if (typeof address !== 'string' || !/^https?:\/\//.test(address) || !URL.canParse(address)) {
    return '`address` is not an address';
  }
  const { username, password } = new URL(address);
  if (username !== '' || password !== '') return '`address` contains credentials';
  if (!isStrings(allowHosts)) return '`allowHosts` is not a list of hosts';
  if (!isRecord(files)) return '`files` is not an object';
  const locked = new Map<string, LockedFile>();
  for (const [name, value] of Object.entries(files)) {
    if (!isConfined(name)) return `it lists "${name}", which is outside of its folder`;
    if (!isLockedFile(value)) return `"${name}" has no address, digest, size and digest of the written file`;
    locked.set(name, value);
  }
  return { address, allowHosts, files: locked, incomplete: incomplete === true };
}

function isLockedFile(value: unknown): value is LockedFile {
  if (!isRecord(value)) return false;
  const { address, digest, size, written } = value;
  return [address, digest, written].every((text) => typeof text === 'string') && typeof size === 'number';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
