import { encodeUtf8 } from '#bytes';
import { type ReaderOptions, XmlBytesReader } from '../xml/bytes-reader.ts';
import { children, openChildren } from '../xml/child-table.ts';
import { END } from '../xml/reader.ts';
import type { FaultType } from './typed-fault.ts';
import { asXmlError } from './xml-fault.ts';

/** A table that lets in every element. */
const anything = openChildren(children());

/** What a fault's detail says that can be made out. */
export interface FoundDetail {
  /** The children of the element that `writeFault` puts into a detail. */
  code?: string;
  path?: string;
  requestId?: string;
  /** The first declared element that can be read. */
  typed?: { readonly type: FaultType<unknown>; readonly value: unknown };
}

/**
 * Reads the content of a fault's detail. One of another make may hold anything, and what cannot be made out of it is no
 * error: the caller has it as text.
 *
 * @param faults that the operation declares.
 */
export function readDetail(
  detail: string,
  faults: readonly FaultType<unknown>[],
  { limits, strict }: ReaderOptions,
): FoundDetail {
  const found: FoundDetail = {};
  const options = { limits, strict, charset: 'utf-8' };
  const reader = new XmlBytesReader(encodeUtf8(`<detail>${detail}</detail>`), { limits, charset: 'utf-8' });
  attempt(() => {
    reader.openRoot();
    // Text between the elements is let through.
    while (reader.piece(anything, []) !== END) {
      const type = found.typed === undefined ? faults.find(({ tag }) => reader.is(tag)) : undefined;
      const isOurs = reader.local === 'ErrorDetail';
      if (type === undefined && !isOurs) {
        reader.skip();
        continue;
      }
      const element = encodeUtf8(reader.raw().xml);
      // Each is read by itself, so that one that does not read spoils none of the others.
      attempt(() => {
        const inner = new XmlBytesReader(element, options);
        inner.openRoot();
        if (type !== undefined) found.typed = { type, value: whole(inner, type) };
        else readErrorDetail(inner, found);
      });
    }
  });
  return found;
}

function whole(reader: XmlBytesReader, type: FaultType<unknown>): unknown {
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
