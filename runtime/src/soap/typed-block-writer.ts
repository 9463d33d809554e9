import type { QName } from '../types/qname.ts';
import type { XmlBuilder } from '../xml/builder.ts';
import { attributeName, type Tag, tagIn } from '../xml/tag.ts';
import { soap11, soap12, ultimateReceiver, type Version } from './version.ts';

/** A block of a declared type, with its attributes of SOAP. */
interface WritableBlock {
  readonly type: { readonly tag: Tag; write(builder: XmlBuilder, value: unknown): void };
  readonly value: unknown;
  readonly mustUnderstand: boolean;
  readonly role: string | undefined;
}

/** Writes a header block of a declared type. @returns its name. @throws {XmlError} for a value that cannot be written. */
export function writeBlock(builder: XmlBuilder, version: Version, { type, value, ...how }: WritableBlock): QName {
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
function writeWhole(builder: XmlBuilder, { type, value, mustUnderstand, role }: WritableBlock): QName {
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
  { mustUnderstand, role }: Pick<WritableBlock, 'mustUnderstand' | 'role'>,
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
