import { type TypedBlock, type WritableHeader, writableHeader } from '../soap/header-type.ts';
import { rootTag, type Tag, tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';
import type { AddressingVersion } from './addressing-version.ts';

type TextBlock = 'To' | 'Action' | 'MessageID' | 'RelatesTo';
type EndpointBlock = 'From' | 'ReplyTo';

/** Writes the header blocks of a version of WS-Addressing. */
export class AddressingBlocks {
  readonly version: AddressingVersion;
  readonly #types: Map<string, WritableHeader<string>> = new Map();
  readonly #mustUnderstand: boolean;

  constructor(version: AddressingVersion, mustUnderstand = false) {
    this.version = version;
    this.#mustUnderstand = mustUnderstand;
  }

  /** A block with a URI. */
  text(local: TextBlock, uri: string): TypedBlock<string> {
    return this.#block(local, uri, (writer, value) => writer.chars(value));
  }

  /** A block with the address of an endpoint. */
  endpoint(local: EndpointBlock, address: string): TypedBlock<string> {
    const child = tag(this.version.namespace, 'Address', 'wsa');
    return this.#block(local, address, (writer, value) => writer.text(child, value));
  }

  #block(local: string, value: string, write: (writer: XmlWriter, value: string) => void): TypedBlock<string> {
    let type = this.#types.get(local);
    if (type === undefined) {
      type = writableHeader(`wsa:${local}`, this.tag(local), write, { mustUnderstand: this.#mustUnderstand });
      this.#types.set(local, type);
    }
    return type.block(value);
  }

  tag(local: string): Tag {
    const { namespace } = this.version;
    return rootTag(namespace, local, { wsa: namespace });
  }
}
