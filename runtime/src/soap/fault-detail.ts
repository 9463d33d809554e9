import { encodeUtf8 } from '#bytes';
import { type ReaderOptions, XmlBytesReader } from '../xml/bytes-reader.ts';
import type { ChildTable } from '../xml/codec-tables.ts';
import { END } from '../xml/reader.ts';
import { asXmlError } from './detail-codes.ts';
import { SoapFault, type SoapFaultInit } from './fault.ts';
import type { ReadableFault } from './typed-fault.ts';

/** A child table that allows every element. */
const anything: ChildTable = {
  tags: [],
  type: undefined,
  others: { admits: () => true },
  anyOrder: false,
  nilIsAbsent: [],
};

/** The recognised parts of a fault's detail. */
export interface FoundDetail {
  /** From the children of `ErrorDetail`, the element that `writeFault` writes. */
  code?: string;
  path?: string;
  requestId?: string;
  /** The first readable element that the contract declares. */
  typed?: { readonly name: string; readonly create: (init: SoapFaultInit) => SoapFault };
}

/**
 * Reads the content of a fault's detail. Details of other servers may hold anything: unknown content is not an error, since
 * the caller has the detail as text.
 *
 * @param beside XML text of the elements that references in the detail may lead to (SOAP 1.1, 5).
 * @param faults that the operation declares.
 */
export function readDetail(
  detail: string,
  beside: string,
  faults: readonly ReadableFault<unknown>[],
  { limits, strict, tolerance, deviations }: ReaderOptions,
): FoundDetail {
  const found: FoundDetail = {};
  const options = { limits, strict, tolerance, deviations, charset: 'utf-8' };
  const reader = new XmlBytesReader(encodeUtf8(`<detail>${detail}</detail>`), { limits, charset: 'utf-8' });
  attempt(() => {
    reader.openRoot();
    // `piece` also accepts text between the elements.
    while (reader.piece(anything, []) !== END) {
      const types = found.typed === undefined ? faults.filter(({ tag }) => reader.is(tag)) : [];
      const isOurs = reader.local === 'ErrorDetail';
      if (types.length === 0 && !isOurs) {
        reader.skip();
        continue;
      }
      const element = reader.raw().xml;
      // With a reader of its own, so that an unreadable element does not affect the others. Faults of encoded operations can
      // share an element: the first whose type it can be is read.
      for (const type of types) {
        if (found.typed !== undefined) break;
        attempt(() => {
          found.typed = { name: type.name, create: type.readDetail(type, element, beside, options) };
        });
      }
      if (types.length === 0) attempt(() => readErrorDetail(new XmlBytesReader(encodeUtf8(element), options), found));
    }
  });
  return found;
}

function readErrorDetail(reader: XmlBytesReader, found: FoundDetail): void {
  reader.openRoot();
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
    if (asXmlError(error) === undefined && !isOtherEncoding(error)) throw error;
  }
}

/** Whether an element is in an encoding that is not known. */
function isOtherEncoding(error: unknown): boolean {
  return error instanceof SoapFault && error.code === 'DataEncodingUnknown';
}
