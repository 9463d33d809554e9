import * as soap from '@soapwright/runtime';
import { readBody } from '@soapwright/runtime/encoded';
import { messageOf } from '@soapwright/runtime/xml';
import { isEmptyBody, type ResolvedBody } from '../../contract/index.ts';

/** The tag of the element of a body, for an operation of the runtime whose messages are read and written as a whole. */
export function bodyTag({ element }: Pick<ResolvedBody, 'element'>): soap.Tag {
  return isEmptyBody(element) ? soap.noElement : soap.anyRootTag(element.namespace, element.local);
}

/** The whole message, whose body is passed over. */
export function readWhole(reader: soap.XmlReader, { element, use }: Pick<ResolvedBody, 'element' | 'use'>): Uint8Array {
  const message = messageOf(reader);
  if (use === 'encoded') readBody(reader, (body) => body.skip());
  else if (!isEmptyBody(element)) reader.skip();
  return message;
}

/** The element of a body as XML text, and the contents that it refers to. */
export interface WholeBody {
  readonly text: string;
  /** The URIs of attachments in the text and their contents, in order. */
  readonly referred: readonly (readonly [uri: string, content: Blob])[];
  /** Values of base64Binary, which may be parts of their own (XOP), by the texts that stand for them. */
  readonly binary?: readonly (readonly [mark: string, content: Blob])[] | undefined;
}

export function writeWhole(writer: soap.XmlWriter, { text, referred, binary = [] }: WholeBody): void {
  const places = [
    ...referred.map(([mark, content]) => ({ mark, write: () => soap.writeReferenceContent(writer, content, mark) })),
    ...binary.map(([mark, content]) => ({ mark, write: () => soap.writeBlobContent(writer, content) })),
  ].map((one) => ({ ...one, at: text.indexOf(one.mark) }));
  let end = 0;
  for (const { mark, write, at } of places.sort((one, other) => one.at - other.at)) {
    writer.raw(text.slice(end, at));
    write();
    end = at + mark.length;
  }
  writer.raw(text.slice(end));
}
