import { encodeUtf8 } from '#bytes';
import { type HeaderBlock, isOurRole } from '../soap/header-block.ts';
import { XmlBytesReader } from '../xml/bytes-reader.ts';
import type { AddressingVersion } from './addressing-version.ts';

/** The address of an endpoint reference; undefined without one. */
export interface Endpoint {
  readonly address: string | undefined;
}

/** The header blocks of WS-Addressing in a message, as far as they are read. */
export interface AddressingHeaders {
  readonly action: string | undefined;
  /** Reads the address of the service that is meant; undefined without one. @throws {XmlError} */
  readonly to: () => string | undefined;
  readonly messageId: string | undefined;
  readonly replyTo: Endpoint | undefined;
  readonly faultTo: Endpoint | undefined;
  /** Identifiers of the messages that this one replies to. */
  readonly repliesTo: readonly string[];
  /** Local name of a block that occurs more than once and may not. */
  readonly repeated: string | undefined;
}

/** Reads the blocks of a version; undefined for a message without any. @throws {XmlError} for a block that cannot be read. */
export function readAddressing(
  blocks: readonly HeaderBlock[],
  version: AddressingVersion,
): AddressingHeaders | undefined {
  const ours = blocks.filter(({ namespace, role }) => namespace === version.namespace && isOurRole(role));
  if (ours.length === 0) return undefined;
  const named = (local: string): readonly HeaderBlock[] => ours.filter((block) => block.local === local);
  const only = <Value>(local: string, read: (block: HeaderBlock) => Value): Value | undefined => {
    const [block] = named(local);
    return block && read(block);
  };
  const endpoint = (block: HeaderBlock): Endpoint => readEndpoint(block, version);
  return {
    action: only('Action', readUri),
    to: () => only('To', readUri),
    messageId: only('MessageID', readUri),
    replyTo: only('ReplyTo', endpoint),
    faultTo: only('FaultTo', endpoint),
    repliesTo: named('RelatesTo').flatMap((block) => readReply(block, version) ?? []),
    repeated: ['To', 'From', 'ReplyTo', 'FaultTo', 'Action', 'MessageID'].find((local) => named(local).length > 1),
  };
}

function openBlock({ xml }: HeaderBlock): XmlBytesReader {
  const reader = new XmlBytesReader(encodeUtf8(xml), { charset: 'utf-8' });
  reader.openRoot();
  return reader;
}

/** The URI in a block, without white space around it. */
function readUri(block: HeaderBlock): string {
  return openBlock(block).text().trim();
}

function readEndpoint(block: HeaderBlock, { namespace }: AddressingVersion): Endpoint {
  const reader = openBlock(block);
  let address: string | undefined;
  while (reader.openChild()) {
    if (reader.isNamed(namespace, 'Address')) address ??= reader.text().trim();
    else reader.skip();
  }
  return { address };
}

/** The identifier in a RelatesTo; undefined for another relationship than that of a reply. */
function readReply(block: HeaderBlock, { replyTypes }: AddressingVersion): string | undefined {
  const reader = openBlock(block);
  const type = reader.attributeNamed('', 'RelationshipType')?.trim() ?? '';
  const isReply = type === '' || replyTypes.some((one) => type === one || type.endsWith(`:${one}`));
  return isReply ? reader.text().trim() : undefined;
}
