import type { PartLimits } from './multipart-parser.ts';

/** Options of clients and servers for values in parts of their own. */
export interface PartOptions {
  /** Values of fewer bytes stay in the envelope, as base64. Default 1,024. */
  readonly threshold?: number | undefined;
  /** Parts of a received message at most. Default 1,000. */
  readonly maxParts?: number | undefined;
  /** Bytes of the header of a part at most. Default 16 KiB. */
  readonly maxPartHeaderBytes?: number | undefined;
}

/** @throws {RangeError} for an option that is not an integer of 0 or more. */
export function withPartDefaults({
  threshold = 1024,
  maxParts = 1000,
  maxPartHeaderBytes = 16 * 1024,
}: PartOptions = {}): PartLimits & { readonly threshold: number } {
  const all = { threshold, maxParts, maxPartHeaderBytes };
  for (const [name, value] of Object.entries(all)) {
    if (Number.isSafeInteger(value) && value >= 0) continue;
    throw new RangeError(`${name} of mtom must be an integer of 0 or more, and is ${value}.`);
  }
  return all;
}
