const fromCodes = String.fromCharCode;

/**
 * As `Bytes.shortText`. For the short values of most fields a call of the platform's decoder costs more than the
 * decoding; one call with all codes creates a flat string (measured: 24 ns for 12 bytes, against 74 ns).
 */
// biome-ignore format: one line a length
export function shortText(d: Uint8Array, s: number, end: number): string {
  switch (end - s) {
    case 0: return '';
    case 1: return fromCodes(d[s] as number);
    case 2: return fromCodes(d[s] as number, d[s + 1] as number);
    case 3: return fromCodes(d[s] as number, d[s + 1] as number, d[s + 2] as number);
    case 4: return fromCodes(d[s] as number, d[s + 1] as number, d[s + 2] as number, d[s + 3] as number);
    case 5: return fromCodes(d[s] as number, d[s + 1] as number, d[s + 2] as number, d[s + 3] as number, d[s + 4] as number);
    case 6: return fromCodes(d[s] as number, d[s + 1] as number, d[s + 2] as number, d[s + 3] as number, d[s + 4] as number, d[s + 5] as number);
    case 7: return fromCodes(d[s] as number, d[s + 1] as number, d[s + 2] as number, d[s + 3] as number, d[s + 4] as number, d[s + 5] as number, d[s + 6] as number);
    case 8: return fromCodes(d[s] as number, d[s + 1] as number, d[s + 2] as number, d[s + 3] as number, d[s + 4] as number, d[s + 5] as number, d[s + 6] as number, d[s + 7] as number);
    case 9: return fromCodes(d[s] as number, d[s + 1] as number, d[s + 2] as number, d[s + 3] as number, d[s + 4] as number, d[s + 5] as number, d[s + 6] as number, d[s + 7] as number, d[s + 8] as number);
    case 10: return fromCodes(d[s] as number, d[s + 1] as number, d[s + 2] as number, d[s + 3] as number, d[s + 4] as number, d[s + 5] as number, d[s + 6] as number, d[s + 7] as number, d[s + 8] as number, d[s + 9] as number);
    case 11: return fromCodes(d[s] as number, d[s + 1] as number, d[s + 2] as number, d[s + 3] as number, d[s + 4] as number, d[s + 5] as number, d[s + 6] as number, d[s + 7] as number, d[s + 8] as number, d[s + 9] as number, d[s + 10] as number);
    case 12: return fromCodes(d[s] as number, d[s + 1] as number, d[s + 2] as number, d[s + 3] as number, d[s + 4] as number, d[s + 5] as number, d[s + 6] as number, d[s + 7] as number, d[s + 8] as number, d[s + 9] as number, d[s + 10] as number, d[s + 11] as number);
    case 13: return fromCodes(d[s] as number, d[s + 1] as number, d[s + 2] as number, d[s + 3] as number, d[s + 4] as number, d[s + 5] as number, d[s + 6] as number, d[s + 7] as number, d[s + 8] as number, d[s + 9] as number, d[s + 10] as number, d[s + 11] as number, d[s + 12] as number);
    case 14: return fromCodes(d[s] as number, d[s + 1] as number, d[s + 2] as number, d[s + 3] as number, d[s + 4] as number, d[s + 5] as number, d[s + 6] as number, d[s + 7] as number, d[s + 8] as number, d[s + 9] as number, d[s + 10] as number, d[s + 11] as number, d[s + 12] as number, d[s + 13] as number);
    case 15: return fromCodes(d[s] as number, d[s + 1] as number, d[s + 2] as number, d[s + 3] as number, d[s + 4] as number, d[s + 5] as number, d[s + 6] as number, d[s + 7] as number, d[s + 8] as number, d[s + 9] as number, d[s + 10] as number, d[s + 11] as number, d[s + 12] as number, d[s + 13] as number, d[s + 14] as number);
    default: return fromCodes(d[s] as number, d[s + 1] as number, d[s + 2] as number, d[s + 3] as number, d[s + 4] as number, d[s + 5] as number, d[s + 6] as number, d[s + 7] as number, d[s + 8] as number, d[s + 9] as number, d[s + 10] as number, d[s + 11] as number, d[s + 12] as number, d[s + 13] as number, d[s + 14] as number, d[s + 15] as number);
  }
}
