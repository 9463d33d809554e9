import { type ReaderOptions, XmlBytesReader } from './bytes-reader.ts';

/** A reader that is as tolerant as the options say. */
export function openReader(message: Uint8Array, options: ReaderOptions): XmlBytesReader {
  return options.tolerance?.open(message, options) ?? new XmlBytesReader(message, options);
}

/** Reads a message with a reader of `openReader`. A deviating message may be read up to three times. */
export function readTolerantly<Options extends ReaderOptions, Value>(
  options: Options,
  read: (options: Options) => Value,
): Value {
  return options.tolerance === undefined ? read(options) : options.tolerance.read(options, read);
}
