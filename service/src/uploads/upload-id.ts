import { randomId } from '../secrets/secret-tokens.ts';

/** Milliseconds during which uploads begin with the same two digits. */
const period = 65_536;

/**
 * The id of an upload, 32 characters. The first two hexadecimal digits, which name the folder of its file, change with the
 * time: files that arrive at the same time share the syncs of one folder, and over hours all folders fill alike. The id of
 * an upload whose bytes are sealed ends with `k` and the id of the data key, which `dataKeyOf` reads.
 *
 * @param now in milliseconds since 1970.
 */
export function uploadId(now: number, dataKey?: string): string {
  const first = (Math.floor(now / period) & 0xff).toString(16).padStart(2, '0');
  const random = randomId().slice(2);
  return dataKey === undefined ? first + random : `${first}${random.slice(0, 17)}k${dataKey}`;
}
