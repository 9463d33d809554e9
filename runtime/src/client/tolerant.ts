import { ArrangingReader } from '../xml/arranging-reader.ts';
import type { ReaderOptions, Tolerance } from '../xml/bytes-reader.ts';
import { XmlError, type XmlErrorCode } from '../xml/error.ts';
import { TolerantReader } from '../xml/tolerant-reader.ts';

interface TolerantOptions extends ReaderOptions {
  /** Read the children of each element in the schema's order. */
  readonly arranging?: boolean;
}

/** Errors of content that may be in another order. */
const ofOrder: ReadonlySet<XmlErrorCode> = new Set(['unexpected-element', 'missing-element', 'repeated-element']);

/**
 * Reads responses of services that deviate from their contract: `new SoapClient({ address, reading: tolerant })`. It takes
 * choices, repeated groups and extended types in another order, unknown types, and lists with too few or too many items;
 * in code that was generated for it, unknown values of enumerations, too.
 *
 * Codecs read ordered content in one pass. If that fails, the message is read again with the children of each element
 * arranged in the schema's order. So a message without deviations is read as without tolerance, at the same speed.
 */
export const tolerant: Tolerance = {
  open: (message, options: TolerantOptions) =>
    options.arranging === true ? new ArrangingReader(message, options) : new TolerantReader(message, options),
  read(options, read) {
    const { deviations } = options;
    const before = deviations?.length ?? 0;
    try {
      return read(options);
    } catch (error) {
      if (!isOfOrder(error)) throw error;
      // They are found again.
      deviations?.splice(before);
      return read({ ...options, arranging: true });
    }
  },
  isOfOrder,
};

function isOfOrder(error: unknown): boolean {
  return error instanceof XmlError && ofOrder.has(error.code);
}
