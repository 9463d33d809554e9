import type { XmlBytesReader } from '../xml/bytes-reader.ts';
import type { References } from './references.ts';
import type { LastStartTag, StartTag } from './start-tags.ts';

/** State of the reader of SOAP encoding for a message. */
export class MessageState implements LastStartTag {
  tag: StartTag | undefined = undefined;
  start = -1;
  /** The references of the message, once one was met. */
  references: References | undefined = undefined;
}

export function stateOf(reader: XmlBytesReader): MessageState {
  reader.encoded ??= new MessageState();
  return reader.encoded as MessageState;
}
