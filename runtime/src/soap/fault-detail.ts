import { encodeUtf8 } from '#bytes';
import { type ReaderOptions, XmlBytesReader } from '../xml/bytes-reader.ts';
import { children, openChildren } from '../xml/codec-tables.ts';
import { END } from '../xml/reader.ts';
import { asXmlError } from './detail-codes.ts';
import type { ReadableFault } from './typed-fault.ts';

/** A child table that allows every element. */
const anything = openChildren(children());

/** The recognised parts of a fault's detail. */
export interface FoundDetail {
  /** From the children of `ErrorDetail`, the element that `writeFault` writes. */
  code?: string;
  path?: string;
  requestId?: string;
  /** The first readable element that the contract declares. */
  typed?: { readonly type: ReadableFault<unknown>; readonly value: unknown };
}

/**
 * Reads the content of a fault's detail. Details of other servers may hold anything: unknown content is not an error, since
 * the caller has the detail as text.
 *
 * @param faults that the operation declares.
 */
export function readDetail(
  detail: string,
  faults: readonly ReadableFault<unknown>[],
  { limits, strict }: ReaderOptions,
): FoundDetail {
  const found: FoundDetail = {};
  const options = { limits, strict, charset: 'utf-8' };
  const reader = new XmlBytesReader(encodeUtf8(`<detail>${detail}</detail>`), { limits, charset: 'utf-8' });
  attempt(() => {
    reader.openRoot();
    // `piece` also accepts text between the elements.
    while (reader.piece(anything, []) !== END) {
      const type = found.typed === undefined ? faults.find(({ tag }) => reader.is(tag)) : undefined;
      const isOurs = reader.local === 'ErrorDetail';
      if (type === undefined && !isOurs) {
        reader.skip();
        continue;
      }
      const element = encodeUtf8(reader.raw().xml);
      // With a reader of its own, so that an unreadable element does not affect the others.
      attempt(() => {
        const inner = new XmlBytesReader(element, options);
        inner.openRoot();
        if (type !== undefined) found.typed = { type, value: readTyped(inner, type) };
        else readErrorDetail(inner, found);
      });
    }
  });
  return found;
}

function readTyped(reader: XmlBytesReader, type: ReadableFault<unknown>): unknown {
  const value = type.read(reader);
  reader.finish();
  return value;
}

function readErrorDetail(reader: XmlBytesReader, found: FoundDetail): void {
  while (reader.openChild()) {
    switch (reader.local) {
      case 'Code':
        found.code = reader.text();
        break;
      case 'Path':
        found.path = reader.text();
        break;
      case 'RequestId':
        found.requestId = reader.text();
        break;
      default:
        reader.skip();
    }
  }
}

function attempt(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (asXmlError(error) === undefined) throw error;
  }
}
