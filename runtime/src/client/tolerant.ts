import { ArrangingReader } from '../xml/arranging-reader.ts';
import type { ReaderOptions, Tolerance } from '../xml/bytes-reader.ts';
import { XmlError, type XmlErrorCode } from '../xml/error.ts';
import { type TolerantOptions, TolerantReader } from '../xml/tolerant-reader.ts';

/** Errors of content that may be in another order. */
const ofOrder: ReadonlySet<XmlErrorCode> = new Set(['unexpected-element', 'missing-element', 'repeated-element']);

/**
 * Reads responses of services that deviate from their contract: `new SoapClient({ address, reading: tolerant })`. It takes
 * choices, repeated groups and extended types in another order, unknown types, and lists with too few or too many items;
 * in code that was generated for it, unknown values of enumerations, too.
 *
 * Codecs read ordered content in one pass. If that fails, the message is read again with the children of each element
 * arranged in the schema's order, and if that fails, once more without elements in wrong namespaces. So a message without deviations is read as without tolerance, at the same speed.
 */
export const tolerant: Tolerance = {
  open: (message, options: TolerantOptions) =>
    options.arranging === true ? new ArrangingReader(message, options) : new TolerantReader(message, options),
  read(options, read) {
    const { deviations } = options;
    const before = deviations?.length ?? 0;
    const attempt = (more: Omit<TolerantOptions, keyof ReaderOptions>) => {
      // Those of an earlier attempt are found again.
      deviations?.splice(before);
      return read({ ...options, ...more });
    };
    const attempts: readonly (() => ReturnType<typeof read>)[] = [
      () => read(options),
      () => attempt({ arranging: true }),
      // An extension may have the local name of an element that is there, too.
      () => attempt({ arranging: true, exactNames: true }),
    ];
    let failed: unknown;
    for (const one of attempts) {
      try {
        return one();
      } catch (error) {
        if (!isOfOrder(error)) throw error;
        failed = error;
      }
    }
    throw failed;
  },
  isOfOrder,
};

function isOfOrder(error: unknown): boolean {
  return error instanceof XmlError && ofOrder.has(error.code);
}
