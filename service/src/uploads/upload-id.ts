import { randomId } from '../secrets/secret-tokens.ts';

/** Milliseconds during which uploads begin with the same two digits. */
const period = 65_536;

/**
 * The id of an upload, 32 hexadecimal digits. The first two, which name the folder of its file, change with the time:
 * files that arrive at the same time share the syncs of one folder, and over hours all folders fill alike.
 *
 * @param now in milliseconds since 1970.
 */
export function uploadId(now: number): string {
  const first = Math.floor(now / period) & 0xff;
  return first.toString(16).padStart(2, '0') + randomId().slice(2);
}
