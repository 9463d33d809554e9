import type { AnyAttribute, AttributeName } from '../xml/attribute-name.ts';
import { XmlBytesReader } from '../xml/bytes-reader.ts';
import type { Wildcard } from '../xml/wildcard.ts';
import { soap11, soap12 } from './version.ts';

/**
 * Reads a header block. The attributes by which SOAP addresses it are not content: a value that holds them could not be
 * sent on.
 */
export class BlockReader extends XmlBytesReader {
  override otherAttributes(known: readonly AttributeName[], wildcard?: Wildcard): AnyAttribute[] {
    return super.otherAttributes(known, wildcard).filter(isOfContent);
  }
}

function isOfContent({ namespace }: AnyAttribute): boolean {
  return namespace !== soap11.namespace && namespace !== soap12.namespace;
}
