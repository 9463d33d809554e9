import { encodeUtf8 } from '#bytes';
import type { QName } from '../types/qname.ts';
import type { XmlBuilder } from '../xml/builder.ts';
import { XmlBytesReader } from '../xml/bytes-reader.ts';
import { XmlError } from '../xml/error.ts';
import { attributeName, type Tag, tagIn } from '../xml/tag.ts';
import type { HeaderContent, TypedBlock } from './header-type.ts';
import { soap11, soap12, ultimateReceiver, type Version } from './version.ts';

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
    if (typeof block !== 'string') return writeBlock(builder, version, block);
    const name = nameOf(block);
    builder.raw(block);
    return name;
  });
  builder.raw(`</${version.prefix}:Header>`);
  return names;
}

function writeBlock(builder: XmlBuilder, version: Version, { type, value, ...how }: TypedBlock<unknown>): QName {
  const tag = tagIn(builder, type.tag);
  if (tag.open === '') return writeWhole(builder, { type, value, ...how });
  builder.start(tag);
  address(builder, tag, version, how);
  if (!tag.isStart) builder.content();
  type.write(builder, value);
  builder.close(tag);
  return tag;
}

/** Writes a block of xs:anyType, whose value is the whole element. */
function writeWhole(builder: XmlBuilder, { type, value, mustUnderstand, role }: TypedBlock<unknown>): QName {
  const { tag } = type;
  if (mustUnderstand || role !== undefined) {
    throw builder.invalid(tag, 'header block', 'an element of any type has its own attributes mustUnderstand and role');
  }
  builder.open(tag);
  type.write(builder, value);
  builder.close(tag);
  return tag;
}

/** Writes the attributes of SOAP (SOAP 1.1, 4.2; SOAP 1.2 part 1, 5.2). The value of the block cannot repeat them. */
function address(
  builder: XmlBuilder,
  { start }: Tag,
  version: Version,
  { mustUnderstand, role }: Pick<TypedBlock<unknown>, 'mustUnderstand' | 'role'>,
): void {
  const { namespace, prefix, roleAttribute } = version;
  // If the element redeclares the envelope's prefix, the builder declares another one.
  const known = start.includes(` xmlns:${prefix}=`) ? undefined : prefix;
  if (mustUnderstand) builder.attribute(attributeName(namespace, 'mustUnderstand', known), '1');
  const receiver = roleIn(version, role);
  if (receiver !== undefined) builder.attribute(attributeName(namespace, roleAttribute, known), receiver);
}

/** The role's name in a version; undefined when the block needs none. */
function roleIn(version: Version, role: string | undefined): string | undefined {
  if (role === undefined || role === '') return undefined;
  if (role === soap11.nextRole || role === soap12.nextRole) return version.nextRole;
  // SOAP 1.1 has no name for it: a block without an actor is for the ultimate receiver.
  if (role === ultimateReceiver && version === soap11) return undefined;
  return role;
}

/**
 * A block given as text is copied into the envelope, so it must be one element that declares its namespaces, and be in a
 * namespace (SOAP 1.1, 4.2; SOAP 1.2 part 1, 5.2.1).
 */
function nameOf(block: string): QName {
  const reader = new XmlBytesReader(encodeUtf8(block), { charset: 'utf-8' });
  reader.openRoot();
  const { namespace, local } = reader;
  reader.skip();
  reader.finish();
  if (!/^<[^?!]/.test(block)) throw new XmlError('ill-formed', 'A header block must begin with its element.');
  if (namespace === '') throw new XmlError('unexpected-element', 'A header block must be an element in a namespace.');
  return { namespace, local };
}
