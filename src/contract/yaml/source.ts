import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import {
  type Diagnostic,
  type Entry,
  Findings,
  source as kinds,
  type ParametersOf,
  report,
  type Source,
} from '../../diagnostics/index.ts';

export interface ReadSource {
  /** Absent when the file could not be read. */
  readonly source?: Source;
  readonly diagnostics: readonly Diagnostic[];
}

/** In MiB. */
const largestFile = 64;

/** Reads a file as UTF-8 with or without a BOM. `file` is the name in diagnostics, by default the path. */
export function readSource(path: string, file: string = path): ReadSource {
  const { bytes, diagnostics } = readBytes(path, file);
  return bytes === undefined ? { diagnostics } : decodeSource(bytes, file);
}

export interface ReadBytes {
  /** Absent when the file could not be read. */
  readonly bytes?: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a file of limited size. `file` is the name in diagnostics. */
export function readBytes(path: string, file: string): ReadBytes {
  const fail = <E extends Entry>(entry: E, parameters: ParametersOf<E>): ReadBytes => ({
    diagnostics: [report(entry, parameters, { file })],
  });
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY);
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) return fail(kinds.isDirectory, { file });
    if (!stat.isFile() && !stat.isFIFO()) return fail(kinds.notAFile, { file });
    if (stat.size > largestFile * 2 ** 20) return fail(kinds.tooLarge, { file, most: largestFile });
    return { bytes: readFileSync(descriptor), diagnostics: [] };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return fail(kinds.notFound, { file });
    if (code === 'EACCES' || code === 'EPERM') return fail(kinds.noPermission, { file });
    if (code === 'EISDIR') return fail(kinds.isDirectory, { file });
    return fail(kinds.cannotRead, { file, reason: code });
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/**
 * Reads the files that contracts include, by paths relative to the same folder as those of the contracts. Each file has
 * one name, whatever path leads to it.
 *
 * @param current the folder that paths are relative to; absolute.
 * @param read reads a file; by default from the disk.
 */
export function includedReader(current: string, read: typeof readBytes = readBytes): (file: string) => ReadSource {
  return (file) => {
    const path = resolve(current, file);
    const isAbsolute = file.startsWith('/') || /^[A-Za-z]:/.test(file);
    const name = isAbsolute ? file : relative(current, path).replaceAll(sep, '/') || '.';
    const { bytes, diagnostics } = read(path, name);
    return bytes === undefined ? { diagnostics } : decodeSource(bytes, name);
  };
}

/** The text that diagnostics may quote: nothing of a file outside of the current folder, which may be any file of the machine. */
export function quotable(path: string, text: string): string {
  return path.startsWith('../') || isAbsolute(path) ? '' : text;
}

/** Decodes UTF-8 and strips the BOM; rejects UTF-16 and invalid bytes. */
export function decodeSource(bytes: Uint8Array, file: string): ReadSource {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined)
    return { diagnostics: [report(kinds.utf16, { encoding: utf16 }, { file, line: 1, column: 1 })] };
  try {
    return { source: { file, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }, diagnostics: [] };
  } catch {
    return { diagnostics: invalidByte(bytes, file) };
  }
}

/** By its BOM, or without one by the NUL that every other byte of Latin text is. */
function utf16Of(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return undefined;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'UTF-16 (little endian)';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'UTF-16 (big endian)';
  return undefined;
}

/** Finds the first invalid byte, whose position the decoder does not report. */
function invalidByte(bytes: Uint8Array, file: string): readonly Diagnostic[] {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let valid = 0;
  let invalid = bytes.length;
  // Valid up to `valid`, not valid up to `invalid`: halve the distance until they meet.
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (isValidStart(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle;
  }
  const start = characterStart(bytes, valid);
  const before = decoder.decode(bytes.subarray(0, start));
  const findings = new Findings({ file, text: `${before}\uFFFD` });
  const byte = (bytes[start] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  findings.add(kinds.invalidUtf8, { byte }, { start: before.length, end: before.length + 1 });
  return findings.diagnostics;
}

/** Whether the bytes are UTF-8; the last character may be cut off. */
function isValidStart(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The start of the character that `end` cuts through: at most three bytes back. */
function characterStart(bytes: Uint8Array, end: number): number {
  for (let start = end; start > 0 && end - start < 4; start--) {
    const byte = bytes[start - 1] ?? 0;
    if (byte < 0x80) return start;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return start - 1 + length <= end ? end : start - 1;
    }
  }
  return end;
}
