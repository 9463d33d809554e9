import { attributeName, childrenOf, END, tag, type XmlReader } from '@soapwright/runtime';
import { readBase64, readBlob } from '../../../runtime/src/types/binary-types.ts';

/** Elements of `urn:f`: r a record, t text, d binary that is streamed, n the same and nillable, b binary in memory. */
const NAMESPACE = 'urn:f';
const tags = ['r', 't', 'd', 'n', 'b'].map((local) => tag(NAMESPACE, local));
const record = childrenOf({ namespace: NAMESPACE, local: 'R' }, ...tags);
const a = attributeName('', 'a');

/** Local names of streamed fields, as an intake wants them. */
export const STREAMED: readonly Uint8Array[] = ['d', 'n'].map((name) => new TextEncoder().encode(name));

export type StreamedValue = string | null | Blob | readonly StreamedValue[];

/** A codec with streamed fields, as the generator writes them, but that each may repeat. */
export function readStreamed(reader: XmlReader): StreamedValue {
  const value: StreamedValue[] = [reader.attribute(a) ?? null];
  for (;;) {
    const index = reader.child(record);
    if (index === END) return value;
    value.push(String(index), readChild(reader, index));
  }
}

function readChild(reader: XmlReader, index: number): StreamedValue {
  switch (index) {
    case 0:
      return readStreamed(reader);
    case 1:
      return reader.text();
    case 2:
      return readBlob(reader);
    case 3:
      return reader.nil() ? null : readBlob(reader);
    default:
      return Buffer.from(readBase64(reader)).toString('hex');
  }
}
