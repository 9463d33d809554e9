import { encodeUtf8 } from '#bytes';
import type { QName } from '../types/qname.ts';
import type { XmlBuilder } from '../xml/builder.ts';
import { XmlBytesReader } from '../xml/bytes-reader.ts';
import { XmlError } from '../xml/error.ts';
import type { HeaderContent } from './header-type.ts';
import type { Version } from './version.ts';

/**
 * Writes the Header of an envelope, unless it would be empty.
 *
 * @returns the names of the blocks.
 * @throws {XmlError} for a block that cannot be written.
 */
export function writeHeader(builder: XmlBuilder, version: Version, blocks: readonly HeaderContent[]): readonly QName[] {
  if (blocks.length === 0) return [];
  builder.raw(`<${version.prefix}:Header>`);
  const names = blocks.map((block) => {
    if (typeof block !== 'string') return block.type.writeBlock(builder, version, block);
    const name = blockName(block);
    builder.raw(block);
    return name;
  });
  builder.raw(`</${version.prefix}:Header>`);
  return names;
}

/**
 * A block given as text is copied into the envelope, so it must be one element that declares its namespaces, and be in a
 * namespace (SOAP 1.1, 4.2; SOAP 1.2 part 1, 5.2.1).
 */
function blockName(block: string): QName {
  const reader = new XmlBytesReader(encodeUtf8(block), { charset: 'utf-8' });
  reader.openRoot();
  const { namespace, local } = reader;
  reader.skip();
  reader.finish();
  if (!/^<[^?!]/.test(block)) throw new XmlError('ill-formed', 'A header block must begin with its element.');
  if (namespace === '') throw new XmlError('unexpected-element', 'A header block must be an element in a namespace.');
  return { namespace, local };
}
