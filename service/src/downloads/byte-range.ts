/** Bytes of a file, from the first to the one before `end`. */
export interface ByteRange {
  readonly start: bigint;
  readonly end: bigint;
}

/**
 * Parses the header Range (RFC 9110, 14.2).
 *
 * @returns undefined for the whole file: no range, several, another unit, a malformed one or an empty file;
 *   `unsatisfiable` for a range beyond the end.
 */
export function byteRange(header: string | undefined, size: bigint): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,18})-(\d{0,18})\s*$/i.exec(header ?? '') ?? [];
  if ((first === '' && last === '') || size === 0n) return undefined;
  if (first === '') {
    const suffix = BigInt(last);
    return suffix === 0n ? 'unsatisfiable' : { start: suffix > size ? 0n : size - suffix, end: size };
  }
  const start = BigInt(first);
  if (last !== '' && BigInt(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  const end = last === '' ? size : BigInt(last) + 1n;
  return { start, end: end > size ? size : end };
}
